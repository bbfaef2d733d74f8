"""Composition: searches a memory for words: what one turn may know of them, within its caps (2.11.9). Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Channel, Moment, Status, Tag
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess, build_context
from memory.retrieval.context_bundle import Excerpt
from memory.rules.controls import topic_stems
from memory.rules.freshness import tag_of


@dataclass(frozen=True, slots=True)
class FoundMemories:
    """The memories and passages that words found, the best first."""

    atoms: tuple[tuple[Atom, Tag], ...] = ()
    excerpts: tuple[Excerpt, ...] = ()


def search_memory(memory: MemoryAccess, user_id: str, words: str, now: Moment) -> FoundMemories:
    """Returns what may be shown in writing: memories that hold every word first, then what else is relevant."""
    gate = Gate(user_id, identified=True, channel=Channel.TEXT)
    most = MemoryPolicy().max_bundle_atoms
    stems = topic_stems(words, memory.language)
    held = memory.mentionable(gate, memory.queries.visible_holding(gate, stems, most))
    found = build_context(memory, gate, words, now, held)
    atoms = dict.fromkeys((*held, *found.atoms))
    shown = [atom for atom in atoms if atom.status is not Status.OUTDATED][:most]
    tags = ((atom, _tag(memory, gate, atom, now)) for atom in shown)
    return FoundMemories(tuple(tags), found.bundle.excerpts)


def _tag(memory: MemoryAccess, gate: Gate, atom: Atom, now: Moment) -> Tag:
    same_key = memory.reader.atoms_with_key(gate, atom.key)
    return tag_of(atom, same_key, now.at_ms, memory.policy, memory.language)
