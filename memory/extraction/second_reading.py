"""Pure: what of another reader's proposals may be kept, for the parts of a turn that the reader left unread.

A proposal is an act of the reader's own type. Only one that tells something is used, and only the words of the turn
are kept of it: where it says them to stand, whole and as they were said. It commands nothing and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.core.policy import MIN_KEY_WORDS, MemoryPolicy
from memory.extraction.extract import Fact, contains_question, exposure_of, statement_key
from memory.extraction.paraphrase import has_telling_words
from memory.model.atoms import Kind
from memory.reading.grammar.clause import Act, ActKind, Span
from memory.reading.grammar.reader import read
from memory.reading.words.closed_words import has_reading
from memory.rules.controls import BLANK
from memory.text.language_rules import Language
from memory.text.secret_detector import MASK, find_secrets
from memory.text.stemming import split_words

_WORD = re.compile(r"\S+")
_EDGE = " \t\n.,;:!?-"
_DOES = (ActKind.COMMAND, ActKind.ASK, ActKind.CORRECT)


@dataclass(frozen=True, slots=True)
class ProposedAct:
    """An act that another reader sees in the turn, and the words that it takes for what is told."""

    act: Act
    value: str


def unread_spans(text: str, language: str) -> tuple[Span, ...]:
    """Returns the parts of a text that the reader cannot read: without a verb, or behind the last act that it takes.
    None in a language that it does not read, none of a word or two, which tell nothing by themselves, and none with a
    secret or words that were taken out.
    """
    if not has_reading(language):
        return ()
    reading = read(text, language)
    found = [(act.start, act.end) for act in reading.acts if act.kind is ActKind.FRAGMENT]
    pieces = (_trimmed(text, span) for span in (*found, *reading.unread))
    return tuple(
        (start, end)
        for start, end in pieces
        if len(split_words(text[start:end])) >= MIN_KEY_WORDS and not _is_closed(text[start:end])
    )


def word_spans(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Returns the words of these parts of a text, in their order."""
    return tuple(word.span() for start, end in spans for word in _WORD.finditer(text, start, end))


def facts_of_proposals(
    text: str, unread: Sequence[Span], proposed: Iterable[ProposedAct], language: Language, policy: MemoryPolicy
) -> tuple[Fact, ...]:
    """Returns the facts of the proposals that hold: each in one unread part, beside the others, and with its value as
    whole words in it. They are as unsure as what a person was unsure of.
    """
    found: list[Fact] = []
    for one in proposed:
        start, end = _trimmed(text, (one.act.start, one.act.end))
        value = _value_within(text, (start, end), one.value)
        apart = all(end <= fact.start or fact.end <= start for fact in found)
        inside = any(first <= start < end <= last for first, last in unread)
        if one.act.kind is not ActKind.TELL or not value or not apart or not inside:
            continue
        words = text[start:end]
        if not _is_closed(words) and _may_be_told(words, language):
            found.append(_fact(text, (start, end), value, language, policy))
    return tuple(found)


def _trimmed(text: str, span: Span) -> Span:
    """Returns a part of a text without stops and spaces at its ends; empty for one that is not in the text."""
    start, end = span
    if not 0 <= start <= end <= len(text):
        return 0, 0
    start += len(text[start:end]) - len(text[start:end].lstrip(_EDGE))
    return start, start + len(text[start:end].rstrip(_EDGE))


def _value_within(text: str, span: Span, value: str) -> str:
    """Returns a value as it stands in a part of a text, as whole words; empty where it does not."""
    pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
    found = re.compile(pattern).search(text[slice(*span)]) if value and value == value.strip(_EDGE) else None
    return found[0] if found and has_telling_words(found[0]) else ""


def _is_closed(words: str) -> bool:
    """Says whether words have a secret in them, or a gap where something was taken out."""
    return MASK in words or BLANK in words


def _may_be_told(words: str, language: Language) -> bool:
    """Says whether words by themselves do no more than tell: no order, no question, no secret."""
    if contains_question(words, language) or language.commanding.search(words) or find_secrets(words, language):
        return False
    return all(act.kind not in _DOES for act in read(words, language.code).acts)


def _fact(text: str, span: Span, value: str, language: Language, policy: MemoryPolicy) -> Fact:
    words = text[slice(*span)]
    exposure = exposure_of(words, text, language)
    key = statement_key(words, language)
    return Fact(Kind.STATEMENT, key, value, words, *span, policy.hedged_bp, exposure=exposure)
