"""Adapter: the one white-box part of the suite: seeds a vault with memories that nobody can say.

Speech cannot make a verified fact, an internal one without a secret, or a thousand memories in a second. The seed is
written by `Vault.commit` like everything else: ledger, record, outbox.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from acceptance.cases.case_reader import pad_text
from acceptance.cases.journeys import Journey
from acceptance.cases.memory_cases import MemoryCase, SeedAtom
from engine_b.vault.vault import Vault, VaultPolicies
from memory.core.policy import MemoryPolicy
from memory.model import ids
from memory.model.atoms import ArchivedLine, Atom, Exposure, Kind, Moment, Provenance, Recall, Source, Speaker, Status
from memory.model.changes import Change, Flag, Scope, Setting
from memory.model.timestamps import from_iso

_UNBOUNDED = VaultPolicies(memory=MemoryPolicy(max_new_atoms_per_turn=1_000_000))
_BEFORE = "before"
_EXTREME = (("wrong_recall_count", 999_999), ("invasiveness_count", 999_999), ("conflict_trigger_count", 999_999))
MEASURED = "measured-"
"""Part of the turn ids of seeded measurements, which alone may differ between environments."""


def seed_vault(state: Path, case: MemoryCase | Journey, rotation: int) -> None:
    """Seeds a new vault with a case's memories. `rotation` changes the order of insertion, not the content."""
    measured = case.measured_elsewhere if rotation else 0
    if not (case.seed or case.flags or case.current_state or measured):
        return
    owner = ids.user_id(case.user)
    with Vault.open(state, now_ms=from_iso("2020-01-01").at_ms, policy=_UNBOUNDED) as vault:
        for user, atoms in _by_user(_rotated(list(_atoms(case)), rotation)).items():
            lines = tuple(map(_line, atoms))
            vault.commit(Change(_scope(user, "seed"), lines=lines, new_atoms=tuple(atoms)))
        for flag in _flags(case):
            vault.commit(Change(_scope(flag.user_id, "flags", flag.touched_ms), flags=(flag,)))
        for number in range(measured):
            vault.commit(Change(_scope(owner, f"{MEASURED}{number}"), metrics=_EXTREME))
        settings = tuple(Setting(key, value) for key, value in case.current_state.items())
        vault.commit(Change(_scope(owner, "settings"), settings=settings))


def _scope(user: str, what: str, at_ms: int = 1_577_836_800_000) -> Scope:
    return Scope(user, _BEFORE, f"t-{what}", at_ms)


def _atoms(case: MemoryCase | Journey) -> Iterator[Atom]:
    for number, seed in enumerate(case.seed):
        for count in range(1, seed.times + 1):
            yield _atom(case, seed, f"{number}-{count}", str(count))


def _atom(case: MemoryCase | Journey, seed: SeedAtom, place: str, count: str) -> Atom:
    text, key, value = (part.replace("{n}", count) for part in (seed.text, seed.key, seed.value))
    text = pad_text(text, seed.pad_to)
    user = ids.user_id(seed.user or case.user)
    number = seed.id or hashlib.blake2b(f"{user} {place}".encode(), digest_size=12).hexdigest()
    return Atom(
        atom_id=f"a-{number}",
        user_id=user,
        kind=Kind(seed.kind),
        key=key or f"{seed.kind}:{text.casefold()}",
        value=value or text,
        text=text,
        sources=(Source(f"t-{number}", 0, len(text)),),
        learned_at_ms=from_iso(seed.learned_at).at_ms,
        provenance=Provenance[seed.provenance.upper()],
        confidence_bp=seed.confidence_bp,
        status=Status(seed.status),
        exposure=Exposure(seed.exposure),
        recall=Recall(seed.recall),
        pinned=seed.pinned,
        last_confirmed_at_ms=_at_ms(seed.confirmed_at),
        last_used_at_ms=_at_ms(seed.used_at),
        use_count=seed.use_count,
    )


def _line(atom: Atom) -> ArchivedLine:
    """Returns the turn of a seeded atom, in a session of its own: no atom is another's neighbour."""
    turn_id, at = atom.sources[0].turn_id, Moment(atom.learned_at_ms)
    words = len(atom.text.split())
    return ArchivedLine(turn_id, turn_id, f"{_BEFORE}-{turn_id}", atom.user_id, Speaker.USER, "", atom.text, at, words)


def _flags(case: MemoryCase | Journey) -> Iterator[Flag]:
    for seed in case.flags:
        touched_ms = from_iso(seed.touched_at).at_ms
        for count in range(1, seed.times + 1):
            user, key = ids.user_id(seed.user or case.user), seed.key.replace("{n}", str(count))
            yield Flag(user, key, touched_ms + count, "USER_STATED")


def _by_user(atoms: list[Atom]) -> dict[str, list[Atom]]:
    found: dict[str, list[Atom]] = {}
    for atom in atoms:
        found.setdefault(atom.user_id, []).append(atom)
    return found


def _rotated(atoms: list[Atom], rotation: int) -> list[Atom]:
    """Returns the atoms in another order: as written, backwards, or from the middle on."""
    if rotation % 3 == 1:
        return atoms[::-1]
    middle = len(atoms) // 2 if rotation % 3 == 2 else 0
    return atoms[middle:] + atoms[:middle]


def _at_ms(moment: str) -> int | None:
    return from_iso(moment).at_ms if moment else None
