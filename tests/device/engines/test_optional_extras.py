"""An engine that is an extra says how to have it."""

from __future__ import annotations

import sys

import pytest

from device.core.errors import EngineUnavailable
from device.engines import factory
from device.platform.optional_extras import extra_missing


def test_a_missing_extra_is_installed_from_the_source() -> None:
    error = extra_missing("faster-whisper", "whisper")
    assert error.exit_status == 3
    assert "pip install '.[whisper]'" in str(error)


def test_the_second_speech_detector_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "webrtcvad", None)
    with pytest.raises(EngineUnavailable) as refused:
        factory.open_speech("webrtc:")
    assert refused.value.exit_status == 3
    assert "pip install '.[webrtc]'" in str(refused.value)
