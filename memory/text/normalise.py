"""Pure: cleans text, splits it into clauses and builds subject keys. Spans stay those of the original text.

`memory/text/stemming.py` decides whether two texts have one topic; this module decides the key of a fact.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from memory.core.policy import MAX_SUBJECT_CHARS
from memory.model.canonical import canonical_digest
from memory.text.language_rules import Language
from memory.text.stemming import split_words

_SENTENCE_END = re.compile(r"[.!?…。！？]+(?=\s|$)|\n+")
_LAST_WORD = re.compile(r"[\w.]+$")
_OPENING = {'"': '"', "\u201d": "\u201c", "\u201c": "\u201e"}
"""The mark that opens a quotation, by the one that closes it."""
_EDGES = " \t\r\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class TextClause:
    """A part of a text with one statement: `text` is characters `start` to `end` of the whole."""

    text: str
    start: int
    end: int
    asks: bool = False
    """It ends in a question mark."""


def tidy(text: str) -> str:
    """Replaces characters that could harm a terminal, a file or a database; the length stays, so spans stay true.

    Control characters and the marks that override text direction become spaces; halves of broken pairs become U+FFFD.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_tidy(character) for character in text)


def token_count(text: str) -> int:
    """Counts the words of an archived line."""
    return len(text.split())


def split_clauses(text: str, language: Language) -> Iterator[TextClause]:
    """Splits a text into sentences, and those into clauses that have the speaker as their subject again."""
    for start, end, asks in sentence_spans(text, language):
        begin = start
        for found in language.clause_break.finditer(text, start, end):
            if language.subject_only.fullmatch(text[begin : found.start()].strip(_EDGES)):
                continue
            yield from _clause(text, begin, found.start(), asks)
            begin = found.end()
        yield from _clause(text, begin, end, asks)


def split_at_breaks(clause: TextClause, break_at: re.Pattern[str]) -> Iterator[TextClause]:
    """Splits a clause wherever the pattern matches; spans stay those of the whole text."""
    begin = 0
    for found in break_at.finditer(clause.text):
        yield from _within(clause, begin, found.start())
        begin = found.end()
    yield from _within(clause, begin, len(clause.text))


def _within(clause: TextClause, start: int, end: int) -> Iterator[TextClause]:
    for piece in _clause(clause.text, start, end, clause.asks):
        yield TextClause(piece.text, clause.start + piece.start, clause.start + piece.end, clause.asks)


def split_shared_clause(clause: TextClause, language: Language) -> tuple[TextClause, ...]:
    """Splits "I have a cat and a dog" into "I have a cat" and "I have a dog", which share their head.

    The span is that of the words after the head. Empty when a clause has one statement; a day may belong to all of
    them.
    """
    if language.together.search(clause.text) or language.dates.sure.search(clause.text):
        return ()
    fitting = ((each.at, found) for each in language.shared if (found := each.say.fullmatch(clause.text)))
    cut_at, found = next(fitting, (None, None))
    if cut_at is None or found is None:
        return ()
    start, end = found.span("each")
    own = split_at_breaks(TextClause(clause.text[start:end], clause.start + start, clause.start + end), cut_at)
    parts = (TextClause(f"{found['head']} {part.text}", part.start, part.end) for part in own)
    first, *others = parts
    return (TextClause(first.text, clause.start, first.end), *others)


def apply_self_repair(text: str, language: Language) -> str:
    """Applies a repair in the same sentence: "On Tuesday, no wait, Wednesday" becomes "on Wednesday". Empty without
    one.
    """
    head, *anew = language.repair.split(text, maxsplit=1)
    old, new = head.split(), anew[0].split() if anew else []
    return " ".join([*old[: -len(new)], *new]) if 0 < len(new) < len(old) else ""


def subject_key(text: str, language: Language) -> str:
    """Builds the subject part of a key: folded words, no articles, synonyms made one, at most 80 long."""
    whole = subject_words(text, language)
    if len(whole) <= MAX_SUBJECT_CHARS:
        return whole
    return f"{whole[:64].rstrip()} {canonical_digest(whole, person='selene.key.v1', size=6).hex()}"


def subject_words(text: str, language: Language) -> str:
    """Returns the folded words of a subject, without articles and with synonyms made one, however long it is."""
    named = [language.synonyms.get(word, word) for word in split_words(text)]
    return " ".join([word for word in named if word not in language.articles] or named)


def same_value(one: str, other: str, language: Language) -> bool:
    """Says whether two values of one key are equal, ignoring case, accents, punctuation and articles."""
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


def sentence_spans(text: str, language: Language) -> Iterator[tuple[int, int, bool]]:
    """Yields where each sentence begins and ends, and whether it ends in a question mark."""
    start = 0
    for found in _SENTENCE_END.finditer(text):
        if _is_abbreviation(text, start, found, language):
            continue
        yield start, found.start(), "?" in found[0]
        start = found.end()
    yield start, len(text), False


def _is_abbreviation(text: str, start: int, found: re.Match[str], language: Language) -> bool:
    """Says whether the point after "Dr", an initial or an ordinal is no end of a sentence."""
    if found[0] != "." or found.end() == len(text):
        return False
    before = _LAST_WORD.search(text, max(start, found.start() - 12), found.start())
    if before is None:
        return False
    word = before[0].casefold()
    if language.ordinal_point.match(text, before.start()):
        return True
    return word in language.abbreviations or (len(word) == 1 and word.isalpha() and word != "i")


def _clause(text: str, start: int, end: int, asks: bool) -> Iterator[TextClause]:
    piece = text[start:end]
    first, last = len(piece) - len(piece.lstrip(_EDGES)), len(piece.rstrip(_EDGES))
    if first >= last:
        return
    if _OPENING.get(piece[last : last + 1]) in _open_marks(piece[first:last]):
        last += 1  # "it's called \"the crown\"" keeps its second mark
    elif _open_marks(piece[first:last]) and piece[:first][-1:] in _OPENING.values():
        first -= 1
    yield TextClause(piece[first:last], start + first, start + last, asks)


def _open_marks(text: str) -> frozenset[str]:
    """Returns the opening marks of the sorts of quotation of which these words do not have both marks."""
    pairs = _OPENING.items()
    alike = (opening for closing, opening in pairs if opening == closing and text.count(opening) % 2)
    apart = (opening for closing, opening in pairs if text.count(opening) != text.count(closing))
    return frozenset((*alike, *apart))
