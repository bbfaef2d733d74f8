"""A candidate becomes the wake word only after a second look; what falls short leaves its scores and nothing else."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from device.core.ports import FRAME_BYTES, VerifyingWakeWord, WakeScores
from device.engines import factory
from device.engines.wake.microwakeword import MicroWakeWord
from tests.device.engines.sound_samples import QUIET, pad_with_silence

NEAR = "stay, Naboo"


@cache
def near_word() -> tuple[bytes, ...]:
    """Words that sound alike, by another voice."""
    sound = factory.open_voice("espeak:").speak(NEAR)
    pieces = [sound[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0") for at in range(0, len(sound), FRAME_BYTES)]
    return (*[QUIET] * 15, *pieces, *[QUIET] * 40)


def heard(wake: MicroWakeWord, frames: tuple[bytes, ...]) -> tuple[list[int], list[WakeScores]]:
    woken, missed = [], []
    for number, frame in enumerate(frames):
        if wake.hear(frame):
            woken.append(number)
        if wake.near_miss is not None:
            missed.append(wake.near_miss)
    return woken, missed


@pytest.mark.parametrize("voice", ["rms", "slt"])
def test_the_word_holds_at_other_paces(voice: str) -> None:
    wake = MicroWakeWord("okay_nabu")
    assert isinstance(wake, VerifyingWakeWord)
    wake.needed_bp = 8_400
    woken, missed = heard(wake, tuple(pad_with_silence(f"{voice}/okay_nabu")))
    assert (len(woken), missed) == (1, [])


@pytest.mark.parametrize("voice", ["rms", "slt"])
def test_what_is_not_enough_is_a_near_miss_with_its_scores(voice: str) -> None:
    wake, frames = MicroWakeWord("okay_nabu"), tuple(pad_with_silence(f"{voice}/okay_nabu"))
    wake.needed_bp = 10_001
    woken, missed = heard(wake, frames)
    assert (woken, len(missed)) == ([], 1)
    assert (missed[0].first_bp > 9_000, missed[0].second_bp > 7_000, missed[0].needed_bp) == (True, True, 10_001)
    wake.reset()
    assert heard(wake, frames) == (woken, missed), "the same sound has the same scores"


def test_a_word_that_sounds_alike_is_a_candidate_and_does_not_wake() -> None:
    wake = MicroWakeWord("okay_nabu")
    woken, missed = heard(wake, near_word())
    assert woken == []
    (near,) = missed
    assert near.first_bp > 8_500, "one look would have taken it for the word"
    assert near.both_bp < near.needed_bp


def test_a_reset_in_the_middle_forgets_the_candidate() -> None:
    wake, frames = MicroWakeWord("okay_nabu"), tuple(pad_with_silence("rms/okay_nabu"))
    ((hit,), _) = heard(wake, frames)
    wake.reset()
    heard(wake, frames[: hit - 2])
    wake.reset()
    assert heard(wake, frames[hit - 2 :]) == ([], [])


def test_noise_alone_is_no_candidate() -> None:
    noise = (np.random.default_rng(3).normal(0, 900, 16_000 * 8)).astype("<i2").tobytes()
    frames = tuple(noise[at : at + FRAME_BYTES] for at in range(0, len(noise), FRAME_BYTES))
    assert heard(MicroWakeWord("okay_nabu"), frames) == ([], [])
