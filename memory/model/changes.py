"""Pure: everything that one transaction may write. A `Change` is built by rules and committed by the vault.

`engine_b.vault.vault.Vault.commit(change)` is the only writer (design.md section 4): all of a change or none of it,
with a ledger event for each part and an outbox op for what must survive the device.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from memory.model.atoms import ArchivedLine, Atom


class RuleKind(StrEnum):
    """Standing rules a person has made about their memory (2.11.11)."""

    DO_NOT_MENTION = "do_not_mention"
    DO_NOT_STORE = "do_not_store"


@dataclass(frozen=True, slots=True)
class Note:
    """One ledger event: codes and ids, never what was said (design.md section 4)."""

    event: str
    reason_code: str
    subject_id: str = ""
    facts: tuple[tuple[str, int | str], ...] = ()
    """Further codes and counts; the vault refuses any value that is not an int or an identifier."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A do-not-mention or do-not-store rule of one user for one topic (normalised words)."""

    rule_id: str
    user_id: str
    kind: RuleKind
    topic: str
    made_at_ms: int
    reason_code: str


@dataclass(frozen=True, slots=True)
class CorrectionPair:
    """What was heard and what was meant (2.4.4, Q13)."""

    pair_id: str
    user_id: str
    turn_id: str
    atom_id: str
    heard: str
    meant: str
    reason_code: str
    delta_bp: int


@dataclass(frozen=True, slots=True)
class Flag:
    """A do-not-repeat flag: this stable thing is known and is not asked again (2.11.12, Q14)."""

    user_id: str
    key: str
    touched_ms: int
    reason_code: str


@dataclass(frozen=True, slots=True)
class Question:
    """A clarification that Selene asked: `open` until answered, then `resolved`, or `unresolved` when ignored."""

    question_id: str
    user_id: str
    session_id: str
    turn_id: str
    key: str
    reason_code: str
    state: str
    atom_ids: tuple[str, ...]
    asked_at_ms: int
    proposal: str = ""
    """What would be stored on a yes; content, so it lives in the vault only and goes with the atoms."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One entry of Current State: a code or number, derived from the ledger and rebuilt from it (2.2)."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Who is acting, when, in which session and turn: on every ledger event (2.10)."""

    user_id: str
    session_id: str
    turn_id: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction's worth of writing. Empty parts write nothing."""

    scope: Scope
    notes: tuple[Note, ...] = ()
    lines: tuple[ArchivedLine, ...] = ()
    new_atoms: tuple[Atom, ...] = ()
    changed_atoms: tuple[Atom, ...] = ()
    """Whole records with a version one higher than the stored one; refused otherwise."""
    used_atoms: tuple[str, ...] = ()
    """Ids whose `use_count` goes up by one and `last_used_at_ms` to `scope.at_ms`; no new version."""
    forget_atoms: tuple[str, ...] = ()
    """Destroyed with key, index entries, vocabulary and the archived lines they came from."""
    forget_turns: tuple[str, ...] = ()
    """Turns that told no atom and are to be forgotten: their archived lines go, and Selene's lines that quote them.
    A line that a living atom came from stays."""
    forget_words: tuple[tuple[str, int, int], ...] = ()
    """Characters `start` to `end` of the person's line of a turn that also feeds a living atom: these words go, what
    that atom came from stays."""
    new_rules: tuple[Rule, ...] = ()
    drop_rules: tuple[str, ...] = ()
    corrections: tuple[CorrectionPair, ...] = ()
    flags: tuple[Flag, ...] = ()
    drop_flags: tuple[tuple[str, str], ...] = ()
    questions: tuple[Question, ...] = ()
    settings: tuple[Setting, ...] = ()
    metrics: tuple[tuple[str, int], ...] = field(default=())
    """Counts of this turn (2.12), kept as a measurement event of at most 1 KB."""
