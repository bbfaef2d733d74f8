"""What is measured of an utterance: one talker is like himself and unlike others, and noise is nobody."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from device.addressing.sound_measure import measure_sound
from device.addressing.sound_profile import SoundProfile
from device.addressing.talker_watch import TalkerWatch
from device.audio.framing import to_pcm, to_samples
from device.core.ports import FRAME_BYTES, FRAME_MS
from device.engines.audio_io.sound_file import SoundFile
from tests.device.engines.sound_samples import FIXTURES

SPEECH = FIXTURES / "speech"


def frames_of(name: str) -> list[bytes]:
    return list(SoundFile(str(SPEECH / f"{name}.wav")).frames())


def measured(frames: Sequence[bytes]) -> SoundProfile:
    profile = measure_sound(frames)
    assert profile is not None
    return profile


@pytest.mark.parametrize("name", ["my_favorite_color_is_green", "what_is_my_name", "when_is_the_meeting"])
def test_a_talker_sounds_like_the_wake_word_and_unlike_another_talker(name: str) -> None:
    for voice, other in (("slt", "rms"), ("rms", "slt")):
        wake = measured(frames_of(f"{voice}/okay_nabu"))
        own, others = measured(frames_of(f"{voice}/{name}")), measured(frames_of(f"{other}/{name}"))
        assert own.pitch_distance(wake) < 3.6 < 7.5 < others.pitch_distance(wake)
        assert own.band_distance(wake) < 7.5


def test_a_softer_sound_differs_in_level_alone() -> None:
    frames = frames_of("slt/what_is_my_name")
    softer = [to_pcm(to_samples(frame) * np.float32(0.25)) for frame in frames]
    loud, soft = measured(frames), measured(softer)
    assert soft.level_db == pytest.approx(loud.level_db - 12.04, abs=0.1)
    assert soft.pitch_distance(loud) < 0.3
    assert soft.band_distance(loud) < 0.5


@pytest.mark.parametrize("sound", ["silence", "white", "brown"])
def test_silence_and_noise_have_no_profile(sound: str) -> None:
    assert measure_sound(frames_of(f"noise/{sound}")[:200]) is None


def test_too_little_sound_has_none() -> None:
    assert measure_sound([]) is None
    assert measure_sound([bytes(FRAME_BYTES)] * 2) is None


def test_no_sound_breaks_the_measurement() -> None:
    draw = np.random.default_rng(3)
    for frame in (b"\xff\x7f" * 320, b"\x00\x80" * 320, b"\x00\x01" * 320, bytes(draw.bytes(FRAME_BYTES))):
        measure_sound([frame] * 40)


def watched(*sounds: tuple[str, int]) -> tuple[TalkerWatch, int]:
    """A watch that has heard these sounds, each with whether it is speech, and the time."""
    watch, now_ms = TalkerWatch(), 0
    for name, speech_bp in sounds:
        for frame in frames_of(name):
            now_ms += FRAME_MS
            watch.hear(frame, speech_bp, now_ms)
    return watch, now_ms


def test_who_spoke_before_the_wake_word_is_not_who_woke_her() -> None:
    watch, now_ms = watched(("rms/what_do_you_remember_about_me", 9_000), ("slt/okay_nabu", 9_000))
    watch.woken(now_ms)
    watch.speech_started(now_ms)
    sound = watch.snapshot()
    wake, before = sound.reference(), sound.background()
    assert wake is not None
    assert before is not None
    assert wake.pitch_distance(before) > 6
    assert sound.gap_ms == 0


def test_without_speech_before_it_nobody_spoke() -> None:
    watch, now_ms = watched(("noise/brown", 100), ("slt/okay_nabu", 9_000))
    watch.woken(now_ms)
    assert watch.snapshot().background() is None


def test_without_a_wake_word_there_is_none_to_compare_with() -> None:
    watch, now_ms = watched(("slt/okay_nabu", 9_000))
    watch.woken(now_ms)
    watch.opened(now_ms)
    watch.speech_started(now_ms - 200)
    assert watch.snapshot().reference() is None
    assert len(watch.snapshot().utterance) == 10
