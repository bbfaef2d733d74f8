"""Builders of changes, for tests: one spoken line that makes one atom, and what follows from it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine_b.core.errors import VaultError
from memory.model.atoms import ArchivedLine, Atom, Kind, Moment, Source, Speaker
from memory.model.changes import Change, Note, Scope
from memory.model.ids import atom_id, turn_id

ANA = "u-ana"
BEN = "u-ben"


def scope(at_ms: int = 1_000, user: str = ANA, turn: str = "", session: str = "s-1") -> Scope:
    """Who acts, and when."""
    return Scope(user, session, turn or f"t-{at_ms}", at_ms)


def user_line(text: str, at_ms: int = 1_000, user: str = ANA) -> ArchivedLine:
    """A line of the person."""
    turn = turn_id(user, "s-1", at_ms, text)
    return ArchivedLine(turn, turn, "s-1", user, Speaker.USER, "", text, Moment(at_ms), len(text.split()))


def selene_line(text: str, line: ArchivedLine) -> ArchivedLine:
    """Selene's line in the same turn."""
    return replace(line, line_id=f"{line.turn_id}/reply", speaker=Speaker.SELENE, text=text)


def atom_of(line: ArchivedLine, key: str = "note", value: str = "", part: str = "", ordinal: int = 0) -> Atom:
    """An atom made from `part` of the line, or all of it."""
    start = line.text.index(part) if part else 0
    text = part or line.text
    return Atom(
        atom_id(line.user_id, "statement", key, line.turn_id, line.at.at_ms, ordinal),
        line.user_id, Kind.STATEMENT, key, value or text, text,
        (Source(line.turn_id, start, start + len(text)),), line.at.at_ms,
    )  # fmt: skip


def remember_change(text: str, at_ms: int = 1_000, user: str = ANA, key: str = "note", value: str = "") -> Change:
    """One turn: the line, the atom, a note."""
    line = user_line(text, at_ms, user)
    return Change(
        Scope(user, "s-1", line.turn_id, at_ms),
        notes=(Note("TURN_UNDERSTOOD", "REMEMBER_THAT"),),
        lines=(line,),
        new_atoms=(atom_of(line, key, value),),
    )


def next_atom_version(atom: Atom, **parts: object) -> Atom:
    """The next version of an atom."""
    return replace(atom, version=atom.version + 1, **parts)  # type: ignore[arg-type]


def forget_change(*atoms: Atom, at_ms: int = 9_000) -> Change:
    """One turn that forgets these."""
    return Change(scope(at_ms, atoms[0].user_id), forget_atoms=tuple(atom.atom_id for atom in atoms))


def state_fingerprint(state: Path) -> dict[str, bytes]:
    """The bytes of everything in the folder, but the lock and SQLite's index in shared memory."""
    skipped = {"vault.lock", "vault.db-shm"}
    return {p.name: p.read_bytes() for p in sorted(state.iterdir()) if p.name not in skipped and p.stat().st_size}


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a forked process; its exit status: 0, that of a VaultError, or 1 for anything else."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except VaultError as error:
            status = error.exit_status
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
