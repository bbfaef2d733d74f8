"""Pure: gives the value of a German number written as one word: "fünfundsiebzig" is 75, "neunzehnhundertzwei" 1902.

Two numbers are compared by their values, whether they were said or typed. Ordinals have none.
"""

from __future__ import annotations

from memory.core.policy import KEPT_STEMS
from memory.text.word_caches import cache_for_words

_ONES = {
    "null": 0, "ein": 1, "eins": 1, "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7,
    "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15,
    "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19,
}  # fmt: skip
_TENS = {
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70,
    "achtzig": 80, "neunzig": 90,
}  # fmt: skip


@cache_for_words(KEPT_STEMS)
def value_of_number(word: str) -> int:
    """Returns the value of a number word or of digits; -1 for any other word, "ein" among them."""
    if word.isascii() and word.isdigit():
        return int(word)
    return -1 if word == "ein" else _value(word)


def _value(word: str) -> int:
    for name, factor in (("tausend", 1000), ("hundert", 100)):
        before, found, after = word.partition(name)
        if found:
            head = _value(before) if before else 1
            rest = _value(after.removeprefix("und")) if after.removeprefix("und") else 0
            return head * factor + rest if head > 0 and 0 <= rest < factor else -1
    return _below_hundred(word)


def _below_hundred(word: str) -> int:
    if word in _ONES or word in _TENS:
        return _ONES.get(word, _TENS.get(word, 0))
    one, found, ten = word.partition("und")
    return _ONES[one] + _TENS[ten] if found and one in _ONES and ten in _TENS else -1
