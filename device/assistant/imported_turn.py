"""Pure: builds the change of one turn of an imported conversation. No word of it is a command, and it asks nothing.

Its words are archived like those of any turn, and its facts are stored as tentative. The caps of a turn, the secrets
that are masked and the topics that the person does not want stored hold as in a talk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from device.assistant.turn_records import heard_change
from device.nlu.intent_matcher import IntentMatch
from device.skills.memory.fact_storage import compared_atoms
from device.skills.memory.privacy_rules import with_ruled_recall
from device.skills.turn_context import OutcomeBuilder, TurnContext, TurnOutcome
from memory.extraction.extract import Fact, atom_from_fact, extract_facts
from memory.model.changes import Change, Scope
from memory.rules.controls import is_barred
from memory.rules.freshness import atoms_agree
from memory.rules.imported_facts import IMPORTED, tentative_atom, weigh_imported_atom
from memory.text.secret_detector import MASK, find_secrets

_TOLD = IntentMatch("statement")
"""How every imported turn is understood: its words tell something and order nothing."""


def imported_change(context: TurnContext, facts: tuple[Fact, ...] | None, now_ms: int) -> tuple[Change, TurnOutcome]:
    """Returns what an imported turn writes. `facts` are those that the file itself names; None reads them from the
    words.
    """
    context = replace(context, understood=_TOLD)
    if facts is None:
        facts = extract_facts(context.turn, context.language, context.policy)
    outcome = replace(store_tentative(context, facts, now_ms), focus=())  # no talk refers to an imported turn
    outcome = with_ruled_recall(outcome, context.rules)
    turn = context.turn
    scope = Scope(turn.user_id, turn.session_id, turn.turn_id, now_ms)
    return replace(heard_change(context, outcome), scope=scope), outcome


def _is_sound(fact: Fact, context: TurnContext) -> bool:
    """Says whether a fact lies within its turn and the limits, and holds neither a secret nor a barred topic."""
    said = f"{fact.key} {fact.value} {fact.text}"
    inside = 0 <= fact.start < fact.end <= len(context.turn.text)
    short = len(fact.text) <= context.policy.max_atom_text_chars
    secret = MASK in said or bool(find_secrets(fact.text, context.language))
    return inside and short and not secret and not is_barred(said, context.rules)


def store_tentative(context: TurnContext, facts: Iterable[Fact], now_ms: int) -> TurnOutcome:
    """Stores facts that no person vouches for: none of them replaces or doubts what a person said."""
    gathered, focus = OutcomeBuilder(context), list[str]()
    for ordinal, fact in enumerate(fact for fact in facts if _is_sound(fact, context)):
        tentative = tentative_atom(atom_from_fact(fact, context.turn, ordinal, context.policy), context.policy)
        candidate, known = compared_atoms(context, tentative)
        weighed = weigh_imported_atom(candidate, known, now_ms, context.policy, context.language)
        changed = {atom.atom_id: atom for atom in weighed.changed if atom.atom_id not in gathered.changed}
        if not gathered.has_room(len(weighed.new), len(changed)):
            break
        same = (atom.atom_id for atom in known if atoms_agree(atom, candidate, context.language))
        focus += [next(same, candidate.atom_id)]
        gathered.new += [atom for atom in weighed.new if not _is_told_twice(atom.key, gathered)]
        gathered.changed |= changed
    new, changed_atoms = tuple(gathered.new), tuple(gathered.changed.values())
    return TurnOutcome(_TOLD.intent, (IMPORTED,), new=new, changed=changed_atoms, focus=tuple(focus))


def _is_told_twice(key: str, gathered: OutcomeBuilder) -> bool:
    """Says whether the same turn stored another fact under this key: then the first one stands."""
    return any(atom.key == key for atom in gathered.new)
