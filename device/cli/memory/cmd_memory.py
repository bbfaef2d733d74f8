"""Composition: `selene memory list | show | why`: shows atoms and their sources. Reads only.

INTERNAL_ONLY atoms are never shown: `list` counts them, `show` and `why` treat them as unknown.
"""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.common.told_moment import moment_of
from device.cli.memory.atom_names import day_of, named_atom, text_gate
from device.core.policy import MAX_LISTED_ATOMS
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_for_reading
from device.portability.formats.selene_export import atom_object
from device.portability.memory_answers import why_object


def show_list(state: Path, user: str | None, *, as_json: bool) -> None:
    """Prints every atom that may be shown in writing, in the order of 2.11.9."""
    now = moment_of(None)
    with open_for_reading(state, now) as vault:
        person = resolve_user(vault, user)
        atoms = vault.reader.atoms(text_gate(person), MAX_LISTED_ATOMS)
    if as_json:
        show_json({"user": person.name, "atoms": [atom_object(atom) for atom in atoms]})
        return
    if not atoms:
        click.echo("Nothing is remembered.")
    for atom in atoms:
        click.echo(f"{atom.atom_id}  {day_of(atom.learned_at_ms, now)}  {atom.kind.value:<12} {styled(atom.text)}")


def show_atom(state: Path, user: str | None, atom_id: str, *, as_json: bool) -> None:
    """Prints all fields of one atom."""
    with open_for_reading(state, moment_of(None)) as vault:
        atom = named_atom(vault, resolve_user(vault, user), atom_id)
    facts = atom_object(atom)
    if as_json:
        show_json(facts)
        return
    for name, value in facts.items():
        click.echo(f"{name:<18} {'' if value is None else value}")


def show_why(state: Path, user: str | None, atom_id: str, *, as_json: bool) -> None:
    """Prints an atom's words and its ledger events, oldest first."""
    with open_for_reading(state, moment_of(None)) as vault:
        person = resolve_user(vault, user)
        atom = named_atom(vault, person, atom_id)
        why = why_object(vault, text_gate(person), atom)
    if as_json:
        show_json(why)
        return
    click.echo(f'"{styled(atom.text)}" is {atom.status.value}, because:')
    for line in why["said"]:
        source = f"{line['file']} says" if line["file"] else "you said"
        click.echo(f"  {line['at']}  {styled(source)}: {styled(line['text'])}")
    for change in why["corrections"]:
        click.echo(f'  corrected: "{styled(change["heard"])}" to "{styled(change["meant"])}"')
    for event in why["ledger"]:
        click.echo(f"  {event['at']}  ledger {event['seq']}: {event['event']} ({event['reason_code']})")


def show_digest(state: Path, *, as_json: bool) -> None:
    """Prints 64 hexadecimal digits; see `engine_b.vault.digest`."""
    from engine_b.vault.digest import memory_digest

    with open_for_reading(state, moment_of(None)) as vault, vault.database.snapshot():
        digest = memory_digest(vault.database, vault.record_types)
    if as_json:
        show_json({"digest": digest})
    else:
        click.echo(digest)
