"""Pure: weighs a fact of an imported file against what is known. It is tentative, and never doubts what a person said.

A file is data: what it tells is derived from a tool, confirms nothing and overwrites nothing. Where the same is known,
only a source is added. Where something else is known that the person told since, the imported fact is history; told
before, both stand beside each other until the person is asked. Nothing here asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Kind, Provenance, Recall, Status
from memory.rules.confidence import next_version_same_confidence
from memory.rules.conflict import ConflictOutcome, sources_with
from memory.rules.freshness import LIVING, atoms_agree, has_ended
from memory.text.language_rules import Language

IMPORTED = "IMPORTED"
"""The reason code of everything that came from an imported file."""


def tentative_atom(atom: Atom, policy: MemoryPolicy) -> Atom:
    """Returns an atom of an imported file as one that nothing confirms yet. A wish in it becomes a plain statement."""
    wish = atom.kind is Kind.INSTRUCTION
    return replace(
        atom,
        kind=Kind.STATEMENT if wish else atom.kind,
        key=f"{Kind.STATEMENT}:{atom.key.partition(':')[2] or atom.key}" if wish else atom.key,
        provenance=Provenance.TOOL_DERIVED,
        confidence_bp=min(atom.confidence_bp, policy.imported_bp),
        status=Status.UNCERTAIN,
        recall=atom.recall if atom.recall is Recall.ONLY_IF_ASKED else Recall.PULL,
        reason_code=IMPORTED,
    )


def weigh_imported_atom(
    candidate: Atom, known: Sequence[Atom], now_ms: int, policy: MemoryPolicy, language: Language
) -> ConflictOutcome:
    """Compares a tentative atom with the living ones of its key. No known atom changes but for one more source."""
    others = tuple(atom for atom in known if atom.key == candidate.key and atom.status in LIVING)
    same = next((atom for atom in others if atoms_agree(atom, candidate, language)), None)
    if same is not None:
        return ConflictOutcome(changed=_with_imported_source(same, candidate, policy), reason_code=IMPORTED)
    standing = (atom for atom in others if not has_ended(atom, now_ms))
    if any(_told_since(atom, candidate) for atom in standing):
        candidate = replace(candidate, status=Status.OUTDATED)
    return ConflictOutcome((candidate,), reason_code=IMPORTED)


def _with_imported_source(same: Atom, candidate: Atom, policy: MemoryPolicy) -> tuple[Atom, ...]:
    """Returns the known atom with one more source, so that forgetting it deletes the imported words too."""
    sources = sources_with(same, candidate, policy)
    if sources == same.sources:
        return ()
    return (replace(next_version_same_confidence(same, IMPORTED), sources=sources),)


def _told_since(atom: Atom, candidate: Atom) -> bool:
    """Says whether the person told or confirmed the atom after the words of the file were written."""
    touched = max(atom.learned_at_ms, atom.last_confirmed_at_ms or 0)
    return atom.provenance > Provenance.TOOL_DERIVED and touched >= candidate.learned_at_ms
