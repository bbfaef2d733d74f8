"""A tape plays at the pace of the room, or as fast as the machine allows; closing ends it."""

from __future__ import annotations

import pytest

from device.engines.audio_io import file_microphone as tape_door
from device.engines.audio_io.file_microphone import FRAME_NS, FileMicrophone
from device.platform.clock import MachineClock, monotonic_ns, sleep_until
from tests.device.engines.sound_samples import SPEECH, spoken

TAPE = str(SPEECH / "rms/stop.wav")


def test_fast_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tape_door, "sleep_until", pytest.fail)
    microphone = FileMicrophone(TAPE, fast=True)
    assert not microphone.live
    assert tuple(microphone.frames()) == spoken("rms/stop")


def test_in_real_time_no_frame_comes_before_it_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    due: list[int] = []
    monkeypatch.setattr(tape_door, "sleep_until", due.append)
    monkeypatch.setattr(tape_door, "monotonic_ns", lambda: 1_000)
    microphone = FileMicrophone(TAPE, fast=False)
    assert microphone.live
    assert tuple(microphone.frames()) == spoken("rms/stop")
    assert due == [1_000 + FRAME_NS * number for number in range(1, len(due) + 1)]


def test_closing_ends_the_frames_and_may_be_repeated() -> None:
    microphone = FileMicrophone(TAPE, fast=True)
    heard = []
    for frame in microphone.frames():
        heard.append(frame)
        if len(heard) == 3:
            microphone.close()
            microphone.close()
    assert heard == list(spoken("rms/stop")[:3])


def test_the_clock_goes_forward_and_knows_its_offset() -> None:
    before = monotonic_ns()
    sleep_until(before)
    now = MachineClock().now()
    assert monotonic_ns() >= before
    assert now.at_ms > 1_700_000_000_000
    assert abs(now.utc_offset_min) <= 14 * 60
