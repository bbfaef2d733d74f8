"""Composition: decides for each utterance at a microphone whether the person said it to her, in the worker.

It keeps how the talker sounded who was answered last, and who was asked what destroys or changes an identity; both are
forgotten with the conversation. The decision itself is `device/addressing/addressed.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from device.addressing.addressed import HearingEvidence, decide_addressed
from device.addressing.policy import SHORT_MS
from device.addressing.sound_profile import SoundProfile
from device.addressing.talker_watch import Snapshot, TalkerWatch
from device.addressing.wording import read_words
from device.conversation.events import Addressing, HearingAct
from device.conversation.turn_tables import Origin
from device.core.messages import Answer
from device.core.ports import Transcript


@dataclass(slots=True)
class UtteranceJudge:
    """The judgement of one conversation. `watch` belongs to the loop, everything else to the worker."""

    language: str = "en"
    watch: TalkerWatch = field(default_factory=TalkerWatch)
    _talker: SoundProfile | None = None
    """Who was answered last."""
    _asked: SoundProfile | None = None
    _guarded: bool = False

    def decide(self, sound: Snapshot, origin: Origin, transcript: Transcript) -> Addressing:
        """Decides what is done with an utterance, and remembers the voice of one that is acted on."""
        text = transcript.text.strip()
        if not text:
            return Addressing()
        heard, wake = sound.heard(), sound.reference()
        evidence = HearingEvidence(
            origin=origin,
            words=read_words(text, self.language),
            heard=heard,
            reference=wake if origin is Origin.WAKE_WORD else self._talker,
            background=sound.background() if origin is Origin.WAKE_WORD else None,
            end=sound.end(),
            gap_ms=sound.gap_ms,
            confidence_bp=transcript.confidence_bp,
            asked=self._asked,
            guarded=self._guarded,
        )
        decided = decide_addressed(evidence)
        self._note_talker(heard if decided.act is HearingAct.ACT else None, wake)
        return decided

    def answered(self, answer: Answer) -> None:
        """Notes who is asked: a guarded question stays open until the person's next turn."""
        if answer.turn.identified:
            self._guarded = answer.guarded
            self._asked = self._talker if answer.guarded else None

    def _note_talker(self, heard: SoundProfile | None, wake: SoundProfile | None) -> None:
        """Keeps who woke her or is acted on, by the longer sound: of "yes" alone little can be compared."""
        if heard is not None and heard.voiced_ms >= SHORT_MS:
            self._talker = heard
        else:
            self._talker = wake or self._talker or heard
