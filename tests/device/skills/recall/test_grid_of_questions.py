"""Promise: whichever way a fact of the household is told, each usual way to ask for it finds it.

`cases/grid_en.txt` has the facts in blocks: every told line is asked every question of its block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

CASES = Path(__file__).parent / "cases" / "grid_en.txt"


@dataclass
class _Block:
    told: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)


def _blocks() -> Iterator[_Block]:
    for block in CASES.read_text(encoding="utf-8").split("\n\n")[1:]:
        found = _Block()
        lines = {"t": found.told, "q": found.asked, "k": found.known}
        for line in block.splitlines()[1:]:
            lines[line[0]].append(line[2:])
        yield found


@pytest.mark.parametrize(("told", "block"), [(told, block) for block in _blocks() for told in block.told])
def test_a_told_line_answers_every_question_of_its_block(tmp_path: Path, told: str, block: _Block) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say(told)
        replies = {asked: str(talk.say(asked)).casefold() for asked in block.asked}
    known = [word.casefold() for word in block.known]
    assert {asked: reply for asked, reply in replies.items() if not any(word in reply for word in known)} == {}


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("i'm getting dad a telescope for his birthday", "when is dad's birthday"),
        ("we had a week in wales last summer", "where are we going this summer"),
        ("amir has chess club every tuesday", "which pool does amir swim at"),
        ("mum was born on the ninth of march", "which town was mum born in"),
        ("my husband doesn't drive", "what's wrong with my husband"),
        ("i've given up smoking", "what do we pay in rent"),
        ("sam picks the kids up on tuesdays", "which school is sam at"),
        ("sam got a job as a radiographer", "why is sam off school"),
    ],
)
def test_what_is_asked_of_another_matter_is_not_answered(tmp_path: Path, told: str, asked: str) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say(told)
        reply = str(talk.say(asked))
    assert "don't know" in reply or "not sure about that" in reply
