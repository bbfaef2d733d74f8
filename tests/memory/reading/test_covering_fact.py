"""Promise: the one fact that has every word of a question is found, and what lacks the part asked for is not."""

from __future__ import annotations

import pytest

from memory.reading.answers import Told
from memory.reading.facts.statements import statements
from memory.reading.facts.wanted import wanted
from memory.reading.nearest.covering_fact import covering_fact


@pytest.mark.parametrize(
    ("language", "told", "asked", "found"),
    [
        ("en", ["our plumber's a mister okafor"], "what's our plumber called", 0),
        ("en", ["ron he he lent me the big ladder", "ron has a van"], "who lent me the ladder", 0),
        ("en", ["i've three whippets flash dolly and steve"], "is one of them called dolly", 0),
        ("en", ["the shed's twelve foot long"], "how long is the shed", 0),
        ("en", ["rehearsals are um wednesdays at seven at at the scout hut"], "where are rehearsals", 0),
        ("en", ["the piano tuner comes on thursday"], "what's the piano tuner called", None),
        ("en", ["my boss went to turkey"], "what's my boss called", None),
        ("en", ["tom's dog is called rex"], "what's my dog called", None),
        ("en", ["the shed's twelve foot long"], "how old is the shed", None),
        ("en", ["the gas bill came on the second"], "how much is the gas bill", None),
        ("en", ["the mare is called goliath"], "what colour is the mare", None),
        ("en", ["the blue kettle leaks", "the red kettle leaks"], "which kettle leaks", None),
        ("en", ["our roof leaks"], "when does our roof leak", None),
        ("en", ["my nephew jude is a plumber"], "what's jude into", None),
        ("en", ["the key to the gate hangs in the hall"], "where's the gate", None),
        ("de", ["der schlüssel vom hoftor hängt im flur"], "wo ist das hoftor", None),
        ("de", ["mein neffe macht ne lehre"], "welche lehre macht mein neffe", None),
        ("de", ["premiere vom theaterstück ist am zehnten april"], "wann ist premiere", 0),
        ("de", ["am liebsten frisst kleopatra löwenzahn"], "was frisst kleopatra am liebsten", 0),
        ("de", ["die braune kuh mit dem weißen ohr heißt elfriede"], "wie heißt die braune kuh", 0),
        ("de", ["der hund von tom heißt rex"], "wie heißt mein hund", None),
        ("de", ["der organist kommt aus ulm"], "wie alt ist der organist", None),
        ("de", ["wir haben eine neue pfarrerin"], "was fährt die pfarrerin", None),
    ],
)
def test_the_fact_that_has_all_words_is_found(language: str, told: list[str], asked: str, found: int | None) -> None:
    texts = {str(number): text for number, text in enumerate(told)}
    facts = [
        Told(one, number, ref) for number, (ref, text) in enumerate(texts.items()) for one in statements(text, language)
    ]
    question = statements(asked, language)[-1]
    ref = covering_fact(wanted(question, {}, language), facts, texts, {}, language)
    assert ref == (None if found is None else str(found))
