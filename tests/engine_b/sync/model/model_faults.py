"""Deliberate faults of sync: rules of the program broken one by one, each seen by the model of `test_model.py`.

Production code has no switches for this: a fault swaps a function for another wherever a module holds it, until the
test's `monkeypatch` is undone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from cloud_mirror.rules import calls, push
from cloud_mirror.stores.sql_transaction import SqlTransaction
from engine_b.account import restore
from engine_b.apply import apply_ops, materializer, new_records
from engine_b.core.sync_errors import SyncError
from engine_b.crypto import sealing
from engine_b.protocol import causal_order, epochs, merge, op_decoder, sync_protocol
from engine_b.protocol.core_types import ATOM, RULE
from engine_b.protocol.merge import MergedAtom
from engine_b.protocol.op_heads import rank_heads
from engine_b.protocol.sync_protocol import ChainPosition
from engine_b.storage import promote_staging
from engine_b.sync import (
    epoch_rotation,
    outbox,
    push_builder,
    reupload,
    sync_session,
)
from engine_b.writes import transaction
from engine_b.writes.transaction import VaultTransaction
from memory.model.changes import Scope
from tests.engine_b.sync.model.patching import Patch, nothing, swap


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken rule, and the words of the invariant that sees it."""

    name: str
    apply: Callable[[Patch], None]
    seen_as: str
    in_ci: bool

    def __str__(self) -> str:
        return self.name


FAULTS: list[Fault] = []


RETURNED = "and shown|back on|returned on|still on"
"""What was forgotten or replaced is there: on the device that heard of that, or on any after quiet."""


APART = "only |order makes a difference"
"""Devices of two minds."""


def fault(seen_as: str, *, in_ci: bool = False) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Register a fault; `seen_as` is a pattern of what the model says of it."""

    def keep(apply_it: Callable[[Patch], None]) -> Callable[[Patch], None]:
        FAULTS.append(Fault(apply_it.__name__, apply_it, seen_as, in_ci))
        return apply_it

    return keep


# Sending -------------------------------------------------------------------------------------------------------------


@fault("a lie was believed", in_ci=True)
def an_ack_is_believed_without_its_chain(patch: Patch) -> None:
    swap(
        patch,
        sync_protocol.apply_ack,
        lambda before, batch, ack: ChainPosition(min(ack.seq, batch.end.seq), batch.end.chain),
    )


@fault("nothing leaves the outbox unacknowledged|14: ", in_ci=True)
def an_op_leaves_the_outbox_before_its_ack(patch: Patch) -> None:
    real = push_builder.build_push_request

    def push_message(database: Any, vault_id: bytes, known: Any, batch: Any, mirrored: Any) -> Any:
        made = real(database, vault_id, known, batch, mirrored)
        database.run("DELETE FROM outbox WHERE seq <= ?", (batch.end.seq,))
        return made

    swap(patch, real, push_message)


@fault("missing on|only ", in_ci=True)
def a_change_leaves_no_op(patch: Patch) -> None:
    """Every seventh record that is written is not queued."""
    real, count = VaultTransaction.put, [0]

    def put(self: VaultTransaction, *what: Any, **how: Any) -> str:
        count[0] += 1
        op: str = real(self, *what, **how)
        if count[0] % 7 == 0:
            self.database.run("DELETE FROM op WHERE op_id = ?", (op,))
            self.database.run("DELETE FROM outbox WHERE seq = (SELECT max(seq) FROM outbox)")
            self._next = None
        return op

    patch.setattr(VaultTransaction, "put", put)


@fault("a word is in the mirror", in_ci=True)
def payloads_are_not_sealed(patch: Patch) -> None:
    real = sealing.unseal
    patch.setattr(transaction, "seal", lambda plain, *_: plain)
    patch.setattr(op_decoder, "unseal", lambda box, *how: box if box.startswith(b"{") else real(box, *how))


# Taking in -----------------------------------------------------------------------------------------------------------


@fault("missing on|only |a turn is there whole|chains agree|14: ", in_ci=True)
def the_cursor_goes_ahead_of_what_is_taken_in(patch: Patch) -> None:
    real = sync_session._apply_step

    def taken_in(vault: Any, step: Any, now_ms: int, report: Any) -> None:
        for told in step:
            who = told.arrival.op.device_id
            with vault.recording(Scope("", "", "", now_ms)) as writing:
                outbox.store_chain_position(writing.database, who, told.reached)
        with vault.recording(Scope("", "", "", now_ms)) as writing:
            report.pulled += apply_ops.apply_ops(writing, [told.arrival for told in step]).new

    swap(patch, real, taken_in)


@fault("a turn is there whole")
def a_turn_is_taken_in_op_by_op(patch: Patch) -> None:
    real = causal_order.batch_in_causal_order
    swap(patch, real, lambda streams, size: [[each] for step in real(streams, size) for each in step])


@fault("never come to rest|followed to their ends|missing on|14: ")
def the_cursor_stays_where_it_was(patch: Patch) -> None:
    real = outbox.store_chain_position

    def reach(database: Any, device_id: str, reached: ChainPosition) -> None:
        if database.row("SELECT 1 FROM identity WHERE device_id = ?", (device_id,)):
            real(database, device_id, reached)

    patch.setattr(outbox, "store_chain_position", reach)


@fault("a lie was believed|missing on|refused as|14: ", in_ci=True)
def a_gap_in_the_chain_is_passed_over(patch: Patch) -> None:
    def followed(after: ChainPosition, ops: Any, witnesses: Any = ()) -> list[ChainPosition]:
        return [ChainPosition(op.seq, op.payload_hash) for op in ops]

    swap(patch, sync_protocol.follow_chain, followed)
    swap(patch, sync_protocol.require_signed_end, nothing)


@fault(f"{RETURNED}|{APART}", in_ci=True)
def what_arrives_is_written_twice(patch: Patch) -> None:
    real = new_records.insert_new_records

    def put_new(writing: Any, bodies: Any) -> None:
        real(writing, bodies)
        atoms = [(body, f"{body.subject_id}-2") for body in bodies if body.sort == ATOM.name]
        real(writing, [structs.replace(b, subject_id=n, content={**b.content, "atom_id": n}) for b, n in atoms])

    swap(patch, real, put_new)


@fault(APART)
def what_came_last_wins(patch: Patch) -> None:
    """The state follows the order in which ops came: parents are not heeded."""
    real = apply_ops._record_effects

    def note_meaning(writing: Any, op_id: str, body: Any, taken: Any) -> None:
        real(writing, op_id, structs.replace(body, parents=()), taken)
        if not body.erasing:
            writing.database.run(
                "UPDATE op SET head = (op_id = ?1) WHERE subject_id = ?2 AND dek IS NOT NULL AND erases = '[]'",
                (op_id, body.subject_id),
            )

    swap(patch, real, note_meaning)


@fault(f"{RETURNED}|{APART}")
def what_was_replaced_is_not_remembered(patch: Patch) -> None:
    """An op that comes after the one that took its place is a head again."""
    real = apply_ops._record_effects

    def note_meaning(writing: Any, op_id: str, body: Any, taken: Any) -> None:
        real(writing, op_id, body, taken)
        writing.database.run("DELETE FROM op_replaced")

    swap(patch, real, note_meaning)


# Conflicts -----------------------------------------------------------------------------------------------------------


@fault("missing on")
def a_conflict_is_won_by_the_last_writer(patch: Patch) -> None:
    swap(patch, merge.merge_atom_heads, lambda heads: MergedAtom(rank_heads(heads)[0][1]))


@fault(APART)
def rivals_are_named_by_each_device(patch: Patch) -> None:
    count = [0]

    def rival_id(atom_id: str, op_id: str) -> str:
        count[0] += 1
        return f"a-{op_id[:12]}{count[0]:012}"

    swap(patch, merge.conflict_copy_id, rival_id)


@fault("only ")
def exposure_is_not_synced(patch: Patch) -> None:
    """What a device may say aloud stays as it was there."""
    real = materializer._put

    def put(writing: Any, kind: Any, record: Any) -> None:
        row = writing.database.row("SELECT exposure FROM atom WHERE atom_id = ?", (record.subject_id,))
        real(writing, kind, record._replace(content={**record.content, "exposure": row[0]}) if row else record)

    swap(patch, real, put)


@fault("rules hold|only ")
def a_do_not_mention_is_not_taken_in(patch: Patch) -> None:
    real = materializer.materialize
    swap(patch, real, lambda writing, kind, *said: None if kind is RULE else real(writing, kind, *said))


# Forgetting ----------------------------------------------------------------------------------------------------------


@fault(f"{RETURNED}|missing on|14: ", in_ci=True)
def an_erase_is_not_carried(patch: Patch) -> None:
    patch.setattr(VaultTransaction, "erase", lambda *_, **__: "")


@fault(f"{RETURNED}|{APART}", in_ci=True)
def a_tombstone_is_ignored(patch: Patch) -> None:
    swap(patch, apply_ops._reject_forgotten_ops, nothing)
    patch.setattr(VaultTransaction, "is_tombstoned", lambda *_: False)


@fault("a page waits|has the key", in_ci=True)
def a_rotation_forgets_a_page(patch: Patch) -> None:
    """The page that lost an op keeps its key, and is said to have a new one."""
    real = epoch_rotation._renew_page
    swap(patch, real, lambda page, epoch, torn: replace(page, epoch=epoch, stale=False))


@fault("a page waits|has the key")
def a_page_that_lost_an_op_is_not_torn(patch: Patch) -> None:
    swap(patch, transaction._mark_pages_stale, nothing)


@fault("the mirror's word", in_ci=True)
def a_lost_answer_to_a_rotation_is_lost(patch: Patch) -> None:
    swap(patch, epoch_rotation.recover_erasure, lambda *_: 0)


@fault("a page waits|has the key")
def a_rotation_is_never_made(patch: Patch) -> None:
    patch.setattr(sync_session, "pages_to_renew", lambda *_: ())


# The mirror ----------------------------------------------------------------------------------------------------------


@fault("heard one who was revoked|14: DEVICE_REVOKED")
def a_revoked_device_is_heard(patch: Patch) -> None:
    swap(patch, calls._check_not_revoked, nothing)


@fault("who was revoked reads on|DEVICE_REVOKED")
def a_revocation_changes_no_keys(patch: Patch) -> None:
    patch.setattr(sync_session, "must_rotate", lambda *_: False)


@fault("14: |E2EE", in_ci=True)
def a_push_for_an_old_epoch_is_taken(patch: Patch) -> None:
    swap(patch, push._check_epoch, nothing)


@fault("14: |each op once|followed to their ends")
def another_op_under_the_same_number_is_taken(patch: Patch) -> None:
    """The mirror does not compare what comes again with what it has."""
    real = push._chain_ops

    def links(ops: Any, stored: Any) -> Any:
        return real(ops, replace(stored, chains={ops[0].seq - 1: stored.chains.get(ops[0].seq - 1, bytes(32))}))

    swap(patch, real, links)


@fault("nothing leaves|missing on|14: ")
def an_ack_comes_before_the_ops_are_stored(patch: Patch) -> None:
    """The mirror keeps the end that a device signed, and not the ops before it."""
    patch.setattr(SqlTransaction, "put_ops", nothing)


# A mirror that goes back ---------------------------------------------------------------------------------------------


@fault("never come to rest", in_ci=True)
def what_was_not_lost_is_told_again(patch: Patch) -> None:
    real = reupload.reupload_lost_ops
    swap(patch, real, lambda writing, mirrored: real(writing, {who: max(0, at - 1) for who, at in mirrored.items()}))


@fault("14: |missing on|followed to their ends|nothing leaves")
def what_the_mirror_lost_is_not_told_again(patch: Patch) -> None:
    swap(patch, reupload.reupload_lost_ops, lambda *_: 0)


@fault("missing on|only ")
def the_other_side_of_a_conflict_is_not_told_again(patch: Patch) -> None:
    real = reupload._content

    def content(database: Any, op_id: str, *what: Any) -> Any:
        beaten = database.row("SELECT 1 FROM rival WHERE op_id = ?", (op_id,))
        return None if beaten else real(database, op_id, *what)

    swap(patch, real, content)


@fault(f"{RETURNED}|{APART}|missing on|rules hold", in_ci=True)
def what_is_said_again_is_another_op(patch: Patch) -> None:
    """Nobody is told which op it repeats."""
    real = VaultTransaction.reissue_op
    patch.setattr(
        VaultTransaction, "reissue_op", lambda writing, said, content: real(writing, replace(said, origin=""), content)
    )


@fault(f"{RETURNED}|{APART}|rules hold")
def what_was_taken_back_is_said_again(patch: Patch) -> None:
    real = transaction.tombstone_ops
    swap(patch, real, lambda database, gone, here, taken_back=False: real(database, gone, here=here))


@fault("a mirror that went back|has the key")
def an_older_epoch_is_believed(patch: Patch) -> None:
    real = epochs.accept_epoch
    swap(patch, real, lambda signed, known_roster, known=None: real(signed, known_roster, None))


@fault("a mirror that went back|a copy of a device")
def a_mirror_that_knows_nobody_is_no_alarm(patch: Patch) -> None:
    swap(patch, sync_session._require_same_device, nothing)


# Restore -------------------------------------------------------------------------------------------------------------


@fault("half a restore", in_ci=True)
def half_a_restore_is_adopted(patch: Patch) -> None:
    real = restore._restore_staged_vault

    def restored(state: Path, *what: Any) -> Any:
        try:
            return real(state, *what)
        except SyncError:
            promote_staging.promote_vault(state, complete=True)
            raise

    patch.setattr(restore, "_restore_staged_vault", restored)
