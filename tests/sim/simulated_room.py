"""A simulated room: who speaks when, what wakes Selene, what the loudspeaker played. Audio time is the only clock.

The room's microphone gives frames that carry their own number; its wake word, detector and recogniser look the number
up in the script. Nothing here is sound, and nothing waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from device.assistant.conversation import Conversation, TurnAssistant
from device.audio.audio_frontend import AudioFrontend
from device.clients.local_audio import LocalAudioClient
from device.conversation.turn_state import ConversationState
from device.conversation.turn_words import turn_words
from device.core.messages import Announcement, Answer, TurnResult
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, FRAME_MS, Heard, HintBundle, Transcript
from device.platform.language_files import load_language
from device.session.event_log import EventLine, EventLog
from device.session.executor import InlineWorker, Job, Result, Worker
from device.session.session import Session
from device.session.speaking import SoundPorts
from device.session.utterance_judge import UtteranceJudge
from device.session.voice_session import VoiceSession
from memory.model.atoms import Moment, Turn

WORDS = turn_words("en", load_language("en").device["turn_taking"])
TONE = b"\1" * FRAME_BYTES


@dataclass
class Room:
    """The script and the tape of one conversation."""

    length_ms: int
    wakes: list[int] = field(default_factory=list)
    speech: list[tuple[int, int, str]] = field(default_factory=list)
    """(from, to, words): voice with these words."""
    played: list[tuple[int, bool]] = field(default_factory=list)
    """(audio ms, was there sound) for each frame of the loudspeaker."""
    now_ms: int = 0
    wake_lag_ms: int = 0
    """How long the wake word is over when it is detected."""

    def voiced(self, at_ms: int) -> bool:
        return any(start <= at_ms < end for start, end, _ in self.speech)

    def words(self, from_ms: int, to_ms: int) -> str:
        return " ".join(words for start, end, words in self.speech if start < to_ms and end > from_ms)

    def sound_between(self, from_ms: int, to_ms: int) -> bool:
        return any(sound for at_ms, sound in self.played if from_ms <= at_ms < to_ms)


def numbered_frame(at_ms: int) -> bytes:
    """A frame that holds its number, a byte a sample: softer than any voice."""
    return b"".join(bytes((each, 0)) for each in at_ms.to_bytes(4, "big")).ljust(FRAME_BYTES, b"\0")


def frame_number(frame: bytes) -> int:
    """The number of a frame of a scripted room: when it ended."""
    return int.from_bytes(frame[:8:2], "big")


class ScriptedMicrophone:
    live = False

    def __init__(self, room: Room) -> None:
        self._room, self._closed = room, False

    def frames(self) -> Iterator[bytes]:
        while not self._closed and self._room.now_ms < self._room.length_ms:
            self._room.now_ms += FRAME_MS
            yield numbered_frame(self._room.now_ms)

    def close(self) -> None:
        self._closed = True


class RoomSpeaker:
    acoustic = False

    def __init__(self, room: Room) -> None:
        self._room = room

    def play(self, frame: bytes | None) -> None:
        self._room.played.append((len(self._room.played) * FRAME_MS, frame is not None))

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


class NoEcho:
    engaged = False

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        return Heard(heard, heard)


class ScriptedWake:
    phrase = "okay room"

    def __init__(self, room: Room) -> None:
        self._room, self.lag_ms = room, room.wake_lag_ms

    def hear(self, frame: bytes) -> bool:
        return frame_number(frame) in self._room.wakes

    def reset(self) -> None:
        pass


class ScriptedSpeech:
    def __init__(self, room: Room) -> None:
        self._room = room

    def hear(self, frame: bytes) -> int:
        return 9_900 if self._room.voiced(frame_number(frame) - FRAME_MS) else 50

    def reset(self) -> None:
        pass


class ScriptedRecogniser:
    """A recogniser that returns the words of the speech that its frames overlap."""

    def __init__(self, room: Room) -> None:
        self._room, self._frames = room, list[int]()

    def start(self, hints: HintBundle) -> None:
        self._frames = []

    def hear(self, frame: bytes) -> None:
        self._frames.append(frame_number(frame))

    def preview(self) -> Transcript:
        return self.finish()

    def look_closely(self) -> Transcript:
        return self.finish()

    def finish_as_looked(self) -> Transcript:
        return self.finish()

    def finish(self) -> Transcript:
        heard = [at_ms for at_ms in self._frames if at_ms]
        return Transcript(self._room.words(heard[0] - FRAME_MS, heard[-1]) if heard else "")

    def abandon(self) -> None:
        self._frames = []


class ToneVoice:
    """Speaks 200 ms a word."""

    def __init__(self) -> None:
        self.spoken: list[str] = []

    def speak(self, text: str) -> bytes:
        self.spoken.append(text)
        return TONE * 10 * len(text.split())


class OneJobATick(InlineWorker):
    """A worker as slow as a small machine: one job for each frame of sound."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[Job] = []

    def submit(self, job: Job) -> None:
        self._waiting.append(job)

    def results(self) -> Iterator[Result]:
        if self._waiting:
            super().submit(self._waiting.pop(0))
        yield from super().results()

    def settle(self) -> None:
        pass

    @property
    def busy(self) -> bool:
        return bool(self._waiting) or super().busy


class EchoingAssistant:
    """An assistant that answers every turn with its own words."""

    def __init__(self) -> None:
        self.heard: list[Turn] = []
        self.recorded: list[str] = []

    def hints(self, conversation: Conversation) -> HintBundle:
        return HintBundle()

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        self.heard.append(turn)
        return TurnResult(turn, "Statement", created=(f"a-{len(self.heard)}",)), conversation

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        text = heard.turn.text
        reply = f"You said: {text}. And that is all of it." if text else "I did not catch that."
        return Answer(heard.turn, reply, "Statement", expects_reply=text.endswith("question")), conversation

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        self.recorded.append(spoken)
        return conversation

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """Nothing is due."""
        return ()

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """Nothing is recorded."""


def conversation(
    room: Room, assistant: TurnAssistant, *, speech_interrupts: bool = True, worker: Worker | None = None
) -> tuple[LocalAudioClient, list[EventLine]]:
    """A client in this room, and the list that the events of its session go to."""
    session, lines = voice_session(room, Session(assistant, "u-1"), speech_interrupts=speech_interrupts, worker=worker)
    return LocalAudioClient(ScriptedMicrophone(room), session, lambda: 0), lines


def voice_session(
    room: Room, session: Session, *, speech_interrupts: bool = True, worker: Worker | None = None
) -> tuple[VoiceSession, list[EventLine]]:
    """A conversation by voice in this room; its frames come from whoever feeds it."""
    policy, lines = DevicePolicy(), list[EventLine]()
    acoustics = AudioFrontend(NoEcho(), ScriptedWake(room), ScriptedSpeech(room), policy)
    sound = SoundPorts(RoomSpeaker(room), acoustics, ScriptedRecogniser(room), ToneVoice())
    event_log = EventLog(session.user_id, Moment(1_767_225_600_000), 0, (lines.append,))
    state = ConversationState(speech_interrupts=speech_interrupts)
    worker = worker or InlineWorker()
    return VoiceSession(
        session, sound, worker, event_log, policy, state, lambda: 0, WORDS, judge=UtteranceJudge(WORDS)
    ), lines
