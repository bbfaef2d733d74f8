"""A person's devices around one mirror: real vaults in files, real sync, a mirror in this process."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine_b.account.enrollment import begin_account, pair_with_mirror, sync_once
from engine_b.account.restore import restore_account
from engine_b.crypto.certificates import certificate_pem
from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.op_decoder import OpenedOp
from engine_b.protocol.record_types import RecordTypes
from engine_b.sync import membership, outbox
from engine_b.sync.mirror_state import verify_mirror_state
from engine_b.sync.pulled_ops import mirrored_op_from, open_ops
from engine_b.sync.sync_session import SyncReport
from engine_b.vault.vault import Vault
from memory.model.atoms import ArchivedLine, Atom
from memory.model.changes import Change, CorrectionPair, Flag, Rule, RuleKind, Scope, Setting
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.engine_b.change_builders import ANA, atom_of, selene_line, user_line
from tests.sim.in_process_mirror import NOW_MS, SimMirror, reachable
from tests.sim.knowledge_digest import knowledge_digest
from tests.sim.vault_contents import all_records

ENTROPY = bytes(range(32))
"""The account's 24 words."""
FIRST, SECOND, THIRD = "kitchen", "laptop", "study"
MANY_ROUNDS = 12


class Household:
    """Devices by name. `folder` holds everything; copy it to have the same household twice."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mirror = SimMirror(folder / "mirror", folder / "keys")
        self.vaults: dict[str, Vault] = {}
        self.types: dict[str, RecordTypes] = {}
        """The record types of the build that a device runs, where these are not the core's."""
        self.at_ms = NOW_MS
        self._held = ExitStack()
        self._held.enter_context(reachable(self.mirror))
        for state in sorted(folder.glob("device-*")):
            self.open(state.name.removeprefix("device-"))

    def close(self) -> None:
        for name in list(self.vaults):
            self.vaults.pop(name).close()
        self._held.close()
        self.mirror.close()

    # Devices -------------------------------------------------------------------------------------------------------

    def state(self, name: str) -> Path:
        return self.folder / f"device-{name}"

    def open(self, name: str) -> Vault:
        types = self.types.get(name, CORE_TYPES)
        self.vaults[name] = Vault.open(self.state(name), now_ms=self.now(), record_types=types)
        return self.vaults[name]

    def found(self, name: str) -> None:
        """Makes the first device and the account."""
        vault = self.open(name)
        begin_account(vault, ENTROPY, name, self.now())
        pair_with_mirror(vault, "sim", self.mirror.invitation(), self.now())
        sync_once(vault, self.now())

    def join(self, name: str) -> Vault:
        """One more device, restored from the words."""
        types = self.types.get(name, CORE_TYPES)
        restore_account(
            self.state(name), "sim", self.mirror.invitation(), ENTROPY, name, self.now(), record_types=types
        )
        return self.open(name)

    def update(self, name: str, types: RecordTypes) -> Vault:
        """Another build of Selene is installed on the device."""
        self.vaults.pop(name).close()
        self.types[name] = types
        return self.open(name)

    def kill(self, name: str) -> None:
        """Cuts the device's power; its next opening finds what was committed."""
        vault = self.vaults.pop(name)
        vault.close.detach()
        opened = vault._opened
        held = self.folder / f"killed-{name}"
        shutil.rmtree(held, ignore_errors=True)
        shutil.copytree(self.state(name), held)
        opened.release()
        shutil.rmtree(self.state(name))
        shutil.move(held, self.state(name))

    def now(self) -> int:
        self.at_ms += 1_000
        return self.at_ms

    # What a person does ---------------------------------------------------------------------------------------------

    def remember(self, name: str, text: str, key: str = "note", value: str = "", reply: str = "") -> Atom:
        """A line, an atom of all of it, and perhaps Selene's reply."""
        line = user_line(text, self.now())
        atom = atom_of(line, key, value)
        lines: tuple[ArchivedLine, ...] = (line, selene_line(reply, line)) if reply else (line,)
        scope = Scope(ANA, "s-1", line.turn_id, line.at.at_ms)
        used = (atom.atom_id,) if reply else ()
        self.vaults[name].commit(Change(scope, lines=lines, new_atoms=(atom,), used_atoms=used))
        return atom

    def edit(self, name: str, atom_id: str, **parts: Any) -> Atom:
        """The next version of an atom that the device has."""
        atom = self.atom(name, atom_id)
        assert atom is not None
        after = replace(atom, version=atom.version + 1, **parts)
        self.vaults[name].commit(Change(self.scope(), changed_atoms=(after,)))
        return after

    def edit_of(self, name: str, user_id: str, atom_id: str, **parts: Any) -> Atom:
        """The same for an atom of another person than the usual one."""
        atom = self.vaults[name].reader.atom_for_control(user_id, atom_id)
        assert atom is not None
        after = replace(atom, version=atom.version + 1, **parts)
        self.vaults[name].commit(Change(replace(self.scope(), user_id=user_id), changed_atoms=(after,)))
        return after

    def remember_parts(self, name: str, text: str, parts: tuple[str, ...]) -> tuple[str, ...]:
        """One line with an atom for each part; the line's id, then the atoms'."""
        line = user_line(text, self.now())
        atoms = tuple(atom_of(line, f"part:{at}", part, part, at) for at, part in enumerate(parts))
        self.vaults[name].commit(Change(Scope(ANA, "s-1", line.turn_id, line.at.at_ms), lines=(line,), new_atoms=atoms))
        return (line.line_id, *(atom.atom_id for atom in atoms))

    def correct(self, name: str, atom_id: str, heard: str, meant: str) -> None:
        """An edit that leaves a correction."""
        atom = self.atom(name, atom_id)
        assert atom is not None
        scope = self.scope()
        pair_id = f"c-{scope.at_ms}-{name}"
        kept = CorrectionPair(pair_id, ANA, scope.turn_id, atom_id, heard, meant, "USER_CORRECTED", -500)
        after = replace(atom, version=atom.version + 1, text=meant, value=meant)
        self.vaults[name].commit(Change(scope, changed_atoms=(after,), corrections=(kept,)))

    def forget(self, name: str, *atom_ids: str) -> None:
        self.vaults[name].commit(Change(self.scope(), forget_atoms=atom_ids))

    def hush(self, name: str, topic: str) -> str:
        """Adds a do-not-mention rule."""
        scope = self.scope()
        rule = Rule(f"r-{scope.at_ms}-{name}", ANA, RuleKind.DO_NOT_MENTION, topic, scope.at_ms, "USER_CONTROL")
        self.vaults[name].commit(Change(scope, new_rules=(rule,)))
        return rule.rule_id

    def unhush(self, name: str, rule_id: str) -> None:
        self.vaults[name].commit(Change(self.scope(), drop_rules=(rule_id,)))

    def set(self, name: str, key: str, value: str) -> None:
        self.vaults[name].commit(Change(self.scope(), settings=(Setting(key, value),)))

    def flag(self, name: str, key: str, at_ms: int = 0) -> None:
        scope = self.scope()
        self.vaults[name].commit(Change(scope, flags=(Flag(ANA, key, at_ms or scope.at_ms, "TOLD"),)))

    def drop_flag(self, name: str, key: str) -> None:
        self.vaults[name].commit(Change(self.scope(), drop_flags=((ANA, key),)))

    def scope(self) -> Scope:
        at_ms = self.now()
        return Scope(ANA, "s-1", f"t-{at_ms}", at_ms)

    # Syncing and looking -------------------------------------------------------------------------------------------

    def sync(self, *names: str) -> list[SyncReport]:
        return [sync_once(self.vaults[name], self.now()) for name in names or sorted(self.vaults)]

    def settle(self) -> int:
        """Syncs all devices until nothing changes; returns the number of rounds."""
        for count in range(1, MANY_ROUNDS):
            reports = self.sync()
            if not any(r.pushed or r.pulled or r.healed or r.rotated for r in reports):
                return count
        raise AssertionError("the devices never come to rest")

    def digest(self, name: str) -> str:
        vault = self.vaults[name]
        return knowledge_digest(vault.database, vault.record_types)

    def atom(self, name: str, atom_id: str) -> Atom | None:
        return self.vaults[name].reader.atom_for_control(ANA, atom_id)

    def texts(self, name: str) -> dict[str, str]:
        """Text by atom id."""
        rows = self.vaults[name].database.rows("SELECT atom_id, text FROM atom ORDER BY atom_id")
        return dict(rows)

    def keys(self, name: str) -> tuple[str, ...]:
        return tuple(key for (key,) in self.vaults[name].database.rows("SELECT key FROM atom ORDER BY atom_id"))

    def setting(self, name: str, key: str) -> str | None:
        return {each.key: each.value for each in self.vaults[name].current_state()}.get(key)

    def lines(self, name: str) -> dict[str, str]:
        rows = self.vaults[name].database.rows("SELECT line_id, text FROM archive ORDER BY line_id")
        return dict(rows)

    def streams(self, name: str) -> dict[str, list[OpenedOp]]:
        """All ops of the mirror by device, opened as this device opens them."""
        vault = self.vaults[name]
        known = membership.load_paired_mirror(vault.database)
        assert known
        pem = certificate_pem(known.certificate)
        bundle = verify_mirror_state(vault.database, vault.vault_id, self.mirror.answer(pb.GetBundleRequest(), pem))
        streams: dict[str, list[OpenedOp]] = {}
        for segment in self.mirror.answer(pb.PullRequest(), pem):
            opened = open_ops(vault, bundle, segment.device_id, map(mirrored_op_from, segment.ops))
            streams.setdefault(segment.device_id.hex(), []).extend(opened)
        return streams

    def waiting(self, name: str) -> int:
        return outbox.count_unacknowledged(self.vaults[name].database)

    def record_of(self, name: str) -> list[Any]:
        """All records, for telling what differs when digests do."""
        found = ([sort.value, subject, json.loads(content)] for sort, subject, _, content in
                 all_records(self.vaults[name].database))  # fmt: skip
        return sorted(found, key=str)

    def require_equal(self) -> None:
        """All devices know the same, and queue nothing."""
        first, *others = sorted(self.vaults)
        for other in others:
            if self.digest(other) != self.digest(first):
                one, two = self.record_of(first), self.record_of(other)
                raise AssertionError(f"only {first}: {[r for r in one if r not in two]}\n"
                                     f"only {other}: {[r for r in two if r not in one]}")  # fmt: skip
        assert {name: self.waiting(name) for name in self.vaults} == dict.fromkeys(self.vaults, 0)


def raise_household(folder: Path, *names: str) -> None:
    """Make a household of these devices, all synced, and leave it closed."""
    folder.mkdir(parents=True, exist_ok=True)
    house = Household(folder)
    first, *others = names
    house.found(first)
    for name in others:
        house.join(name)
    house.settle()
    house.close()


@contextmanager
def copy_household(template: Path, folder: Path) -> Iterator[Household]:
    """A copy of a household, open."""
    shutil.copytree(template, folder)
    house = Household(folder)
    try:
        yield house
    finally:
        house.close()
        shutil.rmtree(folder)
