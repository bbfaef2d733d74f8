"""Composition: plays short German talks as people hold them, by family, and grades every answer.

`german_talks.txt` beside this module has a family after `#`, a talk after `=`, what is said after `-` and what is asked
after `?`. After a question stands what the answer must have, and what it must not; `{0}` after a statement says that
nothing may be kept of it. A talk whose title begins with `~` may be answered by "I don't know", never wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.budgets import GERMAN_STRIDE
from tests.sim.talk_exam import RIGHT, WRONG, play_talk

pytestmark = pytest.mark.usefixtures("rules_alone")

TALKS = Path(__file__).with_name("german_talks.txt")
_KINDS = ("@unknown", "@open", "@cannot")


def _turn(line: str, minute: int) -> dict[str, Any]:
    said, *after = line[2:].split(" | ")
    turn: dict[str, Any] = {"now": f"2026-03-02T09:{minute:02d}:00+00:00", "session": "s0", "user": "ana"}
    if line.startswith("? "):
        wanted = [piece for piece in after[0].split("|") if piece in _KINDS]
        pattern = "|".join(piece for piece in after[0].split("|") if piece not in _KINDS)
        turn["expect"] = {"any": [*wanted, *([pattern] if pattern else [])], "not": after[1:]}
    elif said.endswith(" {0}"):
        said = said.removesuffix(" {0}")
        turn["expect"] = {"no_atoms": True}
    return {**turn, "text": said}


def _families() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for part in TALKS.read_text(encoding="utf-8").split("# ")[1:]:
        family, *rest = part.split("\n= ")
        talks = [talk.strip().split("\n") for talk in rest]
        yield (
            family.strip(),
            [
                {"id": family.strip(), "title": talk[0], "turns": [_turn(line, at) for at, line in enumerate(talk[1:])]}
                for talk in talks
            ],
        )


@pytest.mark.parametrize(("family", "talks"), list(_families()), ids=[family for family, _ in _families()])
def test_german_talks_are_answered(family: str, talks: list[dict[str, Any]]) -> None:
    graded = [(talk["title"], play_talk(talk, "de")) for talk in talks[:: GERMAN_STRIDE.now]]
    missed = [
        (result.name, result.grade, result.why)
        for title, result in graded
        if result.grade == WRONG or (result.grade != RIGHT and not title.startswith("~"))
    ]
    assert missed == [], family
