"""Composition: `selene restore`: 24 words and an invitation become what the lost device knew (2.13)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from device.cli.account.cmd_account import checked_address, checked_device_name, explain_busy_vault
from device.cli.account.words_input import read_entropy, read_invitation
from device.cli.common.error_report import show_json
from memory.model.atoms import Moment
from memory.model.timestamps import local_datetime

if TYPE_CHECKING:
    from engine_b.account.restore import RestoreResult

_SHORT = 4
"""So many digits of the head are enough to compare by eye."""


def restore_device(
    state: Path,
    address: str,
    token: str | None,
    token_file: Path | None,
    words_file: Path | None,
    device: str | None,
    now: Moment,
    *,
    as_json: bool,
) -> None:
    """Restore into an empty state folder, or go on with a restore that was interrupted."""
    from engine_b.account.restore import restore_account
    from engine_b.core.sync_errors import INVITATION_NEEDED, TokenInvalid

    checked_address(address)
    name, given = checked_device_name(device), read_invitation(token, token_file)
    if given is None and not _restore_is_under_way(state):
        raise TokenInvalid(INVITATION_NEEDED)
    entropy = read_entropy(words_file)
    with _remove_empty_folder_on_failure(state), _progress_bar() as progress, explain_busy_vault():
        restored = restore_account(state, address, given, entropy, name, now.at_ms, progress)
    if as_json:
        show_json(asdict(restored))
        return
    typer.echo(restore_summary(restored, now))
    if restored.device != name:
        typer.echo(f"Another of your devices is called {name}: this one is {restored.device}.")


def _restore_is_under_way(state: Path) -> bool:
    """Whether a restore may go on here, or a vault be in its way: asked before anybody types words for nothing."""
    return state.is_dir() and any(state.iterdir())


@contextmanager
def _remove_empty_folder_on_failure(state: Path) -> Iterator[None]:
    """A restore that came to nothing leaves no empty folder where there was none."""
    missing = [folder for folder in (state, *state.parents) if not folder.exists()]
    try:
        yield
    finally:
        with suppress(OSError):  # what is not empty is kept
            for folder in missing:
                folder.rmdir()


def restore_summary(restored: RestoreResult, now: Moment) -> str:
    """What came back, in one line that two devices can be compared by."""
    saved = local_datetime(Moment(restored.saved_at_ms, now.utc_offset_min))
    day = "today" if saved.date() == local_datetime(now).date() else saved.date().isoformat()
    return (
        f"{_grouped_digits(restored.memories)} {'memory' if restored.memories == 1 else 'memories'}, last saved by "
        f"{restored.saved_by} {day} {saved:%H:%M}, head {restored.head[:_SHORT]}…"
    )


def _grouped_digits(count: int) -> str:
    return f"{count:,}".replace(",", " ")


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing otherwise."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Restoring"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("restore", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
