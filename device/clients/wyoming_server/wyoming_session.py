"""Composition: what one Wyoming connection asks for, and its answers in the same order.

A pipeline of Home Assistant opens a connection for each step: words to a reply, sound to words, words to sound. Its
replies are spoken, so what may only be read is in none of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Info
from wyoming.ping import Pong

from device.audio.sentence_splitter import split_sentences
from device.clients.wyoming_server.client_sound import ClientSound
from device.clients.wyoming_server.event_reader import BadWyomingEvent, SoundData, TextData, event_data
from device.core.messages import Answer, TurnResult
from device.core.policy import WYOMING_CHUNK_BYTES, DevicePolicy
from device.core.ports import SAMPLES_PER_SECOND, HintBundle
from memory.model.user_names import check_session

_SAMPLE_BYTES = 2
_NOT_HANDLED = frozenset(("CANNOT_DO", "NO_WORDS"))
"""Reason codes of a reply that only says that there is none: a pipeline may ask somebody else."""


class WyomingServices(Protocol):
    """What the daemon does for its Wyoming clients."""

    @property
    def info(self) -> Info:
        """Returns the description of all services."""
        ...

    async def say(self, session_id: str, text: str) -> tuple[TurnResult, Answer]:
        """Runs a turn."""
        ...

    async def hints(self) -> HintBundle:
        """Returns the hints for an utterance."""
        ...

    async def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """Returns the words of an utterance."""
        ...

    async def speak(self, sentence: str) -> bytes:
        """Returns the sound of a sentence."""
        ...


@dataclass(slots=True)
class WyomingSession:
    """One connection. An event that may not come now raises BadWyomingEvent; an unknown one is ignored."""

    services: WyomingServices
    send: Callable[[Event], Awaitable[None]]
    own_session: str
    """The conversation of a client that names none."""
    _sound: ClientSound | None = None

    async def answer(self, event: Event) -> None:
        """Does what an event asks for."""
        rules: Mapping[str, Callable[[Event], Awaitable[None]]] = {
            "describe": self._describe,
            "ping": self._ping,
            "transcript": self._reply,
            "transcribe": self._prepare,
            "audio-start": self._begin_sound,
            "audio-chunk": self._add_sound,
            "audio-stop": self._transcribe,
            "synthesize": self._speak,
        }
        if event.type in rules:
            await rules[event.type](event)

    async def _describe(self, _event: Event) -> None:
        await self.send(self.services.info.event())

    async def _ping(self, event: Event) -> None:
        text = event.data.get("text")
        await self.send(Pong(text if isinstance(text, str) else None).event())

    async def _reply(self, event: Event) -> None:
        """Runs a turn of text; Selene as *handle*."""
        self._require_silence(event)
        told = event_data(event, TextData)
        conversation = (told.context or {}).get("conversation_id")
        named = isinstance(conversation, str) and conversation
        session_id = check_session(f"wyoming-{conversation}") if named else self.own_session
        heard, answer = await self.services.say(session_id, told.text)
        context: dict[str, Any] | None = {"conversation_id": conversation} if named else None
        refused = heard.failure or not _NOT_HANDLED.isdisjoint(answer.reason_codes)
        result = NotHandled(answer.reply, context) if refused else Handled(answer.reply, context)
        await self.send(result.event())

    async def _prepare(self, event: Event) -> None:
        self._require_silence(event)

    async def _begin_sound(self, event: Event) -> None:
        self._require_silence(event)
        self._sound = ClientSound(event_data(event, SoundData))

    async def _add_sound(self, event: Event) -> None:
        self._require_sound(event).add(event_data(event, SoundData), event.payload or b"")

    async def _transcribe(self, event: Event) -> None:
        """Returns the words of what was sent since `audio-start`."""
        pcm, self._sound = self._require_sound(event).finish(), None
        text = await self.services.transcribe(pcm, await self.services.hints())
        await self.send(Transcript(text).event())

    async def _speak(self, event: Event) -> None:
        """Sends each sentence as soon as it is synthesised."""
        self._require_silence(event)
        sentences = split_sentences(event_data(event, TextData).text, DevicePolicy())
        await self.send(AudioStart(SAMPLES_PER_SECOND, _SAMPLE_BYTES, 1).event())
        for sentence in sentences:
            pcm = await self.services.speak(sentence)
            for start in range(0, len(pcm), WYOMING_CHUNK_BYTES):
                piece = pcm[start : start + WYOMING_CHUNK_BYTES]
                await self.send(AudioChunk(SAMPLES_PER_SECOND, _SAMPLE_BYTES, 1, piece).event())
        await self.send(AudioStop().event())

    def _require_silence(self, event: Event) -> None:
        if self._sound is not None:
            raise BadWyomingEvent(f"{event.type!r} came before the end of the sound.")

    def _require_sound(self, event: Event) -> ClientSound:
        if self._sound is None:
            raise BadWyomingEvent(f"{event.type!r} came before 'audio-start'.")
        return self._sound
