"""Composition: `selene status`: shows the vault's counts and whether a daemon runs, without disturbing either."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.doctor.voice_findings import is_voice_learned
from device.daemon.vault_access import open_for_reading
from device.platform.clock import MachineClock
from engine_b.core.errors import VaultMissing
from engine_b.storage.lock import vault_in_use


def show_vault_status(state: Path, *, as_json: bool) -> None:
    """Prints counts only: no words of the person. No vault is an answer too. Raises other `VaultError`s."""
    try:
        facts = _vault_facts(state)
    except VaultMissing:
        facts = {"state": str(state), "vault": False, "in_use": False}
    if as_json:
        show_json(facts)
        return
    for name, value in facts.items():
        click.echo(f"{name.replace('_', ' '):<16} {value}")


def _vault_facts(state: Path) -> dict[str, str | int | bool]:
    with open_for_reading(state, MachineClock().wall()) as vault:
        counts, head, learned = vault.counts(), vault.head(), is_voice_learned(vault)
    return {
        "state": str(state),
        "vault": True,
        "in_use": vault_in_use(state),
        "atoms": counts.atoms,
        "archived_lines": counts.lines,
        "ledger_events": counts.events,
        "outbox_waiting": counts.ops,
        "voice_learned": learned,
        "head_seq": head.seq,
        "head_hash": head.hash.hex(),
    }
