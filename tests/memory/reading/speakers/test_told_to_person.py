"""Promise: what a person said of themselves is said to them with nothing changed but who speaks, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.reading.rendering import has_relative_time, render_to_person

HERE = Path(__file__).parent


def pairs_of(language: str) -> list[tuple[str, str]]:
    """What was said, and what is told; "-" where it has to be quoted."""
    rows = (HERE / f"pairs_{language}.tsv").read_text(encoding="utf-8").splitlines()
    return [(said, told) for said, told in (row.split("\t") for row in rows)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_there_are_pairs_enough_of_both_kinds(language: str) -> None:
    quoted = [said for said, told in pairs_of(language) if told == "-"]
    assert len(pairs_of(language)) >= 200
    assert len(quoted) >= 30


@pytest.mark.parametrize(("said", "told"), pairs_of("en"))
def test_english_is_told_as_the_pair_says(said: str, told: str) -> None:
    assert (render_to_person(said, "en") or "-") == told


@pytest.mark.parametrize(("said", "told"), pairs_of("de"))
def test_german_is_told_as_the_pair_says(said: str, told: str) -> None:
    assert (render_to_person(said, "de") or "-") == told


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_was_told_has_no_rendering_of_its_own_or_stays_the_same(language: str) -> None:
    for _, told in pairs_of(language):
        assert render_to_person(told, language) in (None, told)


def test_a_language_without_words_is_quoted() -> None:
    assert render_to_person("je vis à Lisbonne", "fr") is None
    assert not has_relative_time("demain", "fr")


@pytest.mark.parametrize("mark", [".", "!", "...", " .", ","])
def test_no_stop_is_doubled_by_whoever_ends_the_sentence(mark: str) -> None:
    assert render_to_person(f"I live in Lisbon{mark}", "en") == "You live in Lisbon"
    assert render_to_person(f"Ich wohne in Köln{mark}", "de") == "Du wohnst in Köln"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "i live in cork?"),
        ("en", "i live in cork. my sister lives in rome."),
        ("en", "tom said 'i am ill'"),
        ("en", "i wrote (my idea) that tom is a vet"),
        ("en", "i read my brilliant friend"),
        ("en", "my favourite song is i will survive"),
        ("en", "the poem i carry your heart is my favourite"),
        ("de", "ich wohne in Köln?"),
        ("de", "Ich wohne in Köln. Ich bin Koch."),
        ("de", "Tom sagt: ich bin krank"),
        ("de", "Tom sagte „ich bin krank“"),
        ("de", "Sag mir meinen Namen"),
        ("de", "habe ich einen Termin"),
        ("de", "ICH WOHNE IN KÖLN"),
    ],
)
def test_what_is_no_plain_statement_of_the_speaker_is_quoted(language: str, text: str) -> None:
    assert render_to_person(text, language) is None


@pytest.mark.parametrize(
    "text",
    [
        "i fly tomorrow",
        "i went there last month",
        "we fly on friday",
        "i'm leaving in two weeks",
        "my flight is this afternoon",
        "i moved here three years ago",
        "my dad is coming the day after tomorrow",
        "i've lived here since monday",
        "i'm at work at the moment",
    ],
)
def test_words_that_hang_on_the_day_are_found(text: str) -> None:
    assert has_relative_time(text, "en")


@pytest.mark.parametrize(
    "text",
    [
        "i swim on fridays",
        "i swim every friday",
        "my birthday is on friday the 9th of may",
        "i was born in march",
        "i started in 2010",
        "i take it in the morning",
        "i work friday mornings",
        "my dog is one year old",
        "next to my house is a pub",
        "it's in one of my bags",
    ],
)
def test_words_that_hold_on_every_day_are_not(text: str) -> None:
    assert not has_relative_time(text, "en")


@pytest.mark.parametrize(
    "text",
    [
        "ich fliege morgen",
        "am Freitag fliege ich",
        "letzte Woche war ich krank",
        "vor drei Jahren zog ich um",
        "in zwei Wochen fliege ich",
        "heute Abend koche ich",
        "ich wohne jetzt in Ulm",
        "seit zehn Jahren wohne ich hier",
        "nächsten Montag kommt Tom",
        "diesen Sommer heirate ich",
        "ich komme gleich",
    ],
)
def test_german_words_that_hang_on_the_day_are_found(text: str) -> None:
    assert has_relative_time(text, "de")


@pytest.mark.parametrize(
    "text",
    [
        "ich laufe jeden Morgen",
        "ich stehe am Morgen auf",
        "ich schwimme freitags",
        "ich schwimme jeden Freitag",
        "am Freitag, den 9. Mai, heirate ich",
        "ich bin am 9. Mai geboren",
        "ich wohne in Ulm",
        "ich bin der letzte von fünf",
        "ich bin gleich alt wie Tom",
    ],
)
def test_german_words_that_hold_on_every_day_are_not(text: str) -> None:
    assert not has_relative_time(text, "de")
