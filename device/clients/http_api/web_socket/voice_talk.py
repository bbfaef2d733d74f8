"""Composition: a conversation by voice with one client of the API, on engines that no other conversation uses.

The client sends sound and presses a button, which is the wake word here; for each frame that it sends, at most one of
the reply comes back, so it goes on sending, silence too, while she speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol

from device.audio.audio_frontend import AudioFrontend
from device.audio.end_of_turn import PersonsPauses
from device.clients.http_api.problems import ApiRefusal
from device.conversation.turn_state import ConversationState
from device.core.policy import MAX_SOUND_AHEAD_MS, DevicePolicy
from device.core.ports import FRAME_BYTES, FRAME_MS, EndOfTurnModel, Recogniser, SpeechDetector, Voice, VoiceprintEngine
from device.engines.null_engines import NoEchoCanceller
from device.platform.clock import monotonic_ns
from device.session.event_log import EventLine, EventLog
from device.session.executor import ThreadWorker
from device.session.minds.spoken_mind import SpokenMind
from device.session.pause_judge import PauseJudge
from device.session.session import Session
from device.session.speaking import SoundPorts
from device.session.utterance_judge import UtteranceJudge
from device.session.voice_session import VoiceSession

Send = Callable[[bytes | EventLine], None]
"""Sends a frame or an event to the client; never waits."""


@dataclass(frozen=True, slots=True)
class VoiceEngines:
    """The engines of one conversation."""

    speech: SpeechDetector
    recogniser: Recogniser
    voice: Voice
    close: Callable[[], None] = lambda: None
    """Ends what was opened."""
    voiceprint: VoiceprintEngine | None = None
    """It may be shared with other conversations."""
    end_of_turn: EndOfTurnModel | None = None
    """Shared as well."""
    mind: SpokenMind = field(default_factory=SpokenMind)
    """What may reply where she knows no answer; of this conversation, at a desk that is shared."""


class TalkOpener(Protocol):
    """Opens the engines of a conversation. Raises a `DeviceError`."""

    def __call__(self) -> VoiceEngines:
        """Opens."""
        ...


@dataclass(slots=True)
class ButtonWake:
    """A wake word that is a button at the client."""

    phrase: str = ""
    pressed: bool = False
    lag_ms: int = 0

    def hear(self, frame: bytes) -> bool:
        """Returns whether the button was pressed since the last frame."""
        pressed, self.pressed = self.pressed, False
        return pressed

    def reset(self) -> None:
        """Does nothing: no sound is kept."""


@dataclass(slots=True)
class ClientSpeaker:
    """The loudspeaker of a client, which its microphone may hear."""

    send: Send
    acoustic: bool = True

    def play(self, frame: bytes | None) -> None:
        """Sends a frame; silence is not sent."""
        if frame is not None:
            self.send(frame)

    def flush(self) -> None:
        """Tells the client to drop what it has not played."""
        self.send({"type": "flush"})

    def close(self) -> None:
        """Does nothing: the connection ends by itself."""


@dataclass(slots=True)
class SpokenTalk:
    """One conversation; its methods are called one at a time."""

    session: VoiceSession
    button: ButtonWake
    close_engines: Callable[[], None] = lambda: None
    _rest: bytearray = field(default_factory=bytearray)
    _began_ns: int = field(default_factory=monotonic_ns)
    _heard_ms: int = 0

    def listen(self) -> None:
        """Presses the button: what is said next is for Selene. It also interrupts her."""
        self.button.pressed = True

    def feed(self, sound: bytes) -> None:
        """Hears 16 kHz, mono, signed 16-bit little endian, in pieces of any size. Raises ApiRefusal for more sound than
        there was time.
        """
        now_ms = (monotonic_ns() - self._began_ns) // 1_000_000
        heard_ms = max(self._heard_ms, now_ms) + len(sound) * FRAME_MS // FRAME_BYTES
        if heard_ms > now_ms + MAX_SOUND_AHEAD_MS:
            raise ApiRefusal(
                HTTPStatus.TOO_MANY_REQUESTS, "TOO_FAST", "Sound is heard as fast as it is spoken. This was left out."
            )
        self._heard_ms = heard_ms
        self._rest += sound
        while len(self._rest) >= FRAME_BYTES:
            frame = bytes(self._rest[:FRAME_BYTES])
            del self._rest[:FRAME_BYTES]
            self.session.feed(frame)

    def close(self) -> None:
        """Ends: what was heard is saved, and no more is spoken."""
        self.session.stop()
        try:
            self.session.finish(lambda: None)
        finally:
            self.session.close()
            self.close_engines()


def spoken_talk(
    engines: VoiceEngines,
    session: Session,
    event_log: EventLog,
    send: Send,
    judge: UtteranceJudge | None = None,
    pauses: Callable[[], PersonsPauses] = PersonsPauses,
) -> SpokenTalk:
    """Begins a conversation. `pauses` reads how its person pauses."""
    policy, button = DevicePolicy(), ButtonWake()
    acoustics = AudioFrontend(NoEchoCanceller(), button, engines.speech, policy)
    sound = SoundPorts(ClientSpeaker(send), acoustics, engines.recogniser, engines.voice)
    state = ConversationState(speech_interrupts=False)
    judge, waits = judge or UtteranceJudge(), PauseJudge(engines.end_of_turn, pauses)
    voice = VoiceSession(
        session, sound, ThreadWorker(), event_log, policy, state, monotonic_ns, judge.words,
        judge=judge, pauses=waits, mind=engines.mind,
    )  # fmt: skip
    voice.begin()
    return SpokenTalk(voice, button, engines.close)
