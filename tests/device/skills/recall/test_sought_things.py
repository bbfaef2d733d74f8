"""Promise: whoever looks for a thing is told where it is, and nothing of the search is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.reading.sought_things import where_sought
from tests.sim.assistant_talk import talk_in

FOUND = {
    "en": ("my reading glasses are on the piano", "piano"),
    "de": ("meine Lesebrille liegt auf dem Klavier", "Klavier"),
}
SOUGHT = {
    "en": (
        "have you seen my reading glasses",
        "i can't find my reading glasses anywhere",
        "oh no i can't for the life of me find my reading glasses",
        "i'm looking for my reading glasses again",
        "i can't remember where i put my reading glasses",
    ),
    "de": (
        "hast du meine Lesebrille gesehen",
        "ich find meine Lesebrille nicht mehr",
        "ich kann meine Lesebrille nirgends finden",
        "ich such meine Lesebrille schon wieder",
        "ich suche meine Lesebrille",
    ),
}
NOT_SOUGHT = {
    "en": ("i'm looking for a new job", "i can't find a plumber", "have you seen rain like this"),
    "de": ("ich suche einen neuen Job", "ich finde das schön", "hast du Hunger"),
}


@pytest.mark.parametrize(("language", "said"), [(code, said) for code in SOUGHT for said in SOUGHT[code]])
def test_the_place_is_told_and_the_search_is_no_fact(tmp_path: Path, language: str, said: str) -> None:
    told, place = FOUND[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        kept = [atom.text for atom in talk.vault.reader.atoms(talk.gate(), 10)]
        assert place in talk.say(said)
        assert [atom.text for atom in talk.vault.reader.atoms(talk.gate(), 10)] == kept


@pytest.mark.parametrize(("language", "said"), [(code, said) for code in NOT_SOUGHT for said in NOT_SOUGHT[code]])
def test_what_is_nobodys_thing_is_not_sought(language: str, said: str) -> None:
    assert where_sought(said, language) is None


@pytest.mark.parametrize(
    ("said", "language", "question"),
    [
        ("ich finde meinen Schlüssel nicht", "de", "wo ist mein schlüssel"),
        ("ich such den Hammer", "de", "wo ist der hammer"),
        ("Have you seen the torch?", "en", "where is the torch"),
    ],
)
def test_the_thing_is_the_subject_of_the_question(said: str, language: str, question: str) -> None:
    assert where_sought(said, language) == question
