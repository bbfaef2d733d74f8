"""Pure: the ports of the engines as Protocols. One outside thing each, chosen by URI in `device/engines/factory.py`.

Sound inside the device is 16 kHz, mono, signed 16-bit little endian; a frame is 20 ms = 320 samples = 640 bytes. Audio
time is counted in samples since the microphone was opened; no engine makes up a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

SAMPLES_PER_SECOND = 16_000
FRAME_MS = 20
FRAME_BYTES = 640


@dataclass(frozen=True, slots=True)
class TermDetail:
    """What a package says about a hinted term in addition to its spelling."""

    weight: int = 100
    """1 to 1,000; 100 is the default."""
    pronunciations: tuple[str, ...] = ()
    """ARPAbet phones with spaces between, as a package lists them."""
    heard: tuple[str, ...] = ()
    """Words as which it was misheard: how it sounds to a recogniser."""


@dataclass(frozen=True, slots=True)
class HintBundle:
    """What the recogniser gets before a turn (2.14): at most 100 terms and 4 KB, details included."""

    language: str = "en"
    terms: tuple[str, ...] = ()
    """The most important first."""
    details: Mapping[str, TermDetail] = field(default_factory=dict)
    """Details by term; a term without any has the defaults."""
    only: tuple[str, ...] = ()
    """The only words that will be said, in any order, as when a word is spelled; empty when any may be."""


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word as the recogniser knows it, and how sure it is of it."""

    word: str
    confidence_bp: int


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a recogniser heard. `confidence_bp` is None when the engine gives none."""

    text: str
    confidence_bp: int | None = None
    words: tuple[HeardWord, ...] = ()
    """The confidence of each word; empty when the engine gives none."""


class Microphone(Protocol):
    """A source of frames. `live` is False when audio time is the only clock (a tape played as fast as possible)."""

    live: bool

    def frames(self) -> Iterator[bytes]:
        """Yields frames of exactly FRAME_BYTES until the source ends (a tape) or `close` is called."""
        ...

    def close(self) -> None:
        """Releases the source; `frames` ends. May be called twice and from a signal handler."""
        ...


@runtime_checkable
class DuplexMicrophone(Microphone, Protocol):
    """A microphone that comes with the loudspeaker that it hears."""

    speaker: Loudspeaker


class Loudspeaker(Protocol):
    """A sink of frames, paced by the loop: exactly one call for each microphone frame."""

    acoustic: bool
    """True when the microphone can hear what is played; then barge-in needs an echo canceller or the wake word."""

    def play(self, frame: bytes | None) -> None:
        """Plays one frame, or silence for None."""
        ...

    def flush(self) -> None:
        """Drops accepted frames that have not sounded yet (barge-in)."""
        ...

    def close(self) -> None:
        """Finishes; a file is complete after this, and readable up to the last second without it."""
        ...


class WakeWord(Protocol):
    """Detects one wake word."""

    @property
    def phrase(self) -> str:
        """The word."""
        ...

    @property
    def lag_ms(self) -> int:
        """How long the word had been over at the end of the frame in which `hear` was last True. A detector knows the
        word only after its end, and what was said since then belongs to the command.
        """
        ...

    def hear(self, frame: bytes) -> bool:
        """Takes one frame; True in the frame where the wake word is recognised."""
        ...

    def reset(self) -> None:
        """Forgets the sound so far, as after a detection."""
        ...


@dataclass(frozen=True, slots=True)
class WakeScores:
    """The scores of sound that was nearly the wake word; no sound, and no words."""

    first_bp: int
    second_bp: int
    needed_bp: int

    @property
    def both_bp(self) -> int:
        """Their mean, which decides."""
        return (self.first_bp + self.second_bp) // 2


@runtime_checkable
class VerifyingWakeWord(WakeWord, Protocol):
    """A wake word detector that looks at what it heard a second time before it says so."""

    needed_bp: int
    """What the mean of both scores must reach; it may be changed in each frame."""
    near_miss: WakeScores | None
    """What was not the wake word after the second look; None in every other frame."""


class SpeechDetector(Protocol):
    """Tells speech from other sound."""

    def hear(self, frame: bytes) -> int:
        """Takes one frame; returns the probability of speech in basis points for the latest complete window."""
        ...

    def reset(self) -> None:
        """Forgets the sound so far."""
        ...


class Recogniser(Protocol):
    """Turns speech into words, frame by frame."""

    def start(self, hints: HintBundle) -> None:
        """Begins an utterance."""
        ...

    def hear(self, frame: bytes) -> None:
        """Takes one frame of the utterance."""
        ...

    def finish(self) -> Transcript:
        """Ends the utterance; returns the words, empty without any."""
        ...

    def abandon(self) -> None:
        """Ends the utterance without its words."""
        ...


@runtime_checkable
class PreviewingRecogniser(Recogniser, Protocol):
    """A recogniser that can say in the middle of an utterance what it heard so far."""

    def preview(self) -> Transcript | None:
        """Returns the words so far, or None when it cannot say. The utterance goes on as if it had not been asked."""
        ...

    def look_closely(self) -> Transcript | None:
        """Returns the words so far as surely as `finish` would, which costs as much; the utterance goes on."""
        ...

    def finish_as_looked(self) -> Transcript:
        """Ends an utterance in which nothing was said since `look_closely`; returns its words."""
        ...


class Voice(Protocol):
    """Turns text into speech."""

    def speak(self, text: str) -> bytes:
        """Returns one sentence as 16 kHz mono s16le PCM of any length."""
        ...


@runtime_checkable
class PacedVoice(Voice, Protocol):
    """A voice that can speak slower and faster."""

    def speak_at(self, text: str, percent: int) -> bytes:
        """Returns one sentence as `speak` does, at a share of its usual pace."""
        ...


@runtime_checkable
class PitchedVoice(PacedVoice, Protocol):
    """A voice that can also speak higher and lower."""

    def speak_in(self, text: str, percent: int, pitch_percent: int) -> bytes:
        """Returns one sentence as `speak_at` does, at a share of its usual pitch."""
        ...


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame of the microphone without the echo of what was played."""

    clean: bytes
    """For the wake word and the recogniser."""
    linear: bytes
    """Without the echo that a linear path explains, and with all of the person."""
    erle_db: float = 0.0
    """The loss of the echo, of about the last second."""
    delay_ms: int = 0
    """When most of the echo arrives, counted from the frame that was played."""


class VoiceprintEngine(Protocol):
    """Makes voiceprints. It may be called from several conversations at once."""

    @property
    def model(self) -> str:
        """Identifies the model: vectors of two models cannot be compared."""
        ...

    def embed(self, sound: bytes) -> tuple[float, ...]:
        """Returns a vector of length 1 for the voice of an utterance; empty where it holds too little."""
        ...


class EndOfTurnModel(Protocol):
    """Judges by its sound whether an utterance is complete. It may be called from several conversations at once."""

    def completeness(self, sound: bytes) -> int:
        """Takes an utterance from its beginning until now, in a pause; returns in basis points how surely its talker
        has finished. Raises EngineUnavailable.
        """
        ...


class EchoCanceller(Protocol):
    """Removes the played sound from what the microphone hears. `engaged` is False for the one that does nothing."""

    @property
    def engaged(self) -> bool:
        """Whether it removes anything."""
        ...

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        """Takes one frame and what was really played before it, and returns one frame."""
        ...


@dataclass(frozen=True, slots=True)
class MindPrompt:
    """What a mind is given for one reply, in the order in which it reads it: what stays the same comes first."""

    rules: str
    """How it may answer; the same in every turn of a language, so that its reading is kept from turn to turn."""
    talk: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """What was said to it before in this conversation, and what it replied."""
    words: str = field(default="", repr=False)
    """What the person says now."""
    memory: str = field(default="", repr=False)
    """The Context Bundle as quoted data, last."""
    facts: int = 0
    """How many of its facts have a number, from 1 on."""
    acts: int = 0
    """How many words have a number, from 0 on, of which acts are to be proposed; 0 where a reply is asked for."""


class MindReply(Protocol):
    """One reply of a mind that is being made."""

    def pieces(self) -> Iterator[str]:
        """Yields the JSON of the reply as it is made, in pieces of any length. Raises EngineUnavailable."""
        ...

    def stop(self) -> None:
        """Ends it at once, from any thread; `pieces` then ends."""
        ...


class Mind(Protocol):
    """A language model. It has no tools: what it replies is words for the person, and no command."""

    @property
    def place(self) -> str:
        """The host to which the words go that it is given; empty where they stay on this device."""
        ...

    def begin(self, prompt: MindPrompt) -> MindReply:
        """Begins a reply and waits for nothing."""
        ...
