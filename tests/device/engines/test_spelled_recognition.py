"""While a word is spelled the recogniser hears letters and nothing else; before and after it hears as ever."""

from __future__ import annotations

import pytest

from device.core.ports import HintBundle
from device.engines.stt.pocketsphinx import PocketSphinx
from device.nlu.alphabet import SpellingAlphabet
from device.platform.language_files import load_language
from memory.text.language_file import table
from tests.device.engines.sound_samples import VOICES, pad_with_silence

ALPHABET = SpellingAlphabet(table(load_language("en").device["spelling"]))
LETTERS = HintBundle(only=ALPHABET.spoken)
NAME = HintBundle(terms=("Kaczmarek",))


@pytest.fixture(scope="module")
def recogniser() -> PocketSphinx:
    return PocketSphinx()


def heard(recogniser: PocketSphinx, hints: HintBundle, name: str) -> str:
    recogniser.start(hints)
    for frame in pad_with_silence(name):
        recogniser.hear(frame)
    return recogniser.finish().text


@pytest.mark.parametrize("voice", VOICES)
def test_a_spelled_name_is_heard_letter_by_letter(recogniser: PocketSphinx, voice: str) -> None:
    assert ALPHABET.word(heard(recogniser, LETTERS, f"{voice}/kaczmarek_spelled")) == "Kaczmarek"


def test_who_stops_spelling_is_heard(recogniser: PocketSphinx) -> None:
    assert heard(recogniser, LETTERS, "slt/stop") == "stop"


@pytest.mark.parametrize("hints", [HintBundle(), NAME])
def test_what_is_said_before_and_after_is_heard_as_if_nothing_had_been_spelled(
    recogniser: PocketSphinx, hints: HintBundle
) -> None:
    before = heard(recogniser, hints, "slt/my_sister_lives_in_boston")
    heard(recogniser, LETTERS, "slt/kaczmarek_spelled")
    assert heard(recogniser, hints, "slt/my_sister_lives_in_boston") == before == "my sister lives in boston"
    assert not ALPHABET.word(before)


def test_a_hint_stays_beside_the_alphabet(recogniser: PocketSphinx) -> None:
    heard(recogniser, NAME, "vocab/slt/03.flac")
    heard(recogniser, LETTERS, "slt/kaczmarek_spelled")
    assert heard(recogniser, NAME, "vocab/slt/03.flac") == "my teacher is called kaczmarek"
