"""Promise: each small set of words that these rules read is there in every language that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import memory.reading.answering
import memory.reading.members
from memory.reading.words.closed_words import load_closed_words

_NAMED = re.compile(r'(?:is_in\([^"()]*(?:\([^()]*\)[^"()]*)?, |sets\[)"(\w+)"')


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_set_of_words_is_there(language: str) -> None:
    (members,) = memory.reading.members.__path__
    (answering,) = memory.reading.answering.__path__
    files = [*Path(members).glob("*.py"), Path(answering) / "agreed.py"]
    names = {name for path in files for name in _NAMED.findall(path.read_text(encoding="utf-8"))}
    assert len(names) > 12
    assert names <= load_closed_words(language).sets.keys()
