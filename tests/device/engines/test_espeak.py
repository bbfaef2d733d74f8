"""A sentence always sounds the same, and no text can crash the voice."""

from __future__ import annotations

import pytest

from device.core.policy import MAX_SPOKEN_CHARS
from device.core.ports import SAMPLES_PER_SECOND
from device.engines.tts.espeak import Espeak
from tests.device.engines.sound_samples import loudness

SENTENCES = ("Your dentist appointment is on the third of march.", "Okay.", "I have forgotten it.")


def test_the_same_sentence_gives_the_same_bytes_whatever_was_said_before() -> None:
    voice = Espeak("")
    first = [voice.speak(text) for text in SENTENCES]
    assert [voice.speak(text) for text in reversed(SENTENCES)] == first[::-1]
    assert [Espeak("en-us").speak(text) for text in SENTENCES] == first


def test_it_speaks_at_the_pace_of_a_person() -> None:
    pcm = Espeak("").speak(SENTENCES[0])
    assert 2.0 < len(pcm) / 2 / SAMPLES_PER_SECOND < 4.0
    assert loudness(pcm) > 0.02


def test_it_speaks_slower_and_faster() -> None:
    slow, usual, fast = (len(Espeak("").speak_at(SENTENCES[0], percent)) for percent in (75, 100, 130))
    assert slow > usual * 1.1 > usual > fast * 1.1
    assert Espeak("").speak_at(SENTENCES[0], 100) == Espeak("").speak(SENTENCES[0])


def test_it_speaks_lower_and_higher() -> None:
    low, usual, high = (Espeak("").speak_in(SENTENCES[0], 100, pitch) for pitch in (80, 100, 120))
    assert usual == Espeak("").speak(SENTENCES[0])
    assert len({low, usual, high}) == 3


def test_another_voice_sounds_different() -> None:
    assert Espeak("de").speak("Guten Morgen.") != Espeak("").speak("Guten Morgen.")


@pytest.mark.parametrize("text", ["", " ", "\0", "\n\t\r", "\x1b[2J"[:1], "\ud800"])
def test_text_without_a_word_is_silence(text: str) -> None:
    assert Espeak("").speak(text) == b""


@pytest.mark.parametrize(
    "text",
    [
        "be\0fore and after",
        "<speak><break time='9999s'/></speak>",
        "[[h@l'oU]] [[[[",
        "漢字 العربية עברית 🎉🎉 é" + "\u0301" * 500,
        "a" * 300,
        "1" * 300,
        "%s%n%p {0} \\x00 \udfff",
        "..., !!! ??? ---",
    ],
)
def test_strange_text_is_spoken_or_left_out(text: str) -> None:
    voice = Espeak("")
    assert len(voice.speak(text)) % 2 == 0
    assert voice.speak("Okay.") == Espeak("").speak("Okay.")


def test_endless_text_is_cut() -> None:
    endless = "hello world " * 9_000
    assert Espeak("").speak(endless) == Espeak("").speak(endless[:MAX_SPOKEN_CHARS])
