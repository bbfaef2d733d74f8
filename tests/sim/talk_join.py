"""Answers questions from what was told, as the assistant does: newer clauses make older ones stale."""

from __future__ import annotations

from memory.reading.answers import Told, best_answer
from memory.reading.facts.entities import same_entities
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements
from memory.reading.facts.wanted import wanted
from memory.reading.grammar.clause import ActKind
from memory.reading.references.resolution import antecedents, resolve


class TalkJoin:
    """What was told in a session, without a vault."""

    def __init__(self, turns: tuple[str, ...] = ()) -> None:
        self.kept: list[str] = []
        self._turns: list[str] = []
        for turn in turns:
            self.hear(turn)

    def hear(self, turn: str) -> None:
        """Keeps the clauses of a turn, with their pronouns named."""
        told: list[str] = []
        for one in statements(turn):
            if keepable(turn, one):
                self.kept.append(resolve(turn, one, antecedents((*self._turns[-5:], *told))))
            told.append(one.text)
        self._turns.append(turn)

    def answer(self, question: str) -> str | None:
        """Returns the clause that answers; None when nothing fits."""
        asked = [one for one in statements(question) if one.kind is ActKind.ASK]
        if not asked:
            return None
        told = [Told(one, at, str(at)) for at, text in enumerate(self.kept) for one in statements(text)]
        names = same_entities(pair for each in told for pair in each.statement.named)
        best = best_answer(wanted(asked[0], names), told, names)
        return self.kept[int(best.ref)] if best else None
