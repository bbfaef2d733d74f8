"""Composition: `selene device tune`: calibrates speech detection for this device's room and microphone."""

from __future__ import annotations

from pathlib import Path

import click

from device.audio.vad_calibration import check_tuning
from device.cli.common.error_report import show_json
from device.daemon.vault_access import open_account_vault
from memory.model.atoms import Moment
from memory.model.changes import Change, Scope, Setting


def set_tuning(state: Path, key: str, value: str, at: Moment, *, as_json: bool) -> None:
    """Sets one value, of this device alone; the daemon reads it at its start."""
    check_tuning(key, value)
    with open_account_vault(state, at) as vault:
        turn = f"tune-{vault.head().seq + 1}"
        vault.commit(Change(Scope("", "", turn, at.at_ms), settings=(Setting(key, value),)))
    if as_json:
        show_json({"key": key, "value": int(value)})
    else:
        click.echo(f"{key} is {value} on this device from the next start on.")
