"""Pure: finds the facts on a thing whose owner is asked for: "whose birthday is in june", "whose car is blue".

A fact answers whose subject is such a thing with its owner, and that has all else that the question says of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.answers import Told
from memory.reading.facts.entities import BETWEEN
from memory.reading.facts.held_words import holds_word
from memory.reading.facts.reality import same_reality
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import Meaning, load_meaning


def owner_facts(want: Wanted, told: Sequence[Told], language: str) -> tuple[Told, ...]:
    """Returns the facts that tell whose a thing is, all of them."""
    line = line_of(want.question.text, language)
    if not line.is_in(0, "whose") or not want.question.sort:
        return ()
    return tuple(each for each in told if _tells_owner(want, each.statement, load_meaning(language)))


def _tells_owner(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a fact has an owned thing of the sort as its subject, and the rest of the question."""
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or told.clause.negated != want.question.clause.negated:
        return False
    owned = any(BETWEEN in key for one in told.subject for key in one.keys)
    sort = want.question.sort[-1]
    if not owned or not any(forms & sort for forms in told.subject_words[-1:]):
        return False
    rest = [forms for forms in want.question.words if not forms & sort]
    held = all(holds_word(forms, told, meaning, want) for forms in rest)
    return bool(rest) and held and same_reality(want, told, meaning.language)
