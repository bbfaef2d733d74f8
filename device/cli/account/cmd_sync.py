"""Composition: `selene sync`: syncs once, or until ctrl-C, or shows the state of syncing."""

from __future__ import annotations

import json
import signal
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.account.cmd_account import device_objects
from device.cli.common.caller import current_caller
from device.cli.common.error_report import INTERRUPTED, show_json
from device.cli.common.told_moment import moment_of
from device.core.backoff import SyncBackoff
from device.daemon.vault_access import open_existing, open_for_reading, while_exchanging, while_waiting
from engine_b.core.errors import VaultBusy
from engine_b.core.sync_errors import MirrorRefused, MirrorUnreachable, SyncError, SyncStale
from engine_b.storage.lock import vault_in_use
from memory.model.atoms import Moment
from memory.model.timestamps import to_iso

if TYPE_CHECKING:
    from engine_b.sync.sync_session import SyncReport
    from engine_b.vault.vault import Vault

_BUSY = (
    "Selene is running on this vault and syncs by herself. Nothing was changed; see `selene sync status`, or stop "
    "her first."
)
_PASSING = (MirrorUnreachable, MirrorRefused, SyncStale, VaultBusy)
"""Failures that may be over at the next sync; any other ends the loop."""
_ENDING = (signal.SIGINT, signal.SIGTERM)


def run_one_exchange(state: Path, now: Moment, *, as_json: bool) -> None:
    """Syncs once with the mirror."""
    report = _sync_once(state, now, 0)
    if as_json:
        show_json(asdict(report))
    else:
        click.echo(format_exchange(report))


def sync_until_signal(state: Path, *, as_json: bool) -> int:
    """Syncs again and again until a signal; returns the exit status. Raises failures that waiting does not end."""
    from nacl.utils import random as random_bytes

    if current_caller.get() is not None:
        raise VaultBusy(_BUSY)
    pace, failures, received = SyncBackoff(), 0, None
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # taken while waiting: a handler cannot wake a wait safely
    while received is None:
        wait_ms = pace.after_failures(failures, int.from_bytes(random_bytes(8), "big"))
        try:
            report, failures, wait_ms = _sync_once(state, moment_of(None), wait_ms), 0, pace.idle_ms
            _show(asdict(report) if as_json else format_exchange(report))
        except _PASSING as error:
            failures += 1
            _show({"error": {"code": error.code, "message": str(error)}} if as_json else f"{error} [{error.code}]")
        received = signal.sigtimedwait(_ENDING, wait_ms / 1_000)
    return INTERRUPTED if received.si_signo == signal.SIGINT else 0


def show_sync_status(state: Path, *, as_json: bool) -> None:
    """Shows the outbox, the last sync and the mirror; also while a daemon runs."""
    with open_for_reading(state, moment_of(None)) as vault:
        facts = sync_status_object(vault, state)
    if as_json:
        show_json(facts)
        return
    for name, value in facts.items():
        if name not in ("devices", "parked"):
            shown = format_failure(value) if isinstance(value, dict) else value
            click.echo(f"{name.replace('_', ' '):<16} {'none' if shown is None else shown}")
    for each in objects_in_facts(facts, "devices"):
        mark = " (revoked)" if each["revoked"] else " (this device)" if each["this"] else ""
        click.echo(f"{'device':<16} {each['name']}{mark}")
    for each in objects_in_facts(facts, "parked"):
        click.echo(f"{'parked':<16} op {each['op_id']} of {each['device_id']}, number {each['seq']}: {each['reason']}")


def objects_in_facts(facts: dict[str, object], name: str) -> list[dict[str, object]]:
    """Returns one of the lists in the facts."""
    found = facts[name]
    assert isinstance(found, list)
    return found


def sync_status_object(vault: Vault, state: Path) -> dict[str, object]:
    """Returns the state of syncing in its stable JSON form. Raises AccountMissing."""
    from engine_b.apply.parked_ops import parked_ops
    from engine_b.sync import membership, outbox

    database = vault.database
    account, mirror, last = (
        membership.load_account(database),
        membership.load_paired_mirror(database),
        _last_exchange_time(vault),
    )
    return {
        "mirror": mirror.address if mirror else None,
        "last_sync": last,
        "last_failure": last_failure_object(vault),
        "waiting": outbox.count_unacknowledged(database),
        "erasures_waiting": sum(page.stale for page in membership.load_page_keys(database).values()),
        "scrub_pending": scrub_pending(state),
        "epoch": account.epoch.number,
        "roster": account.roster.version,
        "in_use": vault_in_use(state),
        "devices": device_objects(vault),
        "parked": [
            {"op_id": op_id, "device_id": device_id, "seq": seq, "reason": reason}
            for op_id, device_id, seq, reason in parked_ops(database)
        ],
    }


def last_failure_object(vault: Vault) -> dict[str, str | None] | None:
    """Returns the last failed sync in its stable JSON form."""
    from engine_b.sync.sync_failures import last_sync_failure

    found = last_sync_failure(vault.database)
    if found is None:
        return None
    return {
        "code": found.code,
        "at": _iso_utc(found.at_ms),
        "next_try": _iso_utc(found.next_ms) if found.next_ms else None,
    }


def format_failure(found: dict[str, str | None]) -> str:
    """Formats the last failed sync for people."""
    following = f", next try {found['next_try']}" if found["next_try"] else ""
    return f"{found['code']} at {found['at']}{following}"


def scrub_pending(state: Path) -> bool | None:
    """Says whether forgotten words may still be in the write-ahead log; None while a daemon, which alone knows, has the
    vault.
    """
    from engine_b.vault.open_vault import journal_size

    return None if vault_in_use(state) else journal_size(state) > 0


def format_exchange(report: SyncReport) -> str:
    """Formats a sync in one line."""
    parts = [f"sent {report.pushed}", f"received {report.pulled}"]
    for word, count in (("parked", report.parked), ("refused", report.refused), ("sent again", report.healed)):
        parts += [f"{word} {count}"] if count else []
    parts += [f"{report.erased} destroyed in the mirror"] if report.erased else []
    return ", ".join(parts).capitalize() + "."


def _sync_once(state: Path, now: Moment, wait_ms: int) -> SyncReport:
    """Syncs once; after a failure the next sync is due after `wait_ms`, 0 for none."""
    from engine_b.account.enrollment import sync_once
    from engine_b.sync.sync_failures import record_sync_failure

    try:
        with while_exchanging(), open_existing(state, now) as vault:
            try:
                return sync_once(vault, now.at_ms, while_waiting)
            except SyncError as error:
                record_sync_failure(vault, error, now.at_ms, wait_ms and now.at_ms + wait_ms)
                raise
    except VaultBusy as error:
        raise VaultBusy(_BUSY) from error


def _last_exchange_time(vault: Vault) -> str | None:
    from engine_b.sync.membership import get_sync_counter

    at_ms = get_sync_counter(vault.database, "last_sync_ms")
    return _iso_utc(at_ms) if at_ms else None


def _iso_utc(at_ms: int) -> str:
    return to_iso(Moment(at_ms, moment_of(None).utc_offset_min))


def _show(what: dict[str, object] | str) -> None:
    print(json.dumps(what, ensure_ascii=False) if isinstance(what, dict) else what, flush=True)  # noqa: T201
