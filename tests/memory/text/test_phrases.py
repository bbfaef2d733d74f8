"""A phrase is found by its whole words, and takes the few words around it along."""

from __future__ import annotations

import pytest

from memory.text.phrases import find_phrase, forgotten_spans


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("7:15 PM", "at 7.15pm and 17:15 PM", ["7.15pm"]),
        ("5821", "code 5821, x5821, 58210 and 5821.", ["5821", "5821"]),
        ("blue heron", "Blue-Heron or blue heronry", ["Blue-Heron"]),
        ("…", "nothing …", []),
    ],
)
def test_whole_words_are_found(phrase: str, text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_phrase(phrase, text)] == found


def test_few_words_around_it_go_along_and_many_stay() -> None:
    text = "the lamp is green, the code is 7719, fine"
    assert [text[start:end] for start, end in forgotten_spans("7719", text)] == [" the code is 7719"]
    long = "on every second day of the month we all go down to bay 7719 with lots of bread"
    assert [long[start:end] for start, end in forgotten_spans("7719", long)] == ["7719"]
