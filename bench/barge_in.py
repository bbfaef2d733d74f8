"""Composition: measures how soon Selene stops speaking when she is interrupted, in audio time, over scripted cases.

The time runs from the first sample of the person's speech to the last sample of playback. The person's first sample is
the first 10 ms of the spoken fixture that rises above 2 % of its peak; playback is counted in frames of 20 ms. Real
wake word, real speech detector, real loop; Selene reads a long fixed text, so that every case interrupts speech. Audio
time is the only clock, so the figure is equal on every run (`--twice` proves it).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import ROOT, describe, percentile
from device.assistant.conversation import Conversation
from device.audio.audio_frontend import AudioFrontend
from device.clients.local_audio import LocalAudioClient
from device.conversation.turn_state import ConversationState
from device.core.messages import Announcement, Answer, TurnResult
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, FRAME_MS, HintBundle, Transcript
from device.engines import factory as engines
from device.session.event_log import EventLine, EventLog
from device.session.executor import InlineWorker
from device.session.session import Session
from device.session.speaking import SoundPorts
from device.session.voice_session import VoiceSession
from memory.model.atoms import Moment, Turn
from memory.model.timestamps import from_iso

SPEECH = ROOT / "fixtures" / "speech"
UTTERANCES = ("stop", "forget_that", "what_is_my_name", "no", "yes", "help")
OFFSETS_MS = (900, 2_310)
VOICES = ("slt", "rms")
BOUND_MS = 250
RATE = 16_000
LONG = "I remember a great many things about you, and I am going to read all of them aloud, one after another. " * 4
Samples = npt.NDArray[np.int16]


class SampleMicrophone:
    """A microphone that plays samples."""

    live = False

    def __init__(self, samples: Samples) -> None:
        """Play these."""
        self._samples = samples

    def frames(self) -> Iterator[bytes]:
        """Whole frames only."""
        told = self._samples.tobytes()
        for start in range(0, len(told) - FRAME_BYTES + 1, FRAME_BYTES):
            yield told[start : start + FRAME_BYTES]

    def close(self) -> None:
        """Nothing to close."""


class Ears:
    """A loudspeaker that records in which frames it sounded."""

    acoustic = False

    def __init__(self) -> None:
        """Nothing was played yet."""
        self.sounded: list[bool] = []

    def play(self, frame: bytes | None) -> None:
        """Note it."""
        self.sounded.append(frame is not None and frame != bytes(FRAME_BYTES))

    def flush(self) -> None:
        """Nothing is buffered."""

    def close(self) -> None:
        """Nothing to close."""


class NoWords:
    """A recogniser without words: the words are not measured."""

    def start(self, hints: HintBundle) -> None:
        """Begin."""

    def hear(self, frame: bytes) -> None:
        """Ignore it."""

    def finish(self) -> Transcript:
        """No words."""
        return Transcript("")

    def abandon(self) -> None:
        """Nothing to drop."""


class Reader:
    """An assistant that reads a long text aloud, whatever it is asked."""

    def hints(self, conversation: Conversation) -> HintBundle:
        """None."""
        return HintBundle()

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """Nothing is remembered."""
        return TurnResult(turn, "Read"), conversation

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        """The long text."""
        return Answer(heard.turn, LONG, "Read"), conversation

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        """Nothing is recorded."""
        return conversation

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """Nothing is due."""
        return ()

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """Nothing is recorded."""


def load(path: Path) -> Samples:
    """A fixture's samples."""
    samples, rate = soundfile.read(path, dtype="int16")
    assert rate == RATE, path
    return np.asarray(samples, dtype=np.int16)


def first_sample(samples: Samples) -> int:
    """Returns where speech begins: the first 10 ms above 2 % of the peak."""
    loud = np.abs(samples.astype(np.int32)) > np.abs(samples.astype(np.int32)).max() * 0.02
    return int(np.argmax(loud))


def talk(samples: Samples) -> tuple[list[bool], list[EventLine]]:
    """Runs the loop on a tape; returns the frames that sounded, and the events."""
    policy, lines, ears = DevicePolicy(), list[EventLine](), Ears()
    acoustics = AudioFrontend(
        engines.open_echo("none:"), engines.open_wake("microwakeword:okay_nabu"), engines.open_speech("silero:"), policy
    )
    sound = SoundPorts(ears, acoustics, NoWords(), engines.open_voice("espeak:"))
    event_log = EventLog("u-bench", from_iso("2026-02-20T09:00:00+00:00"), 0, (lines.append,))
    session = Session(Reader(), "u-bench")
    spoken = VoiceSession(session, sound, InlineWorker(), event_log, policy, ConversationState(), lambda: 0)
    LocalAudioClient(SampleMicrophone(samples), spoken, lambda: 0).run()
    return ears.sounded, lines


def case(voice: str, utterance: str, offset_ms: int) -> float:
    """Milliseconds from the first sample of this interruption to the last sample of playback."""
    wake, words = load(SPEECH / voice / "okay_nabu.wav"), load(SPEECH / voice / f"{utterance}.wav")
    ask, quiet = load(SPEECH / voice / "help.wav"), np.zeros(RATE, np.int16)
    opening = np.concatenate([quiet, wake, quiet[: RATE // 2], ask, quiet, quiet, quiet])
    _, lines = talk(opening)
    speaking = next(int(str(line["at_audio_ms"])) for line in lines if line["type"] == "speaking_started")
    at = (speaking + offset_ms) * RATE // 1000
    tape = np.zeros(at + len(words) + RATE * 2, np.int16)
    tape[: min(len(opening), at)] = opening[:at]
    tape[at : at + len(words)] = words
    sounded, lines = talk(tape)
    stop = next(int(str(line["at_audio_ms"])) for line in lines if line["type"] == "barge_in")
    last = max(index for index, loud in enumerate(sounded[: stop // FRAME_MS + 5]) if loud)
    return (last + 1) * FRAME_MS - (at + first_sample(words)) * 1000 / RATE


def run() -> list[float]:
    """Every case, in order."""
    return [case(voice, words, offset) for voice in VOICES for words in UTTERANCES for offset in OFFSETS_MS]


def main() -> int:
    """Print the figures; 1 above the bound, or when a second run differs."""
    print(describe())
    figures = run()
    names = [f"{voice} {words} +{offset}" for voice in VOICES for words in UTTERANCES for offset in OFFSETS_MS]
    for name, figure in zip(names, figures, strict=True):
        print(f"  {name:<32} {figure:6.0f} ms")
    p95 = percentile(figures, 95)
    print(f"{len(figures)} cases: p50 {percentile(figures, 50):.0f} ms, p95 {p95:.0f} ms, bound {BOUND_MS} ms")
    same = "--twice" not in sys.argv[1:] or run() == figures
    print("" if "--twice" not in sys.argv[1:] else f"second run {'equal' if same else 'DIFFERENT'}")
    return int(p95 > BOUND_MS or not same)


if __name__ == "__main__":
    raise SystemExit(main())
