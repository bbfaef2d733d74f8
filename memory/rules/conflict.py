"""Pure: compares a new fact with the known ones of its key (2.11.10). Nothing is overwritten without a question.

An equal value is a restatement. A different value is stored as UNCERTAIN next to the old one and costs one question;
until the answer the old one holds. A fact whose time is over (a past appointment) is no conflict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Provenance, Source, Status
from memory.rules.confidence import next_version, next_version_same_confidence
from memory.rules.freshness import LIVING, atoms_agree, has_ended
from memory.rules.order import preferred_atom
from memory.text.language_rules import Language
from memory.text.normalise import subject_key


@dataclass(frozen=True, slots=True)
class ConflictOutcome:
    """The result of one new fact: atoms to create and change, and the pair to ask about, old first."""

    new: tuple[Atom, ...] = ()
    changed: tuple[Atom, ...] = ()
    ask_about: tuple[Atom, ...] = ()
    reason_code: str = "USER_STATED"


def resolve_conflict(
    candidate: Atom, known: Sequence[Atom], now_ms: int, policy: MemoryPolicy, language: Language
) -> ConflictOutcome:
    """Compares a new fact with the living atoms of its key, in the order of 2.11.10."""
    rivals = tuple(atom for atom in known if atom.key == candidate.key and atom.status in LIVING)
    same = next((atom for atom in rivals if atoms_agree(atom, candidate, language)), None)
    if same is not None:
        return _restated(same, candidate, rivals, now_ms, policy)
    ended = tuple(atom for atom in rivals if has_ended(atom, now_ms))
    standing = tuple(atom for atom in rivals if atom not in ended)
    if not standing:
        outdated = tuple(_outdated(atom, candidate, policy) for atom in ended)
        return ConflictOutcome((candidate,), outdated, reason_code=candidate.reason_code)
    doubted = replace(candidate, status=Status.UNCERTAIN, reason_code="CONFLICT")
    return ConflictOutcome((doubted,), (), (preferred_atom(standing, now_ms), doubted), "CONFLICT")


def settle_conflict(old: Atom, new: Atom, accepted: bool, now_ms: int, policy: MemoryPolicy) -> tuple[Atom, ...]:
    """Applies the answer: on a yes the new atom replaces the old, on a no the new is dropped and the old confirmed."""
    if accepted:
        replaced = replace(next_version(old, "SUPERSEDED", policy), status=Status.REPLACED, superseded_by=new.atom_id)
        approved = replace(_confirmed(new, "APPROVED_BY_USER", now_ms, policy), supersedes=old.atom_id)
        return replaced, approved
    return _confirmed(old, "KEPT_BY_USER", now_ms, policy), _dropped(new, old, policy)


def drop_both_atoms(old: Atom, new: Atom, policy: MemoryPolicy) -> tuple[Atom, ...]:
    """Drops both atoms, after "neither is right"."""
    return make_outdated(old, policy), _dropped(new, old, policy)


def keep_both_atoms(new: Atom, now_ms: int, policy: MemoryPolicy, language: Language) -> tuple[Atom, ...]:
    """Keeps both atoms, after "both are right": the new one gets a key with its own value, and is no contradiction any
    more.
    """
    return (beside_others(_confirmed(new, "APPROVED_BY_USER", now_ms, policy), language),)


def beside_others(new: Atom, language: Language) -> Atom:
    """Returns a fact under a key with its own value, so that it holds beside the others of its key."""
    return replace(new, key=f"{sibling_prefix(new.key)}{subject_key(new.value, language)}")


def sibling_prefix(key: str) -> str:
    """Returns the beginning of the keys of facts that hold together with that of `key`. Words of a person never have
    the mark.
    """
    return f"{key} + "


def confirm_atom(atom: Atom, now_ms: int, policy: MemoryPolicy) -> Atom:
    """Confirms an atom, after the person said that it is right."""
    return _confirmed(atom, "CONFIRMED_BY_USER", now_ms, policy)


def make_outdated(atom: Atom, policy: MemoryPolicy) -> Atom:
    """Marks an atom as outdated, after the person said that it no longer holds."""
    return replace(next_version(atom, "DENIED_BY_USER", policy), status=Status.OUTDATED)


def mark_doubtful(atom: Atom) -> Atom:
    """Marks an atom as in doubt after news that may end it: Selene asks before she uses it again."""
    return replace(next_version_same_confidence(atom, "UNRESOLVED"), status=Status.UNCERTAIN)


def _dropped(new: Atom, old: Atom, policy: MemoryPolicy) -> Atom:
    return replace(next_version(new, "DENIED_BY_USER", policy), status=Status.REPLACED, superseded_by=old.atom_id)


def _confirmed(atom: Atom, reason_code: str, now_ms: int, policy: MemoryPolicy) -> Atom:
    return replace(
        next_version(atom, reason_code, policy),
        status=Status.USER_APPROVED,
        provenance=Provenance.VERIFIED,
        last_confirmed_at_ms=now_ms,
    )


def _restated(
    same: Atom, candidate: Atom, rivals: Sequence[Atom], now_ms: int, policy: MemoryPolicy
) -> ConflictOutcome:
    """Confirms a repeated fact a little. Doubt ends when it is stated plainly and nothing else contradicts it."""
    restated = replace(
        next_version(same, "RESTATED", policy),
        last_confirmed_at_ms=max(now_ms, same.learned_at_ms),
        provenance=max(same.provenance, candidate.provenance),
        sources=sources_with(same, candidate, policy),
    )
    others = tuple(atom for atom in rivals if atom is not same and not has_ended(atom, now_ms))
    plain = candidate.status is Status.ACTIVE
    if others and same.status is Status.UNCERTAIN:
        return ConflictOutcome((), (restated,), (preferred_atom(others, now_ms), restated), "CONFLICT")
    if same.status is Status.UNCERTAIN and plain:
        restated = replace(
            restated, status=Status.ACTIVE, confidence_bp=max(restated.confidence_bp, candidate.confidence_bp)
        )
    return ConflictOutcome((), (restated,), (), "RESTATED")


def sources_with(atom: Atom, again: Atom, policy: MemoryPolicy) -> tuple[Source, ...]:
    """Adds the sources of `again`, and keeps the first and the latest ones: forgetting deletes the words of all of
    them.
    """
    new = tuple(source for source in again.sources if source not in atom.sources)
    first, *later = (*atom.sources, *new)
    return (first, *later[-(policy.max_sources - 1) :])


def _outdated(atom: Atom, candidate: Atom, policy: MemoryPolicy) -> Atom:
    return replace(next_version(atom, "MADE_OUTDATED", policy), status=Status.OUTDATED, superseded_by=candidate.atom_id)
