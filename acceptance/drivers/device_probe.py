"""Adapter: reads the vaults and the mirror of a journey; writes nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import msgspec

from acceptance.drivers.vault_probe import probe_vault
from acceptance.observations.journey_observation import DeviceEndState, DeviceKnowledge, RestoreEffects
from acceptance.observations.memory_observation import MemoryObservation
from engine_b.core.errors import VaultError
from engine_b.vault.digest import memory_digest
from engine_b.vault.vault import Vault

_OPS = "SELECT device_id, count(DISTINCT op_id) FROM op GROUP BY device_id HAVING count(*) = max(seq)"
_MIRRORED = (
    "SELECT hex(o.device_id), count(*) FROM op o JOIN vault v ON v.vault_id = o.vault_id WHERE v.vault_id = ?"
    " GROUP BY o.device_id"
)


def probe_knowledge(state: Path) -> DeviceKnowledge:
    """Reads a device's memory without its local use counts."""
    disk = probe_vault(state)
    with Vault.open(state, create=False, read_only=True, now_ms=0) as vault:
        run = vault.connection.execute
        return DeviceKnowledge(
            {
                user: tuple(msgspec.structs.replace(memory, use_count=0) for memory in found)
                for user, found in disk.memories.items()
            },
            disk.flags,
            frozenset((pair.user_id, pair.atom_id, pair.heard, pair.meant) for pair in disk.pairs),
            disk.current_state,
            frozenset(run("SELECT user_id, kind, topic FROM rule")),
            frozenset(run("SELECT line_id, text FROM archive")),
            memory_digest(vault.database),
        )


def probe_restore_effects(state: Path) -> RestoreEffects:
    """Reads what a restore left in addition."""
    with Vault.open(state, create=False, read_only=True, now_ms=0) as vault:
        run = vault.connection.execute
        return RestoreEffects(
            frozenset(event for (event,) in run("SELECT DISTINCT event FROM ledger")),
            frozenset(sort for (sort,) in run("SELECT sort FROM op WHERE device_id = ?", (vault.device_id,))),
            run("SELECT count(*) FROM metric").fetchone()[0],
            run("SELECT count(*) FROM question").fetchone()[0],
        )


def probe_device_end(state: Path, needles: Iterable[str], shown_digest: str) -> DeviceEndState:
    """Reads a device at the end. The digest is that of its command line."""
    disk = probe_vault(state, needles)
    with Vault.open(state, create=False, read_only=True, now_ms=0) as vault:
        problems = vault.verify().problems
        ops = {str(device): int(count) for device, count in vault.connection.execute(_OPS)}
    return DeviceEndState(shown_digest, problems, ops, MemoryObservation(disk=disk))


def memory_fingerprint(state: Path) -> str:
    """Reads what must not change when a command is refused: the memory, and the length of the outbox."""
    try:
        with Vault.open(state, create=False, read_only=True, now_ms=0) as vault:
            row = vault.connection.execute("SELECT count(*) FROM op").fetchone()
            names = vault.connection.execute("SELECT count(*) FROM mirror").fetchone()
            return json.dumps([memory_digest(vault.database), row[0], names[0]])
    except VaultError as error:
        return error.code


def mirrored_op_counts(store: Path, vault_id: bytes) -> dict[str, int]:
    """Counts the ops of one account in the mirror, by device."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        return {device.lower(): count for device, count in database.execute(_MIRRORED, (vault_id,))}


def read_vault_id(state: Path) -> bytes:
    """Reads the vault id."""
    with Vault.open(state, create=False, read_only=True, now_ms=0) as vault:
        return vault.vault_id
