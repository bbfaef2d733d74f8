"""Composition: one conversation with one client: keeps its state between turns, and runs turns of text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device.assistant.conversation import Conversation, TurnAssistant, rest_of, settled_with_mind
from device.core.messages import Announcement, Answer, TurnResult
from device.core.ports import HintBundle
from device.skills.small_talk.last_reply import GOING_ON
from memory.model import ids
from memory.model.atoms import Channel, Moment, Turn


@dataclass(slots=True)
class Session:
    """One conversation, for one caller at a time. The assistant is shared with other sessions and keeps nothing of
    it.
    """

    assistant: TurnAssistant
    user_id: str
    """The user whose memory is read, and whose words are expected first."""
    session_id: str = ""
    identified: bool = True
    """False where who speaks is a guest."""
    known: bool = False
    """Whether it is known that the person alone speaks aloud here, so that a thread may come up unasked (2.21)."""
    conversation: Conversation = field(init=False)

    def __post_init__(self) -> None:
        """Begins with an empty state."""
        self.conversation = Conversation(self.user_id, known=self.known)

    def say(
        self, text: str, at: Moment, channel: Channel = Channel.TEXT, *, identified: bool = True
    ) -> tuple[TurnResult, Answer]:
        """Runs a turn of text. Its id follows from speaker, words, place and time, so that a repeated turn changes
        nothing.
        """
        turn_id = ids.turn_id(self.user_id, self.session_id, at.at_ms, text)
        return self.take_turn(Turn(turn_id, self.session_id, self.user_id, text, at, channel, identified=identified))

    def take_turn(self, turn: Turn, spoken: str | None = None) -> tuple[TurnResult, Answer]:
        """Runs a whole turn without sound: hears, answers, records the reply, or `spoken` of it."""
        heard = self.hear(turn)
        answer = self.answer(heard)
        if not heard.failure:
            self.record_spoken(answer, answer.reply if spoken is None else spoken)
        return heard, answer

    def hints(self) -> HintBundle:
        """Returns the hints for the recogniser's next utterance."""
        return self.assistant.hints(self.conversation)

    def hear(self, turn: Turn) -> TurnResult:
        """Understands and remembers; must finish."""
        heard, self.conversation = self.assistant.hear(turn, self.conversation)
        return heard

    def answer(self, heard: TurnResult) -> Answer:
        """Finds the answer; writes nothing."""
        answer, self.conversation = self.assistant.answer(heard, self.conversation)
        return answer

    def record_spoken(self, answer: Answer, spoken: str, rest: str = "") -> None:
        """Records what was spoken; must finish. `rest` is what was left of it by an interruption, for "go on"."""
        self.conversation = settled_with_mind(answer, self.conversation)
        kept = None if answer.intent in GOING_ON else self.conversation.rest
        left = rest_of(self.conversation.pending, rest) or kept
        self.conversation = replace(self.assistant.record_spoken(answer, spoken, self.conversation), rest=left)

    def due(self, now: Moment) -> tuple[Announcement, ...]:
        """Returns what the skills want to say to this person unasked."""
        return self.assistant.due(self.user_id, now)

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """Records that it is being said; must finish."""
        self.assistant.record_due(announcement, turn)


class SessionTable:
    """The text conversations of one assistant, by person and session id. Each keeps its own state."""

    def __init__(self, assistant: TurnAssistant, most: int | None = None) -> None:
        """Begins without any. Of more than `most`, the one that was silent for longest loses its state."""
        self._assistant, self._most = assistant, most
        self._open: dict[tuple[str, str], Session] = {}

    def session(self, user_id: str, session_id: str) -> Session:
        """Returns the conversation of this person with this id; begins it when there is none."""
        key = user_id, session_id
        session = self._open.pop(key, None) or Session(self._assistant, user_id, session_id)
        self._open[key] = session
        if self._most is not None and len(self._open) > self._most:
            del self._open[next(iter(self._open))]
        return session
