"""Pure: the events of the turn machine. Frozen; audio time in ms; each result carries its turn.

`turn` is the ordinal of a turn in this run of the daemon; the session gives it a durable id.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from device.core.messages import Announcement, Answer, TurnResult

Scores = tuple[tuple[str, int], ...]
"""The measurements that decided an event, by name."""


class EndReason(StrEnum):
    """Why an utterance ended."""

    SILENCE = "SILENCE"
    TOO_LONG = "TOO_LONG"
    SOUND_ENDED = "SOUND_ENDED"


class HearingAct(StrEnum):
    """What is done with an utterance: see `device/addressing/addressed.py`."""

    ACT = "ACT"
    ANSWER_ONLY = "OVERHEARD"
    ASK_AGAIN = "ASK_AGAIN"
    CONFIRM = "CONFIRM"
    IGNORE = "IGNORE"


@dataclass(frozen=True, slots=True)
class Addressing:
    """The decision whether an utterance was said to her by the person, with reason codes."""

    act: HearingAct = HearingAct.ACT
    reasons: tuple[str, ...] = ()
    points: int = 0
    """How much speaks against it."""


@dataclass(frozen=True, slots=True)
class Woken:
    """The wake word was heard."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class SpeechStarted:
    """Speech is confirmed; its first voiced frame was at `at_ms`, which lies a little in the past."""

    at_ms: int
    scores: Scores = ()


@dataclass(frozen=True, slots=True)
class SpeechSuspected:
    """During playback there may be speech of a person since `at_ms`."""

    at_ms: int
    scores: Scores = ()


@dataclass(frozen=True, slots=True)
class SuspicionEnded:
    """It was none."""

    at_ms: int
    scores: Scores = ()


@dataclass(frozen=True, slots=True)
class SpeechEnded:
    """The utterance is over; its last voiced frame was at `at_ms`."""

    at_ms: int
    reason: EndReason
    paused_ms: int = 0
    """The longest pause inside it."""


@dataclass(frozen=True, slots=True)
class NothingSaid:
    """The ear was open for its time and heard no speech."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Transcribed:
    """The recogniser has finished."""

    turn: int
    text: str
    backchannel: bool = False
    """Whether the words only say that somebody listens: "mhm"."""
    addressing: Addressing = Addressing()


@dataclass(frozen=True, slots=True)
class TurnUnderstood:
    """The assistant has understood the turn and committed what it says it remembered."""

    turn: int
    heard: TurnResult


@dataclass(frozen=True, slots=True)
class Answered:
    """The assistant has an answer."""

    turn: int
    answer: Answer
    sentences: tuple[str, ...]
    more: bool = False
    """Whether it goes on with ReplyGrew."""


@dataclass(frozen=True, slots=True)
class ReplyGrew:
    """An answer that is being spoken goes on, or has its end."""

    turn: int
    answer: Answer
    """The answer so far."""
    sentences: tuple[str, ...]
    """What is new of it."""
    more: bool


@dataclass(frozen=True, slots=True)
class PlaybackStarted:
    """The first sample of the reply is sounding."""

    turn: int


@dataclass(frozen=True, slots=True)
class PlaybackFinished:
    """The last sample of the reply has sounded."""

    turn: int


@dataclass(frozen=True, slots=True)
class WorkFailed:
    """Work for a turn failed with a stable code; the turn ends."""

    turn: int
    code: str


@dataclass(frozen=True, slots=True)
class EchoLost:
    """Her own voice is not taken out of what the microphone hears any more: speech may be hers."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class SoundEnded:
    """The microphone has ended."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The daemon stops: speech in progress is cut off."""


@dataclass(frozen=True, slots=True)
class Due:
    """Skills want to say something unasked. An announcement that waits already, or is being said, is not taken
    twice.
    """

    announcements: tuple[tuple[Announcement, tuple[str, ...]], ...]
    """Each announcement with its sentences, in the order in which they are to be said."""


Event = (
    Woken
    | SpeechStarted
    | SpeechSuspected
    | SuspicionEnded
    | SpeechEnded
    | NothingSaid
    | Transcribed
    | TurnUnderstood
    | Answered
    | ReplyGrew
    | PlaybackStarted
    | PlaybackFinished
    | WorkFailed
    | EchoLost
    | SoundEnded
    | Stopped
    | Due
)
