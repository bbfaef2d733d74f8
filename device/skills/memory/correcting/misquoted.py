"""Pure: handles a correction that quotes what was told before: "i said mum was at number six that was wrong it's nine".

Such a correction may come days later and in another conversation, so that what it corrects is found by what it quotes,
and not by what was mentioned last. What is put right has to stand in the quoted words and in one fact.
"""

from __future__ import annotations

from device.skills.memory.known_statements import known_statements
from device.skills.memory.named_values import correct_words
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.value_types import find_replaced_words
from memory.reading.changes.replacement import replaced_by_all
from memory.reading.facts.statements import statements
from memory.reading.words.closed_words import has_reading
from memory.text.normalise import same_value
from memory.text.stemming import split_words


def correct_misquoted(context: TurnContext) -> TurnOutcome | None:
    """Corrects the one fact with the quoted words; of several or of none it says so; None where none is told of."""
    code = context.language.code
    found = context.language.revising.misquoted.fullmatch(context.turn.text.strip(" .!"))
    told = next(iter(statements(found["told"], code)), None) if found is not None and has_reading(code) else None
    if found is None or told is None:
        return None
    quoted, fitting = frozenset(split_words(found["told"])), []
    known = known_statements(context, told)[0]
    for atom in known:
        heard, meant = replaced_by_all(atom.text, (found["meant"],), code)
        if not heard:
            heard, meant = find_replaced_words(atom, found["meant"], context.language)
        if heard and frozenset(split_words(heard)) <= quoted and not same_value(heard, meant, context.language):
            fitting.append((atom, heard, meant))
    if len(fitting) > 1 or (known and not fitting):
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))
    return correct_words(context, *fitting[0]) if fitting else None
