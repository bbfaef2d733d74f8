"""A German reading in one line, for the tables of the tests."""

from __future__ import annotations

from memory.reading.grammar.clause import Clause, Modality
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.line import Line


def summary(text: str) -> str:
    """Returns the acts of a text: kind, subject, dictionary form of the verb, and what is special about the clause."""
    line = line_of(text, "de")
    return "; ".join(f"{act.kind.value} {_clause(line, act.clause)}".strip() for act in read(text, "de").acts)


def _clause(line: Line, clause: Clause) -> str:
    words = [line.word(at) for at in range(*clause.subject)] or [f"~{line.word(at)}" for at in range(*clause.shared)]
    special = [clause.asks.value] if clause.asks else []
    special += ["not"] if clause.negated else []
    special += [clause.modality.value] if clause.modality is not Modality.FACT else []
    special += sorted(mark.value for mark in clause.marks)
    return " ".join(
        part for part in ("_".join(words), clause.lemma, f"({', '.join(special)})" if special else "") if part
    )
