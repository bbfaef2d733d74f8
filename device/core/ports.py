"""Pure: the doors of the device as Protocols. One outside thing each, chosen by URI in `device/engines/factory.py`.

Sound everywhere inside is 16 kHz, mono, signed 16-bit little endian; a frame is 20 ms = 320 samples = 640 bytes.
Audio time is counted in samples since the microphone was opened; no door invents a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from memory.model.atoms import Moment

SAMPLES_PER_SECOND = 16_000
FRAME_MS = 20
FRAME_SAMPLES = 320
FRAME_BYTES = 640


@dataclass(frozen=True, slots=True)
class TermDetail:
    """What is known about a hinted term beside its spelling."""

    weight: int = 100
    """1 to 1,000; 100 is plain."""
    pronunciations: tuple[str, ...] = ()
    """ARPAbet phones with spaces between, as a package lists them."""
    heard: tuple[str, ...] = ()
    """Words that it was misheard as: how it sounds to a recogniser."""


@dataclass(frozen=True, slots=True)
class HintBundle:
    """What the recogniser may be told before a turn (2.14): at most 100 terms and 4 KB, details included."""

    language: str = "en"
    terms: tuple[str, ...] = ()
    """The most important first."""
    details: Mapping[str, TermDetail] = field(default_factory=dict)
    """By term; one that has none is plain."""
    only: tuple[str, ...] = ()
    """Nothing but these words will be said, in any order, as when a word is spelled; empty when anything may be."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a recogniser heard. `confidence_bp` is None when the engine does not say."""

    text: str
    confidence_bp: int | None = None


class Microphone(Protocol):
    """A source of frames. `live` is False when audio time is the only clock (a tape played as fast as possible)."""

    live: bool

    def frames(self) -> Iterator[bytes]:
        """Frames of exactly FRAME_BYTES until the source ends (a tape) or `close` is called."""
        ...

    def close(self) -> None:
        """Release the source; `frames` ends. Safe to call twice and from a signal handler."""
        ...


class Loudspeaker(Protocol):
    """A sink of frames, paced by the loop: exactly one call for each microphone frame."""

    acoustic: bool
    """True when what is played can reach the microphone; then barge-in needs an echo canceller or the wake word."""

    def play(self, frame: bytes | None) -> None:
        """Play one frame, or silence for None."""
        ...

    def flush(self) -> None:
        """Drop what was accepted and not yet sounded (barge-in)."""
        ...

    def close(self) -> None:
        """Finish; a file is complete after this, and readable up to the last second without it."""
        ...


class WakeWord(Protocol):
    """Listens for one wake word."""

    phrase: str

    def hear(self, frame: bytes) -> bool:
        """Feed one frame; True in the frame where the wake word is recognised."""
        ...

    def reset(self) -> None:
        """Forget what was heard, as after a detection."""
        ...


class SpeechDetector(Protocol):
    """Tells speech from everything else."""

    def hear(self, frame: bytes) -> int:
        """Feed one frame; the probability of speech in basis points for the latest complete window."""
        ...

    def reset(self) -> None:
        """Start afresh."""
        ...


class Recogniser(Protocol):
    """Turns speech into words, streaming."""

    def start(self, hints: HintBundle) -> None:
        """Begin an utterance."""
        ...

    def hear(self, frame: bytes) -> None:
        """Feed one frame of the utterance."""
        ...

    def finish(self) -> Transcript:
        """End the utterance; the words, empty when there were none."""
        ...

    def abandon(self) -> None:
        """End the utterance without wanting the words."""
        ...


class Voice(Protocol):
    """Speaks."""

    def speak(self, text: str) -> bytes:
        """One sentence as 16 kHz mono s16le PCM of any length."""
        ...


class EchoCanceller(Protocol):
    """Takes what is being played out of what the microphone hears. `engaged` is False for the one that does nothing."""

    engaged: bool

    def cancel(self, heard: bytes, played: bytes | None) -> bytes:
        """One frame in, one frame out."""
        ...


class WallClock(Protocol):
    """Wall time, for the record only; it decides nothing."""

    def now(self) -> Moment:
        """The present moment with the person's UTC offset."""
        ...
