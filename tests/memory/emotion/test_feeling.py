"""Promise: words tell how their speaker feels, turned round and weighed by what stands before them; no word is kept."""

from __future__ import annotations

from time import process_time_ns

import pytest

from memory.emotion.feeling import Feeling, read_feeling

LOW, TENSE, GLAD, EASY, NONE = "low", "tense", "glad", "easy", "none"
TOLD = [
    ("en", "I'm so sad today", LOW),
    ("en", "I feel lonely", LOW),
    ("en", "I am worried about the move", TENSE),
    ("en", "I was really annoyed with the plumber", TENSE),
    ("en", "I'm thrilled about the new job!", GLAD),
    ("en", "we are so happy", GLAD),
    ("en", "I feel relieved", EASY),
    ("en", "I feel good", GLAD),
    ("en", "I'm not happy at all", LOW),
    ("en", "I am not worried any more", EASY),
    ("en", "so sad", LOW),
    ("en", "my sister is sad", NONE),
    ("en", "my sister is sad, and I am happy", GLAD),
    ("en", "she was furious", NONE),
    ("en", "when was I worried about the move?", NONE),
    ("en", "the soup is good", NONE),
    ("en", "I have a good bike", NONE),
    ("en", "my favourite colour is green", NONE),
    ("en", "", NONE),
    ("de", "Ich bin so traurig heute", LOW),
    ("de", "Ich fühle mich einsam", LOW),
    ("de", "Ich habe Angst vor dem Umzug", TENSE),
    ("de", "Ich war richtig sauer auf den Klempner", TENSE),
    ("de", "Ich freue mich auf die neue Stelle!", GLAD),
    ("de", "Wir sind sehr glücklich", GLAD),
    ("de", "Ich bin erleichtert", EASY),
    ("de", "Mir geht es gut", GLAD),
    ("de", "Mir geht es schlecht", LOW),
    ("de", "Ich bin überhaupt nicht glücklich", LOW),
    ("de", "Ich habe keine Angst mehr", EASY),
    ("de", "Meine Schwester ist traurig", NONE),
    ("de", "Wann war ich traurig?", NONE),
    ("de", "Die Suppe ist gut", NONE),
    ("xx", "I'm so sad today", NONE),
]


def sort_of(felt: Feeling | None) -> str:
    if felt is None:
        return NONE
    if felt.valence < 0:
        return TENSE if felt.activation > 0 else LOW
    return GLAD if felt.activation > 0 else EASY


@pytest.mark.parametrize(("language", "text", "sort"), TOLD)
def test_the_words_tell_the_feeling_of_their_speaker(language: str, text: str, sort: str) -> None:
    felt = read_feeling(text, language)
    assert sort_of(felt) == sort
    assert felt == read_feeling(text, language)


@pytest.mark.parametrize(
    ("weak", "strong"),
    [
        ("I'm a bit sad", "I'm sad"),
        ("I'm sad", "I'm very sad"),
        ("Ich bin etwas traurig", "Ich bin traurig"),
        ("Ich bin traurig", "Ich bin sehr traurig"),
    ],
)
def test_some_words_make_a_feeling_stronger_or_weaker(weak: str, strong: str) -> None:
    language = "de" if weak.startswith("Ich") else "en"
    one, other = read_feeling(weak, language), read_feeling(strong, language)
    assert one is not None
    assert other is not None
    assert other.valence < one.valence < 0


def test_the_scales_end() -> None:
    felt = read_feeling("I am so very thrilled, so ecstatic, so overjoyed!!!", "en")
    assert felt is not None
    assert max(felt.valence, felt.activation) <= 100


def test_a_turn_is_read_in_a_millisecond() -> None:
    texts = [text for _, text, _ in TOLD] * 20
    for language in ("en", "de"):
        read_feeling("I am sad", language)
        begin = process_time_ns()
        for text in texts:
            read_feeling(text, language)
        assert (process_time_ns() - begin) / len(texts) < 1_000_000
