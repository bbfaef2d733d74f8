"""Promise: a fact answers only questions for what it holds: of a place no job, of a boat no name, of a trade no date.

Every fact of `cases/fitting.txt` is asked every question of its sort about the same person or thing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.budgets import ASKED_STRIDE
from tests.sim.assistant_talk import Talk

_OPEN = {"NOTHING_FOUND", "NEAREST"}


@dataclass(frozen=True)
class Row:
    """A fact, whom or what it is about, every question about that, and those of them that the fact answers."""

    told: str
    questions: tuple[tuple[str, str], ...]
    answered: frozenset[str]


def _rows() -> list[Row]:
    questions: dict[str, list[tuple[str, str]]] = {}
    found, sort = [], ""
    for line in Path(__file__).with_name("cases").joinpath("fitting.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("?"):
            sort = line.removeprefix("? ")
        elif "|" in line and not line.startswith("#"):
            told, about, who, answered = (part.strip() for part in line.split("|"))
            asked = tuple((name, question.format(who=who)) for name, question in questions[about])
            found.append(Row(told, asked, frozenset(answered.split())))
        elif line and not line.startswith("#"):
            name, _, question = line.partition(": ")
            questions.setdefault(sort, []).append((name, question))
    return found


@pytest.mark.parametrize("row", _rows()[:: ASKED_STRIDE.now], ids=lambda row: row.told)
def test_fact_answers_only_what_it_holds(talk: Talk, row: Row) -> None:
    talk.say(row.told)
    told = set()
    for name, question in row.questions:
        talk.say(question)
        if _OPEN.isdisjoint(talk.answer.reason_codes):
            told.add(name)
    assert told == row.answered


def test_table_is_wide() -> None:
    rows = _rows()
    assert len(rows) >= 40
    assert sum(len(row.questions) for row in rows) >= 900
