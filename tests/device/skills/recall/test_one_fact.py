"""Promise: the one fact that has what is asked is told, whatever its verb, and a question near it stays unknown.

`cases/one_fact.txt` and `cases/other_words.txt` hold talks: what is told; after `?` what is asked, and what the answer
must have, or `@unknown`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.budgets import ASKED_STRIDE
from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")

_UNKNOWN = re.compile(r"don't know that (?:yet|of you)|never told")


def _talks() -> Iterator[tuple[str, ...]]:
    for name in ("one_fact.txt", "other_words.txt"):
        cases = Path(__file__).parent / "cases" / name
        for block in cases.read_text(encoding="utf-8").split("\n\n"):
            lines = tuple(line for line in block.splitlines() if line and not line.startswith("#"))
            if lines:
                yield lines


@pytest.mark.parametrize("lines", tuple(_talks())[:: ASKED_STRIDE.now], ids=lambda lines: lines[0])
def test_only_a_fact_that_has_what_is_asked_is_told(talk: Talk, lines: tuple[str, ...]) -> None:
    for line in lines:
        if not line.startswith("?"):
            talk.say(line)
            continue
        question, _, expected = line.lstrip("? ").partition(" => ")
        reply = talk.say(question).replace("\u2019", "'").casefold()
        assert (_UNKNOWN if expected == "@unknown" else re.compile(expected)).search(reply), (question, reply)
