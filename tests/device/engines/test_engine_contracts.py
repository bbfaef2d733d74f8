"""What every engine of the other kinds keeps: microphones, loudspeakers, detectors, cancellers and models of sound.

Recognisers, voices, wake words, minds and encoders have files of their own. A device of the machine is tested in
`test_sound_device.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from device.core.ports import FRAME_BYTES, Microphone
from device.engines import factory
from tests.device.engines.end_of_turn.tiny_model import write_sound_model
from tests.device.engines.sound_samples import QUIET, SPEECH, pad_with_silence
from tests.device.engines.voiceprint.tiny_model import write_pitch_model
from tests.sim.machine_requirements import require_livekit

ON_THE_MACHINE = {"device"}
KINDS_HERE = {"microphones", "speakers", "speech_detectors", "echo_cancellers", "voiceprints", "end_of_turn_models"}
KINDS_ELSEWHERE = {"recognisers", "voices", "wake_words", "minds", "encoders"}
SPOKEN = tuple(pad_with_silence("slt/what_is_my_favorite_color"))
LOUD = (np.sin(np.arange(320) / 4) * 9_000).astype("<i2").tobytes()


def _room(folder: Path) -> str:
    path = folder / "room.yaml"
    path.write_text("length_ms: 600\nnoise: {level_db: -60}\n", "utf-8")
    return f"room:{path}"


MICROPHONES: dict[str, Callable[[Path], str]] = {"tape": lambda _: f"tape:{SPEECH / 'rms' / 'stop.wav'}", "room": _room}
SPEAKERS: dict[str, Callable[[Path], str]] = {
    "wav": lambda folder: f"wav:{folder / 'out.wav'}",
    "null": lambda _: "null:",
}
DETECTORS = ("silero:", "webrtc:", "webrtc:0")
CANCELLERS = ("none:", "linear:", "webrtc:")


def test_every_engine_is_held_to_a_contract() -> None:
    known = factory.BUILT_IN
    assert {kind.name for kind in fields(known)} == KINDS_HERE | KINDS_ELSEWHERE
    assert set(known.microphones) - ON_THE_MACHINE == set(MICROPHONES)
    assert set(known.speakers) - ON_THE_MACHINE == set(SPEAKERS)
    assert {f"{scheme}:" for scheme in known.speech_detectors} <= set(DETECTORS)
    assert {f"{scheme}:" for scheme in known.echo_cancellers} == set(CANCELLERS)
    assert set(known.voiceprints) == set(known.end_of_turn_models) == {"none", "onnx"}


@pytest.mark.parametrize("scheme", MICROPHONES)
def test_a_microphone_gives_whole_frames_until_it_is_closed(tmp_path: Path, scheme: str) -> None:
    def opened() -> Microphone:
        return factory.open_microphone(MICROPHONES[scheme](tmp_path), fast=True)

    frames = list(opened().frames())
    assert len(frames) > 10
    assert {len(frame) for frame in frames} == {FRAME_BYTES}
    assert list(opened().frames()) == frames
    microphone = opened()
    taken: Iterator[bytes] = microphone.frames()
    assert list(islice(taken, 3)) == frames[:3]
    microphone.close()
    microphone.close()
    assert len(list(taken)) <= 1


@pytest.mark.parametrize("scheme", SPEAKERS)
def test_a_loudspeaker_takes_frames_and_silence_and_is_closed_twice(tmp_path: Path, scheme: str) -> None:
    speaker = factory.open_speaker(SPEAKERS[scheme](tmp_path))
    assert isinstance(speaker.acoustic, bool)
    for frame in (LOUD, None, LOUD):
        speaker.play(frame)
    speaker.flush()
    speaker.play(None)
    speaker.close()
    speaker.close()


@pytest.mark.parametrize("uri", DETECTORS)
def test_a_detector_tells_speech_from_silence_and_starts_anew(uri: str) -> None:
    detector = factory.open_speech(uri)
    first = [detector.hear(frame) for frame in SPOKEN]
    assert all(0 <= one <= 10_000 for one in first)
    assert max(first) > 5_000
    detector.reset()
    assert [detector.hear(frame) for frame in SPOKEN] == first
    detector.reset()
    assert max(detector.hear(QUIET) for _ in range(50)) < 5_000


@pytest.mark.parametrize("uri", CANCELLERS)
def test_a_canceller_gives_each_frame_back_and_leaves_a_person_alone(uri: str) -> None:
    if uri == "webrtc:":
        require_livekit()
    first, again = factory.open_echo(uri), factory.open_echo(uri)
    assert first.engaged is (uri != "none:")
    heard = [first.cancel(frame, None) for frame in SPOKEN[:60]]
    assert {len(part) for one in heard for part in (one.clean, one.linear)} == {FRAME_BYTES}
    assert [again.cancel(frame, None) for frame in SPOKEN[:60]] == heard
    assert len(first.cancel(LOUD, LOUD).clean) == FRAME_BYTES


def test_a_voiceprint_is_a_vector_of_length_1_or_none(tmp_path: Path) -> None:
    assert factory.open_voiceprint("none:") is None
    engine = factory.open_voiceprint(write_pitch_model(tmp_path / "voice.onnx"))
    assert engine is not None
    vector = engine.embed(b"".join(SPOKEN))
    assert math.hypot(*vector) == pytest.approx(1)
    assert engine.embed(b"".join(SPOKEN)) == vector
    assert engine.embed(b"") == ()
    assert engine.model


def test_a_model_of_the_end_of_a_turn_gives_basis_points(tmp_path: Path) -> None:
    assert factory.open_end_of_turn("none:") is None
    model = factory.open_end_of_turn(write_sound_model(tmp_path / "turn.onnx"))
    assert model is not None
    for sound in (b"", QUIET, b"".join(SPOKEN)):
        assert 0 <= model.completeness(sound) <= 10_000
        assert model.completeness(sound) == model.completeness(sound)
