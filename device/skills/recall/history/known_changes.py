"""Pure: what changed of a person's memory, as far as a gate lets it be told."""

from __future__ import annotations

from memory.core.policy import MAX_CHANGES_READ
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.controls import is_unmentionable
from memory.rules.history import KnownChange, changes_between, corrected_changes


def changes_in(memory: MemoryAccess, gate: Gate, from_ms: int, until_ms: int) -> tuple[KnownChange, ...]:
    """Returns what changed in a span: replaced, ended and new facts, the latest first, then corrections."""
    reader, queries = memory.reader, memory.queries
    periods = queries.changed_between(gate, from_ms, until_ms, MAX_CHANGES_READ)
    after = reader.atoms_by_id(gate, tuple(each.atom.superseded_by for each in periods if each.atom.superseded_by))
    changes = changes_between(periods, after, from_ms, until_ms)
    pairs = queries.corrected_between(gate, from_ms, until_ms, MAX_CHANGES_READ)
    rules = reader.rules(gate.user_id)
    shown = tuple(pair for pair in pairs if not is_unmentionable(f"{pair[0].heard} {pair[0].meant}", rules))
    atoms = reader.atoms_by_id(gate, tuple(pair.atom_id for pair, _ in shown))
    return _mentionable(memory, gate, (*changes, *corrected_changes(shown, atoms, changes)))


def has_more_changes(memory: MemoryAccess, gate: Gate, from_ms: int, until_ms: int) -> bool:
    """Says whether a span has more changes than `changes_in` reads; those that it leaves out are the oldest."""
    most = MAX_CHANGES_READ + 1
    queries = (memory.queries.changed_between, memory.queries.corrected_between)
    return any(len(read(gate, from_ms, until_ms, most)) == most for read in queries)


def changes_ever(memory: MemoryAccess, gate: Gate, until_ms: int) -> tuple[KnownChange, ...]:
    """Returns every fact that is over with what is so instead, the latest first."""
    periods = memory.queries.once_known(gate, MAX_CHANGES_READ)
    ids = tuple(each.atom.superseded_by for each in periods if each.atom.superseded_by)
    every = changes_between(periods, memory.reader.atoms_by_id(gate, ids), 0, until_ms)
    return _mentionable(memory, gate, tuple(each for each in every if each.before is not None))


def _mentionable(memory: MemoryAccess, gate: Gate, changes: tuple[KnownChange, ...]) -> tuple[KnownChange, ...]:
    every = tuple(dict.fromkeys(atom for each in changes for atom in each.atoms))
    told = frozenset(atom.atom_id for atom in memory.mentionable(gate, every))
    return tuple(each for each in changes if all(atom.atom_id in told for atom in each.atoms))
