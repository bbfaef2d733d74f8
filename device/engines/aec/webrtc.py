"""Adapter: WebRTC's echo canceller by the package `livekit`, with the linear one beside it.

WebRTC's also removes what is not linear, and with it the first 200 ms of a person who speaks over playback. Who listens
for an interruption listens to the linear one.
"""

from __future__ import annotations

from typing import Any

from device.core.errors import BadUri, EngineUnavailable
from device.core.ports import FRAME_BYTES, FRAME_MS, SAMPLES_PER_SECOND, Heard
from device.engines.aec.linear import LinearCanceller
from device.platform.optional_extras import extra_missing

STEP_BYTES = FRAME_BYTES // 2
"""The engine takes 10 ms at a time."""


class WebRtcCanceller:
    """`webrtc:`. BAD_URI when something follows the colon; DOOR_UNAVAILABLE when the extra `room` is not installed."""

    engaged = True

    def __init__(self, rest: str = "") -> None:
        """Begins without knowing the path of the echo."""
        if rest:
            raise BadUri(f"webrtc:{rest} is no echo canceller Selene knows. It has no options: webrtc:")
        try:
            from livekit.rtc import AudioFrame, AudioProcessingModule
        except ImportError as error:
            raise extra_missing("WebRTC's echo canceller", "room") from error
        self._frame: Any = AudioFrame
        try:
            self._engine: Any = AudioProcessingModule(echo_cancellation=True, high_pass_filter=True)
        except (OSError, RuntimeError) as error:
            raise EngineUnavailable(
                "WebRTC's echo canceller cannot be loaded on this machine. Use another: --echo linear:"
            ) from error
        self._linear = LinearCanceller()

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        """Takes the echo of what was played so far out of one frame, in both ways. While none is heard it does
        nothing.
        """
        both = self._linear.cancel(heard, played)
        if both.linear is heard:
            return both
        self._engine.set_stream_delay_ms(FRAME_MS)
        clean = b"".join(
            self._step(heard[at : at + STEP_BYTES], (played or bytes(FRAME_BYTES))[at : at + STEP_BYTES])
            for at in range(0, FRAME_BYTES, STEP_BYTES)
        )
        return Heard(clean, both.linear, both.erle_db, both.delay_ms)

    def _step(self, heard: bytes, played: bytes) -> bytes:
        samples = STEP_BYTES // 2
        self._engine.process_reverse_stream(self._frame(bytearray(played), SAMPLES_PER_SECOND, 1, samples))
        frame = self._frame(bytearray(heard), SAMPLES_PER_SECOND, 1, samples)
        self._engine.process_stream(frame)
        return bytes(frame.data.cast("B"))
