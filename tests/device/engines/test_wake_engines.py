"""The wake word is heard once when it is said, in both voices, and in nothing else that is said."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from device.engines.null_engines import NeverWake
from device.engines.wake.microwakeword import MicroWakeWord
from tests.device.engines.sound_samples import QUIET, SPEECH, VOICES, pad_with_silence, spoken

SAID = {row["wav"][:-4]: row["text"] for row in map(json.loads, (SPEECH / "manifest.jsonl").read_text().splitlines())}
WORDS = ("okay_nabu", "hey_jarvis", "alexa")


def heard_at(wake: MicroWakeWord, frames: Iterable[bytes]) -> list[int]:
    """Numbers of the frames in which the wake word was recognised."""
    return [number for number, frame in enumerate(frames) if wake.hear(frame)]


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("word", WORDS)
def test_each_wake_word_fires_once_and_at_once(word: str, voice: str) -> None:
    wake = MicroWakeWord(word)
    assert wake.phrase == word.replace("_", " ")
    hits = heard_at(wake, pad_with_silence(f"{voice}/{word}"))
    assert len(hits) == 1
    assert hits[0] <= 15 + len(spoken(f"{voice}/{word}")) + 10


@pytest.mark.parametrize("word", WORDS)
def test_it_fires_on_nothing_else_that_is_said(word: str) -> None:
    wake = MicroWakeWord(word)
    others = [name for name, text in SAID.items() if not text.startswith(word.replace("_", " "))]
    assert len(others) > 70
    assert [name for name in others if heard_at(wake, pad_with_silence(name))] == []


@pytest.mark.parametrize("voice", VOICES)
def test_it_fires_in_one_breath_with_a_command_and_again_when_said_again(voice: str) -> None:
    wake = MicroWakeWord("okay_nabu")
    breath = tuple(pad_with_silence(f"{voice}/okay_nabu_what_do_you_remember_about_me"))
    assert [len(heard_at(wake, breath)) for _ in range(3)] == [1, 1, 1]


def test_reset_forgets_half_a_wake_word() -> None:
    wake, word = MicroWakeWord("okay_nabu"), tuple(pad_with_silence("rms/okay_nabu"))
    (hit,) = heard_at(wake, word)
    wake.reset()
    assert heard_at(wake, word) == [hit]
    wake.reset()
    half = hit - 30
    heard_at(wake, word[:half])
    wake.reset()
    assert heard_at(wake, word[half:]) == []


def test_a_device_with_a_button_never_wakes() -> None:
    wake = NeverWake()
    assert not any(map(wake.hear, (*spoken("rms/okay_nabu"), QUIET)))
