"""Adapter: creates, changes and uses atoms, inside a `VaultTransaction`."""

from __future__ import annotations

from dataclasses import replace

from engine_b.core.errors import ChangeRefused
from engine_b.crypto.sealing import commitment, constant_time_equal
from engine_b.protocol.core_types import ATOM
from engine_b.protocol.row_mapping import atom_content, atom_fields
from engine_b.storage.record_contents import stored_content
from engine_b.storage.record_rows import RecordRow
from engine_b.writes.op_lineage import current_wording_op
from engine_b.writes.record_writes import save_record
from engine_b.writes.transaction import VaultTransaction
from memory.model.atoms import Atom


def create_atom(recorder: VaultTransaction, atom: Atom) -> None:
    """Creates an atom. An equal one is skipped, a forgotten one stays forgotten."""
    if atom.version != 1:
        raise ChangeRefused("A new atom starts at version 1; nothing was changed.")
    if recorder.has_tombstone("ATOM_FORGOTTEN", atom.atom_id):
        return
    if recorder.database.row("SELECT 1 FROM atom WHERE atom_id = ?", (atom.atom_id,)):
        if _written_before(recorder, atom):
            return
        raise ChangeRefused("An atom was to be made twice with other content; nothing was changed.")
    save_record(recorder, ATOM, RecordRow(atom.atom_id, 1, atom_fields(atom)), None, new=True)
    _set_uses(recorder, atom)


def change_atom(recorder: VaultTransaction, atom: Atom) -> None:
    """Replaces an atom by its next version; its use count only grows."""
    stored = recorder.database.row(
        "SELECT version, user_id, use_count, last_used_at_ms, key, value, text FROM atom WHERE atom_id = ?",
        (atom.atom_id,),
    )
    if not stored and recorder.has_tombstone("ATOM_FORGOTTEN", atom.atom_id):
        return
    if not stored or stored[1] != atom.user_id:
        raise ChangeRefused("An atom that is not there was to be changed; nothing was changed.")
    if _written_before(recorder, atom, by_this_turn=atom.version > stored[0]):
        return
    if atom.version != stored[0] + 1:
        raise ChangeRefused("An atom was to be changed from a version that it does not have; nothing was changed.")
    used = max((at for at in (stored[3], atom.last_used_at_ms) if at is not None), default=None)
    after = replace(atom, use_count=max(stored[2], atom.use_count), last_used_at_ms=used)
    reworded = stored[4:] != (after.key, after.value, after.text)
    keeps = "" if reworded else current_wording_op(recorder.database, atom.atom_id)
    before = stored_content(recorder.database, ATOM, atom.atom_id)
    save_record(recorder, ATOM, RecordRow(atom.atom_id, atom.version, atom_fields(after)), before, keeps=keeps)
    if (after.use_count, used) != stored[2:4]:
        _set_uses(recorder, after)


def use_atom(recorder: VaultTransaction, atom_id: str) -> None:
    """Counts a use, once a turn. Skips a missing atom, which may have been forgotten meanwhile."""
    scope = recorder.scope
    turn = scope.turn_id or f"at:{scope.at_ms}"
    fresh = recorder.database.run(
        "INSERT OR IGNORE INTO atom_use SELECT ?, atom_id FROM atom WHERE atom_id = ? AND user_id = ?",
        (turn, atom_id, scope.user_id),
    )
    if fresh > 0:
        recorder.database.run(
            "UPDATE atom SET use_count = use_count + 1, last_used_at_ms = max(ifnull(last_used_at_ms, 0), ?)"
            " WHERE atom_id = ?",
            (scope.at_ms, atom_id),
        )


def _set_uses(recorder: VaultTransaction, atom: Atom) -> None:
    """Stores how often an atom was used on this device, and when last."""
    if atom.use_count or atom.last_used_at_ms is not None:
        recorder.database.run(
            "UPDATE atom SET use_count = ?, last_used_at_ms = ? WHERE atom_id = ?",
            (atom.use_count, atom.last_used_at_ms, atom.atom_id),
        )


def _written_before(recorder: VaultTransaction, atom: Atom, *, by_this_turn: bool = False) -> bool:
    """Says whether this very version was written before: its commitment is in the ledger, its key exists.

    A version above the stored one was taken back with its words (docs/adr/0009b): the same turn that is committed again
    does not write it anew, another turn may say the same.
    """
    dek = recorder.key_of(atom.atom_id, atom.version)
    if dek is None:
        return False
    mine = commitment(atom_content(atom), dek)
    rows = recorder.database.rows(
        "SELECT commitment FROM ledger WHERE subject_id = ? AND event IN ('ATOM_CREATED', 'ATOM_CHANGED')"
        " AND (NOT ? OR (turn_id = ? AND at_ms = ?))",
        (atom.atom_id, by_this_turn, recorder.coded.turn_id, recorder.coded.at_ms),
    )
    return any(constant_time_equal(mine, row[0]) for row in rows)
