"""Values for the rules' tests: an atom, a turn, a policy, both languages."""

from __future__ import annotations

from dataclasses import replace

from device.platform.language_files import load_language
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Channel, Kind, Source, Turn
from memory.model.timestamps import from_iso

ENGLISH = load_language("en").memory
GERMAN = load_language("de").memory
POLICY = MemoryPolicy()
NOW = from_iso("2026-03-02T10:00:00+01:00")


def turn(text: str, who: str = "") -> Turn:
    """Something said now."""
    return Turn("t-1", "s1", "u-1", text, NOW, Channel.TEXT, who)


def atom(atom_id: str = "a-1", **fields: object) -> Atom:
    """An atom with these fields and plain ones for the rest."""
    plain = Atom(
        atom_id=atom_id,
        user_id="u-1",
        kind=Kind.PREFERENCE,
        key="preference:favorite color",
        value="green",
        text="my favorite color is green",
        sources=(Source("t-0", 0, 26),),
        learned_at_ms=NOW.at_ms,
    )
    return replace(plain, **fields)  # type: ignore[arg-type]
