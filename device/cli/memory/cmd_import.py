"""Composition: `selene memory import`: reads an exported file into a memory, with a bar where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from click.termui import progressbar

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_assistant
from device.portability.import_memory import ImportReport, import_file, survey_file


def import_from_file(
    state: Path, user: str | None, file: Path, now: str | None, language: str, *, as_json: bool
) -> None:
    """Reads the whole file first; only then is the vault opened, so that a file that is refused changes nothing."""
    at, file = moment_of(now), file.absolute()
    wanted = survey_file(file)
    with open_assistant(state, at, language) as shared:
        with shared.turn() as vault:
            person = resolve_user(vault, user)
        with _progress(wanted.turns, hidden=as_json) as done:
            report = import_file(shared.assistant, person.user_id, file, at, done, shared.turn)
    if as_json:
        show_json({"user": person.name, "file": file.name, **report.as_object()})
    else:
        _tell(report, file)


@contextmanager
def _progress(turns: int, *, hidden: bool) -> Iterator[Callable[[], None]]:
    """Yields what to call after each turn. The bar is drawn on a terminal only."""
    hidden = hidden or not sys.stderr.isatty()
    with progressbar(length=turns, label="Importing", file=sys.stderr, hidden=hidden) as bar:
        yield lambda: bar.update(1)


def _tell(report: ImportReport, file: Path) -> None:
    click.echo(f"{report.imported} of {report.turns} things that you said in {file.name} are new here.")
    click.echo(f"Remembered, until you confirm it, as uncertain: {report.atoms_created}.")
    if report.not_taken:
        click.echo(
            f"Not taken: {report.not_taken} timers, alarms, reminders, things on lists, corrections or rules; a file"
            " sets nothing. Say again what shall hold here."
        )
    if report.skipped or report.too_long:
        click.echo(f"Left out: {report.skipped} of an unknown shape, {report.too_long} that are too long.")
