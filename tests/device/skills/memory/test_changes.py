"""Promise: a person says in any words that something changed; the old value is told no more, and nothing else is
touched.

`cases/changes.txt` holds talks, `cases/untouched.txt` what is told beside a fact and leaves it alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.model.atoms import Status
from tests.budgets import CHANGED_STRIDE
from tests.sim.assistant_talk import Talk

CASES = Path(__file__).parent / "cases"


def _talks() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Returns what is told and what is asked, talk by talk."""
    for block in (CASES / "changes.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        asked = tuple(line[1:].strip() for line in lines if line.startswith("?"))
        told = tuple(line for line in lines if not line.startswith("?"))
        if told:
            yield told, asked


def _pairs() -> list[list[str]]:
    lines = (CASES / "untouched.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("told", "asked"), tuple(_talks())[:: CHANGED_STRIDE.now])
def test_what_changed_is_told(talk: Talk, told: tuple[str, ...], asked: tuple[str, ...]) -> None:
    reply = talk.say_all(*told).casefold()
    for each in asked:
        question, _, expected = (part.strip() for part in each.partition("=>"))
        right, _, wrong = (part.strip() for part in expected.partition("!!"))
        if question != "!":
            talk.new_session(1)
            reply = talk.say(question).casefold()
        assert re.search(right, reply), (question, reply)
        assert not wrong or not re.search(wrong, reply), (question, reply)


@pytest.mark.parametrize(("told", "beside"), _pairs()[:: CHANGED_STRIDE.now])
def test_what_is_told_beside_leaves_it_alone(talk: Talk, told: str, beside: str) -> None:
    talk.say(told)
    before = talk.atoms()
    talk.say(beside)
    after = talk.atoms()
    assert [each for each in after if each in before and each.status is Status.ACTIVE] == list(before)
