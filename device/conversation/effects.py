"""Pure: the effects that the turn machine can request.

Two classes, defined only here: *abandoned on barge-in* (recognising, thinking, speaking), whose late results change
nothing, and *must finish* (remembering), which an interruption never loses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from device.conversation.events import HearingAct
from device.core.messages import Announcement, Answer, TurnResult

EventType = Literal[
    "addressed",
    "barge_in",
    "ducked",
    "error",
    "forgotten",
    "remembered",
    "reply",
    "resumed",
    "speaking_started",
    "speaking_stopped",
    "speech_ended",
    "speech_started",
    "transcript",
    "turn_ended",
    "understood",
    "wake",
    "wake_missed",
]
"""The types of the lines of the event file."""


@dataclass(frozen=True, slots=True)
class StartRecognising:
    """Abandonable. Feeds the recogniser from `from_ms` (pre-roll) on."""

    turn: int
    from_ms: int


@dataclass(frozen=True, slots=True)
class FinishRecognising:
    """Abandonable. Ends this utterance; the result is Transcribed."""

    turn: int
    hushed_ms: int | None = None
    """When its last voice was; None where no silence ended it."""
    paused_ms: int = 0
    """The longest pause inside it."""


@dataclass(frozen=True, slots=True)
class AbandonRecognising:
    """Drops the utterance."""

    turn: int


@dataclass(frozen=True, slots=True)
class Remember:
    """Must finish. Understands and commits the words; the result is TurnUnderstood."""

    turn: int
    text: str
    act: HearingAct = HearingAct.ACT
    """Nothing is kept of what may be another's."""


@dataclass(frozen=True, slots=True)
class Think:
    """Abandonable. Finds the answer; the result is Answered."""

    turn: int
    heard: TurnResult


@dataclass(frozen=True, slots=True)
class Speak:
    """Abandonable. Synthesises and plays sentence by sentence; the results are PlaybackStarted and PlaybackFinished."""

    turn: int
    sentences: tuple[str, ...]
    chime: bool = False
    """Whether a chime sounds before the first sentence."""
    more: bool = False
    """Whether SpeakOn follows."""


@dataclass(frozen=True, slots=True)
class SpeakOn:
    """Abandonable. Adds sentences to what is being spoken, or ends it."""

    turn: int
    sentences: tuple[str, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Duck:
    """Makes playback quieter, or as loud as before."""

    turn: int
    quieter: bool


@dataclass(frozen=True, slots=True)
class HoldSpeaking:
    """Ends playback of this turn with the present frame, and keeps the rest."""

    turn: int


@dataclass(frozen=True, slots=True)
class ResumeSpeaking:
    """Goes on with what was held, from the clause that was cut off."""

    turn: int


@dataclass(frozen=True, slots=True)
class StopSpeaking:
    """Ends playback of this turn with the present frame, and drops the rest."""

    turn: int


@dataclass(frozen=True, slots=True)
class RecordSaid:
    """Must finish. Archives the part of the answer that was spoken."""

    turn: int
    answer: Answer
    complete: bool


@dataclass(frozen=True, slots=True)
class RecordDue:
    """Must finish. Records that the first sample of a due announcement has sounded."""

    turn: int
    announcement: Announcement


@dataclass(frozen=True, slots=True)
class OpenEar:
    """Makes the endpointer wait for speech; `after_wake` while the end of the wake word is still sounding."""

    turn: int
    after_wake: bool


@dataclass(frozen=True, slots=True)
class CloseEar:
    """Makes the endpointer idle."""


@dataclass(frozen=True, slots=True)
class ReportEvent:
    """Writes one line of the event file: `type`, `reason`, and the fields of the type."""

    turn: int
    type: EventType
    reason: str
    text: str = ""
    ids: tuple[str, ...] = ()
    intent: str = ""
    codes: tuple[str, ...] = ()
    """The reasons of a decision with several."""
    at_ms: int | None = None
    """The event's audio time, when it is not the present (the first voiced frame, say)."""
    scores: tuple[tuple[str, int], ...] = ()
    """The measurements that decided it."""


Effect = (
    StartRecognising
    | FinishRecognising
    | AbandonRecognising
    | Remember
    | Think
    | Speak
    | SpeakOn
    | Duck
    | HoldSpeaking
    | ResumeSpeaking
    | StopSpeaking
    | RecordSaid
    | RecordDue
    | OpenEar
    | CloseEar
    | ReportEvent
)
