"""Pure: what the skills keep for a person beside the memory. It is no memory, but "forget everything" means it too."""

from __future__ import annotations

from memory.model.ports import MemoryReader
from memory.text.phrases import find_phrase

_IDS = {"schedule": "schedule_id", "list_item": "item_id", "voiceprint": "voiceprint_id"}
_WORDLESS = {
    "thread": "thread_id",
    "mood": "mood_id",
    "work_order": "work_order_id",
    "pause_profile": "pause_profile_id",
}
_WORDS = {"schedule": "label", "list_item": "text"}


def kept_records(reader: MemoryReader, user_id: str) -> tuple[tuple[str, str], ...]:
    """Returns every record of the skills, by type and id."""
    return tuple(
        (kind, str(record.content[field]))
        for kind, field in (_IDS | _WORDLESS).items()
        for record in reader.records(user_id, kind)
    )


def says_in_records(reader: MemoryReader, user_id: str, phrase: str) -> bool:
    """Says whether a thing on a list, or what a schedule reminds of, has these words."""
    return any(
        find_phrase(phrase, str(record.content[field]))
        for kind, field in _WORDS.items()
        for record in reader.records(user_id, kind)
    )


def is_record(reader: MemoryReader, user_id: str, phrase: str) -> bool:
    """Says whether these words are all that a thing on a list, or a reminder, says."""
    return any(
        str(record.content[field]).casefold().strip() == phrase.casefold().strip()
        for kind, field in _WORDS.items()
        for record in reader.records(user_id, kind)
    )


def count_open_records(reader: MemoryReader, user_id: str) -> dict[str, int]:
    """Counts what still rings and what still stands on a list; a kind without any is left out."""
    counts = {
        kind: sum(
            record.content["state"] in ("set", "snoozed", "paused", "open") for record in reader.records(user_id, kind)
        )
        for kind in _WORDS
    }
    return {kind: count for kind, count in counts.items() if count}
