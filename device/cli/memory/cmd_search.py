"""Composition: `selene memory search` and `map`: shows what words find, and what can be asked for. Reads only."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.common.told_moment import moment_of
from device.cli.memory.atom_names import day_of, text_gate
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_for_reading, use_configured_encoder
from device.platform.language_files import load_language
from device.portability.memory_answers import find_memories, found_object, snapshot_object


def show_snapshot(state: Path, user: str | None, now: str | None, language: str, *, as_json: bool) -> None:
    """Prints the subjects of what is known by kind, and the threads."""
    rules = load_language(language).memory
    with open_for_reading(state, moment_of(now)) as vault:
        person = resolve_user(vault, user)
        found = snapshot_object(vault, text_gate(person), rules)
    if as_json:
        show_json({"user": person.name, **found})
        return
    for kind, subjects in found["subjects"].items():
        click.echo(f"{kind:<18}  {styled(', '.join(subjects))}")
    if found["threads"]:
        click.echo(f"{'threads':<18}  {styled(', '.join(found['threads']))}")
    click.echo(f"{found['total']} memories, {found['open']} open questions, {found['pending']} pending work orders.")


def show_search(state: Path, user: str | None, query: str, now: str | None, language: str, *, as_json: bool) -> None:
    """Prints memories and passages, the best first."""
    rules, at = load_language(language).memory, moment_of(now)
    with open_for_reading(state, at) as vault:
        use_configured_encoder(vault)
        person = resolve_user(vault, user)
        found = find_memories(vault, person.user_id, query, at, rules)
    if as_json:
        show_json({"user": person.name, **found_object(found)})
        return
    for atom, tag in found.atoms:
        click.echo(f"{atom.atom_id}  {day_of(atom.learned_at_ms, at)}  {tag.value:<9}  {styled(atom.text)}")
    for line in (line for excerpt in found.excerpts for line in excerpt.lines):
        click.echo(f"  {day_of(line.at.at_ms, at)}  you said: {styled(line.text)}")
    if not found.atoms and not found.excerpts:
        click.echo("Nothing is found.")
