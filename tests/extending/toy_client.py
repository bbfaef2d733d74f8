"""Composition: a toy client: letters come in, one person and one text each, and a reply goes back to each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from device.session.session import SessionTable
from memory.model import ids
from memory.model.atoms import Channel, Moment


@dataclass(frozen=True, slots=True)
class Letter:
    """What a person wrote, and when."""

    sender: str
    text: str
    at: Moment


@dataclass(frozen=True, slots=True)
class LetterClient:
    """Gives every sender a session of their own. The table keeps the sessions; the client keeps nothing."""

    sessions: SessionTable

    def answer_letters(self, letters: Iterable[Letter]) -> Iterator[str]:
        """The reply to each letter, in their order."""
        for letter in letters:
            session = self.sessions.session(ids.user_id(letter.sender), "letters")
            _, answer = session.say(letter.text, letter.at, Channel.TEXT)
            yield answer.reply
