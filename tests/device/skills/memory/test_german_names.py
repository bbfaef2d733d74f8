"""Composition: a first name or a surname that is a word too is a name, behind a role, behind a title and alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.budgets import GERMAN_NAMES_STRIDE
from tests.sim.assistant_talk import talk_in

_NAMES = (Path(__file__).parent / "cases" / "german_names.txt").read_text(encoding="utf-8")
_FIRST, _LAST = (part.splitlines()[1:] for part in _NAMES.split("# ")[1:])
_FRAMES = (
    ("mein sohn {} ist neun", "wie alt ist {}", "neun"),
    ("meine freundin {} arbeitet bei der post", "wie heißt meine freundin", "{}"),
    ("mein sohn heißt {}", "wie heißt mein sohn", "{}"),
    ("{} wohnt in kassel", "wo wohnt {}", "kassel"),
)
_TITLED = (
    ("unser nachbar heißt herr {}", "wie heißt unser nachbar", "{}"),
    ("frau {} wohnt im dritten stock", "wo wohnt frau {}", "dritten stock"),
)
_ROWS = [
    tuple(part.format(name) for part in frame)
    for names, frames in ((_FIRST, _FRAMES), (_LAST, _TITLED))
    for name in names
    for frame in frames
]


@pytest.mark.parametrize(("told", "asked", "answer"), _ROWS[:: GERMAN_NAMES_STRIDE.now])
def test_a_name_that_is_a_word_is_a_name(tmp_path: Path, told: str, asked: str, answer: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say(told)
        assert answer in talk.say(asked).lower()
