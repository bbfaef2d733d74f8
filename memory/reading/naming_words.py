"""Pure: finds the words of an utterance that name a thing or a person, or say what is done with it.

A memory that shares only another word with a turn has nothing to do with it: of "what is my favourite instrument" the
word "favourite" names nothing, and neither does "go" of "where did I go yesterday". Nothing is looked up here.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

from memory.core.policy import KEPT_READINGS
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning
from memory.reading.words.word_table import load_word_table
from memory.text.stemming import split_words

_FUNCTION = frozenset("xr")
"""Classes of words after which an adjective stands by itself: "allergic to", "afraid of"."""


@lru_cache(KEPT_READINGS)
def naming_words(text: str, language: str) -> frozenset[str]:
    """Returns the words of `text`, in lower case, that name something or say what is done; all in a language that has
    no reader.

    An adjective before a noun, a time and a verb that can be said of anything are none of them.
    """
    words = tuple(split_words(text))
    if not has_reading(language):
        return frozenset(words)
    meaning = load_meaning(language)
    idle = meaning.set_of("anything") | meaning.set_of("times")
    return frozenset(
        word
        for word, after in zip_longest(words, words[1:], fillvalue="")
        if word not in idle and not (_is_adjective(word, language) and _is_named(after, language))
    )


def _is_adjective(word: str, language: str) -> bool:
    form = load_word_table(language).find(word)
    return form is not None and form.usual == "a"


def _is_named(word: str, language: str) -> bool:
    """Says whether an adjective before this word belongs to it."""
    form = load_word_table(language).find(word) if word else None
    return bool(word) and (form is None or form.usual not in _FUNCTION)
