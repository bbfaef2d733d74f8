"""Composition: `selene memory changes`: shows what became new, different or over since a day. Reads only."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.common.told_moment import moment_of
from device.cli.memory.atom_names import day_of, text_gate
from device.core.errors import BadUsage
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_for_reading
from device.nlu.time_ranges import TimeRanges
from device.platform.language_files import load_language
from device.portability.memory_answers import change_object, find_changes
from memory.model.atoms import Moment
from memory.model.timestamps import to_iso


def show_changes(state: Path, user: str | None, since: str, now: str | None, language: str, *, as_json: bool) -> None:
    """Prints each change with its day, the latest first. Raises BadUsage for a day that cannot be read."""
    files, at = load_language(language), moment_of(now)
    span = TimeRanges(files.device, files.memory).asked_range(since, at)
    if span is None or span.whole_session:
        raise BadUsage(f"{since[:40]!r} is no past day. Write one as 2026-03-02, or as you would say it: yesterday.")
    with open_for_reading(state, at) as vault:
        person = resolve_user(vault, user)
        changes, more = find_changes(vault, text_gate(person), span.from_ms, at.at_ms + 1, files.memory)
    if as_json:
        begun = to_iso(Moment(span.from_ms, at.utc_offset_min))
        show_json(
            {
                "user": person.name,
                "since": begun,
                "changes": [change_object(each, at, files.memory) for each in changes],
                "more": more,
            }
        )
        return
    if not changes:
        click.echo("Nothing has changed.")
    for each in changes:
        now_so, before = (each.after.text if each.after else ""), (each.before.text if each.before else each.was)
        words = " <- ".join(styled(words) for words in (now_so or "(no longer so)", before) if words)
        click.echo(f"{day_of(each.at_ms, at)}  {each.kind.value:<9}  {words}")
    if more:
        click.echo(f"There are earlier changes; these are the latest {len(changes)}. Ask since a later day.")
