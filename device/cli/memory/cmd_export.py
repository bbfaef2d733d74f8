"""Composition: `selene memory export`: writes what may be shown of a person's memory to new, private files."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.core.errors import BadUsage, FileExists
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_for_reading
from device.platform.language_files import load_language
from device.platform.private_files import remove_new_file, write_new_file
from device.portability.export_memory import ExportedMemory, collect_memory

_STDOUT = Path("-")


def export_to_files(
    state: Path, user: str | None, file: Path, page: Path | None, now: str | None, language: str, *, as_json: bool
) -> None:
    """Writes the records to `file` and the page to `page`: both, or none of them."""
    file, page = _absolute(file), None if page is None else _absolute(page)
    if page is not None and page in (file, _STDOUT):
        raise BadUsage("The page needs a file of its own. Nothing was written.")
    rules, at = load_language(language).memory, moment_of(now)
    with open_for_reading(state, at) as vault:
        person = resolve_user(vault, user)
        found = collect_memory(vault, person.user_id, person.name, rules, at)
    _write(found, file, page)
    if file == _STDOUT:
        return
    counts = {"atoms": len(found.atoms), "lines": len(found.lines)}
    if as_json:
        told = {"file": str(file), "page": None if page is None else str(page)}
        show_json({"user": person.name, **told, **counts, "left_out": found.left_out})
        return
    click.echo(f"{counts['atoms']} memories and {counts['lines']} lines are in {file}. It is readable for you alone.")
    if any(found.left_out.values()):
        click.echo(
            f"{found.left_out['atoms']} memories and {found.left_out['lines']} lines that may not be shown are not."
        )


def _absolute(file: Path) -> Path:
    """Returns the path as it is told alone and beside a daemon, which has another working folder."""
    return file if file == _STDOUT else file.absolute()


def _write(found: ExportedMemory, file: Path, page: Path | None) -> None:
    if page is not None and page.exists():
        raise FileExists(f"{page} is there already and is not written over. Nothing was made; name another.")
    if file == _STDOUT:
        click.echo(found.json_lines(), nl=False)
    else:
        write_new_file(file, found.json_lines())
    if page is None:
        return
    try:
        write_new_file(page, found.page())
    except BaseException:
        if file != _STDOUT:
            remove_new_file(file)
        raise
