"""Composition: `selene memory search`: shows what words find, within the caps of a turn. Reads only."""

from __future__ import annotations

from pathlib import Path

import click

from device.assistant.memory_search import search_memory
from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.memory.atom_names import day_of
from device.cli.talk.cmd_say import moment_of
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_for_reading
from device.platform.language_files import load_language
from device.portability.formats.selene_export import atom_object
from device.portability.formats.told_turns import file_of_session
from engine_b.vault.control_queries import VaultControlQueries
from memory.core.policy import MemoryPolicy
from memory.model.timestamps import to_iso
from memory.retrieval.context_builder import MemoryAccess


def show_search(state: Path, user: str | None, query: str, now: str | None, language: str, *, as_json: bool) -> None:
    """Prints memories and passages, the best first."""
    rules, at = load_language(language).memory, moment_of(now)
    with open_for_reading(state, at) as vault:
        person = resolve_user(vault, user)
        access = MemoryAccess(vault.reader, VaultControlQueries(vault), MemoryPolicy(), rules)
        found = search_memory(access, person.user_id, query, at)
    lines = [line for excerpt in found.excerpts for line in excerpt.lines]
    if as_json:
        atoms = [{**atom_object(atom), "tag": tag.value} for atom, tag in found.atoms]
        said = [
            {
                "turn_id": line.turn_id,
                "at": to_iso(line.at),
                "text": line.text,
                "file": file_of_session(line.session_id),
            }
            for line in lines
        ]
        show_json({"user": person.name, "atoms": atoms, "said": said})
        return
    for atom, tag in found.atoms:
        click.echo(f"{atom.atom_id}  {day_of(atom.learned_at_ms, at)}  {tag.value:<9}  {styled(atom.text)}")
    for line in lines:
        click.echo(f"  {day_of(line.at.at_ms, at)}  you said: {styled(line.text)}")
    if not found.atoms and not lines:
        click.echo("Nothing is found.")
