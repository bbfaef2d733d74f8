"""Promise: no value changes by a byte, the reply means what was said, and no words make the renderer fail."""

from __future__ import annotations

import re
from statistics import median
from time import process_time

import pytest

from memory.reading.grammar.reader import line_of, read
from memory.reading.rendering import has_relative_time, render_to_person
from memory.reading.speakers.person_words import load_person_words
from tests.memory.reading.speakers.generated_talk import ENGLISH_FRAMES, ENGLISH_VALUES, junk, sentences
from tests.memory.reading.speakers.test_told_to_person import pairs_of

SECONDS_EACH = 0.0003
_WORD = re.compile(r"[^\W_]+|\S")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_value_is_told_byte_for_byte(language: str) -> None:
    told = [(render_to_person(said, language), wanted, value) for said, wanted, value in sentences(language)]
    rendered = [(reply, wanted, value) for reply, wanted, value in told if reply is not None]
    assert [(reply, wanted) for reply, wanted, _ in rendered if reply != wanted] == []
    assert all(value in reply for reply, _, value in rendered)
    assert len(rendered) >= 0.85 * len(told)


@pytest.mark.parametrize("language", ["en", "de"])
def test_only_words_of_the_speaker_and_their_verb_differ(language: str) -> None:
    words = load_person_words(language)
    for said, told in pairs_of(language):
        if told == "-" or len(_WORD.findall(said.rstrip(".!"))) != len(_WORD.findall(told)):
            continue
        for old, new in zip(_WORD.findall(said), _WORD.findall(told), strict=False):
            turned = old.lower() in words["pronouns"] or old.lower() in ("am", "was", "m", "im")
            assert old == new or turned or language == "de" or old.lower() == new.lower(), (said, told)


def test_swapping_the_speakers_back_gives_the_same_reading() -> None:
    for frame, _ in ENGLISH_FRAMES:
        if not frame.startswith(("i ", "i'")):
            continue
        for value in ENGLISH_VALUES:
            said = frame.format(value)
            told = render_to_person(said, "en")
            if told is not None:
                assert _essence(_as_speaker(told)) == _essence(said)


def test_the_reply_is_read_with_the_same_verb_and_rest() -> None:
    for said, told in pairs_of("en"):
        if told == "-" or not said.startswith(("i ", "i'", "we ", "we'")):
            continue
        if told.startswith("You know"):
            continue  # "you know" opens another clause
        before, after = read(said, "en").acts, read(told, "en").acts
        assert len(before) == len(after) == 1, (said, told)
        assert before[0].clause.lemma == after[0].clause.lemma, (said, told)
        assert " i " in said[1:] or _to_listener(_rest(told)) == _to_listener(_rest(said)), (said, told)


def _to_listener(words: list[str]) -> list[str]:
    return [load_person_words("en")["pronouns"].get(word, word) for word in words if word != ","]


def _as_speaker(told: str) -> str:
    """The reply with its speakers swapped: "you" before a verb at the beginning is "i", "your" is "my"."""
    told = re.sub(r"^You are\b", "i am", told)
    told = re.sub(r"^You're\b", "i'm", told)
    told = re.sub(r"^You were", "i was", told)
    return re.sub(r"\byour\b", "my", re.sub(r"^You\b", "i", told))


def _essence(text: str) -> tuple[str, str, bool, list[str]]:
    clause = read(text, "en").acts[0].clause
    return clause.lemma, clause.modality.value, clause.negated, _rest(text)


def _rest(text: str) -> list[str]:
    clause, line = read(text, "en").acts[0].clause, line_of(text, "en")
    return [line.word(at) for at in range(clause.rest, clause.last)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_words_make_it_fail_and_no_speaker_is_left(language: str, seed: int) -> None:
    own = set(load_person_words(language)["pronouns"]) - {"us", "mine", "ihr"}
    for text in junk(seed, 300):
        told = render_to_person(text, language)
        has_relative_time(text, language)
        if told is not None:
            assert not own & set(re.findall(r"\w+", told.replace("\u0130", "").lower())), (text, told)
            assert render_to_person(told, language) in (None, told)


def test_long_text_is_quoted_and_the_same_words_give_the_same_reply() -> None:
    assert render_to_person("i live in cork " * 200, "en") is None
    assert render_to_person("ich wohne in Köln " * 200, "de") is None
    assert render_to_person.__wrapped__("i live in cork", "en") == render_to_person("i live in cork", "en")


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_takes_at_most_a_third_of_a_millisecond_once_the_words_are_read(language: str) -> None:
    texts = [said for said, _ in pairs_of(language)]
    for text in texts:
        render_to_person.__wrapped__(text, language)
    taken = []
    for _ in range(5):
        start = process_time()
        for text in texts:
            render_to_person.__wrapped__(text, language)
        taken.append((process_time() - start) / len(texts))
    assert median(taken) <= SECONDS_EACH
