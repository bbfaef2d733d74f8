"""Pure: a German question and a bare answer as one sentence."""

from __future__ import annotations

from memory.reading.answering.question_words import FILLED, words_between
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Clause, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import load_meaning


def german_answer(line: GermanLine, clause: Clause, question: str, value: str) -> str | None:
    """Returns "jess wohnt in leeds" for "wo wohnt jess" and "leeds"; None for other questions."""
    if clause.asks not in FILLED or not clause.first < clause.verb < clause.last or clause.negated:
        return None
    if _is_sentence(value):
        return None
    verb = words_between(line, question, clause.verb, clause.verb + 1)
    if clause.subject[1] <= clause.subject[0]:
        rest = words_between(line, question, clause.verb + 1, clause.last)
        return f"{value} {verb} {rest}".strip() if clause.asks is Gap.WHO else None
    if clause.subject[0] < clause.verb:
        return None
    end = clause.main if clause.main >= clause.subject[1] else clause.last
    parts = (
        words_between(line, question, *clause.subject),
        verb,
        words_between(line, question, clause.subject[1], end),
        _as_asked(line, clause, question, value),
        words_between(line, question, end, clause.last),
    )
    return " ".join(part for part in parts if part)


def _is_sentence(value: str) -> bool:
    """Says whether the value is a sentence with its own pronoun and verb: "es sind zwei mädchen"."""
    line = line_of(value, "de")
    pronoun = len(line) > 2 and line.word(0) in line.words.sets["one_person"]
    return pronoun and isinstance(line, GermanLine) and line.finite(1) == Certainty.SURE


def german_yes_or_no(line: GermanLine, clause: Clause, question: str, *, yes: bool) -> str | None:
    """Returns "tom hat keinen hund" for "hat tom einen hund" and no; None for other questions."""
    inverted = clause.verb == clause.first and clause.subject[0] == clause.verb + 1 < clause.subject[1] < clause.last
    rest = [at for at in range(clause.subject[1], clause.last) if line.word(at) not in _ASKING]
    somebody = yes and any(line.is_in(at, "somebody") or line.word(at).startswith("irgend") for at in rest)
    if clause.asks is not Gap.NONE or clause.negated or not inverted or somebody or not rest:
        return None
    spoken = [words_between(line, question, at, at + 1) for at in rest]
    spoken = spoken if yes else _denied(line, clause, rest, spoken)
    subject, verb = words_between(line, question, *clause.subject), line.word(clause.verb)
    return " ".join((subject, verb, *spoken))


_ASKING = ("denn", "eigentlich", "wohl", "etwa", "auch")
"""What a question has that its answer leaves out."""


_STILL = {"noch": "nicht mehr", "schon": "noch nicht"}


def _denied(line: GermanLine, clause: Clause, rest: list[int], spoken: list[str]) -> list[str]:
    """Returns the words behind the subject with "kein" for "ein", "nicht mehr" for "noch", or "nicht" in its place."""
    for place, at in enumerate(rest):
        word = line.word(at)
        if word in ("ein", "eine", "einen", "einem", "einer"):
            return [*spoken[:place], f"k{word}", *spoken[place + 1 :]]
        if word in _STILL:
            return [*spoken[:place], _STILL[word], *spoken[place + 1 :]]
    led = (
        place for place, at in enumerate(rest) if line.word(at) in line.words.prepositions and not line.is_time(at + 1)
    )
    closing = rest.index(clause.main) if clause.main in rest else len(rest)
    before = next(led, closing)
    described = clause.lemma in ("be", "sein") and before == len(rest)
    before = 0 if described else before
    return [*spoken[:before], "nicht", *spoken[before:]]


def _as_asked(line: GermanLine, clause: Clause, question: str, value: str) -> str:
    """Returns the value with the preposition or the noun that the question asks with: "gegen nüsse"."""
    first, asked, meaning = value.split()[0].casefold(), line.word(clause.first), load_meaning("de")
    if first in line.words.prepositions:
        return value
    if clause.asks is Gap.WHERE:
        return value if first in meaning.set_of("places alone") else f"{_preposition(asked, 'in')} {value}"
    if asked.startswith("wo") and len(asked) > len("wo"):
        return f"{_preposition(asked, asked.removeprefix('wo').removeprefix('r'))} {value}"
    if clause.sort[1] > clause.sort[0] and clause.lemma == "haben" and clause.asks in (Gap.COUNT, Gap.WHICH):
        noun = words_between(line, question, clause.sort[1] - 1, clause.sort[1])
        return f"{value} {noun}" if clause.asks is Gap.COUNT else f"{noun} {value}"
    if clause.asks is Gap.COUNT and clause.sort[1] > clause.sort[0]:
        return f"{value} {words_between(line, question, clause.sort[1] - 1, clause.sort[1])}"
    return value


def _preposition(asked: str, usual: str) -> str:
    """Returns the preposition of a question word: "nach" of "wohin"."""
    return {"wohin": "nach", "woher": "aus"}.get(asked, usual)
