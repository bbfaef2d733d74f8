"""German is read into the same acts as English: the table in `german_readings.txt`, and properties of every reading."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of, read
from memory.reading.references.resolution import antecedents, resolve
from tests.memory.reading.german_summary import summary

_ROWS = Path(__file__).with_name("german_readings.txt").read_text(encoding="utf-8").splitlines()
READINGS = [(said, read_as) for said, _, read_as in (row.partition(" => ") for row in _ROWS)]
WORDS = sorted({word for said, _ in READINGS for word in said.split()})
NOT_KEPT = (
    "ich bin müde",
    "es regnet schon wieder",
    "das ist ja toll",
    "wenn es regnet bleibe ich zu hause",
    "du bist lustig",
    "ich hätte gern einen garten",
    "mir ist kalt",
    "ich habe eine frage",
    "wie geht es dir",
    "heute ist ein schöner tag",
    "das essen ist kalt",
    "ich habe dir das schon gesagt",
)
KEPT = (
    "mein bruder heißt tom",
    "muss morgen zum zahnarzt",
    "wir haben das auto verkauft",
    "die tür ist kaputt",
    "ich rauche nicht mehr",
    "bei uns klemmt die haustür",
    "mir gehört das blaue fahrrad",
    "hast du gewusst dass mein opa neunzig wird",
)


def test_there_are_enough_readings() -> None:
    assert len(READINGS) > 150


@pytest.mark.parametrize(("said", "read_as"), READINGS)
def test_a_sentence_is_read(said: str, read_as: str) -> None:
    assert summary(said) == read_as


@pytest.mark.parametrize("said", NOT_KEPT)
def test_what_states_no_fact_is_not_kept(said: str) -> None:
    assert not any(keepable(said, one, "de") for one in statements(said, "de"))


@pytest.mark.parametrize("said", KEPT)
def test_what_states_a_fact_is_kept(said: str) -> None:
    assert any(keepable(said, one, "de") for one in statements(said, "de"))


@pytest.mark.parametrize(
    ("before", "said", "named"),
    [
        ("mein bruder heißt tom", "er wohnt in hamburg und hat zwei kinder",
         ["mein bruder wohnt in hamburg", "mein bruder hat zwei kinder"]),
        ("meine schwester ist lehrerin", "sie arbeitet in ulm", ["meine schwester arbeitet in ulm"]),
        ("ich habe einen hund", "meine katze heißt minka und mein hund rex",
         ["meine katze heißt minka", "mein hund heißt rex"]),
        ("", "muss morgen zum zahnarzt", ["ich muss morgen zum zahnarzt"]),
        ("", "hast du gewusst dass mein opa neunzig wird", ["mein opa wird neunzig"]),
    ],
)  # fmt: skip
def test_pronouns_and_what_is_left_out_are_named(before: str, said: str, named: list[str]) -> None:
    known = antecedents((before,) if before else (), "de")
    assert [resolve(said, one, known, "de") for one in statements(said, "de")] == named


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14))
def test_any_words_are_read_in_order_within_their_spans(words: list[str]) -> None:
    text = " ".join(words)
    found = read(text, "de")
    line = line_of(text, "de")
    ends = 0
    for act in found.acts:
        assert ends <= act.start < act.end <= len(text)
        assert act.start <= act.clause.start < act.clause.end <= len(text)
        assert 0 <= act.clause.first < act.clause.last <= len(line)
        assert -1 <= act.clause.verb < len(line)
        ends = act.end
    assert found == read(text, "de")
    statements(text, "de")


def test_a_sentence_is_read_within_two_milliseconds() -> None:
    for said, _ in READINGS:
        read(said, "de")
    read.cache_clear()
    line_of.cache_clear()
    took = []
    for said, _ in READINGS:
        began = time.process_time()
        read(said, "de")
        took.append(time.process_time() - began)
    assert sorted(took)[len(took) * 95 // 100] < 0.002
