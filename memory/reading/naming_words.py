"""Pure: finds the words of an utterance that name a thing or a person, or say what is done with it.

A memory that shares only another word with a turn has nothing to do with it: of "what is my favourite instrument" the
word "favourite" names nothing, and neither does "go" of "where did I go yesterday". A vague word ("buy", "old" after
"how") names something only where nothing else does: "what did I buy". Nothing is looked up here.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest

from memory.core.policy import KEPT_READINGS
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning
from memory.reading.words.word_table import load_word_table
from memory.text.stemming import split_words
from memory.text.word_caches import cache_for_words

_TOKEN = re.compile(r"[\w'\u2019]+")
_FUNCTION = frozenset("xr")
"""Classes of words after which an adjective stands by itself: "allergic to", "afraid of"."""
_NOTHING = ("", "")
_CLOSED = frozenset("xd")
"""Classes of words that name nothing: function words and number words."""


@cache_for_words(KEPT_READINGS)
def naming_words(text: str, language: str) -> frozenset[str]:
    """Returns the words of `text`, in lower case, that name something or say what is done; all in a language that has
    no reader.

    An adjective before a noun, a time and a verb that can be said of anything are none of them.
    """
    words = _written(text)
    if not has_reading(language):
        return frozenset(word for word, _ in words)
    meaning = load_meaning(language)
    idle = meaning.set_of("anything") | meaning.set_of("times")
    return frozenset(
        word
        for (word, written), (_, after) in zip_longest(words, words[1:], fillvalue=_NOTHING)
        if written not in idle
        and not _is_closed(written, language)
        and not (_is_adjective(written, language) and _is_named(after, language))
    )


@cache_for_words(KEPT_READINGS)
def vague_words(text: str, language: str) -> frozenset[str]:
    """Returns the words of `text`, in lower case, that name something only where no other word does.

    They are verbs of wishing, having and doing that go with any thing, adverbs, and adjectives but one that stands
    before a preposition: "allergic to".
    """
    words = _written(text)
    if not has_reading(language):
        return frozenset()
    vague, measures = load_meaning(language).set_of("vague verbs"), load_meaning(language).set_of("measures")
    return frozenset(
        word
        for (_, before), (word, written), (_, after) in zip_longest(
            (_NOTHING, *words[:-1]), words, words[1:], fillvalue=_NOTHING
        )
        if _is_vague(written, vague, language)
        or (_is_adjective(written, language) and (before in measures or not _is_closed(after, language)))
    )


def _written(text: str) -> tuple[tuple[str, str], ...]:
    """Returns the words of `text`, each as it is looked up in an index and as it is written, in lower case: a table of
    words has accents.
    """
    tokens = _TOKEN.findall(unicodedata.normalize("NFC", text).lower())
    parts = ((token, split_words(token)) for token in tokens)
    return tuple((word, token if token.isalnum() else word) for token, words in parts for word in words)


def _is_closed(word: str, language: str) -> bool:
    """Says whether a word is a function word or a number word."""
    form = load_word_table(language).find(word)
    return form is not None and form.usual in _CLOSED


def _is_vague(word: str, vague: frozenset[str], language: str) -> bool:
    form = load_word_table(language).find(word)
    if form is None:
        return False
    return (form.usual == "r" and "n" not in form.other) or any(lemma in vague for lemma, _ in form.verbs[:1])


def _is_adjective(word: str, language: str) -> bool:
    form = load_word_table(language).find(word)
    return form is not None and form.usual == "a"


def _is_named(word: str, language: str) -> bool:
    """Says whether an adjective before this word belongs to it."""
    form = load_word_table(language).find(word) if word else None
    return bool(word) and (form is None or form.usual not in _FUNCTION)
