"""Pure: says whether two names mean one thing: "the oat" and "oats", "Tomate" and "Tomaten"."""

from __future__ import annotations

from itertools import zip_longest

from memory.text.stemming import split_words, stem

_ENDINGS = frozenset({"", "e", "n", "en", "er", "s", "es", "nen", "se"})


def names_same(said: str, name: str) -> bool:
    """Says whether every word of what was said is a word of the name, in singular or plural."""
    words, named = split_words(said), split_words(name)
    return bool(words) and all(any(is_same_word(word, other) for other in named) for word in words)


def is_same_name(one: str, other: str) -> bool:
    """Says whether two names have the same words, in singular or plural."""
    pairs = list(zip_longest(split_words(one), split_words(other), fillvalue=""))
    return bool(pairs) and all(is_same_word(word, beside) for word, beside in pairs)


def is_same_word(one: str, other: str) -> bool:
    """Says whether two words are equal but for the ending of a plural."""
    if one == other or (one and stem(one) == stem(other)) or _are_same_verb(one, other):
        return True
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) > 1 and longer.startswith(shorter) and longer[len(shorter) :] in _ENDINGS - {""}


def _are_same_verb(one: str, other: str) -> bool:
    """Says whether a German verb stands with and without its "zu": "anrufen" and "anzurufen"."""
    shorter, longer = sorted((one, other), key=len)
    return "zu" in longer[2:] and longer[:2] + longer[2:].replace("zu", "", 1) == shorter and shorter.endswith("n")
