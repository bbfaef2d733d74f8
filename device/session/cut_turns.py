"""Composition: notes where an utterance goes on with one that was over for her too soon, and puts the two together.

Who goes on before the reply could be understood was not done: that pause teaches how long this person pauses. Where the
first part was no sentence by itself, both parts are heard as one. Nothing of them is kept here but the first part, and
that until the next turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device.audio.end_of_turn import NO_PAUSES, TurnPauses
from device.audio.policy import CONTINUED_MS, REACTION_MS
from device.conversation.events import Addressing, HearingAct
from device.conversation.turn_tables import Origin
from device.conversation.turn_words import TurnWords
from device.core.messages import TurnResult
from device.core.ports import Transcript


@dataclass(slots=True)
class CutTurns:
    """The utterances of one conversation. `began`, `ended` and `replied` belong to the loop, the rest to the worker."""

    heard: TurnPauses = NO_PAUSES
    """How the utterance paused that is being understood."""
    _hushed_ms: int | None = None
    """When the last utterance was over, until another begins."""
    _replied_ms: int | None = None
    _cut_ms: int = 0
    _left: str = field(default="", repr=False)
    """The words of the last turn, when they were no sentence and changed nothing."""

    def began(self, onset_ms: int, origin: Origin) -> None:
        """Notes where an utterance begins. After a wake word it is a turn of its own."""
        gap_ms = onset_ms - self._hushed_ms if self._hushed_ms is not None else 0
        early = self._replied_ms is None or onset_ms - self._replied_ms < REACTION_MS
        goes_on = early and 0 < gap_ms <= CONTINUED_MS and origin is not Origin.WAKE_WORD
        self._cut_ms = gap_ms if goes_on else 0
        self._hushed_ms = self._replied_ms = None

    def ended(self, hushed_ms: int | None, paused_ms: int) -> TurnPauses:
        """Notes when its last voice was, None where no silence ended it; returns how it paused."""
        self._hushed_ms = hushed_ms
        return TurnPauses(paused_ms, self._cut_ms)

    def replied(self, at_ms: int) -> None:
        """Notes when the reply to it began to sound."""
        self._replied_ms = at_ms

    def joined(self, transcript: Transcript, pauses: TurnPauses, words: TurnWords) -> Transcript:
        """Returns what was heard, behind the part that it goes on with."""
        left, self._left, text = self._left, "", transcript.text.strip()
        self.heard = TurnPauses(pauses.inside_ms)
        if not text or words.is_backchannel(text) or words.is_stop(text):
            return transcript
        self.heard = pauses
        whole = f"{left} {text}"
        return (
            replace(transcript, text=whole) if left and pauses.cut_ms and not words.is_fragment(whole) else transcript
        )

    def decided(self, decided: Addressing) -> None:
        """Lets only the person teach how they pause."""
        if decided.act is not HearingAct.ACT:
            self.heard = NO_PAUSES

    def understood(self, result: TurnResult, words: TurnWords) -> None:
        """Keeps the words of a turn that more may follow."""
        text, changed = result.turn.text, result.created or result.updated or result.forgotten or result.failure
        own = result.turn.identified and not changed
        self._left = text if own and (words.is_fragment(text) or words.is_open(text, answers=False)) else ""
