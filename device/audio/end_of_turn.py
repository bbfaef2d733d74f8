"""Pure: decides how long a silence must last for the turn to be over, from the words before it and how they sounded.

The level rule tells the talker's voice from others: what is much softer than the talker's own beginning is background,
such as a television, and does not hold the turn open.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from device.audio.policy import (
    BACKGROUND_BELOW_DB,
    COMPLETE_BP,
    COMPLETE_PERCENT,
    FALLEN_BELOW_DB,
    FALLS_SLOWLY_DB,
    FRAGMENT_SILENCE_MS,
    INCOMPLETE_SILENCE_MS,
    LEAST_SILENCE_MS,
    LEVEL_FRAMES,
    MOST_SILENCE_MS,
    OPEN_SILENCE_MS,
    PAUSE_HALF_LIFE_MS,
    PAUSE_MARGIN_MS,
    QUIET_DB,
    SENTENCE_SOONER_MS,
    TALKER_LEVEL_MS,
    TALKER_RISES_DB,
    UNSURE_SILENCE_MS,
)
from device.conversation.turn_words import SaidSoFar
from device.core.policy import USUAL_PERCENT, DevicePolicy


@dataclass(frozen=True, slots=True)
class HeardSoFar:
    """What is known of a turn before the pause that began at `paused_ms`: its words, or how complete it sounds."""

    turn: int
    paused_ms: int
    text: str | None = None
    complete_bp: int | None = None
    closely: bool = False
    """Whether the words are those that the end of the turn would give."""
    failed: str = ""
    """The code of the error with which a model could not say."""


@dataclass(frozen=True, slots=True)
class TurnPauses:
    """The pauses of one utterance: the longest inside it, and the one before it where it goes on with an utterance that
    was cut off; 0 for none.
    """

    inside_ms: int = 0
    cut_ms: int = 0


@dataclass(frozen=True, slots=True)
class PersonsPauses:
    """How a person pauses: the share of the usual wait that they asked for, and the wait that their turns taught."""

    percent: int = USUAL_PERCENT
    wait_ms: int = 0


NO_PAUSES, NOTHING_KNOWN = TurnPauses(), PersonsPauses()


def silence_needed(said: SaidSoFar, usual_ms: int, complete_bp: int | None = None) -> int:
    """Returns how long the pause must last: nothing for what was not meant for her, long where more must follow.

    After a sentence it is a little less. What sounds complete waits least, except after words that no sentence ends
    with; what does not waits longer.
    """
    complete = complete_bp is not None and complete_bp >= COMPLETE_BP
    least_ms = 0 if complete or complete_bp is None else INCOMPLETE_SILENCE_MS
    match said:
        case SaidSoFar.NOT_MEANT:
            return 0
        case SaidSoFar.OPEN | SaidSoFar.PHRASE:
            return max(usual_ms, OPEN_SILENCE_MS, least_ms)
        case SaidSoFar.FRAGMENT:
            return usual_ms if complete else max(usual_ms, FRAGMENT_SILENCE_MS, least_ms)
        case SaidSoFar.UNSURE if not complete:
            return max(usual_ms, UNSURE_SILENCE_MS, least_ms)
        case SaidSoFar.UNKNOWN | SaidSoFar.UNSURE | SaidSoFar.COMPLETE:
            sooner = said is SaidSoFar.COMPLETE and usual_ms <= DevicePolicy().end_silence_ms  # others pause long
            wait_ms = usual_ms - SENTENCE_SOONER_MS * sooner
            return max(usual_ms * COMPLETE_PERCENT // 100 if complete else wait_ms, LEAST_SILENCE_MS, least_ms)


def usual_silence(policy: DevicePolicy, person: PersonsPauses) -> int:
    """Returns how long a pause ends a turn of the person: never less than of anybody, unless they asked for less."""
    wait_ms = max(policy.end_silence_ms, person.wait_ms) * person.percent // 100
    return min(max(wait_ms, LEAST_SILENCE_MS), MOST_SILENCE_MS)


def drawn_wait(wait_ms: int, pauses: TurnPauses) -> int:
    """Returns the wait after one more turn: a pause that cut it off draws it half way towards itself."""
    needed_ms = min(pauses.cut_ms + PAUSE_MARGIN_MS, MOST_SILENCE_MS)
    return max(wait_ms, wait_ms + (needed_ms - wait_ms + 1) // 2) if pauses.cut_ms else wait_ms


def faded_wait(wait_ms: int, usual_ms: int, age_ms: int) -> int:
    """Returns what is left of a learned wait: its excess over the usual one halves with each half-life."""
    halvings, rest_ms = divmod(max(0, age_ms), PAUSE_HALF_LIFE_MS)
    excess_ms = -((usual_ms - wait_ms) * (2 * PAUSE_HALF_LIFE_MS - rest_ms) // (2 * PAUSE_HALF_LIFE_MS))
    return usual_ms + (max(0, excess_ms) >> min(halvings, 16))


class Loudness:
    """The mean power of the last 200 ms, frame by frame."""

    def __init__(self) -> None:
        """Begins in silence."""
        self._powers: deque[float] = deque(maxlen=LEVEL_FRAMES)

    def add(self, power: float) -> float:
        """Takes the power of one frame, of full scale; returns the mean."""
        self._powers.append(power)
        return sum(self._powers) / LEVEL_FRAMES


@dataclass(frozen=True, slots=True)
class TalkerLevel:
    """How loud the talker is: the peak of the first second of voice, what it rose to since, and the latest moment that
    was the talker's.
    """

    first: float = 0.0
    peak: float = 0.0
    latest: float = 0.0

    def heard(self, power: float, voiced_ms: int) -> TalkerLevel:
        """Takes a moment of the utterance; after its first second the peak rises only a little."""
        if power <= self.peak:
            return self
        if voiced_ms <= TALKER_LEVEL_MS:
            return replace(self, first=power, peak=power)
        return replace(self, peak=max(self.peak, min(power, self.first * 10 ** (TALKER_RISES_DB / 10))))

    def accepted(self, power: float) -> TalkerLevel:
        """Takes the power of a moment that is the talker's; 0 of one that is not."""
        return replace(self, latest=power) if self.latest != power else self

    def is_talkers(self, power: float) -> bool:
        """Says whether a sound is loud enough to be the talker's. A sentence ends softer than it began: what falls
        slowly is still its end, and what is softer at once is somebody else.
        """
        quiet = self.peak < 10 ** (QUIET_DB / 10)
        falls = power >= max(self.latest * 10 ** (-FALLS_SLOWLY_DB / 10), self.peak * 10 ** (-FALLEN_BELOW_DB / 10))
        return quiet or power >= self.peak * 10 ** (-BACKGROUND_BELOW_DB / 10) or (self.latest > 0 and falls)
