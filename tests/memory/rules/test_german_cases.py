"""Promise: a German topic is meant in every case: who forgets "meinen neffen" forgets what was told of "mein neffe"."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.rules.german_cases import in_other_cases, other_case
from memory.rules.life_areas import topic_cover
from tests.sim.assistant_talk import talk_in

NOUNS = (
    ("neffe", "neffen"),
    ("nachbar", "nachbarn"),
    ("mensch", "menschen"),
    ("student", "studenten"),
    ("polizist", "polizisten"),
    ("orthopade", "orthopaden"),
)


@pytest.mark.parametrize(("first", "other"), NOUNS)
def test_a_weak_noun_has_two_forms(first: str, other: str) -> None:
    assert (other_case(first), other_case(other)) == (other, first)


@pytest.mark.parametrize("word", ["tante", "garten", "schlüssel", "listen", "essen", "bruder", "", "n"])
def test_any_other_word_has_one(word: str) -> None:
    assert other_case(word) == ""


def test_words_before_the_noun_are_read_in_other_endings() -> None:
    assert ("neuer", "nachbar") in in_other_cases(("neuen", "nachbarn"))
    assert in_other_cases(("schal",)) == ()


@pytest.mark.parametrize(
    ("topic", "text", "covered"),
    [
        ("nachbarn", "der nachbar hat einen papagei", True),
        ("neuen freund", "mein neuer freund heißt mike", True),
        ("neuen freund", "meine neue freundin heißt mia", False),
        ("roten schal", "der schwarze schal", False),
    ],
)
def test_a_rule_covers_its_topic_in_every_case(topic: str, text: str, covered: bool) -> None:
    assert topic_cover(topic).covers(text) is covered


TALKS = (
    ("mein neffe heißt till", "vergiss alles über meinen neffen", "till"),
    ("mein kollege sven ist schwede", "vergiss das mit meinem kollegen", "schwede"),
    ("mein kleiner bruder sammelt käfer", "vergiss alles über meinen kleinen bruder", "käfer"),
    ("der nachbar hat einen papagei", "erwähne den nachbarn nicht mehr", "papagei"),
    ("mein neuer freund heißt mike", "erwähne meinen neuen freund nicht mehr", "mike"),
)


def test_what_is_forgotten_or_barred_in_another_case_is_not_told(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        for told, command, word in TALKS:
            talk.say(told)
            talk.say(command)
            assert word not in talk.say("was weißt du über mich").casefold()


def test_what_is_asked_in_another_case_is_told(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say("der orthopäde heißt doktor abel")
        assert "abel" in talk.say("was weißt du über den orthopäden")
