"""Promise: words that were forgotten are in nothing else that tells them, though the memory they were said of stands
with other words; and what tells only of what stands, stays."""

from __future__ import annotations

from typing import TypedDict

import pytest

from memory.model.changes import Change, Question
from tests.engine_b.change_builders import ANA
from tests.engine_b.sync.merge_steps import tell_dentist
from tests.engine_b.sync.test_held_words import taught, version_of
from tests.sim.household import FIRST, SECOND, THIRD, Household

TABLES = ("atom", "archive", "head_content", "correction", "word", "question", "vocabulary_term", "vocabulary_package")


class _Words(TypedDict):
    text: str
    value: str


def _on(day: int) -> _Words:
    return {"text": f"The dentist is on June {day}", "value": f"June {day}"}


def _saying(house: Household, name: str, word: str) -> str:
    return next(each for each, text in house.texts(name).items() if word in text)


def _pairs(house: Household, name: str) -> list[tuple[object, ...]]:
    return house.vaults[name].database.rows("SELECT heard, meant FROM correction ORDER BY 1")


def _telling(house: Household, name: str, word: str) -> list[str]:
    """The tables of a device that hold the word."""
    return [t for t in TABLES if word in repr(house.vaults[name].database.rows(f"SELECT * FROM {t}"))]


def _settled(house: Household) -> None:
    house.settle()
    house.require_equal()


# Pairs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moved_on", ["before", "after, heard together", "after, heard apart"])
def test_the_pair_of_the_memory_that_stands_stays_though_it_has_moved_on(house: Household, moved_on: str) -> None:
    atom_id = tell_dentist(house)
    house.edit(FIRST, atom_id, **_on(15))
    house.correct(SECOND, atom_id, "June 14", "The dentist is on June 16")
    house.edit(SECOND, atom_id, pinned=True)
    house.settle()
    if moved_on == "before":
        house.edit(FIRST, atom_id, **_on(17))
    house.forget(FIRST, _saying(house, FIRST, "15"))
    if moved_on == "after, heard apart":
        house.settle()
    if moved_on != "before":
        house.edit(FIRST, atom_id, **_on(17))
    _settled(house)
    assert _pairs(house, FIRST) == [("June 14", "The dentist is on June 16")]


def test_the_pair_of_a_side_goes_with_it_though_its_words_are_part_of_the_others(house: Household) -> None:
    atom_id = house.remember(FIRST, "My sister is called Anne", "name:sister", "Anne").atom_id
    house.settle()
    house.correct(FIRST, atom_id, "Anne", "Ann")
    house.edit(SECOND, atom_id, text="My sister is called Anna", value="Anna")
    house.edit(SECOND, atom_id, pinned=True)
    house.settle()
    house.forget(SECOND, next(each for each in house.texts(SECOND) if each != atom_id))
    _settled(house)
    assert _pairs(house, FIRST) == []


def test_a_pair_that_names_a_part_of_both_sides_stays_with_the_one_it_made(house: Household) -> None:
    atom_id = tell_dentist(house)
    house.edit(FIRST, atom_id, **_on(15))
    house.correct(SECOND, atom_id, "dentist", "The doctor is on June 14")
    house.edit(SECOND, atom_id, pinned=True)
    house.settle()
    house.forget(FIRST, _saying(house, FIRST, "15"))
    _settled(house)
    assert _pairs(house, FIRST) == [("dentist", "The doctor is on June 14")]


# Questions and vocabulary --------------------------------------------------------------------------------------------


def _asked_about(house: Household, atom_id: str) -> None:
    scope = house.scope()
    question = Question(
        "q-1", ANA, "s-1", scope.turn_id, "date:dentist", "CORRECTION_NEEDS_CONFIRMATION", "open", (atom_id,),
        scope.at_ms, "June 15 -> June 19",
    )  # fmt: skip
    house.vaults[FIRST].commit(Change(scope, questions=(question,)))


def _forgotten_by(house: Household, name: str, word: str) -> None:
    """The second device hears of the first one's words, the first of the conflict if it is to forget."""
    house.sync(FIRST, SECOND)
    if name == FIRST:
        house.settle()
    house.forget(name, _saying(house, name, word))
    _settled(house)


@pytest.mark.parametrize("forgetting", [FIRST, SECOND])
def test_a_question_that_proposes_forgotten_words_goes_with_them(house: Household, forgetting: str) -> None:
    atom_id = tell_dentist(house)
    house.edit(FIRST, atom_id, **_on(15))
    for _ in range(2):
        house.edit(SECOND, atom_id, **_on(16))
    _asked_about(house, atom_id)
    _forgotten_by(house, forgetting, "June 15")
    assert _telling(house, FIRST, "June 15") == []


@pytest.mark.parametrize("forgetting", [FIRST, SECOND])
def test_a_version_of_the_own_vocabulary_with_forgotten_words_goes_with_them(house: Household, forgetting: str) -> None:
    atom_id = taught(house, FIRST, "Anna")
    house.settle()
    house.edit(FIRST, atom_id, text="my sister is called Siobhan", value="Siobhan")
    for _ in range(2):
        house.edit(SECOND, atom_id, text="my sister is called Maeve", value="Maeve")
    version_of(house, FIRST)
    assert _telling(house, FIRST, "Siobhan")
    _forgotten_by(house, forgetting, "Siobhan")
    assert _telling(house, FIRST, "Siobhan") == []
    version_of(house, FIRST)
    assert _telling(house, FIRST, "Siobhan") == []


# The same words twice ------------------------------------------------------------------------------------------------


def test_a_memory_that_two_had_pinned_is_forgotten_at_once(trio: Household) -> None:
    atom_id = tell_dentist(trio)
    for name in (FIRST, SECOND):
        trio.edit(name, atom_id, pinned=True)
    for _ in range(2):
        trio.edit(THIRD, atom_id, **_on(16))
    trio.settle()
    trio.forget(FIRST, _saying(trio, FIRST, "14"))
    assert _telling(trio, FIRST, "June 14") == []
    _settled(trio)


def test_what_two_devices_were_told_alike_is_forgotten_as_one(trio: Household) -> None:
    atom_id = tell_dentist(trio)
    for name in (FIRST, SECOND):
        trio.edit(name, atom_id, **_on(15))
    for _ in range(2):
        trio.edit(THIRD, atom_id, **_on(16))
    trio.settle()
    trio.forget(FIRST, _saying(trio, FIRST, "15"))
    _settled(trio)
    assert _telling(trio, FIRST, "June 15") == []
    assert list(trio.texts(SECOND).values()) == ["The dentist is on June 16"]
