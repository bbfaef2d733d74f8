"""Composition: passes a frame of sound through echo canceller, wake word, speech detector and endpointer.

Nothing here waits, and no frame changes thread (design.md section 5). It returns events for the turn machine.
"""

from __future__ import annotations

from device.audio import endpointer as ep
from device.audio.ring_buffer import RingBuffer
from device.conversation.events import Event, Woken
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS, EchoCanceller, SpeechDetector, WakeWord


class AudioFrontend:
    """Turns frames of sound into events. `now_ms` is audio time: the end of the latest frame."""

    def __init__(
        self, echo: EchoCanceller, wake: WakeWord, speech: SpeechDetector, policy: DevicePolicy, now_ms: int = 0
    ) -> None:
        """Takes open engines; the first frame begins at audio time `now_ms`."""
        self.now_ms = now_ms
        self.latest = b""
        self.wake_phrase = wake.phrase
        self._echo, self._wake, self._speech, self._policy = echo, wake, speech, policy
        self._endpoint = ep.EndpointerState()
        self._preroll = RingBuffer(policy.preroll_ms + policy.wake_tail_ms + policy.speech_confirm_ms + 100)
        self._opened_ms = 0

    def hear(self, frame: bytes, played: bytes | None) -> list[Event]:
        """Processes the frame that the microphone gave while `played` was sounding."""
        began_ms, self.now_ms = self.now_ms, self.now_ms + FRAME_MS
        self.latest = frame = self._echo.cancel(frame, played)
        self._preroll.add(began_ms, frame)
        speech_bp = self._speech.hear(frame)
        self._endpoint, heard = ep.advance_endpointer(self._endpoint, self._policy, speech_bp, self.now_ms)
        if self._wake.hear(frame):
            self._wake.reset()
            # The speech of this frame is the wake word itself, after which the ear is opened anew.
            return [Woken(self.now_ms)]
        return [] if heard is None else [heard]

    def open(self, *, after_wake: bool) -> None:
        """Begins to wait for a command, which may have begun with the end of the wake word."""
        self._opened_ms = self.now_ms - (self._wake.lag_ms if after_wake else 0)
        wake_end_ms = self._opened_ms if after_wake else None
        self._endpoint = ep.open_ear(self._endpoint, self._policy, self.now_ms, wake_end_ms)

    def begin(self, from_ms: int) -> tuple[bytes, ...]:
        """Begins an utterance at `from_ms`; returns its sound so far, with the pre-roll."""
        self._endpoint = ep.begin_utterance(self._endpoint)
        return self._preroll.since(max(from_ms - self._policy.preroll_ms, self._opened_ms))

    def close(self) -> None:
        """Waits only for the wake word, or for speech over playback."""
        self._opened_ms = self.now_ms
        self._endpoint = ep.close_ear(self._endpoint, self.now_ms)
