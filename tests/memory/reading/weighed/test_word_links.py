"""How a word of a question and one of a fact are linked, the closest way first."""

from __future__ import annotations

import pytest

from memory.reading.weighed.word_links import Link, base_of, linked_words, words_of

LINKS = {
    "en": (
        ("paying", "pays", Link.SAME),
        ("heating", "boiler", Link.SUBJECT),
        ("gardener", "garden", Link.PART),
        ("colour", "red", Link.KIND),
    ),
    "de": (
        ("zahlen", "zahlt", Link.SAME),
        ("heizung", "therme", Link.SUBJECT),
        ("garten", "gartenhaus", Link.PART),
    ),
}


@pytest.mark.parametrize(
    ("language", "asked", "told", "link"), [(code, *row) for code, rows in LINKS.items() for row in rows]
)
def test_words_are_linked(language: str, asked: str, told: str, link: Link) -> None:
    found = linked_words(asked, language).link(told, base_of(told, language))
    assert found is not None
    assert found <= link


@pytest.mark.parametrize(("language", "asked", "told"), [("en", "boiler", "cousin"), ("de", "therme", "cousine")])
def test_others_are_not(language: str, asked: str, told: str) -> None:
    assert linked_words(asked, language).link(told, base_of(told, language)) is None


def test_a_short_word_is_part_of_one_that_it_begins() -> None:
    assert linked_words("auto", "de").link("autobahn", base_of("autobahn", "de")) is Link.PART
    assert linked_words("auto", "de").link("aut", base_of("aut", "de")) is None


def test_words_keep_their_apostrophe() -> None:
    assert words_of("Mum’s BOILER, it's old") == ("mum's", "boiler", "it's", "old")
    assert base_of("mum's", "en") == base_of("mum", "en")
