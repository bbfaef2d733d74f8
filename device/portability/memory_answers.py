"""Composition: what a person may see of their memory, as the JSON of the commands and of the API. Reads only.

Every answer is behind the gate of a text that the person asked for: what is INTERNAL_ONLY, about a topic that is not to
be mentioned, or of somebody else is not there.
"""

from __future__ import annotations

from typing import Any

from device.assistant.direct_commands import ForgetReceipt
from device.assistant.memory_search import FoundMemories, search_memory
from device.portability.export_memory import ledger_history
from device.portability.formats.selene_export import atom_object
from device.portability.formats.told_turns import file_of_session
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.person_records import PersonRecords
from engine_b.vault.vault import Vault
from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Atom, Moment
from memory.model.ports import Gate
from memory.model.timestamps import to_iso
from memory.retrieval.context_builder import MemoryAccess
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


def receipt_object(receipt: ForgetReceipt) -> dict[str, object]:
    """Returns what was forgotten, and where the ledger proves it."""
    proof = {"head_seq": receipt.head_seq, "head_hash": receipt.head_hash, "scrubbed": receipt.scrubbed}
    return {"forgotten": list(receipt.atom_ids), "lines": receipt.lines, "receipt": proof}
