"""Promise: what a device was tuned to is used there, within bounds, and never keeps it from starting."""

from __future__ import annotations

import pytest

from device.audio.vad_calibration import TUNABLE, check_tuning, with_tuning
from device.core.errors import BadUsage
from device.core.policy import DevicePolicy
from engine_b.core.policy import LOCAL_SETTINGS


def test_a_device_uses_what_it_was_tuned_to_and_passes_over_what_cannot_be() -> None:
    state = {"speech.on_bp": "6000", "speech.off_bp": "lots", "speech.confirm_ms": "9999", "other": "1"}
    policy = with_tuning(DevicePolicy(), state)
    assert policy.speech_on_bp == 6_000
    assert (policy.speech_off_bp, policy.speech_confirm_ms) == (3_500, 60)


def test_tuning_stays_on_the_device() -> None:
    assert set(TUNABLE) <= LOCAL_SETTINGS


@pytest.mark.parametrize(("key", "value"), [("speech.on_bp", "1"), ("speech.on_bp", "-5"), ("access.tier", "3")])
def test_what_cannot_be_tuned_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadUsage):
        check_tuning(key, value)
