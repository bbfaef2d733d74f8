"""Pure: what one turn of a conversation hands to the next. A session keeps it; the assistant keeps none of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from device.assistant.turn_records import PendingAnswer
from device.core.messages import Announcement, Answer, TurnResult
from device.core.ports import HintBundle
from memory.model.atoms import Moment, Turn


@dataclass(frozen=True, slots=True)
class RefusedTurn:
    """A turn without its secret, and the words with it, which are held for one turn and in memory only."""

    turn: Turn
    statement: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Conversation:
    """What one turn hands to the next. What must outlive the process is in the vault, and not here."""

    user_id: str = ""
    """Whose words the next turn's hints have: who spoke last, else who is expected; empty for nobody's."""
    spelling: bool = False
    """Whether the next turn spells a word."""
    refused: RefusedTurn | None = None
    """The secret that was refused in the turn right before."""
    pending: PendingAnswer | None = None
    """The answer on its way to be spoken."""


class TurnAssistant(Protocol):
    """What a session needs of its assistant. Calls of one session come one at a time: hear, answer, record_spoken.

    Each takes the conversation as it is and returns it as it is then. Nothing is kept in between, so that one
    assistant serves any number of sessions.
    """

    def hints(self, conversation: Conversation) -> HintBundle:
        """What the recogniser should know before the next utterance; small and quick."""
        ...

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """Understand and remember. Never raises for a vault that cannot be written: see `TurnResult.failure`."""
        ...

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        """Look up, compose, phrase. Writes nothing."""
        ...

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        """Record the words that were really spoken: all of the reply, or what an interruption left of it."""
        ...

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """What the skills want to say to this person unasked, now."""
        ...

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """Record that the first sample of it has sounded: it is not due any more."""
        ...
