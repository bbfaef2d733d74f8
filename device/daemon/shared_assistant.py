"""Composition: the assistant of a shared vault: each call holds the lease, and a whole turn may hold it once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Protocol

from device.assistant.assistant import Assistant
from device.assistant.conversation import Conversation
from device.core.messages import Announcement, Answer, TurnResult
from device.core.ports import HintBundle
from device.daemon.shared_vault import SharedVault
from device.mind.second_opinion import OpinionRequest, opinion_change, opinion_request
from device.session.event_log import EventLine, EventListener
from device.session.executor import WorkerClosed
from device.session.minds.mind_desk import MindDesk
from engine_b.core.errors import VaultError
from engine_b.vault.vault import Vault
from memory.model.atoms import Moment, Turn
from memory.model.timestamps import to_iso


class NotePerson(Protocol):
    """Notes that a person talked."""

    def __call__(self, user_id: str, *, at_ms: int) -> None:
        """Gets who, and when."""
        ...


class SharedAssistant:
    """An assistant that several threads call. See `TurnAssistant`."""

    def __init__(
        self,
        assistant: Assistant,
        shared: SharedVault,
        report: EventListener | None = None,
        noted: NotePerson = lambda user_id, *, at_ms: None,
        desk: MindDesk | None = None,
        opinions: MindDesk | None = None,
    ) -> None:
        """Both are of one vault. `report` gets the words and the reply of each turn, where no event log does; `noted`
        gets who talked, and when. At the `desk` a mind is asked for the whole of its reply, and at
        `opinions` what it reads in words that were left unread.
        """
        self.assistant, self.shared, self._report, self._noted = assistant, shared, report, noted
        self._desk, self._opinions = desk, opinions

    @contextmanager
    def turn(self) -> Iterator[Vault]:
        """Holds the lease for a whole turn, so that its answer knows of no later turn of another conversation."""
        with self.shared.lease() as vault:
            yield vault

    def hints(self, conversation: Conversation) -> HintBundle:
        """See `TurnAssistant`."""
        with self.shared.lease():
            return self.assistant.hints(conversation)

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """See `TurnAssistant`."""
        with self.shared.lease():
            if turn.identified:
                self._noted(turn.user_id, at_ms=turn.at.at_ms)
            return self.assistant.hear(turn, conversation)

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        """See `TurnAssistant`."""
        with self.shared.lease():
            answer, after = self.assistant.answer(heard, conversation)
        if self._desk is not None and answer.request is not None:
            with self.shared.paused():  # others use the vault meanwhile
                answer = self._desk.ask(answer)
        if self._report is not None:
            self._report(_event(answer, "transcript", "WRITTEN", heard.turn.text))
            self._report(_event(answer, "reply", next(iter(answer.reason_codes), "ANSWER"), answer.reply))
        return answer, after

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        """See `TurnAssistant`."""
        with self.shared.lease():
            after = self.assistant.record_spoken(answer, spoken, conversation)
        if self._opinions is not None:
            self._ask_opinion(self._opinions, answer)
        return after

    def _ask_opinion(self, desk: MindDesk, answer: Answer) -> None:
        """Has a mind read what was left unread of a turn that is over, while nobody waits."""
        try:
            with self.shared.lease():
                request = opinion_request(self.assistant.memory, answer)
        except VaultError:
            return
        if request is not None:
            desk.overhear(request.prompt, partial(self._keep_opinion, request))

    def _keep_opinion(self, request: OpinionRequest, reply: str) -> None:
        """Keeps what holds of a reply; a vault that cannot be written, or is closed, loses it."""
        with suppress(VaultError, WorkerClosed), self.shared.lease() as vault:
            change = opinion_change(self.assistant.memory, request, reply)
            if change is not None:
                vault.commit(change)

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """See `TurnAssistant`."""
        with self.shared.lease():
            return self.assistant.due(user_id, now)

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """See `TurnAssistant`."""
        with self.shared.lease():
            self.assistant.record_due(announcement, turn)


def _event(answer: Answer, kind: str, reason: str, text: str) -> EventLine:
    turn = answer.turn
    return {
        "at": to_iso(turn.at),
        "turn_id": turn.turn_id,
        "user_id": turn.user_id if turn.identified else "",
        "type": kind,
        "reason": reason,
        "text": text,
        "intent": answer.intent,
    }
