"""Promise: a question in other words than those that were told is answered, and what was never told is not.

`cases/asked.txt` holds talks; `cases/never_told.txt` has on each line what is told, and a question near it that nothing
answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.budgets import ASKED_STRIDE
from tests.sim.assistant_talk import Talk

CASES = Path(__file__).parent / "cases"
_UNKNOWN = re.compile(r"don't know that(?: yet| of you|, and I can't look it up)|didn't|not sure|never told")


def _talks() -> Iterator[tuple[str, ...]]:
    for block in (CASES / "asked.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = tuple(line for line in block.splitlines() if line and not line.startswith("#"))
        if lines:
            yield lines


def _never_told() -> list[list[str]]:
    return [line.split(" | ") for line in (CASES / "never_told.txt").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("lines", tuple(_talks())[:: ASKED_STRIDE.now], ids=lambda lines: lines[0])
def test_what_was_told_is_answered_in_other_words(talk: Talk, lines: tuple[str, ...]) -> None:
    for line in lines:
        if not line.startswith("?"):
            talk.say(line)
            continue
        question, _, expected = line.lstrip("?~ ").partition(" => ")
        right, _, wrong = (part.strip() for part in expected.partition("!!"))
        reply = talk.say(question).replace("\u2019", "'").casefold()
        may_not_know = line.startswith("?~") or "@unknown" in right
        pattern = "|".join(part for part in right.split("|") if part != "@unknown") or "(?!)"  # which nothing matches
        assert re.search(pattern, reply) or (may_not_know and _UNKNOWN.search(reply)), (question, reply)
        assert not wrong or not re.search(wrong, reply), (question, reply)


@pytest.mark.parametrize(("told", "asked"), _never_told()[:: ASKED_STRIDE.now])
def test_what_was_never_told_is_not_answered(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    before = talk.texts()
    reply = talk.say(asked)
    assert _UNKNOWN.search(reply), reply
    assert talk.texts() == before
