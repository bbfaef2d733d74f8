"""Wiring: `selene status`: what the vault holds and whether a daemon has it, without disturbing either."""

from __future__ import annotations

from pathlib import Path

import typer

from device.app import open_to_read
from device.cli.outcome import show_json
from device.cli.say import moment_of


def show_status(state: Path, *, as_json: bool) -> None:
    """Counts only: nothing that was said is shown. Raises `VaultError`s with their codes."""
    with open_to_read(state, moment_of(None)) as vault:
        counts, busy, head = vault.counts(), vault.in_use(), vault.head()
    facts: dict[str, str | int | bool] = {
        "state": str(state),
        "daemon_running": busy,
        "atoms": counts.atoms,
        "archived_lines": counts.lines,
        "ledger_events": counts.events,
        "outbox_waiting": counts.outbox,
        "head_seq": head.seq,
        "head_hash": head.hash,
    }
    if as_json:
        show_json(facts)
        return
    for name, value in facts.items():
        typer.echo(f"{name.replace('_', ' '):<16} {value}")
