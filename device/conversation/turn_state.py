"""Pure: the state of a conversation between two events of the turn machine."""

from __future__ import annotations

from dataclasses import dataclass

from device.conversation import effects as fx
from device.conversation.turn_tables import EarState, MouthState, Origin
from device.core.messages import Announcement, Answer

Effects = tuple[fx.Effect, ...]
"""The effects of one event, in the order in which they are to be performed."""
Waiting = tuple[Announcement, tuple[str, ...]]
"""An announcement and its sentences."""


@dataclass(frozen=True, slots=True)
class ConversationState:
    """The state of a conversation."""

    ear: EarState = EarState.ASLEEP
    mouth: MouthState = MouthState.SILENT
    speech_interrupts: bool = True
    """False when the microphone hears the loudspeaker: then only the wake word interrupts (barge-in)."""
    last_turn: int = 0
    ear_turn: int = 0
    mouth_turn: int = 0
    origin: Origin = Origin.WAKE_WORD
    answer: Answer | None = None
    listened_on: int = 0
    """How often the ear stayed open since it was opened, because what it heard was not said to her."""
    waiting: tuple[Waiting, ...] = ()
    """Announcements that wait, in order."""
    announcement: Announcement | None = None
    """The announcement that is being said."""

    @property
    def waits_for_reply(self) -> bool:
        """Says whether what is being said is a question, or rings until somebody says something."""
        asks = self.answer is not None and self.answer.expects_reply
        return asks or (self.announcement is not None and self.announcement.rings)
