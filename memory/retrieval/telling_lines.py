"""Pure: returns what a line tells that may be quoted: its sentences without questions and without what is in doubt.

A long line is not lost for one question in it, or for one fact that was replaced since: only those sentences are left
out. Their characters become spaces, so that places in the line stay true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.core.policy import MIN_TOLD_STEMS
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import ArchivedLine, Atom, Status
from memory.retrieval.telling_clauses import Span, untold_clauses
from memory.rules.controls import BLANK
from memory.text.language_rules import Language
from memory.text.normalise import sentence_spans
from memory.text.stemming import stems

_ENDS = ".!?\u2026"


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
        mark = BLANK if _ends_told_sentence(text, start, end) else " "
        text = text[:start] + " " * (end - start - 1) + mark + text[end:]
    return replace(line, text=text) if len(telling_stems(stems(text))) >= MIN_TOLD_STEMS else None


def _ends_told_sentence(text: str, start: int, end: int) -> bool:
    """Says whether the end of a sentence was left out whose beginning was not: the next one must not run into it."""
    told = text[:start].rstrip()
    return told[-1:].isalnum() and (end == len(text) or text[end - 1] in _ENDS)


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
        if any(first < end and start < last for first, last in doubted):
            yield start, min(end + 1, len(text))
        elif asked:
            mark = "?" if asks else text[end : end + 1].strip()
            for first, last in untold_clauses(text[start:end], mark, language):
                yield start + first, min(start + last + (start + last == end), len(text))
