"""Composition: what a person may see of their memory, as the JSON of the commands and of the API. Reads only.

Every answer is behind the gate of a text that the person asked for: what is INTERNAL_ONLY, about a topic that is not to
be mentioned, or of somebody else is not there.
"""

from __future__ import annotations

import json
from typing import Any

from device.assistant.direct_commands import ForgetReceipt
from device.assistant.memory_search import FoundMemories, search_memory
from device.portability.export_memory import ledger_history
from device.portability.formats.selene_export import atom_object
from device.portability.formats.told_turns import file_of_session
from device.skills.recall.history.known_changes import changes_in, has_more_changes
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.person_records import PersonRecords
from engine_b.vault.vault import Vault
from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Atom, Moment
from memory.model.ports import Gate
from memory.model.timestamps import to_iso
from memory.paging.snapshot import build_snapshot
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.history import KnownChange, since_ms
from memory.text.language_rules import Language


def said_objects(lines: tuple[ArchivedLine, ...]) -> list[dict[str, str]]:
    """Returns archived lines, each with the file it was imported from, if it was."""
    return [
        {"turn_id": line.turn_id, "at": to_iso(line.at), "text": line.text, "file": file_of_session(line.session_id)}
        for line in lines
    ]


def why_object(vault: Vault, gate: Gate, atom: Atom) -> dict[str, Any]:
    """Returns the words a memory came from, its corrections, and its ledger events, oldest first."""
    lines = vault.reader.lines_by_id(gate, tuple(source.turn_id for source in atom.sources))
    pairs = PersonRecords(vault, gate).corrections()
    return {
        "atom_id": atom.atom_id,
        "text": atom.text,
        "said": said_objects(lines),
        "corrections": [{"heard": pair.heard, "meant": pair.meant} for pair in pairs if pair.atom_id == atom.atom_id],
        "ledger": list(ledger_history(vault, atom.atom_id)),
    }


def find_memories(vault: Vault, user_id: str, words: str, now: Moment, language: Language) -> FoundMemories:
    """Returns the memories and passages that words find, the best first."""
    access = MemoryAccess(vault.reader, VaultControlQueries(vault), MemoryPolicy(), language)
    return search_memory(access, user_id, words, now)


def found_object(found: FoundMemories) -> dict[str, object]:
    """Returns what was found."""
    lines = tuple(line for excerpt in found.excerpts for line in excerpt.lines)
    atoms = [{**atom_object(atom), "tag": tag.value} for atom, tag in found.atoms]
    return {"atoms": atoms, "said": said_objects(lines)}


def find_changes(
    vault: Vault, gate: Gate, from_ms: int, until_ms: int, language: Language
) -> tuple[tuple[KnownChange, ...], bool]:
    """Returns what changed of what is known in a span, the latest first, and whether there was more than is read."""
    access = MemoryAccess(vault.reader, VaultControlQueries(vault), MemoryPolicy(), language)
    found = changes_in(access, gate, from_ms, until_ms)
    more = has_more_changes(access, gate, from_ms, until_ms)
    return tuple(sorted(found, key=lambda each: (-each.at_ms, each.atoms[0].atom_id))), more


def snapshot_object(vault: Vault, gate: Gate, language: Language) -> dict[str, Any]:
    """Returns the map of what is known: subjects by kind, threads, and how much there is; empty for a guest."""
    access = MemoryAccess(vault.reader, VaultControlQueries(vault), MemoryPolicy(), language)
    return dict(json.loads(build_snapshot(access, gate)))


def changes_object(
    vault: Vault, gate: Gate, from_ms: int, until_ms: int, now: Moment, language: Language
) -> dict[str, Any]:
    """Returns what changed of what is known in a span, the latest first."""
    changes, more = find_changes(vault, gate, from_ms, until_ms, language)
    return {"changes": [change_object(each, now, language) for each in changes], "more": more}


def change_object(change: KnownChange, now: Moment, language: Language) -> dict[str, Any]:
    """Returns one change: what happened, when it was told, and since when it is so where that was said."""
    after, before = change.after, change.before
    begun_ms = since_ms(after, language, now.utc_offset_min) if after else None
    return {
        "change": change.kind.value,
        "at": to_iso(Moment(change.at_ms)),
        "so_since": None if begun_ms is None else to_iso(Moment(begun_ms)),
        "now": after.text if after else None,
        "before": before.text if before else change.was or None,
        "atoms": [atom.atom_id for atom in change.atoms],
    }


def receipt_object(receipt: ForgetReceipt) -> dict[str, object]:
    """Returns what was forgotten, and where the ledger proves it."""
    proof = {"head_seq": receipt.head_seq, "head_hash": receipt.head_hash, "scrubbed": receipt.scrubbed}
    return {"forgotten": list(receipt.atom_ids), "lines": receipt.lines, "receipt": proof}
