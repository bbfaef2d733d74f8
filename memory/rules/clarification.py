"""Pure: decides when to ask the one question (2.11.10) and when not to ask again (2.11.12, Q14), from two records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from memory.model.atoms import Atom, Kind, Turn
from memory.model.canonical import canonical_digest
from memory.model.changes import Flag, Question

REASK_REASONS = frozenset({"CONFLICT", "STALE", "LOW_CONFIDENCE", "USER_REQUEST", "DEVICE_RESTORE"})
"""2.11.12: the only reasons for asking again about a known fact."""

STABLE_KINDS = frozenset({Kind.NAME, Kind.LANGUAGE, Kind.CONTACT_PREFERENCE, Kind.PROJECT})
"""Kinds of fact that are flagged do-not-repeat once known."""

_IDENTITY = (Kind.NAME, Kind.LANGUAGE, Kind.CONTACT_PREFERENCE)
"""Kinds of fact that say who the person is, or how they are spoken to."""

OPEN, RESOLVED, UNRESOLVED = "open", "resolved", "unresolved"


def may_ask(key: str, reason_code: str, flag: Flag | None, asked: Iterable[Question]) -> bool:
    """Says whether a question about `key` may be asked now.

    Not while one about it is open, nor after one was ignored in this session; and for a known fact (`flag`) only for
    the five reasons.
    """
    if flag is not None and reason_code not in REASK_REASONS:
        return False
    return not any(question.key == key for question in asked) or reason_code == "USER_REQUEST"


def new_question(turn: Turn, key: str, reason_code: str, atoms: tuple[Atom, ...], proposal: str = "") -> Question:
    """Builds an open question of this turn. The same turn gives the same question with the same id."""
    number = canonical_digest([turn.user_id, turn.session_id, turn.turn_id, key], person="selene.ask.v1", size=12).hex()
    return Question(
        question_id=f"q-{number}",
        user_id=turn.user_id,
        session_id=turn.session_id,
        turn_id=turn.turn_id,
        key=key,
        reason_code=reason_code,
        state=OPEN,
        atom_ids=tuple(atom.atom_id for atom in atoms),
        asked_at_ms=turn.at.at_ms,
        proposal=proposal,
    )


def waiting_question(asked: Iterable[Question]) -> Question | None:
    """Returns the newest open question."""
    return next((question for question in asked if question.state == OPEN), None)


def is_guarded(question: Question) -> bool:
    """Says whether the answer destroys memories or changes who somebody is, so that only who was asked may give it."""
    destroys = question.reason_code.startswith(("FORGET_", "WHICH_FORGET"))
    return destroys or question.key in {kind.value for kind in _IDENTITY}


def close_question(question: Question, *, answered: bool) -> Question:
    """Closes the question after the next turn: resolved, or unresolved and not asked again in this session."""
    return replace(question, state=RESOLVED if answered else UNRESOLVED, proposal="")


def flags_for(atoms: Iterable[Atom], now_ms: int) -> tuple[Flag, ...]:
    """Builds do-not-repeat flags for the stable facts among these atoms."""
    return tuple(Flag(atom.user_id, atom.key, now_ms, atom.reason_code) for atom in atoms if atom.kind in STABLE_KINDS)


def flags_to_evict(flags: Iterable[Flag], coming: Iterable[Flag], most: int) -> tuple[tuple[str, str], ...]:
    """Returns the least recently touched flags that must go so that `coming` fit; ties by key."""
    kept = {flag.key: flag for flag in flags}
    new = {flag.key: flag for flag in coming}
    after = len(kept.keys() | new.keys())
    oldest = sorted(
        (flag for key, flag in kept.items() if key not in new), key=lambda flag: (flag.touched_ms, flag.key)
    )
    return tuple((flag.user_id, flag.key) for flag in oldest[: max(0, after - most)])
