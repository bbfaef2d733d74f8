"""WebRTC's echo canceller, where it is installed: it takes the echo out, and in a room a person is heard over her."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.room import interrupted, own_voice, play
from bench.room_cases import SPEECH, Case, loudspeaker, person, says, scenario
from device.core.errors import EngineUnavailable
from device.core.ports import FRAME_BYTES, EchoCanceller, Heard
from device.engines.factory import open_echo
from tests.device.engines.aec.test_linear import READING, SILENT, echo_of, power_db
from tests.device.engines.ladder.laddered import laddered_canceller
from tests.sim.machine_requirements import require_livekit


@pytest.fixture
def canceller() -> EchoCanceller:
    require_livekit()
    return open_echo("webrtc:")


def cancel(canceller: EchoCanceller, microphone: list[bytes], played: list[bytes]) -> list[Heard]:
    return [canceller.cancel(*both) for both in zip(microphone, played, strict=True)]


def test_it_takes_out_30_db_of_the_echo_within_three_seconds(canceller: EchoCanceller) -> None:
    microphone = echo_of(list(READING), 4, 0.3)
    heard = cancel(canceller, microphone, list(READING))
    assert power_db(microphone[150:]) - power_db([one.clean for one in heard[150:]]) > 30
    assert all(len(one.clean) == len(one.linear) == FRAME_BYTES for one in heard)


def test_the_linear_one_beside_it_is_what_interruptions_are_told_by(canceller: EchoCanceller) -> None:
    microphone = echo_of(list(READING[:200]), 4, 0.3)
    linear = cancel(open_echo("linear:"), microphone, list(READING[:200]))
    both = cancel(canceller, microphone, list(READING[:200]))
    assert [(one.linear, one.erle_db, one.delay_ms) for one in both] == [
        (one.linear, one.erle_db, one.delay_ms) for one in linear
    ]


def test_it_gives_the_same_samples_on_every_run(canceller: EchoCanceller) -> None:
    microphone = echo_of(list(READING[:150]), 3, 0.5)
    first = cancel(canceller, microphone, list(READING[:150]))
    assert cancel(open_echo("webrtc:"), microphone, list(READING[:150])) == first


def test_while_nothing_is_played_the_sound_is_passed_on_bit_for_bit(canceller: EchoCanceller) -> None:
    assert [canceller.cancel(frame, None).clean for frame in READING[:50]] == list(READING[:50])
    canceller.cancel(SILENT, READING[100])
    for _ in range(30):
        canceller.cancel(SILENT, None)
    assert [canceller.cancel(frame, None).clean for frame in READING[:50]] == list(READING[:50])


def test_a_frame_that_it_refuses_takes_it_out(canceller: EchoCanceller) -> None:
    guarded = laddered_canceller(canceller, lambda: 0)
    guarded.cancel(SILENT, READING[100])
    assert guarded.cancel(b"\1", READING[101]).clean == b"\1"
    assert not guarded.engaged


def test_in_a_room_she_hears_a_person_over_herself_and_not_herself(canceller: EchoCanceller, tmp_path: Path) -> None:
    facts = {"reads": True, "offset_ms": 4_200, "wav": str(SPEECH / "rms" / "stop.wav")}
    who = person(says("rms/stop", after_speaking_ms=4_200))
    spoken_over = scenario("small", 7_000, [who], loudspeaker=loudspeaker(0))
    found = interrupted(play(_case(spoken_over, facts), tmp_path, "webrtc:"), facts)
    assert isinstance(found, tuple)
    assert found[1] <= 280
    alone = scenario("small", 8_000, [], loudspeaker=loudspeaker(0))
    quiet = own_voice(play(_case(alone, {"reads": True}), tmp_path, "webrtc:"), {})
    assert isinstance(quiet, tuple)
    assert quiet[0] == 0


def test_a_library_that_does_not_load_is_refused_with_a_sentence(
    canceller: EchoCanceller, monkeypatch: pytest.MonkeyPatch
) -> None:
    from livekit import rtc

    def fails(**_: Any) -> None:
        raise OSError("GLIBC_2.28 not found")

    monkeypatch.setattr(rtc, "AudioProcessingModule", fails)
    with pytest.raises(EngineUnavailable, match="Use another: --echo linear:"):
        open_echo("webrtc:")


def _case(where: dict[str, Any], facts: dict[str, Any]) -> Case:
    return Case("5 barge-in", "", "interrupted", where, facts)
