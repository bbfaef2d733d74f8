"""Pure: decides whether speech during playback is the person's: suspects early, then confirms or takes it back.

A canceller that knows the path of the echo loses little of the sound only while a person speaks. Before it knows the
path, Selene is made quieter for a moment: her own voice then falls, a person's does not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.audio.policy import (
    CLEAR_CONFIRM_MS,
    CLEAR_ERLE_DB,
    DUCK_DB,
    DUCK_RAMP_MS,
    DUCK_TEST_MS,
    PEAK_FALLS_DB,
    PERSON_BELOW_DB,
    PERSON_FAR_BELOW_DB,
    QUIET_DB,
    SUSPICION_BP,
    SUSPICION_LOSS_DB,
    SUSPICION_MS,
    SUSPICION_WAIT_MS,
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
    """The level that the linear canceller leaves."""
    erle_db: float
    """The loss of the echo during the last second."""
    delay_ms: int

    @property
    def scores(self) -> Scores:
        """The measurements, for the event file."""
        measured = (("heard_db", self.heard_db), ("left_db", self.left_db), ("erle_db", self.erle_db))
        return (("speech_bp", self.speech_bp), *((name, round(value)) for name, value in measured))

    def is_persons(self, peak_db: float) -> bool:
        """Says whether it may be a person's speech: little of it is explained by what was played, and it is louder
        than what the canceller usually leaves of a sound with this peak.
        """
        below_db = max(PERSON_BELOW_DB, min(self.erle_db + 2.0, PERSON_FAR_BELOW_DB))
        loss_db, least_db = self.heard_db - self.left_db, max(QUIET_DB, peak_db - below_db)
        return self.speech_bp >= SUSPICION_BP and loss_db < SUSPICION_LOSS_DB and self.left_db > least_db


@dataclass(frozen=True, slots=True)
class DoubleTalkState:
    """The state between two frames."""

    onset_ms: int = 0
    speech_ms: int = 0
    """How long the person may have been speaking."""
    quiet_ms: int = 0
    suspected_ms: int | None = None
    """When the suspicion arose."""
    level_db: float = QUIET_DB
    """The loudest of its frames so far."""
    clear: bool = False
    """Whether the canceller knew the path before the suspicion."""
    peak_db: float = QUIET_DB
    """The loudest frame of the last moments; it falls with time."""
    lasted_ms: int = 0
    """How long the level did not fall after she was made quieter."""


def advance_double_talk(
    state: DoubleTalkState, frame: FrameLevels, at_ms: int
) -> tuple[DoubleTalkState, DoubleTalkEvent]:
    """Processes one frame that ends at `at_ms`, heard while something is played."""
    state = replace(state, peak_db=max(frame.heard_db, state.peak_db - PEAK_FALLS_DB))
    state = _counted(state, frame, at_ms)
    if state.suspected_ms is None:
        if state.speech_ms < SUSPICION_MS:
            return replace(state, clear=frame.erle_db >= CLEAR_ERLE_DB), None
        return replace(state, suspected_ms=at_ms), SpeechSuspected(state.onset_ms, frame.scores)
    if _is_confirmed(state):
        return DoubleTalkState(peak_db=state.peak_db), SpeechStarted(state.onset_ms, frame.scores)
    if at_ms - state.suspected_ms >= SUSPICION_WAIT_MS or state.quiet_ms >= SUSPICION_WAIT_MS // 2:
        return DoubleTalkState(peak_db=state.peak_db), SuspicionEnded(at_ms, frame.scores)
    return _tested(state, frame, at_ms), None


def _counted(state: DoubleTalkState, frame: FrameLevels, at_ms: int) -> DoubleTalkState:
    if not frame.is_persons(state.peak_db):
        kept = state.speech_ms if state.suspected_ms is not None else 0
        return replace(state, speech_ms=kept, quiet_ms=state.quiet_ms + FRAME_MS)
    onset_ms = state.onset_ms if state.speech_ms else at_ms - FRAME_MS
    level_db = max(state.level_db, frame.left_db) if state.speech_ms else frame.left_db
    return replace(state, onset_ms=onset_ms, speech_ms=state.speech_ms + FRAME_MS, quiet_ms=0, level_db=level_db)


def _is_confirmed(state: DoubleTalkState) -> bool:
    return (state.clear and state.speech_ms >= CLEAR_CONFIRM_MS) or state.lasted_ms >= DUCK_TEST_MS


def _tested(state: DoubleTalkState, frame: FrameLevels, at_ms: int) -> DoubleTalkState:
    """Counts the frames that are as loud as before, from when the quieter sound has reached the microphone."""
    assert state.suspected_ms is not None
    quieter_from_ms = state.suspected_ms + frame.delay_ms + DUCK_RAMP_MS + FRAME_MS
    as_loud = frame.is_persons(QUIET_DB) and frame.left_db > state.level_db + DUCK_DB / 2
    if at_ms < quieter_from_ms or not as_loud:
        return state
    return replace(state, lasted_ms=state.lasted_ms + FRAME_MS)
