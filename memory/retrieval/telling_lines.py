"""Pure: returns what a line tells that may be quoted: its sentences without questions and without what is in doubt.

A long line is not lost for one question in it, or for one fact that was replaced since: only those sentences are left
out. Their characters become spaces, so that places in the line stay true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.core.policy import MIN_TOLD_STEMS
from memory.extraction.extract import contains_question, is_question
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import ArchivedLine, Atom, Status
from memory.text.language_rules import Language
from memory.text.normalise import sentence_spans
from memory.text.stemming import stems

Span = tuple[int, int]


def telling_line(
    line: ArchivedLine, doubted: Sequence[Span], language: Language, *, asked: bool
) -> ArchivedLine | None:
    """Returns the line with its telling sentences only; None when they tell too little.

    `doubted` are characters of facts that no longer hold; `asked` says whether questions in it are left out.
    """
    gone = tuple(_left_out(line.text, doubted, language, asked=asked))
    if not gone:
        return line
    text = line.text
    for start, end in gone:
        text = text[:start] + " " * (end - start) + text[end:]
    return replace(line, text=text) if len(telling_stems(stems(text))) >= MIN_TOLD_STEMS else None


def still_tells(atom: Atom, later: Atom | None) -> bool:
    """Says whether the words of a fact that is in doubt may be quoted among others: said unsurely, in conflict with
    another, or replaced by a fact that names other things. What was denied or corrected is not.
    """
    if atom.status is Status.UNCERTAIN:
        return True
    if atom.status is not Status.OUTDATED or later is None:
        return False
    told, news = (_things(one.text) for one in (atom, later))
    return len(news) >= MIN_TOLD_STEMS and 2 * len(told & news) < min(len(told), len(news))


def _things(text: str) -> frozenset[str]:
    return frozenset(stem for stem in telling_stems(stems(text)) if not any(letter.isdigit() for letter in stem))


def _left_out(text: str, doubted: Sequence[Span], language: Language, *, asked: bool) -> Iterator[Span]:
    for start, end, asks in sentence_spans(text, language):
        over = any(first < end and start < last for first, last in doubted)
        if over or (asked and (asks or _asks(text, start, end, language))):
            yield start, min(end + 1, len(text))


def _asks(text: str, start: int, end: int, language: Language) -> bool:
    """Says whether a sentence without a question mark asks: one with an end mark by its beginning only."""
    sentence = text[start:end].strip()
    if not sentence:
        return False
    return is_question(sentence, language) if end < len(text) else contains_question(sentence, language)
