"""A term is pronounced from its spelling alone, in phones that the recogniser has, and never too many ways."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.audio.pronunciation_rules import (
    Phones,
    espeak_to_arpabet,
    parse_letters,
    read_letters,
    sayable_parts,
    term_words,
)
from device.core.policy import MAX_READINGS
from device.core.ports import TermDetail
from device.engines.stt.pronouncer import Pronouncer
from tests.budgets import SPELLINGS

PHONES = set(
    re.findall(
        "[A-Z]+",
        "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH",
    )
)
DICTIONARY: dict[str, tuple[Phones, ...]] = {"blue": (("B", "L", "UW"),), "hub": (("HH", "AH", "B"),)}


@pytest.fixture(scope="module")
def pronouncer() -> Pronouncer:
    return Pronouncer(lambda word: DICTIONARY.get(word, ()))


def plain(*terms: str) -> dict[str, TermDetail]:
    return dict.fromkeys(terms, TermDetail())


def said(pronouncer: Pronouncer, term: str) -> tuple[str, ...]:
    return tuple(" ".join(way) for way in pronouncer.pronounce(plain(term)).get(term, ()))


@pytest.mark.parametrize(
    ("term", "way"),
    [
        ("Zigbee", "Z IH G B IY"),
        ("Grafana", "G R AE F AA N AH"),
        ("Wojtek", "W OY T EH K"),
        ("Anneliese", "AE N AH L IY Z"),
        ("USB", "Y UW EH S B IY"),
        ("B12", "B IY T W EH L V"),
        ("Müller", "M UW L ER"),
        ("Łukasz", "L UW K AE S Z"),
        ("Wi-Fi", "W AY F AY"),
    ],
)
def test_a_word_that_no_dictionary_knows_is_said_as_it_is_spelt(pronouncer: Pronouncer, term: str, way: str) -> None:
    assert way in said(pronouncer, term)


def test_a_word_of_the_dictionary_keeps_its_pronunciation(pronouncer: Pronouncer) -> None:
    assert said(pronouncer, "Hub") == ("HH AH B",)


def test_a_term_of_two_words_is_one_after_the_other(pronouncer: Pronouncer) -> None:
    assert all(way.startswith("B L UW Y ") for way in said(pronouncer, "Blue Yonder"))
    assert all(way.endswith(" HH AH B") for way in said(pronouncer, "Zigbee hub"))


@pytest.mark.parametrize(
    "term", ["", " ", "\0", "-", "<s>", "[noise]", "_", "'", "漢字", "\ud800", "x" * 41, "a b " * 9]
)
def test_what_nobody_could_say_is_left_out(pronouncer: Pronouncer, term: str) -> None:
    assert pronouncer.pronounce(plain(term, "Zigbee")).keys() == {"Zigbee"}


@settings(max_examples=SPELLINGS.now, deadline=None)
@given(
    st.lists(st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyzABCÉüß09'-& \u0301漢\ud800"), max_size=12), max_size=4)
)
def test_any_spelling_gives_at_most_four_ways_in_phones_that_the_recogniser_has(terms: list[str]) -> None:
    pronouncer = Pronouncer(lambda word: ())
    ways = pronouncer.pronounce(plain(*terms))
    assert pronouncer.pronounce(plain(*terms)) == ways
    for said_ways in ways.values():
        assert 0 < len(said_ways) <= MAX_READINGS
        assert all(way and set(way) <= PHONES for way in said_ways)


def test_unknown_phoneme_names_are_left_out_and_a_phone_is_not_said_twice() -> None:
    assert espeak_to_arpabet("t_r_'E_Z_3_r-_**_s_s") == ("T", "R", "EH", "ZH", "ER", "S")


def test_letters_are_read_in_the_longest_context_that_is_known() -> None:
    letters = parse_letters("c K\nch CH\nh HH\nhac\na AE\n")
    assert read_letters(letters, "chac") == ("CH", "AE", "K")


def test_a_transcript_shows_a_term_as_it_is_spelt_in_lower_case() -> None:
    assert term_words(" Jean-Luc  MÜLLER ") == ("jean-luc", "müller")
    assert sayable_parts("Jean-Luc  MÜLLER") == ("Jean", "Luc", "MÜLLER")


def test_what_a_package_lists_comes_first_and_what_was_heard_is_a_reading(pronouncer: Pronouncer) -> None:
    listed = TermDetail(pronunciations=("K W UW1 Z", "əˈlɛksə", "nonsense"), heard=("blue hub", "hub", "blue", "漢字"))
    ways = pronouncer.pronounce({"Grafana": listed})["Grafana"]
    assert len(ways) == MAX_READINGS
    assert (ways[0], ways[-1]) == (("K", "W", "UW", "Z"), ("B", "L", "UW", "HH", "AH", "B"))
    assert ("G", "R", "AE", "F", "AA", "N", "AH") in ways
    assert pronouncer.pronounce({"漢字": TermDetail(pronunciations=("HH AH B",))}) == {"漢字": (("HH", "AH", "B"),)}
