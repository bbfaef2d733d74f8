"""Adapter: upgrades a vault to this build: migrations, parked ops, and records that were not synced."""

from __future__ import annotations

from engine_b.apply.apply_ops import take_in_parked
from engine_b.apply.parked_ops import waits_for_update
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.record_types import RecordTypes
from engine_b.storage.migrator import migrate, migrate_types, migrations
from engine_b.storage.postings import write_pending_postings
from engine_b.vault.graph_rows import graph_is_made, rebuild_graph
from engine_b.vault.open_vault import OpenedVault
from engine_b.writes.initial_ops import needs_initial_ops, queue_initial_ops
from engine_b.writes.record_writes import adopt_known_fields
from engine_b.writes.transaction import VaultTransaction
from memory.model.changes import Scope


def migrate_vault(opened: OpenedVault, scope: Scope, types: RecordTypes) -> None:
    """Applies the missing migrations, and records each, with what was found at opening, in the ledger."""

    def record(draft: EventDraft) -> None:
        recorder = VaultTransaction(opened.database, opened.key, opened.head, scope, "")
        recorder.append(draft)
        opened.head = recorder.head

    migrate(
        opened.database,
        migrations(),
        lambda number: record(EventDraft("MIGRATION_APPLIED", "SCHEMA", facts=(("number", number),))),
    )
    migrate_types(
        opened.database,
        types,
        lambda kind, number: record(
            EventDraft("MIGRATION_APPLIED", "RECORD_TYPE", str(kind.name), facts=(("number", number),))
        ),
    )
    if opened.healed:
        record(EventDraft("VAULT_HEALED", "SALT_RESTORED"))
    if opened.accepted is not None:
        facts = (("acknowledged", opened.accepted), ("kept", opened.head.seq))
        record(EventDraft("LOSS_ACCEPTED", "USER_CONTROL", facts=facts))


def catch_up(opened: OpenedVault, scope: Scope, types: RecordTypes) -> bool:
    """Queues ops for the records of a vault older than sync, and applies what an older build had parked: whole ops, and
    single fields; makes the graph when it is not that of this build. Returns whether words were deleted with it.
    """
    recorder = VaultTransaction(opened.database, opened.key, opened.head, scope, opened.device_id, types)
    if needs_initial_ops(opened.database):
        with opened.database.transaction():
            queue_initial_ops(recorder)
    if waits_for_update(opened.database):
        with opened.database.transaction():
            adopt_known_fields(recorder)
            take_in_parked(recorder)
            write_pending_postings(opened.database)
    if not graph_is_made(opened.database):
        with opened.database.transaction():
            rebuild_graph(opened.database)
    opened.head = recorder.head
    return recorder.forgot
