"""Pure: text as it arrives made safe, cut into clauses, and named as a subject. Spans stay those of the text.

`memory/text/stemming.py` decides whether two texts speak of one topic; this decides what a fact is filed under.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from memory.model.canonical import canonical_digest
from memory.text.language_rules import Language
from memory.text.stemming import split_words

MAX_SUBJECT_CHARS = 80
"""A key stays short enough to read; what is longer is cut and told apart by a digest."""

_SENTENCE_END = re.compile(r"[.!?…。！？]+(?=\s|$)|\n+")
_LAST_WORD = re.compile(r"[\w.]+$")
_EDGES = " \t\r\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a text that says one thing: `text` is characters `start` to `end` of the whole."""

    text: str
    start: int
    end: int
    asks: bool = False
    """It ends in a question mark."""


def tidy(text: str) -> str:
    """The same text, character for character, without what could harm a terminal, a file or a database.

    Control characters and the marks that override text direction become spaces; halves of broken pairs become
    U+FFFD. The length does not change, so spans stay true.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_tidy(character) for character in text)


def token_count(text: str) -> int:
    """How many words an archived line has."""
    return len(text.split())


def split_clauses(text: str, language: Language) -> Iterator[Clause]:
    """The sentences of a text, and the clauses within them that begin anew with the speaker."""
    for start, end, asks in _sentences(text, language):
        begin = start
        for found in language.clause_break.finditer(text, start, end):
            if language.subject_only.fullmatch(text[begin : found.start()].strip(_EDGES)):
                continue
            yield from _clause(text, begin, found.start(), asks)
            begin = found.end()
        yield from _clause(text, begin, end, asks)


def split_at_breaks(clause: Clause, break_at: re.Pattern[str]) -> Iterator[Clause]:
    """A clause cut at every place that the pattern names; spans stay those of the whole text."""
    begin = 0
    for found in break_at.finditer(clause.text):
        yield from _within(clause, begin, found.start())
        begin = found.end()
    yield from _within(clause, begin, len(clause.text))


def _within(clause: Clause, start: int, end: int) -> Iterator[Clause]:
    for piece in _clause(clause.text, start, end, clause.asks):
        yield Clause(piece.text, clause.start + piece.start, clause.start + piece.end, clause.asks)


def split_shared_clause(clause: Clause, language: Language) -> tuple[Clause, ...]:
    """ "I have a cat and a dog" is "I have a cat" and "I have a dog": the head they share, and words of their own.

    The span is that of their own words. Empty when a clause says one thing; a day may be that of all of them.
    """
    if language.together.search(clause.text) or language.dates.sure.search(clause.text):
        return ()
    found = next((found for each in language.shared if (found := each.say.fullmatch(clause.text))), None)
    if found is None:
        return ()
    cut_at = next(each.at for each in language.shared if each.say is found.re)
    start, end = found.span("each")
    own = split_at_breaks(Clause(clause.text[start:end], clause.start + start, clause.start + end), cut_at)
    parts = (Clause(f"{found['head']} {part.text}", part.start, part.end) for part in own)
    first, *others = parts
    return (Clause(first.text, clause.start, first.end), *others)


def apply_self_repair(text: str, language: Language) -> str:
    """ "On Tuesday, no wait, Wednesday" is "on Wednesday": the last words are said anew. Empty when none are."""
    head, *anew = language.repair.split(text, maxsplit=1)
    old, new = head.split(), anew[0].split() if anew else []
    return " ".join([*old[: -len(new)], *new]) if 0 < len(new) < len(old) else ""


def subject_key(text: str, language: Language) -> str:
    """What a fact is about, as its key names it: folded words, no articles, synonyms made one, at most 80 long."""
    named = [language.synonyms.get(word, word) for word in split_words(text)]
    kept = [word for word in named if word not in language.articles] or named
    whole = " ".join(kept)
    if len(whole) <= MAX_SUBJECT_CHARS:
        return whole
    return f"{whole[:64].rstrip()} {canonical_digest(whole, person='selene.key.v1', size=6).hex()}"


def same_value(one: str, other: str, language: Language) -> bool:
    """Whether two values of one key say the same: case, accents, punctuation and articles do not count."""
    return _comparable_value(one, language) == _comparable_value(other, language)


def _comparable_value(value: str, language: Language) -> str:
    plain = " ".join(split_words(value))
    plain = language.same_values.get(plain, plain)
    return subject_key(plain, language)


def _tidy(character: str) -> str:
    if character == "\n":
        return character
    if character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029":
        return " "
    category = unicodedata.category(character)
    if category == "Cc":
        return " "
    return "\ufffd" if category == "Cs" else character


def _sentences(text: str, language: Language) -> Iterator[tuple[int, int, bool]]:
    start = 0
    for found in _SENTENCE_END.finditer(text):
        if _is_abbreviation(text, start, found, language):
            continue
        yield start, found.start(), "?" in found[0]
        start = found.end()
    yield start, len(text), False


def _is_abbreviation(text: str, start: int, found: re.Match[str], language: Language) -> bool:
    """A single point after "Dr", an initial or an ordinal ends no sentence."""
    if found[0] != "." or found.end() == len(text):
        return False
    before = _LAST_WORD.search(text, max(start, found.start() - 12), found.start())
    if before is None:
        return False
    word = before[0].casefold()
    if language.ordinal_point.match(text, before.start()):
        return True
    return word in language.abbreviations or (len(word) == 1 and word.isalpha() and word != "i")


def _clause(text: str, start: int, end: int, asks: bool) -> Iterator[Clause]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip(_EDGES))
    kept = piece.strip(_EDGES)
    if kept:
        yield Clause(kept, start + left, start + left + len(kept), asks)
