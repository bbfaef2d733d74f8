"""A simulated room: one microphone and one loudspeaker in virtual time, and what is expected of a run in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from device.audio.room_scenario import parse_scenario
from device.cli.main import app
from device.core.errors import BadScenario
from device.core.ports import FRAME_BYTES
from device.engines.simulation.simulated_room import SimulatedRoom
from tests.device.engines.sound_samples import FIXTURES

SCENARIOS = FIXTURES / "rooms" / "scenarios"
LOUD = np.full(320, 8_000, "<i2").tobytes()
STOP = f"{{wav: {FIXTURES / 'speech/rms/stop.wav'}, at_ms: 500}}"


def open_room(folder: Path, text: str) -> SimulatedRoom:
    path = folder / "scenario.yaml"
    path.write_text(text, encoding="utf-8")
    return SimulatedRoom(str(path))


def levels(room: SimulatedRoom, play: dict[int, bytes] | None = None) -> list[float]:
    """The level of each frame, in dB of full scale, while these frames are played."""
    out = []
    for number, frame in enumerate(room.frames()):
        samples = np.frombuffer(frame, "<i2").astype(np.float64) / 32_768
        out.append(20 * np.log10(np.sqrt((samples**2).mean()) + 1e-9))
        room.speaker.play((play or {}).get(number))
    return out


def test_the_same_scenario_gives_the_same_samples(tmp_path: Path) -> None:
    text = f"length_ms: 1000\npeople: [{{says: [{STOP}]}}]\n"
    assert list(open_room(tmp_path, text).frames()) == list(open_room(tmp_path, text).frames())
    assert list(open_room(tmp_path, text).frames()) != list(open_room(tmp_path, text + "seed: 2\n").frames())


def test_a_person_is_heard_at_the_level_and_time_of_the_scenario(tmp_path: Path) -> None:
    heard = levels(open_room(tmp_path, f"length_ms: 1500\npeople: [{{level_db: -30, says: [{STOP}]}}]\n"))
    assert max(heard[:25]) < -60
    assert -33 < max(heard[25:60]) < -22


@pytest.mark.parametrize(("coupling_db", "delay_ms"), [(0, 40), (-20, 100)])
def test_what_is_played_comes_back_after_its_delay_at_its_coupling(
    tmp_path: Path, coupling_db: int, delay_ms: int
) -> None:
    how = f"loudspeaker: {{coupling_db: {coupling_db}, delay_ms: {delay_ms}}}\n"
    heard = levels(open_room(tmp_path, "length_ms: 1000\nnoise: {level_db: -90}\n" + how), {10: LOUD})
    echo = 11 + delay_ms // 20
    assert max(heard[:echo]) < -80
    assert heard[echo] == pytest.approx(20 * np.log10(8_000 / 32_768) + coupling_db, abs=0.5)


def test_a_clock_that_drifts_and_a_loudspeaker_that_distorts_change_the_echo(tmp_path: Path) -> None:
    tone = (12_000 * np.sin(np.arange(320) * 0.3)).astype("<i2").tobytes()
    played = dict.fromkeys(range(100), tone)

    def echo(how: str) -> list[bytes]:
        room = open_room(tmp_path, f"length_ms: 2000\nloudspeaker: {{delay_ms: 40{how}}}\n")
        out = []
        for number, frame in enumerate(room.frames()):
            out.append(frame)
            room.speaker.play(played.get(number))
        return out

    plain = echo("")
    assert echo(", drift_ppm: 50")[90] != plain[90]
    assert echo(", distortion: 1.0")[10] != plain[10]


def test_a_person_may_begin_so_long_after_she_began_to_speak(tmp_path: Path) -> None:
    late = f"{{wav: {FIXTURES / 'speech/rms/stop.wav'}, after_speaking_ms: 200, nth: 2}}"
    played = dict.fromkeys([*range(10, 15), *range(70, 75)], LOUD)
    heard = levels(open_room(tmp_path, f"length_ms: 3000\npeople: [{{says: [{late}]}}]\n"), played)
    assert max(heard[:80]) < -60
    assert max(heard[81:120]) > -30


def test_lost_frames_are_zeros(tmp_path: Path) -> None:
    frames = list(open_room(tmp_path, "length_ms: 200\ngaps: [{at_ms: 60, ms: 40}]\n").frames())
    assert [number for number, frame in enumerate(frames) if frame == bytes(FRAME_BYTES)] == [3, 4]


BAD = {
    "no number": "length_ms: long\n",
    "another key": "length_ms: 100\nwalls: 4\n",
    "no length": "seed: 1\n",
    "too long": "length_ms: 99999999\n",
    "no time": "length_ms: 100\npeople: [{says: [{wav: a.wav}]}]\n",
    "both times": "length_ms: 100\npeople: [{says: [{wav: a.wav, at_ms: 1, after_speaking_ms: 1}]}]\n",
    "not YAML": "length_ms: [",
    "an event that never happens": "length_ms: 100\nnever: [{event: bargein}]\n",
    "a reason that no event has": "length_ms: 100\nnever: [{event: barge_in, reason: speech}]\n",
    "a negative gap": "length_ms: 100\ngaps: [{at_ms: 5, ms: -10}]\n",
    "an echo before its sound": "length_ms: 100\nloudspeaker: {delay_ms: -40}\n",
    "an echo later than it is kept": "length_ms: 100\nloudspeaker: {delay_ms: 5000}\n",
    "a clock that drifts before its sound": "length_ms: 900000\nloudspeaker: {delay_ms: 40, drift_ppm: -100}\n",
    "a level that is no number": "length_ms: 100\nnoise: {level_db: .nan}\n",
    "an offset beyond full scale": "length_ms: 100\nconstant_offset: 40\n",
    "a distortion beyond 1": "length_ms: 100\nloudspeaker: {distortion: -3}\n",
    "a reply number 0": "length_ms: 100\npeople: [{says: [{wav: a.wav, after_speaking_ms: 1, nth: 0}]}]\n",
    "said after the end": "length_ms: 100\npeople: [{says: [{wav: a.wav, at_ms: 100}]}]\n",
    "a time that ends before it begins": "length_ms: 100\nnever: [{event: wake, from_ms: 50, to_ms: 40}]\n",
    "a negative count": "length_ms: 100\nexpect: [{event: wake, count: -1}]\n",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_scenario_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadScenario, match=r"x\.yaml"):
        parse_scenario(text, "x.yaml")


def test_expectations_are_counted_in_their_time_and_with_their_words() -> None:
    lines = [
        {"at_audio_ms": 1_000, "type": "wake", "reason": "WAKE_WORD"},
        {"at_audio_ms": 2_000, "type": "transcript", "reason": "HEARD", "text": "stop it"},
    ]

    def missed(rule: str) -> int:
        return len(parse_scenario(f"length_ms: 100\n{rule}\n", "x").missed(lines))

    assert missed("expect: [{event: wake}, {event: wake, count: 1}, {event: transcript, text: stop}]") == 0
    assert missed("expect: [{event: wake, count: 2}, {event: transcript, text: go}, {event: wake, to_ms: 900}]") == 3
    assert missed("expect: [{event: wake, count: 0}, {event: barge_in, count: 0}]") == 1
    assert missed("never: [{event: wake}, {event: transcript, reason: NO_WORDS}, {event: wake, from_ms: 1001}]") == 1


@pytest.mark.parametrize(("addition", "status"), [("", 0), ("  - {event: wake}\n", 1)])
def test_a_missed_expectation_is_exit_status_1(tmp_path: Path, addition: str, status: int) -> None:
    text = (SCENARIOS / "one_breath.yaml").read_text(encoding="utf-8") + addition
    text = text.replace("../../", f"{FIXTURES}/").replace("../small", f"{FIXTURES}/rooms/small")
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    command = [
        "run",
        "--state",
        str(tmp_path / "s"),
        "--user",
        "ana",
        "--mic",
        f"room:{tmp_path / 'a.yaml'}",
        "--quiet",
    ]
    result = CliRunner().invoke(app, command)
    assert (result.exit_code, "expected no wake" in result.stderr) == (status, bool(status)), result.output
