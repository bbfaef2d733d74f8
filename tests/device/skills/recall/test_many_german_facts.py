"""Composition: where many German facts are known, none off the topic is told as an answer, and each kind of question is
answered by its own fact alone.

One or two facts seldom mislead; of fifty one has a noun or a verb of almost any question.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.budgets import GERMAN_KINDS_STRIDE
from tests.sim.assistant_talk import talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

_CASES = Path(__file__).parent / "cases"
_UNSURE = ("Das weiß ich noch nicht.", "Da bin ich mir nicht sicher")


def _rows(name: str) -> list[str]:
    return (_CASES / name).read_text(encoding="utf-8").splitlines()


def test_what_was_never_told_is_not_answered_and_what_was_told_is_found(tmp_path: Path) -> None:
    facts, never, told = _rows("german_facts.txt"), _rows("never_told_in_german.txt"), _rows("told_in_german.txt")
    assert (len(facts), len(never), len(told)) == (50, 80, 40)
    with talk_in(tmp_path / "vault", "de") as talk:
        for fact in facts:
            talk.say(fact)
            assert talk.heard.created, fact
        replies = {question: talk.say(question) for question in never}
        found = {row: talk.say(row.split(" => ")[0]) for row in told}
    assert {asked: reply for asked, reply in replies.items() if not reply.startswith(_UNSURE)} == {}
    assert {row: reply for row, reply in found.items() if row.split(" => ")[1] not in reply.lower()} == {}


def _kinds() -> Iterator[tuple[str, list[tuple[str, str, bool]]]]:
    """Returns each fact of the table with its questions, and whether it answers them."""
    for part in ("\n" + "\n".join(_rows("german_kinds.txt"))).split("\n# Fragen nach ")[1:]:
        lines = part.splitlines()[1:]
        asked = [line.split(" = ") for line in lines if " = " in line]
        for fact, whom, kinds in ((*line.split(" | "), "")[:3] for line in lines if " | " in line):
            subject, _, thing = whom.rstrip(" |").partition(" / ")
            own = kinds.split(", ")
            yield fact, [(each.format(e=subject, whom=thing), kind, kind in own) for kind, each in asked]


_TABLE = list(_kinds())


@pytest.mark.parametrize(("fact", "asked"), _TABLE[:: GERMAN_KINDS_STRIDE.now], ids=lambda each: str(each)[:40])
def test_only_the_kind_that_is_asked_is_told(tmp_path: Path, fact: str, asked: list[tuple[str, str, bool]]) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say(fact)
        replies = [(question, talk.say(question), answers) for question, _, answers in asked]
    assert [row for row in replies if row[1].startswith(_UNSURE) == row[2]] == []
