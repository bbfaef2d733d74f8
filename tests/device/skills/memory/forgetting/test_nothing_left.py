"""After a request in own words no cell of the vault holds what it took, what was asked about it, or the request."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.sim.assistant_talk import talk_in


class Talk(NamedTuple):
    """What is told, what is asked about it, and the request; all of them name Quillon."""

    told: str
    asked: tuple[str, ...]
    request: str
    answer: str = ""
    """What is said when she asks back."""


TALKS = {
    "en": (
        Talk(
            "My therapist is called Quillon.", ("is Quillon my therapist?", "tell me about Quillon"), "forget Quillon"
        ),
        Talk("My therapist is called Quillon.", ("did I mention Quillon?",), "forget the topic of Quillon"),
        Talk("I really like a boy called Quillon.", ("who is Quillon",), "pls forget i said i like Quillon"),
        Talk("I owe Quillon 300 dollars.", ("do I owe Quillon?",), "the money I owe Quillon, lose it"),
        Talk(
            "My neighbour Quillon drinks.",
            ("does Quillon drink?",),
            "What I said about Quillon drinking. Take it back out.",
        ),
        Talk(
            "My scan is with Dr Quillon.",
            ("who is Quillon?",),
            "I'd feel better if the scan with Quillon wasn't on record",
        ),
        Talk(
            "My ex Quillon lives in Hull.",
            ("where does Quillon live",),
            "there's no reason for you to know where Quillon lives",
        ),
        Talk("The new kitchen is by Quillon.", ("is the kitchen by Quillon?",), "forget everything about the kitchen"),
    ),
    "de": (
        Talk("Mein Therapeut heißt Quillon.", ("heißt er Quillon?",), "vergiss das Thema Quillon"),
        Talk("Ich bin in Quillon verknallt.", ("was weißt du über Quillon",), "vergiss ganz schnell das mit Quillon"),
        Talk(
            "Ich schulde Quillon 300 Euro.",
            ("was schulde ich Quillon",),
            "Dass ich Quillon was schulde, hast du nie gehört, klar?",
        ),
        Talk("Die Küche liefert Quillon.", ("liefert Quillon die Küche?",), "Vergiss das Thema Küche."),
        Talk(
            "Meine Kollegin Quillon geht im Juni.", ("wann geht Quillon?",), "Lösch den Klatsch bezüglich Quillon", "ja"
        ),
    ),
}


def test_a_date_goes_whole(tmp_path: Path) -> None:
    """The month went on standing beside the gap of its day."""
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all("My scan is on the 3rd of February at the Royal.", "forget the 3rd of February")
        assert "february" not in talk.dump().casefold()


@pytest.mark.parametrize(("language", "one"), [(code, one) for code in TALKS for one in TALKS[code]])
def test_nothing_is_left_in_any_cell(language: str, one: Talk, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(one.told, *one.asked)
        assert "quillon" in talk.dump().casefold()
        talk.say(one.request)
        if one.answer:
            assert talk.answer.question
            talk.say(one.answer)
        assert "quillon" not in talk.dump().casefold()
