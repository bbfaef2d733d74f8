"""Promise: a table says what the lists written by hand say, so that nobody edits one without the other."""

from __future__ import annotations

from importlib.resources import files

import pytest

from fixtures.words.german import german_entries
from fixtures.words.hand_lists import hand_list, table_lines
from memory.reading.words.word_table import WordTable, load_word_table


def test_the_german_table_is_made_of_the_lists() -> None:
    table = (files("memory.languages") / "words_de.tsv").read_text(encoding="utf-8")
    assert table == "".join(table_lines(german_entries()))


def test_what_was_decided_about_english_words_stands_in_the_table() -> None:
    table = load_word_table("en")
    function_words = {word for key, words in hand_list("more_en.txt") if key == "x" for word in words}
    decided = {word: key[0] for key, words in hand_list("usual_en.txt") for word in words if word not in function_words}
    assert {word: _usual(table, word) for word in decided} == decided


@pytest.mark.parametrize("name", ["usual_en.txt", "more_en.txt", "plurals_en.txt", "verbs_de.txt", "words_de.txt"])
def test_no_list_has_a_line_without_words(name: str) -> None:
    assert [key for key, words in hand_list(name) if not words] == []


def _usual(table: WordTable, word: str) -> str:
    form = table.find(word)
    return form.usual if form else "n"
