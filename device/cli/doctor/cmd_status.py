"""Composition: `selene status`: shows the vault's counts and whether a daemon runs, without disturbing either."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.common.error_report import show_json
from device.cli.doctor.voice_findings import is_voice_learned
from device.daemon.vault_access import open_for_reading, serving
from device.engines import factory
from device.platform.clock import MachineClock
from engine_b.core.errors import VaultMissing
from engine_b.storage.lock import vault_in_use

if TYPE_CHECKING:
    from device.engines.ladder.engine_book import EngineInUse


def show_vault_status(state: Path, *, as_json: bool) -> None:
    """Prints counts and engines only: no words of the person. No vault is an answer too. Raises other `VaultError`s."""
    try:
        facts = _vault_facts(state)
    except VaultMissing:
        facts = {"state": str(state), "vault": False, "in_use": False}
    engines = _engines(state)
    if as_json:
        show_json(facts | {"engines": [asdict(one) for one in engines]} if engines else facts)
        return
    for name, value in facts.items():
        click.echo(f"{name.replace('_', ' '):<16} {value}")
    for one in engines:
        click.echo(f"{factory.KINDS[one.kind]:<16} {one.uri}{_why(one)}")


def _engines(state: Path) -> tuple[EngineInUse, ...]:
    """Returns what the daemon in whose process the command runs hears, speaks and thinks with."""
    served = serving.get()
    here = served is not None and served.shared.state.resolve() == state.resolve()
    return served.ladders.book.in_use() if here and served is not None and served.ladders is not None else ()


def _why(engine: EngineInUse) -> str:
    if not engine.trouble:
        return ""
    return f" instead of {engine.chosen}, which {engine.trouble.value}; it is tried again in {engine.again_s} s"


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
