"""Promise: what no reading finds is found by its matter, in the words that were told, unless it is over or hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import talk_in

FOUND = [
    ("de", "das altpapier ist lenas aufgabe", "wer bringt das altpapier weg", "lena"),
    ("de", "beim schornsteinfeger waren wir 64 euro los", "wie teuer war der schornsteinfeger", "64"),
    ("de", "der hautarzt hat tante gerda für freitag eingetragen", "wann muss tante gerda zum hautarzt", "freitag"),
    ("de", "von jannis krieg ich noch zwölf euro", "wie viel schuldet mir jannis", "zwölf"),
]


@pytest.mark.parametrize(("language", "told", "asked", "answer"), FOUND)
def test_a_fact_is_found_in_other_words(tmp_path: Path, language: str, told: str, asked: str, answer: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(told)
        assert answer in talk.say(asked).casefold()


def test_what_was_replaced_is_not_told(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("das altpapier ist lenas aufgabe", "nein, das altpapier ist jetzt pauls aufgabe", "ja")
        reply = talk.say("wer bringt das altpapier weg").casefold()
        assert "lena" not in reply


def test_what_was_forgotten_is_not_told(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("von jannis krieg ich noch zwölf euro", "vergiss das")
        assert "zwölf" not in talk.say("wie viel schuldet mir jannis").casefold()


def test_what_is_only_for_writing_is_not_spoken(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("von jannis krieg ich noch zwölf euro", "sag das nicht laut")
        assert "zwölf" not in talk.say("wie viel schuldet mir jannis", channel=Channel.VOICE).casefold()
