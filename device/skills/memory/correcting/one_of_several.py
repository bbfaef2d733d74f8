"""Pure: keeps what a fact of several still says when some of them are told of otherwise: "noah isn't any more" leaves
that ida is allergic, "no only ida" puts right who is.

The older fact is over, and what stays of it is a fact of its own, in its state and with its sources.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from device.skills.memory.known_statements import known_statements
from device.skills.turn_context import TurnContext
from memory.extraction.extract import atom_from_fact, statement_fact
from memory.extraction.told_facts import extract_told
from memory.model.atoms import Atom, Turn
from memory.model.timestamps import on_wall_clock
from memory.reading.facts.entities import Names, same_entities
from memory.reading.facts.statements import Statement, statements
from memory.reading.members.what_stays import denies_part, what_stays


def remaining_fact(context: TurnContext, atom: Atom, ended_by: Iterable[Statement]) -> Atom | None:
    """Returns the fact of those of whom the clauses say nothing; None where they end all that it tells."""
    text, code = atom.text, context.language.code
    for clause in ended_by:
        text = what_stays(text, clause, _names(context, clause, atom), code)
        if not text:
            return None
    at = on_wall_clock(atom.learned_at_ms, context.turn.at)
    turn = Turn(atom.sources[0].turn_id, context.turn.session_id, context.turn.user_id, text, at)
    facts = extract_told(turn, lambda: (), context.language, context.policy)
    if len(facts) != 1 or facts[0].text != text:
        facts = (statement_fact(turn, context.language, context.policy),)
    made = atom_from_fact(facts[0], turn, len(text), context.policy)
    state = replace(made, status=atom.status, exposure=atom.exposure, recall=atom.recall, pinned=atom.pinned)
    return replace(state, sources=atom.sources, reason_code=atom.reason_code, confidence_bp=atom.confidence_bp)


def is_ended_in_part(context: TurnContext, atom: Atom, text: str) -> bool:
    """Says whether words end or change a fact for some of several only."""
    code = context.language.code
    each = statements(text, code)
    return any(what_stays(atom.text, one, _names(context, one, atom), code) for one in each)


def denied_in_part(context: TurnContext, clause: Statement, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """Returns the facts of several of which a clause says of some that it is not so: "ella doesn't like it"."""
    code = context.language.code
    if not clause.clause.negated:
        return ()
    return tuple(atom for atom in atoms if denies_part(atom.text, clause, _names(context, clause, atom), code))


def _names(context: TurnContext, clause: Statement, atom: Atom) -> Names:
    """Returns who is who, as far as the memory tells of those in a clause."""
    told = statements(atom.text, context.language.code)
    return known_statements(context, clause)[1] or same_entities(pair for one in (clause, *told) for pair in one.named)
