"""Composition: the assistant of one conversation by voice: a turn holds the vault once, from its words to its answer.

Between the two the turn machine reports what was understood, and frames pass; a write of another conversation of the
same person must not come between, because the answer would then know of a later turn than the ledger says.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Protocol

from device.addressing.policy import HELD_WORDS_MS
from device.assistant.conversation import Conversation, TurnAssistant
from device.core.errors import DeviceError
from device.core.messages import Announcement, Answer, TurnResult
from device.core.ports import HintBundle
from device.session.doubtful_words import DoubtfulWords
from engine_b.core.errors import VaultError
from memory.model.atoms import Moment, Turn

CHECK_WORDS = "check_words"
"""The intent of a turn whose words were not heard surely, and of the answer that they were wrong."""


class LeasedAssistant(TurnAssistant, Protocol):
    """An assistant whose vault can be held for a whole turn."""

    def turn(self) -> AbstractContextManager[object]:
        """Holds the vault for the block."""
        ...


class VoiceTurns:
    """Finds the answer of a turn in the lease in which it is heard. For one conversation; see `TurnAssistant`.

    Words that were not heard surely are held and asked about; with "yes" they are heard as if they had been said then.
    """

    def __init__(self, shared: LeasedAssistant, words: DoubtfulWords | None = None) -> None:
        """Takes the assistant that others share, and the words of the person's language."""
        self._shared, self._words = shared, words or DoubtfulWords()
        self._found: tuple[TurnResult, Answer, Conversation] | None = None

    def hints(self, conversation: Conversation) -> HintBundle:
        """See `TurnAssistant`."""
        return self._shared.hints(conversation)

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """See `TurnAssistant`. Its answer is found at once, and kept until it is asked for."""
        self._found = None
        if conversation.doubtful:
            return _check_of(turn, "WORDS_DOUBTED"), replace(conversation, held=turn)
        held, conversation = conversation.held, replace(conversation, held=None)
        agreed = self._words.agrees(turn.text) if held is not None and _is_answer(turn, held) else None
        if agreed is False:
            return _check_of(turn, "WORDS_REFUSED"), conversation
        if held is not None and agreed:
            turn = replace(turn, text=held.text)
        with self._shared.turn():
            heard, after = self._shared.hear(turn, conversation)
            with suppress(DeviceError, VaultError):  # what was heard is kept; `answer` meets the error again
                self._found = (heard, *self._shared.answer(heard, after))
        return heard, after

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        """See `TurnAssistant`."""
        if heard.intent == CHECK_WORDS:
            return self._ask(heard, conversation.held), conversation
        found, self._found = self._found, None
        if found is not None and found[0] is heard:
            return found[1], found[2]
        return self._shared.answer(heard, conversation)

    def _ask(self, heard: TurnResult, held: Turn | None) -> Answer:
        """Asks whether the words were said, of the voice that said them; or asks for them again."""
        reply = self._words.asking.format(words=held.text) if held else self._words.refused
        return Answer(
            heard.turn,
            reply,
            CHECK_WORDS,
            question=held is not None,
            reason_codes=heard.reason_codes,
            expects_reply=True,
            guarded=held is not None,
        )

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        """See `TurnAssistant`. Nothing is recorded of words that she asked about."""
        if answer.intent == CHECK_WORDS:
            return conversation
        return self._shared.record_spoken(answer, spoken, conversation)

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """See `TurnAssistant`."""
        return self._shared.due(user_id, now)

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """See `TurnAssistant`."""
        self._shared.record_due(announcement, turn)


def _check_of(turn: Turn, reason: str) -> TurnResult:
    """The result of a turn of which nothing is kept."""
    return TurnResult(replace(turn, text=""), CHECK_WORDS, reason_codes=(reason,))


def _is_answer(turn: Turn, held: Turn) -> bool:
    """Says whether a turn may answer what was asked about another."""
    same = (turn.user_id, turn.identified) == (held.user_id, held.identified)
    return same and 0 <= turn.at.at_ms - held.at.at_ms <= HELD_WORDS_MS
