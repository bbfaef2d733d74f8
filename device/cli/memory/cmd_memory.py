"""Composition: `selene memory list | show | why`: shows atoms and their sources. Reads only.

INTERNAL_ONLY atoms are never shown: `list` counts them, `show` and `why` treat them as unknown.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.common.error_report import show_json
from device.cli.talk.cmd_say import moment_of
from device.core.errors import UnknownAtom
from device.core.policy import MAX_LISTED_ATOMS
from device.daemon.current_user import CurrentUser, resolve_user
from device.daemon.vault_access import open_for_reading
from memory.model.atoms import Atom, Channel, Moment
from memory.model.ports import Gate
from memory.model.timestamps import to_iso

if TYPE_CHECKING:
    from engine_b.vault.vault import Vault


def show_list(state: Path, user: str | None, *, as_json: bool) -> None:
    """Prints every atom that may be shown in writing, in the order of 2.11.9."""
    with open_for_reading(state, moment_of(None)) as vault:
        person = resolve_user(vault, user)
        atoms = vault.reader.atoms(_gate(person), MAX_LISTED_ATOMS)
    if as_json:
        show_json({"user": person.name, "atoms": [_atom_object(atom) for atom in atoms]})
        return
    if not atoms:
        click.echo("Nothing is remembered.")
    for atom in atoms:
        click.echo(f"{atom.atom_id}  {atom.kind.value:<12} {atom.text}")


def show_atom(state: Path, user: str | None, atom_id: str, *, as_json: bool) -> None:
    """Prints all fields of one atom."""
    with open_for_reading(state, moment_of(None)) as vault:
        atom = _visible(vault, resolve_user(vault, user), atom_id)
    facts = _atom_object(atom)
    if as_json:
        show_json(facts)
        return
    for name, value in facts.items():
        click.echo(f"{name:<18} {'' if value is None else value}")


def show_why(state: Path, user: str | None, atom_id: str, *, as_json: bool) -> None:
    """Prints an atom's words and its ledger events, oldest first."""
    with open_for_reading(state, moment_of(None)) as vault:
        person = resolve_user(vault, user)
        atom = _visible(vault, person, atom_id)
        lines = vault.reader.lines_by_id(_gate(person), tuple(source.turn_id for source in atom.sources))
        events = vault.ledger_events(subject_id=atom_id)
    said = [{"turn_id": line.turn_id, "at": to_iso(line.at), "text": line.text} for line in lines]
    history = [
        {"seq": event.seq, "at": to_iso(Moment(event.at_ms)), "event": event.event, "reason_code": event.reason_code}
        for event in events
    ]
    if as_json:
        show_json({"atom_id": atom_id, "text": atom.text, "said": said, "ledger": history})
        return
    click.echo(f'"{atom.text}" is {atom.status.value}, because:')
    for line in said:
        click.echo(f"  {line['at']}  you said: {line['text']}")
    for event in history:
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


def _gate(person: CurrentUser) -> Gate:
    return Gate(person.user_id, identified=True, channel=Channel.TEXT)


def _visible(vault: Vault, person: CurrentUser, atom_id: str) -> Atom:
    found = vault.reader.atoms_by_id(_gate(person), (atom_id,))
    if not found:
        raise UnknownAtom(f"There is no memory {atom_id[:64]} to show. `selene memory list` prints all.")
    return found[0]


def _atom_object(atom: Atom) -> dict[str, str | int | bool | None]:
    return {
        "atom_id": atom.atom_id,
        "kind": atom.kind.value,
        "key": atom.key,
        "value": atom.value,
        "text": atom.text,
        "provenance": atom.provenance.name.lower(),
        "confidence_bp": atom.confidence_bp,
        "status": atom.status.value,
        "exposure": atom.exposure.value,
        "recall": atom.recall.value,
        "pinned": atom.pinned,
        "learned_at": to_iso(Moment(atom.learned_at_ms)),
        "last_confirmed_at": _iso_or_none(atom.last_confirmed_at_ms),
        "last_used_at": _iso_or_none(atom.last_used_at_ms),
        "use_count": atom.use_count,
        "version": atom.version,
        "reason_code": atom.reason_code,
    }


def _iso_or_none(at_ms: int | None) -> str | None:
    return None if at_ms is None else to_iso(Moment(at_ms))
