"""Composition: decides for each utterance at a microphone whether the person said it to her, in the worker.

It keeps how the talker sounded who was answered last, and who was asked what destroys or changes an identity; both are
forgotten with the conversation. What the person's voice is like is read anew for each utterance, so that it counts from
the moment it was learned, and no more once it is forgotten. The decision itself is `device/addressing/addressed.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from device.addressing.addressed import HearingEvidence, decide_addressed
from device.addressing.policy import SHORT_MS
from device.addressing.sound_profile import SoundProfile
from device.addressing.talker_watch import Snapshot, TalkerWatch
from device.addressing.voiceprint import VoiceMatch, VoiceSample, match_voice
from device.addressing.wording import read_words
from device.conversation.events import Addressing, HearingAct
from device.conversation.turn_tables import Origin
from device.conversation.turn_words import TurnWords
from device.core.errors import EngineUnavailable
from device.core.messages import Answer
from device.core.ports import Transcript, VoiceprintEngine
from device.session.doubtful_words import DoubtfulWords


@dataclass(slots=True)
class UtteranceJudge:
    """The judgement of one conversation. `watch` belongs to the loop, everything else to the worker."""

    words: TurnWords = field(default_factory=TurnWords)
    """The words of the person's language that say how a conversation goes on."""
    watch: TalkerWatch = field(default_factory=TalkerWatch)
    voiceprint: VoiceprintEngine | None = None
    """What tells voices apart; without one only pitch and level are compared."""
    known_voice: Callable[[], VoiceSample | None] = lambda: None
    """Reads the learned voice of the person."""
    doubtful: DoubtfulWords = field(default_factory=DoubtfulWords)
    """What finds critical words that were not heard surely."""
    sample: VoiceSample | None = None
    """How the last utterance sounded."""
    _talker: SoundProfile | None = None
    """Who was answered last."""
    _asked: SoundProfile | None = None
    _guarded: bool = False

    def decide(self, sound: Snapshot, origin: Origin, transcript: Transcript) -> Addressing:
        """Decides what is done with an utterance, and remembers the voice of one that is acted on."""
        text = transcript.text.strip()
        self.sample = None
        if not text:
            return Addressing()
        heard, wake, known = sound.heard(), sound.reference(), self.known_voice()
        self.sample = self._sample(sound, heard)
        evidence = HearingEvidence(
            origin=origin,
            words=read_words(text, self.words),
            heard=heard,
            reference=wake if origin is Origin.WAKE_WORD else self._talker,
            background=sound.background() if origin is Origin.WAKE_WORD else None,
            enrolled=known.sound if known else None,
            speaker=self._match(known),
            end=sound.end(),
            gap_ms=sound.gap_ms,
            confidence_bp=transcript.confidence_bp,
            guessed=self.doubtful.is_guessed(transcript),
            asked=self._asked,
            guarded=self._guarded,
        )
        decided = decide_addressed(evidence)
        if decided.act is HearingAct.ACT and "STOP" not in decided.reasons and self.doubtful.is_doubtful(transcript):
            decided = replace(decided, act=HearingAct.CONFIRM, reasons=(*decided.reasons, "CRITICAL_WORDS"))
        acted = decided.act in (HearingAct.ACT, HearingAct.CONFIRM)
        self._note_talker(heard if acted else None, wake)
        return decided

    def answered(self, answer: Answer) -> None:
        """Notes who is asked: a guarded question stays open until the person's next turn."""
        if answer.turn.identified:
            self._guarded = answer.guarded
            self._asked = self._talker if answer.guarded else None

    def _sample(self, sound: Snapshot, heard: SoundProfile | None) -> VoiceSample | None:
        """Returns how an utterance sounded, with its voiceprint where an engine can make one."""
        if heard is None or self.voiceprint is None:
            return None if heard is None else VoiceSample(heard)
        try:
            embedding = self.voiceprint.embed(sound.sound)
        except EngineUnavailable:
            embedding = ()  # nobody is known for sure then
        return VoiceSample(heard, embedding, self.voiceprint.model)

    def _match(self, known: VoiceSample | None) -> VoiceMatch | None:
        return match_voice(self.sample, known) if self.sample and known else None

    def _note_talker(self, heard: SoundProfile | None, wake: SoundProfile | None) -> None:
        """Keeps who woke her or is acted on, by the longer sound: of "yes" alone little can be compared."""
        if heard is not None and heard.voiced_ms >= SHORT_MS:
            self._talker = heard
        else:
            self._talker = wake or self._talker or heard
