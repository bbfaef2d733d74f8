"""Pure: decides whether speech during playback is the person's: suspects early, then confirms or takes it back.

A canceller that knows the path of the echo leaves much more than usual of the echo it expects only while a person
speaks. Before it knows the path, Selene is made quieter for a moment: her own voice then falls, a person's does not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from device.audio.policy import (
    BEYOND_BELOW_DB,
    BEYOND_DB,
    BEYOND_USUAL_DB,
    CLEAR_CONFIRM_MS,
    CLEAR_ERLE_DB,
    DUCK_DB,
    DUCK_RAMP_MS,
    DUCK_TEST_MS,
    MOST_USUAL_DB,
    ONSET_FRAMES,
    PEAK_FALLS_DB,
    PERSON_BELOW_DB,
    PERSON_FAR_BELOW_DB,
    QUIET_DB,
    SURE_BEYOND_DB,
    SURE_CONFIRM_MS,
    SUSPICION_BP,
    SUSPICION_LOSS_DB,
    SUSPICION_MS,
    SUSPICION_WAIT_MS,
    UNEXPLAINED_BELOW_DB,
    UNKNOWN_DELAY_MS,
    UNLIKE_ECHO,
    USUAL_FALLS_DB,
)
from device.conversation.events import Scores, SpeechStarted, SpeechSuspected, SuspicionEnded
from device.core.ports import FRAME_MS

DoubleTalkEvent = SpeechStarted | SpeechSuspected | SuspicionEnded | None


@dataclass(frozen=True, slots=True)
class FrameLevels:
    """One frame during playback."""

    speech_bp: int
    heard_db: float
    """The level of the microphone."""
    left_db: float
    """The level that the linear canceller leaves; where it takes out more than there is, that of the microphone."""
    echo_db: float
    """The level of the echo that it expects."""
    erle_db: float
    """The loss of the echo during the last second."""
    delay_ms: int

    @property
    def scores(self) -> Scores:
        """The measurements, for the event file."""
        measured = (("heard_db", self.heard_db), ("left_db", self.left_db), ("erle_db", self.erle_db))
        return (("speech_bp", self.speech_bp), *((name, round(value)) for name, value in measured))

    def beyond_db(self, loss_db: float) -> float:
        """Returns how much more is left than a canceller with this loss leaves of the expected echo."""
        return self.left_db - self.echo_db + loss_db

    def is_speech(self, peak_db: float, loss_db: float) -> bool:
        """Says whether it may be speech, louder than what a canceller with this loss leaves of a sound with this
        peak.
        """
        below_db = max(PERSON_BELOW_DB, min(loss_db, PERSON_FAR_BELOW_DB))
        return self.speech_bp >= SUSPICION_BP and self.left_db > max(QUIET_DB, peak_db - below_db)

    def is_unexplained(self, peak_db: float, loss_db: float) -> bool:
        """Says whether it may be speech of which little is explained by what was played."""
        return self.heard_db - self.left_db < SUSPICION_LOSS_DB and self.is_speech(
            peak_db, loss_db + UNEXPLAINED_BELOW_DB
        )

    def is_beyond(self, peak_db: float, loss_db: float, usual_db: float) -> bool:
        """Says whether it may be speech, and much more is left than her own voice usually leaves."""
        least_db = max(BEYOND_DB, usual_db + BEYOND_USUAL_DB)
        return self.beyond_db(loss_db) >= least_db and self.is_speech(peak_db, loss_db + BEYOND_BELOW_DB)


@dataclass(frozen=True, slots=True)
class Correlation:
    """How alike the expected echo and what is left of it are, over some frames."""

    both: float = 0.0
    left: float = 0.0
    echo: float = 0.0

    def add(self, frame: FrameLevels) -> Correlation:
        """Takes one frame; what was heard is the sum of the two."""
        heard, left, echo = (10.0 ** (level / 10.0) for level in (frame.heard_db, frame.left_db, frame.echo_db))
        return Correlation(self.both + (heard - left - echo) / 2.0, self.left + left, self.echo + echo)

    @property
    def is_unlike(self) -> bool:
        """Says whether what is left is a sound of its own. It is like the echo where the path has changed: the
        canceller then takes out too much or too little.
        """
        return abs(self.both) < UNLIKE_ECHO * math.sqrt(self.left * self.echo)


@dataclass(frozen=True, slots=True)
class DoubleTalkState:
    """The state between two frames."""

    onset_ms: int = 0
    speech_ms: int = 0
    """How long the person may have been speaking."""
    beyond_ms: int = 0
    """How long of it more was left than her own voice usually leaves."""
    quiet_ms: int = 0
    suspected_ms: int | None = None
    """When the suspicion arose."""
    level_db: float = QUIET_DB
    """The loudest of its frames so far."""
    most_beyond_db: float = 0.0
    """The most that was left of one of its frames, beyond what was expected."""
    like_echo: Correlation = Correlation()
    losses: tuple[float, ...] = ()
    """The losses of the echo in the last frames: the first is from before somebody may have begun to speak."""
    usual_db: float = 0.0
    """How much more than expected her own voice leaves; it falls with time."""
    peak_db: float = QUIET_DB
    """The loudest frame of the last moments; it falls with time."""
    lasted_ms: int = 0
    """How long the level did not fall after she was made quieter."""

    @property
    def loss_db(self) -> float:
        """The loss of the echo while nobody spoke."""
        return self.losses[0]


def advance_double_talk(
    state: DoubleTalkState, frame: FrameLevels, at_ms: int
) -> tuple[DoubleTalkState, DoubleTalkEvent]:
    """Processes one frame that ends at `at_ms`, heard while something is played."""
    state = _tested(_counted(_measured(state, frame), frame, at_ms), frame, at_ms)
    if state.suspected_ms is None:
        if state.speech_ms < SUSPICION_MS:
            return state, None
        return replace(state, suspected_ms=at_ms), SpeechSuspected(state.onset_ms, frame.scores)
    if _is_confirmed(state):
        return _rested(state), SpeechStarted(state.onset_ms, frame.scores)
    if at_ms - state.suspected_ms >= SUSPICION_WAIT_MS or state.quiet_ms >= SUSPICION_WAIT_MS // 2:
        taught_db = max(state.usual_db, min(state.most_beyond_db, MOST_USUAL_DB))
        return replace(_rested(state), usual_db=taught_db), SuspicionEnded(at_ms, frame.scores)
    return state, None


def _rested(state: DoubleTalkState) -> DoubleTalkState:
    return DoubleTalkState(peak_db=state.peak_db, usual_db=state.usual_db)


def _measured(state: DoubleTalkState, frame: FrameLevels) -> DoubleTalkState:
    """Follows what the canceller does to her own voice alone, as long as nobody is suspected."""
    peak_db = max(frame.heard_db, state.peak_db - PEAK_FALLS_DB)
    if state.speech_ms and state.losses:
        return replace(state, peak_db=peak_db)
    return replace(state, peak_db=peak_db, losses=(*state.losses, frame.erle_db)[-ONSET_FRAMES:])


def _counted(state: DoubleTalkState, frame: FrameLevels, at_ms: int) -> DoubleTalkState:
    beyond = frame.is_beyond(state.peak_db, state.loss_db, state.usual_db)
    if not beyond and not frame.is_unexplained(state.peak_db, state.loss_db):
        return _without_speech(state, frame)
    return replace(
        state,
        onset_ms=state.onset_ms if state.speech_ms else at_ms - FRAME_MS,
        speech_ms=state.speech_ms + FRAME_MS,
        beyond_ms=state.beyond_ms + FRAME_MS * beyond,
        quiet_ms=0,
        level_db=max(state.level_db, frame.left_db) if state.speech_ms else frame.left_db,
        most_beyond_db=max(state.most_beyond_db, frame.beyond_db(state.loss_db)) if state.speech_ms else 0.0,
        like_echo=state.like_echo.add(frame),
    )


def _without_speech(state: DoubleTalkState, frame: FrameLevels) -> DoubleTalkState:
    if state.suspected_ms is not None:
        return replace(state, quiet_ms=state.quiet_ms + FRAME_MS)
    speech = frame.is_speech(state.peak_db, state.loss_db + BEYOND_BELOW_DB)
    usual_db = max(frame.beyond_db(state.loss_db) if speech else 0.0, state.usual_db - USUAL_FALLS_DB)
    return replace(state, speech_ms=0, beyond_ms=0, like_echo=Correlation(), usual_db=usual_db)


def _is_confirmed(state: DoubleTalkState) -> bool:
    clear = state.loss_db >= CLEAR_ERLE_DB and state.like_echo.is_unlike
    sure = state.most_beyond_db >= state.usual_db + SURE_BEYOND_DB
    needed_ms = SURE_CONFIRM_MS if sure else CLEAR_CONFIRM_MS
    return (clear and state.beyond_ms >= needed_ms) or state.lasted_ms >= DUCK_TEST_MS


def _tested(state: DoubleTalkState, frame: FrameLevels, at_ms: int) -> DoubleTalkState:
    """Counts the frames that are as loud as before, from when the quieter sound has reached the microphone."""
    if state.suspected_ms is None:
        return state
    delay_ms = max(frame.delay_ms, 0 if state.loss_db >= CLEAR_ERLE_DB else UNKNOWN_DELAY_MS)
    if at_ms < state.suspected_ms + delay_ms + DUCK_RAMP_MS + FRAME_MS:
        return state
    as_loud = frame.is_unexplained(QUIET_DB, 0.0) and frame.left_db > state.level_db + DUCK_DB / 2
    return replace(state, lasted_ms=state.lasted_ms + FRAME_MS * as_loud)
