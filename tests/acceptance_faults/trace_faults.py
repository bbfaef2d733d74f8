"""Pure: faults in the ledger, in what leaves the device, and in what a new device is told of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import swap, wrap
from tests.acceptance_faults.fault_registry import fault
from tests.acceptance_faults.restore_faults import not_materialized


@fault(Q16_FORGET_COMMANDS="forget_that")
def forgetting_rewrites_the_ledger() -> None:
    """The events of a forgotten memory are deleted with it."""
    from engine_b.writes import forget

    def around(destroy: Callable[..., None]) -> Callable[..., None]:
        def rewrite(recorder: Any, atom_ids: Any) -> None:
            destroy(recorder, atom_ids)
            for atom_id in atom_ids:
                recorder.database.run("DELETE FROM ledger WHERE subject_id = ? AND seq < ?", (atom_id, recorder.txn_id))

        return rewrite

    wrap(forget.destroy_atoms, around)


@fault(Q12_BUNDLE_BUDGETS="excerpts_stay_two_and_short", Q16_SAFE_RECALL_SUMMARY="only_mine")
def the_ledger_is_quoted() -> None:
    """An event of the ledger is handed on as an excerpt."""
    from device.assistant import turn_records

    def around(view: Callable[..., Any]) -> Callable[..., Any]:
        return lambda bundle: replace(view(bundle), excerpts=("TURN_HEARD NOTHING_TO_KEEP 17",))

    wrap(turn_records.bundle_view, around)


@fault(Q16_DO_NOT_MENTION="lifted_again", Q16_FORGET_COMMANDS="dont_remember_this")
def rules_have_no_reason() -> None:
    """A rule of the person leaves an event that does not say why."""
    from engine_b.writes import record_writes

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def draft(kind: Any, *rest: Any) -> Any:
            made = right(kind, *rest)
            return made._replace(reason_code="UNKNOWN") if kind.name == "rule" else made

        return draft

    wrap(record_writes.event_draft, around)


@fault(Q16_FORGET_COMMANDS="forget_that")
def forgetting_leaves_no_event() -> None:
    """A memory goes without a word of it in the ledger."""
    from engine_b.writes.transaction import VaultTransaction

    record = VaultTransaction.append

    def silent(self: Any, draft: Any, *rest: Any, **named: Any) -> Any:
        if draft.event != "ATOM_FORGOTTEN":
            record(self, draft, *rest, **named)

    VaultTransaction.append = silent  # type: ignore[method-assign]


def _stays_behind(type_name: str, case_id: str) -> None:
    """Register a fault: records of this type are on the lost device only."""
    name = f"every_{type_name}_stays_behind"

    def apply() -> None:
        from engine_b.apply import new_records
        from engine_b.storage.record_rows import insert_rows

        def some(database: Any, kind: Any, rows: Any) -> None:
            insert_rows(database, kind, [] if kind.name == type_name else rows)

        vars(new_records)["insert_rows"] = some
        not_materialized(lambda kind, subject_id: kind.name == type_name)

    apply.__name__, apply.__doc__ = name, f"Records of the type {type_name} are on the lost device only."
    fault(Q15_RESTORE_CONTINUITY=case_id)(apply)


_stays_behind("atom", "a_lost_device_comes_back")
_stays_behind("line", "a_lost_device_comes_back")
_stays_behind("flag", "every_mark_survives")
_stays_behind("setting", "every_mark_survives")
_stays_behind("correction", "silence_corrections_and_forgetting_survive")
_stays_behind("mood", "silence_corrections_and_forgetting_survive")


def _mark_is_lost(field: str, value: object) -> None:
    """Register a fault: an atom comes back with another value of this field."""

    def apply() -> None:
        from tests.acceptance_faults.restore_faults import brought

        brought(lambda content: {**content, field: value})

    apply.__name__, apply.__doc__ = f"{field}_does_not_come_back", f"Of an atom, {field} comes back as {value}."
    fault(Q15_RESTORE_CONTINUITY="every_mark_survives")(apply)


for _field, _value in {
    "confidence_bp": 9_000,
    "provenance": 2,
    "status": "active",
    "exposure": "SAFE_TO_SPEAK",
    "recall": "pull",
    "last_confirmed_at_ms": None,
    "learned_at_ms": 1,
}.items():
    _mark_is_lost(_field, _value)


@fault(Q15_RESTORE_CONTINUITY="a_lost_device_comes_back")
def the_mirror_can_read() -> None:
    """What goes to the mirror is not sealed."""
    from engine_b.crypto import sealing

    swap(sealing.seal, lambda plain, place, key, nonce: plain)
    swap(sealing.unseal, lambda sealed, place, key: sealed)


@fault(Q15_OUTBOX_IDEMPOTENCE="offline_and_back")
def nothing_waits_for_the_mirror() -> None:
    """What is said while the mirror is away is not queued."""
    from engine_b.writes.transaction import VaultTransaction

    put = VaultTransaction.put

    def drop(self: Any, kind: Any, *rest: Any, **named: Any) -> str:
        return "" if kind.name in ("atom", "line") else put(self, kind, *rest, **named)

    VaultTransaction.put = drop  # type: ignore[method-assign]


@fault(Q15_OUTBOX_IDEMPOTENCE="offline_and_back")
def a_sync_leaves_no_event() -> None:
    """What was acknowledged and what failed is not in the ledger."""
    from engine_b.writes.transaction import VaultTransaction

    append = VaultTransaction.append

    def silent(self: Any, draft: Any, *rest: Any) -> None:
        if draft.event not in ("OPS_UPLOADED", "SYNC_FAILED"):
            append(self, draft, *rest)

    VaultTransaction.append = silent  # type: ignore[method-assign, assignment]
