"""Pure: writes the numbers of a text as digits, and finds the words again that a piece of the result came from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from unicode_rbnf import FormatPurpose, RbnfEngine

from device.core.policy import MAX_SPOKEN_NUMBER
from memory.text.stemming import split_words

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’.][^\W\d_]+)*\.?|[^\s\w-]")


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text in small letters with numbers as digits, one space between words."""

    text: str
    places: tuple[tuple[int, int, int, int], ...]
    """For each word its start and end in `text`, and in the words that were said."""

    def said(self, start: int, end: int) -> tuple[int, int]:
        """Returns where the words of a span of `text` stand in what was said."""
        inside = [place for place in self.places if place[0] < end and place[1] > start]
        return (inside[0][2], inside[-1][3]) if inside else (0, 0)


class SpokenNumbers:
    """The number words of one language."""

    def __init__(self, language: str, extra: Mapping[str, int]) -> None:
        """`extra` are further words for numbers: "zwo", "oh"."""
        words = _number_words(language)
        # as a recogniser that knows no umlauts writes them: "funf"
        plain = {" ".join(split_words(word)): number for word, number in words.items() if not word.isascii()}
        self._values = {**plain, **words, **extra}

    def in_digits(self, text: str) -> PlainText:
        """Writes numbers as digits; "twenty five" and "twenty-five" are one number."""
        words: list[tuple[str, int, int]] = []
        for found in _TOKEN.finditer(text):
            self._append(words, found[0].casefold().replace("’", "'"), found.start(), found.end())
        parts, places, length = [], [], 0
        for word, start, end in words:
            parts.append(word)
            places.append((length, length + len(word), start, end))
            length += len(word) + 1
        return PlainText(" ".join(parts), tuple(places))

    def _append(self, words: list[tuple[str, int, int]], word: str, start: int, end: int) -> None:
        bare = word.rstrip(".")
        value = self._values.get(bare)
        if value is None:
            words.append((word if "." in bare else bare, start, end))
            return
        if words and 0 < value < 10 and words[-1][0] in _TENS:
            before = words.pop()
            words.append((str(int(before[0]) + value), before[1], end))
            return
        words.append((str(value), start, end))


_TENS = frozenset(str(number) for number in range(20, 100, 10))


@cache
def _number_words(language: str) -> Mapping[str, int]:
    """Returns the words for 0 to `MAX_SPOKEN_NUMBER` in a language; none for a language without rules."""
    if language not in RbnfEngine.get_supported_languages():
        return {}
    engine = RbnfEngine.for_language(language)
    spelled = (
        (number, engine.format_number(number).text_by_ruleset.values()) for number in range(MAX_SPOKEN_NUMBER + 1)
    )
    return {word.replace("\u00ad", "").casefold(): number for number, words in spelled for word in words}


@cache
def ordinal_words(language: str) -> Mapping[str, int]:
    """Returns the words for the first to the last day of a month, in every form; none for a language without rules."""
    if language not in RbnfEngine.get_supported_languages():
        return {}
    engine, days = RbnfEngine.for_language(language), range(date.min.day, date.max.day + 1)
    spelled = ((day, engine.format_number(day, FormatPurpose.ORDINAL).text_by_ruleset.values()) for day in days)
    return {word.replace("\u00ad", "").casefold(): day for day, words in spelled for word in words}


@cache
def number_word(language: str, number: int) -> str:
    """Returns the word for a small number; its digits for others."""
    if not 0 <= number <= MAX_SPOKEN_NUMBER or language not in RbnfEngine.get_supported_languages():
        return str(number)
    return str(RbnfEngine.for_language(language).format_number(number).text).replace("\u00ad", "")
