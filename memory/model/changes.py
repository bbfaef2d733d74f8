"""Pure: the `Change`: everything that one transaction writes. Rules build it, the vault commits it.

`engine_b.vault.vault.Vault.commit(change)` is the only writer (design.md section 4): it writes all of a change or none
of it, with a ledger event for each part and an outbox op for what must survive the device.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from memory.model.atoms import ArchivedLine, Atom
from protos.canonical_json import Plain


class RuleKind(StrEnum):
    """Standing rules a person has made about their memory (2.11.11)."""

    DO_NOT_MENTION = "do_not_mention"
    DO_NOT_STORE = "do_not_store"
    ONLY_IF_ASKED = "only_if_asked"


@dataclass(frozen=True, slots=True)
class Note:
    """One ledger event: codes and ids, never words of the person (design.md section 4)."""

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
    """A clarification question: `open` until answered, then `resolved`, or `unresolved` when ignored."""

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
    """What would be stored on a yes. It is content, so it is kept in the vault only and deleted with the atoms."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One entry of Current State: a code or number, derived from the ledger and rebuilt from it (2.2)."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a type that the vault was opened with, by the type's name."""

    type: str
    content: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class Scope:
    """The actor, time, session and turn that every ledger event carries (2.10)."""

    user_id: str
    session_id: str
    turn_id: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Change:
    """What one transaction writes. Empty parts write nothing."""

    scope: Scope
    notes: tuple[Note, ...] = ()
    lines: tuple[ArchivedLine, ...] = ()
    new_atoms: tuple[Atom, ...] = ()
    changed_atoms: tuple[Atom, ...] = ()
    """Whole records with a version one higher than the stored one; others are refused."""
    used_atoms: tuple[str, ...] = ()
    """Ids whose `use_count` goes up by one and `last_used_at_ms` to `scope.at_ms`; no new version."""
    forget_atoms: tuple[str, ...] = ()
    """Atoms to destroy, with key, index entries, vocabulary and the archived lines they came from."""
    forget_turns: tuple[str, ...] = ()
    """Turns to forget that gave no atom: their lines are deleted, with the lines of Selene that quote them. A line that
    a living atom came from stays.
    """
    forget_words: tuple[tuple[str, int, int], ...] = ()
    """Characters `start` to `end` of the person's line of a turn that a living atom came from too: these words are
    deleted, the words of that atom stay.
    """
    forget_phrases: tuple[str, ...] = ()
    """Words that go wherever they stand: the atoms with them, and the parts of archived lines that hold them."""
    new_rules: tuple[Rule, ...] = ()
    drop_rules: tuple[str, ...] = ()
    corrections: tuple[CorrectionPair, ...] = ()
    flags: tuple[Flag, ...] = ()
    drop_flags: tuple[tuple[str, str], ...] = ()
    questions: tuple[Question, ...] = ()
    settings: tuple[Setting, ...] = ()
    records: tuple[Record, ...] = ()
    """Records of any registered type, as they now are. A noun beyond those above needs no field of its own."""
    drop_records: tuple[tuple[str, str], ...] = ()
    """Records of any registered type that go, by the type's name and their id."""
    metrics: tuple[tuple[str, int], ...] = field(default=())
    """Counts of this turn (2.12), stored as a measurement event of at most 1 KB."""
