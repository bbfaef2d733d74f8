"""Pure: everything that the turn machine may ask for.

Two classes, decided here and nowhere else: *abandoned on barge-in* (recognising, thinking, speaking), whose late
results change nothing, and *must finish* (remembering), which an interruption can never lose.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.core.messages import Answer, TurnResult


@dataclass(frozen=True, slots=True)
class StartRecognising:
    """Abandonable. Feed the recogniser from `from_ms` (pre-roll) on."""

    turn: int
    from_ms: int


@dataclass(frozen=True, slots=True)
class FinishRecognising:
    """Abandonable. No more sound for this utterance; answer with Transcribed."""

    turn: int


@dataclass(frozen=True, slots=True)
class AbandonRecognising:
    """The utterance is not wanted any more."""

    turn: int


@dataclass(frozen=True, slots=True)
class Remember:
    """Must finish. Understand and commit the words; answer with Understood."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Think:
    """Abandonable. Find the answer; answer with Answered."""

    turn: int
    heard: TurnResult


@dataclass(frozen=True, slots=True)
class Speak:
    """Abandonable. Synthesise and play sentence by sentence; answer with PlaybackStarted and PlaybackFinished."""

    turn: int
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StopSpeaking:
    """Playback of this turn stops with the present frame."""

    turn: int


@dataclass(frozen=True, slots=True)
class RecordSaid:
    """Must finish. Archive what was really spoken of the answer."""

    turn: int
    answer: Answer
    complete: bool


@dataclass(frozen=True, slots=True)
class OpenEar:
    """The endpointer starts waiting for speech; `after_wake` when the wake word's tail is still sounding."""

    turn: int
    after_wake: bool


@dataclass(frozen=True, slots=True)
class CloseEar:
    """The endpointer goes back to sleep."""


@dataclass(frozen=True, slots=True)
class ReportEvent:
    """One line of the event file (issue contract: `type`, `reason`, and what belongs to the type)."""

    turn: int
    type: str
    reason: str
    text: str = ""
    ids: tuple[str, ...] = ()
    intent: str = ""
    at_ms: int | None = None
    """When it truly happened in audio time, if that is not now (the first voiced frame, say)."""


Effect = (
    StartRecognising
    | FinishRecognising
    | AbandonRecognising
    | Remember
    | Think
    | Speak
    | StopSpeaking
    | RecordSaid
    | OpenEar
    | CloseEar
    | ReportEvent
)
MUST_FINISH = (Remember, RecordSaid)
