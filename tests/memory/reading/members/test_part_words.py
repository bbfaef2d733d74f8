"""Promise: a command of a turn keeps its words in their places, and behind a correction the subject that it shares."""

from __future__ import annotations

from memory.reading.members.part_words import words_in_place

_SAID = "nein er heißt eric und kommt aus leeds"


def test_the_shared_subject_stands_right_before_the_clause() -> None:
    start = _SAID.index("kommt")
    words = words_in_place(_SAID, start, len(_SAID), "de")
    assert words.strip() == "er kommt aus leeds"
    assert words[start:] == _SAID[start:]


def test_other_words_stay_as_they_are() -> None:
    start = _SAID.index("kommt")
    assert words_in_place(_SAID, start, len(_SAID)).strip() == "kommt aus leeds"
    own = "no it's eric and he's from leeds"
    assert words_in_place(own, own.index("he's"), len(own), "en").strip() == "he's from leeds"
