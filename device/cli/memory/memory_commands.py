"""Composition: `selene memory`: signatures and help of its commands; each body imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors

_ID = "As printed by `selene memory list`, or the beginning of it."
_atom_id = click.argument("atom_id", metavar="ID", help=_ID)
_yes = click.option("--yes", is_flag=True, help="Do not ask.")


@click.group(cls=CommandGroup)
def memory_app() -> None:
    """See, search, change and forget what is remembered; take it along, or bring it from elsewhere."""


@memory_app.command("list")
@opt.state
@opt.user
@opt.as_json
def memory_list(state: Path | None, user: str | None, as_json: bool) -> None:
    """List what is remembered, in the words it was said, with the day. Internal memories are never shown."""
    from device.cli.memory.cmd_memory import show_list

    with report_errors(as_json=as_json):
        show_list(opt.state_folder(state), user, as_json=as_json)


@memory_app.command("search")
@click.argument("query", help="Words to look for.")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def memory_search(
    query: str, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Search what is remembered and what was said."""
    from device.cli.memory.cmd_search import show_search

    with report_errors(as_json=as_json):
        show_search(opt.state_folder(state), user, query, now, language, as_json=as_json)


@memory_app.command("changes")
@click.option("--since", required=True, metavar="DAY", help="A day as 2026-03-02, or as you would say it: yesterday.")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def memory_changes(
    since: str, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """What became new, different or over since a day, and what was so before."""
    from device.cli.memory.cmd_changes import show_changes

    with report_errors(as_json=as_json):
        show_changes(opt.state_folder(state), user, since, now, language, as_json=as_json)


@memory_app.command("map")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def memory_map(state: Path | None, user: str | None, now: str | None, language: str, as_json: bool) -> None:
    """What is known about whom and what, as a map of at most 2 KB without what is hidden."""
    from device.cli.memory.cmd_search import show_snapshot

    with report_errors(as_json=as_json):
        show_snapshot(opt.state_folder(state), user, now, language, as_json=as_json)


@memory_app.command("show")
@_atom_id
@opt.state
@opt.user
@opt.as_json
def memory_show(atom_id: str, state: Path | None, user: str | None, as_json: bool) -> None:
    """One memory, with everything that is known about it."""
    from device.cli.memory.cmd_memory import show_atom

    with report_errors(as_json=as_json):
        show_atom(opt.state_folder(state), user, atom_id, as_json=as_json)


@memory_app.command("why")
@_atom_id
@opt.state
@opt.user
@opt.as_json
def memory_why(atom_id: str, state: Path | None, user: str | None, as_json: bool) -> None:
    """Where a memory came from: the words, the turn or file, and every ledger event about it."""
    from device.cli.memory.cmd_memory import show_why

    with report_errors(as_json=as_json):
        show_why(opt.state_folder(state), user, atom_id, as_json=as_json)


@memory_app.command("edit")
@_atom_id
@click.argument("words", required=False, help="The new value, or the memory in other words. Asked for without it.")
@_yes
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def memory_edit(
    atom_id: str,
    words: str | None,
    yes: bool,
    state: Path | None,
    user: str | None,
    now: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Correct a memory, as if you had said it. The old words stay in its history."""
    from device.cli.memory.cmd_change import CommandSettings, edit_memory

    with report_errors(as_json=as_json):
        how = CommandSettings(opt.state_folder(state), user, now, language, yes, as_json)
        edit_memory(how, atom_id, words)


@memory_app.command("forget")
@click.argument("what", metavar="ID|QUERY", help=f"{_ID} Or words that name what to forget.")
@_yes
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def memory_forget(
    what: str, yes: bool, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Forget a memory and the words that it came from, for good. Asks when more than one is meant."""
    from device.cli.memory.cmd_change import CommandSettings, forget_memory

    with report_errors(as_json=as_json):
        how = CommandSettings(opt.state_folder(state), user, now, language, yes, as_json)
        forget_memory(how, what)


@memory_app.command("export")
@click.argument("file", type=opt.PATH, metavar="FILE", help="A new file for the records; - is stdout.")
@click.option("--page", type=opt.PATH, metavar="FILE", help="Also write a page to read (HTML) to this new file.")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def memory_export(
    file: Path, page: Path | None, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Write everything of yours that may be shown to a file, one JSON object a line, with sources and history."""
    from device.cli.memory.cmd_export import export_to_files

    with report_errors(as_json=as_json):
        export_to_files(opt.state_folder(state), user, file, page, now, language, as_json=as_json)


@memory_app.command("import")
@click.argument("file", type=opt.PATH, metavar="FILE", help="Selene's export, or conversations.json or its ZIP.")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def memory_import(
    file: Path, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Read what you once told Selene, ChatGPT or Claude from an exported file. Cut off, the same command goes on."""
    from device.cli.memory.cmd_import import import_from_file

    with report_errors(as_json=as_json):
        import_from_file(opt.state_folder(state), user, file, now, language, as_json=as_json)


@memory_app.command("digest")
@opt.state
@opt.as_json
def memory_digest_command(state: Path | None, as_json: bool) -> None:
    """One digest of everything that must survive this device: equal on two devices that know the same."""
    from device.cli.memory.cmd_memory import show_digest

    with report_errors(as_json=as_json):
        show_digest(opt.state_folder(state), as_json=as_json)
