"""Pure: keeps the last seconds of sound, and measures from it who woke her, who speaks now, and who spoke before.

The sound is in memory only, and at most `KEPT_MS` of it. Measuring is for the worker: `Snapshot` holds what it needs.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from device.addressing.policy import (
    BACKGROUND_MS,
    BACKGROUND_VOICED_MS,
    END_MS,
    KEPT_MS,
    SPEECH_BP,
    WAKE_SOUND_MS,
)
from device.addressing.sound_measure import measure_sound
from device.addressing.sound_profile import SoundProfile
from device.core.ports import FRAME_MS


@dataclass(frozen=True, slots=True)
class HeardFrame:
    """A frame, when it began, and whether it is speech."""

    began_ms: int
    sound: bytes
    speech: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The sound of one utterance, with that of the wake word and what was before it."""

    utterance: tuple[HeardFrame, ...] = ()
    wake: tuple[HeardFrame, ...] = ()
    before: tuple[HeardFrame, ...] = ()
    gap_ms: int = 0

    @property
    def sound(self) -> bytes:
        """The utterance as sound."""
        return b"".join(frame.sound for frame in self.utterance)

    def heard(self) -> SoundProfile | None:
        """Measures the utterance."""
        return _measured(self.utterance)

    def reference(self) -> SoundProfile | None:
        """Measures the wake word; None when none woke her for this utterance."""
        return _measured(self.wake)

    def background(self) -> SoundProfile | None:
        """Measures the speech before the wake word; None without enough of it."""
        speech = [frame for frame in self.before if frame.speech]
        return _measured(speech) if len(speech) * FRAME_MS >= BACKGROUND_VOICED_MS else None

    def end(self) -> SoundProfile | None:
        """Measures the last words of a long utterance, in which somebody else may go on; None of a short one."""
        speech = [frame for frame in self.utterance if frame.speech]
        return _measured(speech[-END_MS // FRAME_MS :]) if len(speech) * FRAME_MS >= 2 * END_MS else None


class TalkerWatch:
    """Takes every frame of one microphone. Audio time is the only clock."""

    def __init__(self) -> None:
        """Begins without sound."""
        self._frames: deque[HeardFrame] = deque(maxlen=KEPT_MS // FRAME_MS)
        self._wake: tuple[HeardFrame, ...] = ()
        self._before: tuple[HeardFrame, ...] = ()
        self._opened_ms = 0
        self._onset_ms = 0

    def hear(self, frame: bytes, speech_bp: int, now_ms: int) -> None:
        """Takes the frame that ends at `now_ms`."""
        self._frames.append(HeardFrame(now_ms - FRAME_MS, frame, speech_bp >= SPEECH_BP))

    def woken(self, word_ended_ms: int) -> None:
        """Keeps the sound of the wake word, and of what was before it."""
        began_ms = word_ended_ms - WAKE_SOUND_MS
        self._wake = self._between(began_ms, word_ended_ms)
        self._before = self._between(began_ms - BACKGROUND_MS, began_ms)
        self._opened_ms = word_ended_ms

    def opened(self, now_ms: int) -> None:
        """Notes that the ear waits without a wake word."""
        self._wake, self._before, self._opened_ms = (), (), now_ms

    def speech_started(self, onset_ms: int) -> None:
        """Notes where the utterance begins."""
        self._onset_ms = onset_ms

    def snapshot(self) -> Snapshot:
        """Returns the utterance until now; what it holds does not change any more."""
        gap_ms = max(0, self._onset_ms - self._opened_ms)
        return Snapshot(self._between(self._onset_ms, 1 << 62), self._wake, self._before, gap_ms)

    def _between(self, from_ms: int, to_ms: int) -> tuple[HeardFrame, ...]:
        return tuple(frame for frame in self._frames if from_ms <= frame.began_ms < to_ms)


def _measured(frames: tuple[HeardFrame, ...] | list[HeardFrame]) -> SoundProfile | None:
    return measure_sound([frame.sound for frame in frames])
