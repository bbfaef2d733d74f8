"""Pure: what every exported conversation is read as: the turns of the person, and how much of it was not understood.

A file is data of unknown origin: each reader checks every shape, skips what it does not know and counts it. None raises
for a wrong shape.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.core.policy import MAX_CONVERSATION_ID_CHARS, MAX_FILE_NAME_CHARS, MAX_IMPORTED_MS
from memory.extraction.extract import Fact

_PREFIX = "import:"


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """One turn of the person in a file."""

    message_id: str
    """What tells it from other turns of its conversation; the same in every export of it."""
    text: str
    at_ms: int | None
    """When it was written; None where the file does not say."""
    turn_id: str = ""
    """Its id in the vault from which it was exported; empty for a turn of another program."""
    facts: tuple[Fact, ...] | None = None
    """The facts that the file names; None where they are read from the words."""


@dataclass(frozen=True, slots=True)
class ToldConversation:
    """The turns that the person said in one conversation, in order."""

    conversation_id: str
    turns: tuple[ToldTurn, ...] = ()
    at_ms: int | None = None
    """When the conversation began; None where the file does not say."""
    skipped: int = 0
    """Messages of the person with a shape that is not known."""


def session_of_file(file_name: str, conversation_id: str) -> str:
    """Returns the session of an imported conversation. It names the file, so that each memory can tell its source."""
    if conversation_id.startswith(_PREFIX):
        return conversation_id
    return f"{_PREFIX}{_plain(file_name, MAX_FILE_NAME_CHARS)}#{conversation_id}"


def file_of_session(session_id: str) -> str:
    """Returns the name of the file that a session was imported from; empty for a talk."""
    if not session_id.startswith(_PREFIX):
        return ""
    return session_id.removeprefix(_PREFIX).rpartition("#")[0]


def text_id(value: object) -> str:
    """Returns the id of a conversation or message, if it is a short text; else empty."""
    return _plain(value, MAX_CONVERSATION_ID_CHARS) if isinstance(value, str) else ""


def possible_ms(at_ms: float) -> int | None:
    """Returns a moment in whole milliseconds, if it lies between 1970 and the year 9999; else None."""
    return int(at_ms) if 0 <= at_ms <= MAX_IMPORTED_MS else None


def _plain(text: str, most: int) -> str:
    """Returns the end of a text without characters that do not print, and without the mark before an id."""
    return "".join(character for character in text if character.isprintable() and character != "#")[-most:]
