"""Pure: finds a phrase in a text, word by word, and says what of the text goes with it when it is forgotten.

A phrase is matched by its whole words, whatever case and punctuation stand between them: "7:15 PM" is "7.15pm" too. Its
last word may have the ending of a plural or a genitive.
"""

from __future__ import annotations

import re
from itertools import pairwise

from memory.core.policy import MAX_WORDS_GOING_ALONG

Span = tuple[int, int]

_WORD = re.compile(r"[^\W_]+")
_PIECE = re.compile(r"\d+|[^\W\d_]+")
_BETWEEN_MARKS = re.compile(r"[^.,!?…;\n]+(?:[.,](?!\s|$)[^.,!?…;\n]*)*")


def find_phrase(phrase: str, text: str) -> tuple[Span, ...]:
    """Returns where the phrase stands in the text; empty for a phrase without words."""
    words = _WORD.findall(phrase)
    if not words:
        return ()
    pattern = _loose(words[0])
    for before, word in pairwise(words):
        apart = r"[\W_]*" if before[-1].isdigit() and not word[0].isdigit() else r"[\W_]+"
        pattern += apart + _loose(word)
    ending = "(?:e?s)?" if words[-1].isalpha() else ""
    wanted = re.finditer(rf"(?<![^\W_]){pattern}{ending}(?![^\W_])", text, re.IGNORECASE)
    return tuple(found.span() for found in wanted)


def _loose(word: str) -> str:
    """Returns the pattern of a word that may have a mark or a gap between its digits and its letters."""
    return r"[\W_]*".join(re.escape(piece) for piece in _PIECE.findall(word))


def forgotten_spans(phrase: str, text: str) -> tuple[Span, ...]:
    """Returns what of a text goes with the phrase: the words up to the next mark when they are few, else the phrase."""
    return tuple(around_words(text, span) for span in find_phrase(phrase, text))


def around_words(text: str, span: Span) -> Span:
    """Returns a span with the words around it, up to the next mark, when they are few; else the span."""
    around = next((found.span() for found in _BETWEEN_MARKS.finditer(text) if found.end() >= span[1]), span)
    begin, end = min(around[0], span[0]), max(around[1], span[1])
    beside = f"{text[begin : span[0]]} {text[span[1] : end]}"
    return (begin, end) if len(_WORD.findall(beside)) <= MAX_WORDS_GOING_ALONG else span
