"""Pure: how one device's microphone and room want speech to be judged (2.4.1), laid over the policy.

The values are settings of this device alone: they go to no mirror and come from no package.
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
}
"""Each setting, the limit that it stands for, and between what it may be."""


def with_tuning(policy: DevicePolicy, state: Mapping[str, str]) -> DevicePolicy:
    """The policy with what was set here. A value that cannot be is passed over: a device must start."""
    changed: dict[str, int] = {}
    for key, (name, least, most) in TUNABLE.items():
        value = state.get(key, "")
        if value.isdecimal() and least <= int(value) <= most:
            changed[name] = int(value)
    return replace(policy, **changed)


def check_tuning(key: str, value: str) -> None:
    """Raise `BadUsage` for a setting that there is not, or a value that it may not have."""
    if key not in TUNABLE:
        raise BadUsage(f"{key!r} cannot be tuned. These can: {', '.join(TUNABLE)}. Nothing was changed.")
    _, least, most = TUNABLE[key]
    if not value.isdecimal() or not least <= int(value) <= most:
        raise BadUsage(f"{key} is a number from {least} to {most}. Nothing was changed.")
