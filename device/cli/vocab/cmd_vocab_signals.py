"""Composition: `selene vocab signals`: consent to derived signals, and what would be sent. Nothing is sent."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.core.errors import BadUsage
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_existing, open_for_reading
from device.platform.private_files import write_new_file
from device.vocabulary.signal_consent import collect_signals, has_signal_consent, record_signal_consent
from packages.core.policy import PackagePolicy


def show_signals(state: Path, user: str | None, said: str, out: Path | None, now: str | None, *, as_json: bool) -> None:
    """Stores a person's consent when given; then shows what would be sent, and writes exactly that."""
    if said not in ("", "on", "off"):
        raise BadUsage("--consent is on or off. Nothing was changed.")
    if said:
        with open_existing(state, moment_of(now)) as vault:
            record_signal_consent(vault, resolve_user(vault, user).user_id, moment_of(now).at_ms, given=said == "on")
    with open_for_reading(state, moment_of(now)) as vault, vault.database.snapshot():
        agreed, found = has_signal_consent(vault, resolve_user(vault, user).user_id), collect_signals(vault)
    document, group = found.as_bytes().decode(), PackagePolicy().min_group_people
    rows = [{"kind": row.kind.value, "key": row.key, "people": row.people, "count": row.count} for row in found.rows]
    if out is not None:
        write_new_file(out, document)
    if as_json:
        show_json({
            "consent": agreed, "rows": rows, "withheld": found.withheld, "min_group_people": group,
            "document": document, "file": "" if out is None else str(out),
        })  # fmt: skip
        return
    click.echo(document)
    click.echo(
        f"You {'consent' if agreed else 'do not consent'}. {len(rows)} row(s) could leave, as written above;"
        f" {found.withheld} stay: fewer than {group} consenting people are behind them, or they are no plain word."
        " Nothing was sent.",
        err=True,
    )
