"""Promise: a request to forget in ordinary words takes the words it names from every cell, and leaves what it does not.

A row of `cases/gone_*.txt` holds what is told, what is said then, the words that go, and those of memories that stay.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory.text.stemming import stems
from tests.sim.assistant_talk import talk_after

CASES = Path(__file__).parent / "cases"
LANGUAGES = ("en", "de")


def _rows(language: str) -> list[tuple[str, str]]:
    lines = (CASES / f"gone_{language}.txt").read_text(encoding="utf-8").splitlines()
    return [(language, line) for line in lines if line and not line.startswith("#")]


def _words(column: str) -> list[str]:
    return [word.strip().casefold() for word in column.split(",") if word.strip()]


def _standing(words: str, text: str) -> list[str]:
    """The words that stand in a text, as they are or as their stems; inside a key or a digest they stand by chance."""
    each = {word: {word, *stems(word)} if word.isalnum() else {word} for word in _words(words)}
    return [
        word
        for word, forms in each.items()
        if any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) for form in forms)
    ]


@pytest.mark.parametrize(("language", "row"), [each for code in LANGUAGES for each in _rows(code)])
def test_what_is_named_goes_and_the_rest_stays(language: str, row: str, tmp_path: Path) -> None:
    told, said, gone, left = (column.strip() for column in row.split("|"))
    with talk_after(tmp_path / "vault", [each.strip() for each in told.split(" / ")], language) as talk:
        before = talk.dump().casefold()
        assert _standing(gone, before) == _words(gone)
        talk.say_all(*(each.strip() for each in said.split(" / ")))
        texts = " ".join(talk.texts()).casefold()
        assert _standing(gone, talk.dump().casefold()) == []
        assert [word for word in _words(left) if word not in texts] == []
