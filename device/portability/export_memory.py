"""Composition: exports everything of one person that may be shown to them, as records and as a page to read.

Left out and only counted: memories that are INTERNAL_ONLY or about a topic that the person does not want mentioned,
what they replaced, and every other memory and line that would tell them. Reads only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from device.core.policy import MAX_EXPORTED_EVENTS
from device.portability.formats import selene_export
from device.portability.formats.kept_page import kept_table
from device.portability.formats.memory_page import page_html
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.person_records import PersonRecords
from engine_b.vault.vault import Vault
from memory.core.policy import TELLING_CHARS, TELLING_DIGITS
from memory.model.atoms import ArchivedLine, Atom, Channel, Moment
from memory.model.changes import CorrectionPair, Record, Rule
from memory.model.ports import Gate
from memory.model.timestamps import to_iso
from memory.retrieval.mention_filter import lines_without_hidden_topics, mentionable_atoms
from memory.text.language_rules import Language
from memory.text.stemming import stems

History = tuple[dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class ExportedMemory:
    """Everything of one person that may be shown, at one moment."""

    user: str
    at: Moment
    atoms: tuple[Atom, ...]
    lines: tuple[ArchivedLine, ...]
    corrections: tuple[CorrectionPair, ...]
    rules: tuple[Rule, ...]
    records: tuple[Record, ...]
    history: dict[str, History]
    """The ledger events of each memory, oldest first: codes and times, no words."""
    left_out: dict[str, int]
    """How many memories and lines may not be shown."""

    def json_lines(self) -> str:
        """Returns the records, one JSON object a line."""
        return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in self._records())

    def page(self) -> str:
        """Returns a page in HTML: what is remembered, where it came from, and what was said."""
        return page_html(self.user, self.at, self.atoms, self.lines, self.left_out, kept_table(self.records))

    def _records(self) -> Iterator[dict[str, object]]:
        yield selene_export.header_record(self.user, self.at, self.left_out)
        yield from map(selene_export.line_record, self.lines)
        for atom in self.atoms:
            yield selene_export.atom_record(atom, self.history[atom.atom_id])
        yield from map(selene_export.correction_record, self.corrections)
        yield from map(selene_export.rule_record, self.rules)
        for record in self.records:
            yield {"record": "skill", "type": record.type, "content": dict(record.content)}


def collect_memory(vault: Vault, user_id: str, user: str, language: Language, now: Moment) -> ExportedMemory:
    """Reads everything of one person, in one snapshot, behind the gate of a text that they asked for."""
    gate = Gate(user_id, identified=True, channel=Channel.TEXT)
    found, queries = PersonRecords(vault, gate), VaultControlQueries(vault)
    with vault.database.snapshot():
        hidden = found.hidden_words()
        every = found.atoms()
        tells = _telling_test(hidden)
        atoms = mentionable_atoms(vault.reader, queries, language, user_id, every)
        atoms = tuple(atom for atom in atoms if not tells(f"{atom.value} {atom.text}"))
        shown = {atom.atom_id for atom in atoms}
        unsaid = {source.turn_id for atom in every if atom.atom_id not in shown for source in atom.sources}
        lines = tuple(line for line in found.lines() if line.turn_id not in unsaid and not tells(line.text))
        lines = lines_without_hidden_topics(vault.reader, queries, language, user_id, lines)
        return ExportedMemory(
            user=user,
            at=now,
            atoms=atoms,
            lines=lines,
            corrections=tuple(pair for pair in found.corrections() if pair.atom_id in shown),
            rules=found.barred_topics(),
            records=found.skill_records(),
            history={atom_id: ledger_history(vault, atom_id) for atom_id in sorted(shown)},
            left_out={
                "atoms": len(hidden) + len(every) - len(atoms),
                "lines": found.count_lines() - len(lines),
            },
        )


def ledger_history(vault: Vault, atom_id: str) -> History:
    """Returns the ledger events of a memory, oldest first."""
    events = vault.ledger_events(subject_id=atom_id, limit=MAX_EXPORTED_EVENTS)
    return tuple(
        {"seq": event.seq, "at": to_iso(Moment(event.at_ms)), "event": event.event, "reason_code": event.reason_code}
        for event in events
    )


def _telling_test(hidden: tuple[tuple[str, str], ...]) -> Callable[[str], bool]:
    """Returns the test for words that say again what a hidden memory says: its value, or a number in it."""
    values = [frozenset(filter(_is_telling, stems(value))) or frozenset(stems(value)) for value, _ in hidden]
    numbers = frozenset(stem for _, text in hidden for stem in stems(text) if stem.isdigit() and _is_telling(stem))

    def tells(text: str) -> bool:
        said = frozenset(stems(text)) if values else frozenset[str]()
        return not said.isdisjoint(numbers) or any(value and value <= said for value in values)

    return tells


def _is_telling(stem: str) -> bool:
    return len(stem) >= TELLING_CHARS or (len(stem) >= TELLING_DIGITS and stem.isdigit())
