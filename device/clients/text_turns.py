"""Composition: runs turns of text for clients: whole turns, one after the other, in the sessions that the clients name.

A turn holds the vault from its first read to its last write, so that its answer knows of no later turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from device.assistant.conversation import Conversation
from device.core.messages import Answer, TurnResult
from device.core.policy import MAX_OPEN_SESSIONS
from device.core.ports import HintBundle
from device.session.due_telling import due_texts
from device.session.session import SessionTable
from device.session.voice_turns import LeasedAssistant
from memory.model.atoms import Channel, Moment


@dataclass(frozen=True, slots=True)
class ClientPerson:
    """Whose memory a client uses."""

    user_id: str
    guest: bool = False
    """A guest is answered without the memory, and nothing of theirs is kept."""


class TextTurns:
    """The text conversations of one person's clients. Called from any thread."""

    def __init__(
        self,
        assistant: LeasedAssistant,
        person: ClientPerson,
        now: Callable[[], Moment],
        told_otherwise: Callable[[], bool] = lambda: True,
    ) -> None:
        """Takes the daemon's assistant and its clock. `told_otherwise` says whether the person hears what is due in
        another way.
        """
        self._assistant, self._person, self.now, self._told_otherwise = assistant, person, now, told_otherwise
        self._sessions = SessionTable(assistant, MAX_OPEN_SESSIONS)

    def say(self, session_id: str, text: str, channel: Channel) -> tuple[TurnResult, Answer]:
        """Runs a turn at the present moment. Its reply begins with what is due, where nothing else tells that."""
        person, at = self._person, self.now()
        with self._assistant.turn():
            session = self._sessions.session(person.user_id, session_id)
            silent = person.guest or self._told_otherwise()
            due = () if silent else due_texts(self._assistant, person.user_id, at)
            heard, answer = session.say(text, at, channel, identified=not person.guest)
        return heard, replace(answer, reply=" ".join(filter(None, (*due, answer.reply))))

    def hints(self) -> HintBundle:
        """Returns what a recogniser may be told before an utterance; nothing of anybody's memory for a guest."""
        return self._assistant.hints(Conversation("" if self._person.guest else self._person.user_id))
