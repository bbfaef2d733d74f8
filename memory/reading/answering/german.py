"""Pure: a German question and a bare answer as one sentence."""

from __future__ import annotations

from memory.reading.answering.question_words import FILLED, words_between
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Clause, Gap
from memory.reading.words.meaning import load_meaning


def german_answer(line: GermanLine, clause: Clause, question: str, value: str) -> str | None:
    """Returns "jess wohnt in leeds" for "wo wohnt jess" and "leeds"; None for other questions."""
    if clause.asks not in FILLED or not clause.first < clause.verb < clause.last or clause.negated:
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
