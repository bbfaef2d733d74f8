"""Adapter: the light speech detector, WebRTC's. Tells sound from silence cheaply; often takes noise for speech."""

from __future__ import annotations

from device.core.errors import BadUri
from device.core.ports import SAMPLES_PER_SECOND
from device.platform.optional_extras import extra_missing

MODES = ("0", "1", "2", "3")
DEFAULT_MODE = "3"
"""The strictest mode: it takes the least noise for speech."""


class WebRtc:
    """`webrtc:` or `webrtc:MODE` with 0 (lenient) to 3 (strict). BAD_URI for another mode.

    DOOR_UNAVAILABLE when the extra `webrtc` is not installed.
    """

    def __init__(self, mode: str) -> None:
        if mode not in ("", *MODES):
            raise BadUri(f"webrtc:{mode} is not a mode. Known: {', '.join(MODES)}.")
        self._mode = int(mode or DEFAULT_MODE)
        self.reset()

    def hear(self, frame: bytes) -> int:
        """Returns 0 or 10 000: the engine gives no probability."""
        return 10_000 if self._engine.is_speech(frame, SAMPLES_PER_SECOND) else 0

    def reset(self) -> None:
        """Forget all sound so far."""
        try:
            import webrtcvad
        except ImportError as error:
            raise extra_missing("WebRTC's speech detector", "webrtc") from error
        self._engine = webrtcvad.Vad(self._mode)
