"""Composition: `selene restore`: restores a lost device's memory from 24 words and an invitation (2.13)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.account.cmd_account import checked_address, checked_device_name, explain_busy_vault
from device.cli.account.words_input import read_entropy, read_invitation
from device.cli.common.error_report import show_json
from device.core.policy import SHORT_HEAD_DIGITS
from memory.model.atoms import Moment
from memory.model.timestamps import local_datetime

if TYPE_CHECKING:
    from device.cli.vocab.restored_packages import RestoredPackages
    from engine_b.account.restore import RestoreResult


def restore_device(
    state: Path,
    address: str,
    token: str | None,
    token_file: Path | None,
    words_file: Path | None,
    device: str | None,
    now: Moment,
    recogniser: str,
    *,
    as_json: bool,
) -> None:
    """Restores into an empty state folder, or continues a restore that was interrupted; then applies the packages that
    the other devices use.
    """
    from device.cli.vocab.restored_packages import apply_missing_packages
    from engine_b.account.restore import restore_account
    from engine_b.core.sync_errors import INVITATION_NEEDED, TokenInvalid

    checked_address(address)
    name, given = checked_device_name(device), read_invitation(token, token_file)
    if given is None and not _restore_is_under_way(state):
        raise TokenInvalid(INVITATION_NEEDED)
    entropy = read_entropy(words_file)
    with _remove_empty_folder_on_failure(state), _progress_bar() as progress, explain_busy_vault():
        restored = restore_account(state, address, given, entropy, name, now.at_ms, progress)
    packages = apply_missing_packages(state, now, recogniser)
    if as_json:
        show_json({**asdict(restored), "packages": asdict(packages)})
        return
    click.echo(restore_summary(restored, now))
    if restored.device != name:
        click.echo(f"Another of your devices is called {name}: this one is {restored.device}.")
    for line in _package_lines(packages):
        click.echo(line)


def _restore_is_under_way(state: Path) -> bool:
    """Says whether a restore is to continue, and refuses an existing vault, before the words are typed."""
    return state.is_dir() and any(state.iterdir())


@contextmanager
def _remove_empty_folder_on_failure(state: Path) -> Iterator[None]:
    """Removes the folder that a failed restore made."""
    missing = [folder for folder in (state, *state.parents) if not folder.exists()]
    try:
        yield
    finally:
        with suppress(OSError):  # a folder with content is kept
            for folder in missing:
                folder.rmdir()


def restore_summary(restored: RestoreResult, now: Moment) -> str:
    """Returns one line by which two devices can be compared."""
    saved = local_datetime(Moment(restored.saved_at_ms, now.utc_offset_min))
    day = "today" if saved.date() == local_datetime(now).date() else saved.date().isoformat()
    return (
        f"{_grouped_digits(restored.memories)} {'memory' if restored.memories == 1 else 'memories'}, last saved by "
        f"{restored.saved_by} {day} {saved:%H:%M}, head {restored.head[:SHORT_HEAD_DIGITS]}…"
    )


def _package_lines(packages: RestoredPackages) -> Iterator[str]:
    """Returns what a person is told of the packages of their other devices; nothing when they use none."""
    if packages.applied:
        yield f"In use here too, on trial until Selene has run: {', '.join(packages.applied)}."
    if packages.missing:
        why = f" {packages.message} [{packages.code}]" if packages.code else ""
        yield (
            f"Your other devices also use {', '.join(packages.missing)}, which is not here.{why} Apply it with: selene"
            " vocab apply --repository FOLDER"
        )


def _grouped_digits(count: int) -> str:
    return f"{count:,}".replace(",", " ")


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None]]:
    """Returns a progress bar on a terminal, nothing otherwise."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with click.progressbar(length=0, label="Restoring", show_pos=True, file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield show
