"""Composition: the text conversations of the API's clients. Each runs whole turns, one at a time with all others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.clients.client_tokens import ClientGrant
from device.clients.http_api.household import Household
from device.clients.http_api.operations import TalkRequest
from device.core.policy import MAX_OPEN_SESSIONS
from device.session.due_telling import due_texts
from device.session.session import SessionTable
from device.session.turn_report import turn_object
from memory.model.atoms import Channel, Moment
from memory.model.timestamps import local_datetime
from memory.model.user_names import check_session


@dataclass(slots=True)
class TextConversations:
    """Conversations by person, session and language. Any thread may call it."""

    household: Household
    now: Callable[[], Moment]
    language: str
    """The language of a turn that names none."""
    _open: dict[tuple[str, bool], SessionTable] = field(default_factory=dict)
    """By language; those of guests apart."""

    def say(self, grant: ClientGrant, asked: TalkRequest) -> dict[str, object]:
        """Runs a turn; returns what `selene say --json` prints, and the session. Raises a refusal before anything."""
        at, language = self.now(), asked.language or self.language
        named = asked.session if asked.session is not None else f"{grant.name}-{local_datetime(at).date().isoformat()}"
        session_id = check_session(named)
        shared = self.household.assistant(language)
        channel = Channel.VOICE if asked.aloud else Channel.TEXT
        with shared.turn():
            table = self._open.setdefault((language, grant.guest), SessionTable(shared, MAX_OPEN_SESSIONS))
            session = table.session(grant.user_id, session_id)
            silent = grant.guest or self.household.tells_due_itself(grant.user_id)
            due = () if silent else due_texts(shared, grant.user_id, at)
            heard, answer = session.say(asked.text, at, channel, identified=not grant.guest)
        return {"session": session_id, **turn_object(heard, answer), "due": due}
