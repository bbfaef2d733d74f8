"""Pure: how sure a wake word must be: more while she speaks, or while a television is heard."""

from __future__ import annotations

from collections import deque
from enum import StrEnum

from device.audio.policy import WAKE_TALK_BEFORE_MS, WAKE_TALK_MS, WAKE_TALK_UNTIL_MS
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS


class WakeCondition(StrEnum):
    """What is heard beside a wake word."""

    QUIET = "QUIET"
    TALK = "TALK"
    SPEAKING = "SPEAKING"


class WakeSurroundings:
    """Counts the speech of the last seconds, without that of the word itself."""

    def __init__(self) -> None:
        """Begins in silence."""
        self._recent: deque[bool] = deque(maxlen=WAKE_TALK_UNTIL_MS // FRAME_MS)
        self._before: deque[bool] = deque(maxlen=(WAKE_TALK_BEFORE_MS - WAKE_TALK_UNTIL_MS) // FRAME_MS)
        self._voiced = 0

    def hear(self, *, speech: bool, speaking: bool) -> WakeCondition:
        """Takes one frame: whether it is speech, and whether she is heard in it."""
        if len(self._recent) == self._recent.maxlen:
            if len(self._before) == self._before.maxlen:
                self._voiced -= self._before[0]
            self._before.append(self._recent[0])
            self._voiced += self._recent[0]
        self._recent.append(speech)
        if speaking:
            return WakeCondition.SPEAKING
        return WakeCondition.TALK if self._voiced * FRAME_MS >= WAKE_TALK_MS else WakeCondition.QUIET


def needed_score(condition: WakeCondition, policy: DevicePolicy) -> int:
    """Returns the score that a wake word needs, in basis points."""
    return policy.wake_quiet_bp if condition is WakeCondition.QUIET else policy.wake_strict_bp
