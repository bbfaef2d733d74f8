"""Pure: says in full what "he isn't any more" and "not any more" end: the sentence told right before.

"My brother's a vegan", then "he isn't any more" is "my brother is not a vegan any more". The short sentence must be of
the same subject; what it denies stays as it was told.
"""

from __future__ import annotations

from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line

_PLAIN = {"'s": "is", "'m": "am", "'re": "are", "'ve": "have"}


def ended_in_full(text: str, before: str, language: str = "en") -> str:
    """Returns what a short denial ends, as a whole sentence; empty where it ends nothing that was told before."""
    line = line_of(text, language) if language == "en" else None
    if line is None or not _is_short_end(line):
        return ""
    told = [one for one in statements(before, language) if one.kind is ActKind.TELL and _may_end(one)]
    last = told[-1] if told else None
    ending = [one for one in statements(text, language) if one.kind is ActKind.TELL and one.subject]
    if last is None or (ending and not _of_same(ending[0], last)):
        return ""
    return _denied(before, last)


def _is_short_end(line: Line) -> bool:
    """Says whether a turn has no more than a pronoun, a denied auxiliary and "any more" or "now"."""
    words = [line.word(at) for at in range(len(line)) if not line.is_stop(at)]
    over = any(line.length_of(line.words.over, at) or line.is_in(at, "now_opening") for at in range(len(line)))
    denies = any(word in line.words.negators for word in words)
    known = line.words.nominative | line.words.subjects | line.words.negators | line.words.middle | line.words.adverbs
    ended = {word for phrase in line.words.over.by_last for word in phrase} | {"any", "longer"}
    return (
        over
        and denies
        and all(
            word in known | ended or line.is_auxiliary(at) or word in line.words.clitics
            for at, word in enumerate(words)
        )
    )


def _may_end(one: Statement) -> bool:
    clause = one.clause
    whole = clause.subject[1] > clause.subject[0] and 0 <= clause.rest <= clause.last
    return whole and not clause.negated and not clause.past and clause.modality is Modality.FACT


def _of_same(ending: Statement, told: Statement) -> bool:
    """Says whether a short denial may be of the subject of what was told: "i" of the speaker, "he" of another."""
    own = SPEAKER in told.subject_keys
    return own if SPEAKER in ending.subject_keys else not own and bool(ending.subject[0].pronoun)


def _denied(text: str, told: Statement) -> str:
    """Returns a sentence with its verb denied: "my brother is not a vegan any more"."""
    line, clause = line_of(text, "en"), told.clause
    subject = text[line.tokens[clause.subject[0]].start : line.tokens[clause.subject[1] - 1].end]
    verb = _PLAIN.get(line.word(clause.verb), line.word(clause.verb))
    if line.is_auxiliary(clause.verb) or line.word(clause.verb) in _PLAIN:
        rest = text[line.tokens[clause.verb].end : clause.end].strip()
        return f"{subject} {verb} not {rest} any more"
    rest = text[line.tokens[clause.main].end : clause.end].strip()
    helper = "does" if line.has_form(clause.main, "s") and not line.has_form(clause.main, "b") else "do"
    return f"{subject} {helper} not {clause.lemma} {rest}".strip() + " any more"
