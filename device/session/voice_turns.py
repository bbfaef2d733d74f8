"""Composition: the assistant of one conversation by voice: a turn holds the vault once, from its words to its answer.

Between the two the turn machine reports what was understood, and frames pass; a write of another conversation of the
same person must not come between, because the answer would then know of a later turn than the ledger says.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from typing import Protocol

from device.assistant.conversation import Conversation, TurnAssistant
from device.core.errors import DeviceError
from device.core.messages import Announcement, Answer, TurnResult
from device.core.ports import HintBundle
from engine_b.core.errors import VaultError
from memory.model.atoms import Moment, Turn


class LeasedAssistant(TurnAssistant, Protocol):
    """An assistant whose vault can be held for a whole turn."""

    def turn(self) -> AbstractContextManager[object]:
        """Holds the vault for the block."""
        ...


class VoiceTurns:
    """Finds the answer of a turn in the lease in which it is heard. For one conversation; see `TurnAssistant`."""

    def __init__(self, shared: LeasedAssistant) -> None:
        """Takes the assistant that others share."""
        self._shared = shared
        self._found: tuple[TurnResult, Answer, Conversation] | None = None

    def hints(self, conversation: Conversation) -> HintBundle:
        """See `TurnAssistant`."""
        return self._shared.hints(conversation)

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """See `TurnAssistant`. Its answer is found at once, and kept until it is asked for."""
        self._found = None
        with self._shared.turn():
            heard, after = self._shared.hear(turn, conversation)
            with suppress(DeviceError, VaultError):  # what was heard is kept; `answer` meets the error again
                self._found = (heard, *self._shared.answer(heard, after))
        return heard, after

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        """See `TurnAssistant`."""
        found, self._found = self._found, None
        if found is not None and found[0] is heard:
            return found[1], found[2]
        return self._shared.answer(heard, conversation)

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        """See `TurnAssistant`."""
        return self._shared.record_spoken(answer, spoken, conversation)

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """See `TurnAssistant`."""
        return self._shared.due(user_id, now)

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """See `TurnAssistant`."""
        self._shared.record_due(announcement, turn)
