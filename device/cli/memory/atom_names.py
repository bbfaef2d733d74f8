"""Composition: finds the memory that a command names by its id, or by a beginning that only one id has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from device.core.errors import AmbiguousAtom, UnknownAtom
from device.daemon.current_user import CurrentUser
from memory.model.atoms import Atom, Channel, Moment
from memory.model.ports import Gate
from memory.model.timestamps import local_datetime

if TYPE_CHECKING:
    from engine_b.vault.vault import Vault

_ID = re.compile(r"a-[0-9a-f]{0,64}")


def text_gate(person: CurrentUser) -> Gate:
    """Returns the gate of a command: what the person may read in writing."""
    return Gate(person.user_id, identified=True, channel=Channel.TEXT)


def looks_like_id(word: str) -> bool:
    """Says whether a word is an id, or the beginning of one."""
    return _ID.fullmatch(word) is not None


def named_atom(vault: Vault, person: CurrentUser, name: str) -> Atom:
    """Returns the visible memory with this id. Raises `UnknownAtom`, or `AmbiguousAtom` for a beginning of several."""
    found = vault.reader.atoms_beginning(text_gate(person), name) if looks_like_id(name) else ()
    exact = tuple(atom for atom in found if atom.atom_id == name)
    found = exact or found
    if not found:
        raise UnknownAtom(f"There is no memory {name[:64]} to show. `selene memory list` prints all.")
    if len(found) > 1:
        first = ", ".join(atom.atom_id for atom in found[:2])
        raise AmbiguousAtom(
            f"Several memories begin with {name}: {first}, … Nothing was changed; write more of the id."
        )
    return found[0]


def day_of(at_ms: int, now: Moment) -> str:
    """Returns the day of a moment on the person's wall clock."""
    return local_datetime(Moment(at_ms, now.utc_offset_min)).date().isoformat()
