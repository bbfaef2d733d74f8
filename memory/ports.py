"""Rules: what the memory asks of whoever stores it. `engine_b.vault.Vault` answers; tests use the same vault.

Every reading method takes the `Gate` and applies it inside its SQL: what may not be seen is in no list at any
stage (design.md section 6, "gates before scores").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from memory.changes import Flag, Question, Rule
from memory.records import ArchivedLine, Atom, Channel


@dataclass(frozen=True, slots=True)
class Gate:
    """Whose memory may be read, and for what. Built from the turn; carried into every query."""

    user_id: str
    identified: bool
    """False: every query answers with nothing."""
    channel: Channel = Channel.TEXT
    asked: bool = True
    """False for anything proactive: `only_if_asked` atoms stay out."""
    text_allowed_aloud: bool = False
    """True when the person asked, or prefers, that SAFE_TO_TEXT be spoken."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One candidate from full text: a line of the archive or an atom, with its raw bm25 in thousandths."""

    ref: str
    score_milli: int


class Recollection(Protocol):
    """Read access to one device's memory, gated. All orders are stated by the query, never by chance."""

    def atoms_with_key(self, gate: Gate, key: str) -> tuple[Atom, ...]:
        """Living atoms (not REPLACED) of the user with exactly this key, oldest first."""
        ...

    def atoms(self, gate: Gate, limit: int) -> tuple[Atom, ...]:
        """Living atoms in the order of 2.11.9, at most `limit`."""
        ...

    def atoms_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """The gated subset of these, in the order of `ids`."""
        ...

    def atom_for_control(self, user_id: str, atom_id: str) -> Atom | None:
        """Any atom of the user, even INTERNAL_ONLY: for correcting and forgetting, never for showing."""
        ...

    def lines_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[ArchivedLine, ...]:
        """The gated subset of these archive lines, in the order of `ids`."""
        ...

    def rules(self, user_id: str) -> tuple[Rule, ...]:
        """The standing rules of the user, oldest first."""
        ...

    def flag(self, user_id: str, key: str) -> Flag | None:
        """A do-not-repeat flag, by primary key (Q14: O(1))."""
        ...

    def questions(self, user_id: str, session_id: str) -> tuple[Question, ...]:
        """Questions of this session that are open or unresolved, newest first."""
        ...
