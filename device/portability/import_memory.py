"""Composition: imports the person's own turns of a file. Each is one commit under an id that follows from the file.

So an import may be cut off anywhere and run again: what is in the vault is skipped, what is not is taken. What was
forgotten since stays forgotten. No word of a file is a command, and nothing in it grants anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from pathlib import Path

from device.assistant.assistant import Assistant
from device.core.errors import ImportRefused
from device.portability.formats.told_turns import ToldConversation, ToldTurn, session_of_file
from device.portability.source_file import FoundConversation, base_name, read_conversations
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Moment, Turn

_TURN_ID = re.compile(r"t-[0-9a-f]{28}")


@dataclass(slots=True)
class ImportReport:
    """What an import did, in counts."""

    conversations: int = 0
    turns: int = 0
    """Turns of the person in the file."""
    imported: int = 0
    """Turns that are new here."""
    known: int = 0
    """Turns that were here before, or were forgotten since."""
    empty: int = 0
    too_long: int = 0
    skipped: int = 0
    """Conversations, messages and records of a shape that is not known."""
    not_taken: int = 0
    """Records of Selene's own export that no import takes: what is set, what stands on lists, corrections, rules."""
    atoms_created: int = 0
    atoms_updated: int = 0
    programs: dict[str, int] = field(default_factory=dict)
    """Conversations by the program that exported them."""

    def as_object(self) -> dict[str, object]:
        """Returns the counts by their names."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


def survey_file(path: Path) -> ImportReport:
    """Reads the whole file, and counts what an import would take. Raises `ImportRefused` when that is nothing."""
    report = ImportReport()
    for found in read_conversations(path):
        _count(found, report)
    if not report.programs:
        raise ImportRefused(f"{path} holds no conversation of a known shape. Nothing was imported.")
    return report


def import_file(
    assistant: Assistant,
    user_id: str,
    path: Path,
    now: Moment,
    done: Callable[[], None] = lambda: None,
    each: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> ImportReport:
    """Imports the file for one person; `each` is held for a turn, and `done` called after it. Raises a `VaultError`:
    what was imported until then is kept, and the same command goes on from there.
    """
    report, importer = ImportReport(), _Importer(assistant, user_id, base_name(path), now)
    for found in read_conversations(path):
        _count(found, report)
        if found.told is None:
            continue
        at_ms = found.told.at_ms
        for turn in found.told.turns:
            at_ms = turn.at_ms if turn.at_ms is not None else at_ms
            with each():
                importer.take(found.program, found.told, turn, at_ms, report)
            done()
    return report


def _count(found: FoundConversation, report: ImportReport) -> None:
    report.skipped += found.skipped + (1 if found.told is None else found.told.skipped)
    report.not_taken += found.not_taken
    if found.told is None:
        return
    report.programs[found.program] = report.programs.get(found.program, 0) + bool(found.told.turns)
    report.conversations += bool(found.told.turns)
    report.turns += len(found.told.turns)


@dataclass(frozen=True, slots=True)
class _Importer:
    """Takes turns of one file into one person's memory."""

    assistant: Assistant
    user_id: str
    file_name: str
    now: Moment

    def take(
        self, program: str, told: ToldConversation, turn: ToldTurn, at_ms: int | None, report: ImportReport
    ) -> None:
        """Stores one turn, and counts what became of it."""
        at = self.now if at_ms is None else Moment(at_ms, self.now.utc_offset_min)
        session = session_of_file(self.file_name, told.conversation_id)
        turn_id = self._turn_id(program, told, turn)
        heard = self.assistant.store_imported(Turn(turn_id, session, self.user_id, turn.text, at), turn.facts, self.now)
        report.too_long += bool(heard.failure)
        report.empty += "NO_WORDS" in heard.reason_codes
        report.known += "REPLAYED_TURN" in heard.reason_codes
        report.imported += "IMPORTED" in heard.reason_codes
        report.atoms_created += len(heard.created)
        report.atoms_updated += len(heard.updated)

    def _turn_id(self, program: str, told: ToldConversation, turn: ToldTurn) -> str:
        """Returns the id that the turn has in every vault of this person; another person's copy gets one of its own."""
        if _TURN_ID.fullmatch(turn.turn_id) and not self._is_of_another(self.assistant.vault, turn.turn_id):
            return turn.turn_id
        place = f"{program}:{told.conversation_id}:{turn.message_id}"
        return ids.turn_id(self.user_id, place, turn.at_ms or 0, turn.text.encode("utf-8", "replace").decode())

    def _is_of_another(self, vault: Vault, turn_id: str) -> bool:
        told = vault.ledger_events(turn_id=turn_id, limit=1)
        return bool(told) and not vault.ledger_events(user_id=self.user_id, turn_id=turn_id, limit=1)
