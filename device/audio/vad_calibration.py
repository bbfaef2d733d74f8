"""Pure: applies one device's settings of wake word and speech detection (2.4.1) to the policy.

The settings stay on this device: they are sent to no mirror and come from no package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.core.errors import BadUsage
from device.core.policy import DevicePolicy

TUNABLE = {
    "speech.on_bp": ("speech_on_bp", 1_000, 9_500),
    "speech.off_bp": ("speech_off_bp", 500, 9_000),
    "speech.confirm_ms": ("speech_confirm_ms", 20, 400),
    "speech.end_silence_ms": ("end_silence_ms", 300, 2_000),
    "wake.quiet_bp": ("wake_quiet_bp", 4_000, 9_800),
    "wake.strict_bp": ("wake_strict_bp", 4_000, 9_800),
    "wake.masked_bp": ("wake_masked_bp", 4_000, 9_800),
}
"""Each setting with the limit that it replaces and its range."""


def with_tuning(policy: DevicePolicy, state: Mapping[str, str]) -> DevicePolicy:
    """Returns the policy with this device's settings. Skips a value out of range, because a device must start."""
    changed: dict[str, int] = {}
    for key, (name, least, most) in TUNABLE.items():
        value = state.get(key, "")
        if value.isdecimal() and least <= int(value) <= most:
            changed[name] = int(value)
    return replace(policy, **changed)


def check_tuning(key: str, value: str) -> None:
    """Raises `BadUsage` for an unknown setting or a value out of its range."""
    if key not in TUNABLE:
        raise BadUsage(f"{key!r} cannot be tuned. These can: {', '.join(TUNABLE)}. Nothing was changed.")
    _, least, most = TUNABLE[key]
    if not value.isdecimal() or not least <= int(value) <= most:
        raise BadUsage(f"{key} is a number from {least} to {most}. Nothing was changed.")
