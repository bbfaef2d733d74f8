"""Pure: how sure a wake word must be: more while a television is heard, less where noise or her own voice hides it."""

from __future__ import annotations

from collections import deque
from enum import StrEnum

from device.audio.policy import LOUD_NOISE_DB, WAKE_TALK_BEFORE_MS, WAKE_TALK_MS, WAKE_TALK_UNTIL_MS
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS


class WakeCondition(StrEnum):
    """What is heard beside a wake word."""

    QUIET = "QUIET"
    TALK = "TALK"
    SPEAKING = "SPEAKING"
    NOISE = "NOISE"


_LOUD = 10 ** (LOUD_NOISE_DB / 10)
_LONG = WAKE_TALK_UNTIL_MS // FRAME_MS


class WakeSurroundings:
    """Counts the speech of the last seconds, without that of the word itself and hers, and since when it is loud."""

    def __init__(self) -> None:
        """Begins in silence."""
        self._recent: deque[bool] = deque(maxlen=_LONG)
        self._loud_frames, self._since_speaking = 0, _LONG
        self._before: deque[bool] = deque(maxlen=(WAKE_TALK_BEFORE_MS - WAKE_TALK_UNTIL_MS) // FRAME_MS)
        self._voiced = 0

    def hear(self, *, speech: bool, speaking: bool, power: float = 0.0) -> WakeCondition:
        """Takes one frame: whether it is speech, whether she is heard in it, and its power, of full scale."""
        speech = speech and not speaking
        self._loud_frames = self._loud_frames + 1 if power >= _LOUD else 0
        self._since_speaking = 0 if speaking else self._since_speaking + 1
        if len(self._recent) == self._recent.maxlen:
            if len(self._before) == self._before.maxlen:
                self._voiced -= self._before[0]
            self._before.append(self._recent[0])
            self._voiced += self._recent[0]
        self._recent.append(speech)
        if self._since_speaking < _LONG:  # the word may have begun over her voice
            return WakeCondition.SPEAKING
        if self._voiced * FRAME_MS >= WAKE_TALK_MS:
            return WakeCondition.TALK
        return WakeCondition.NOISE if self._loud_frames >= _LONG else WakeCondition.QUIET


def needed_score(condition: WakeCondition, policy: DevicePolicy) -> int:
    """Returns the score that a wake word needs, in basis points."""
    match condition:
        case WakeCondition.QUIET:
            return policy.wake_quiet_bp
        case WakeCondition.TALK:
            return policy.wake_strict_bp
        case WakeCondition.NOISE | WakeCondition.SPEAKING:
            return policy.wake_masked_bp
