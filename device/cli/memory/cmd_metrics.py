"""Composition: `selene metrics`: measures the memory (2.12) by sums over the turns of one person.

Counts and rates only, in basis points; no words of the person. No rule reads them.
"""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_for_reading
from device.platform.text_file import replace_text_file
from engine_b.vault.control_queries import VaultControlQueries
from memory.retrieval.metrics import metric_totals, prometheus_text


def show_metrics(state: Path, user: str | None, prometheus_file: Path | None, *, as_json: bool) -> None:
    """Prints the totals; with `prometheus_file`, writes them as Prometheus text for its textfile collector."""
    with open_for_reading(state, moment_of(None)) as vault:
        person = resolve_user(vault, user)
        sums = metric_totals(VaultControlQueries(vault).measurements(person.user_id))
    if prometheus_file is not None:
        replace_text_file(prometheus_file, prometheus_text(sums))
    if as_json:
        show_json({"user": person.name, "metrics": sums})
    elif prometheus_file is None:
        for name, value in sums.items():
            click.echo(f"{name:<36} {value}")
