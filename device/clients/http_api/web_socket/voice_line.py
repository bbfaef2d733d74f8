"""Adapter: the sound of one WebSocket: its conversation in a thread of its own, its frames and events to the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from device.clients.client_tokens import ClientGrant
from device.clients.http_api.household import Household
from device.clients.http_api.problems import ApiRefusal
from device.clients.http_api.web_socket.voice_talk import SpokenTalk, TalkOpener, spoken_talk
from device.conversation.turn_words import turn_words
from device.core.policy import MAX_HTTP_VOICES, SOUND_STOP_S
from device.platform.language_files import load_language
from device.session.doubtful_words import doubtful_words
from device.session.event_log import EventLine, EventLog
from device.session.executor import JobThread
from device.session.known_voice import pause_reader, voice_reader
from device.session.session import Session
from device.session.utterance_judge import UtteranceJudge
from device.session.voice_turns import VoiceTurns
from memory.model.atoms import Moment
from memory.model.ports import Gate


@dataclass(slots=True)
class VoiceLines:
    """The conversations by voice of all clients: only so many at once, for each has engines of its own."""

    household: Household
    now: Callable[[], Moment]
    language: str
    open_engines: TalkOpener | None
    """None where the daemon offers no sound."""
    _open: int = 0
    _opened: int = 0
    _ending: set[Future[None]] = field(default_factory=set)

    def line(self, socket: WebSocket, grant: ClientGrant) -> VoiceLine:
        """Returns the line of a connection; nothing is opened yet."""
        return VoiceLine(self, socket, grant)

    def take(self) -> None:
        """Counts one more. Raises ApiRefusal when there are too many, or none is offered."""
        if self.open_engines is None:
            raise ApiRefusal(HTTPStatus.NOT_IMPLEMENTED, "NO_SOUND", "This Selene takes no sound. Send text.")
        if self._open >= MAX_HTTP_VOICES:
            raise ApiRefusal(HTTPStatus.SERVICE_UNAVAILABLE, "TOO_BUSY", "Too many speak to her already. Send text.")
        self._open += 1
        self._opened += 1

    def give_back(self, ending: Future[None] | None) -> None:
        """Counts one less; `ending` saves what was heard."""
        self._open -= 1
        if ending is not None:
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def ended(self, within_s: float = SOUND_STOP_S) -> None:
        """Waits until all that was heard is saved, so that the vault may be closed; for an engine that hangs, only so
        long.
        """
        saved = asyncio.gather(*map(asyncio.wrap_future, tuple(self._ending)), return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(saved, within_s)

    def begin(self, grant: ClientGrant, send: Callable[[bytes | EventLine], None]) -> SpokenTalk:
        """Opens the engines and begins; may take a while. Raises a `DeviceError`."""
        assert self.open_engines is not None
        engines, began = self.open_engines(), self.now()
        with self.household.reading() as vault:
            run_key = vault.head().seq + self._opened
        own = () if grant.guest else (self.household.hub.listener(grant.user_id),)
        log = EventLog(grant.user_id, began, run_key, (send, *own), lambda _: self.now())
        data = load_language(self.language).device
        doubtful = doubtful_words(self.language, data["doubtful_words"])
        assistant = VoiceTurns(self.household.assistant(self.language, reports=False), doubtful)
        session = Session(assistant, grant.user_id, identified=not grant.guest)
        known = voice_reader(self.household.reading, grant.user_id)
        words = turn_words(self.language, data["turn_taking"])
        judge = UtteranceJudge(words, voiceprint=engines.voiceprint, known_voice=known, doubtful=doubtful)
        gate = Gate(grant.user_id, not grant.guest)
        pauses = pause_reader(self.household.reading, gate, lambda: self.now().at_ms)
        return spoken_talk(engines, session, log, send, judge, pauses)


@dataclass(slots=True)
class VoiceLine:
    """The sound of one connection."""

    lines: VoiceLines
    socket: WebSocket
    grant: ClientGrant
    _thread: JobThread | None = None
    _talk: SpokenTalk | None = None
    _writing: asyncio.Task[None] | None = None
    _outgoing: asyncio.Queue[bytes | EventLine] = field(default_factory=asyncio.Queue)
    _told: set[str] = field(default_factory=set)

    async def listen(self) -> None:
        """Hears what is said next; opens the engines at the first time. Raises ApiRefusal, or a `DeviceError`."""
        loop = asyncio.get_running_loop()
        self._told.clear()
        if self._talk is None:
            self.lines.take()
            self._thread = JobThread("selene-voice")
            self._writing = asyncio.create_task(self._write())

            def send(message: bytes | EventLine) -> None:
                with suppress(RuntimeError):  # the event loop has ended meanwhile
                    loop.call_soon_threadsafe(self._outgoing.put_nowait, message)

            try:
                self._talk = await loop.run_in_executor(self._thread, self.lines.begin, self.grant, send)
            except BaseException:
                self.close()
                raise
        self._talk.listen()

    async def hear(self, sound: bytes) -> None:
        """Hears a piece of sound. Raises ApiRefusal."""
        if self._talk is None:
            raise ApiRefusal(HTTPStatus.CONFLICT, "NOT_LISTENING", 'Send {"listen": true} before sound.')
        await asyncio.get_running_loop().run_in_executor(self._thread, self._talk.feed, sound)

    def is_news(self, code: str) -> bool:
        """Says whether this problem of the sound is told: once for each time that the button was pressed, since sound
        comes fifty times a second.
        """
        known = code in self._told
        self._told.add(code)
        return not known

    def close(self) -> None:
        """Ends; what was heard is still saved."""
        thread, talk, self._thread, self._talk = self._thread, self._talk, None, None
        if thread is None:
            return
        if self._writing is not None:
            self._writing.cancel()
        ending = None if talk is None else thread.submit(talk.close)
        thread.shutdown(wait=False)
        self.lines.give_back(ending)

    async def _write(self) -> None:
        """Sends frames and events in their order."""
        with suppress(WebSocketDisconnect):
            while True:
                message = await self._outgoing.get()
                if isinstance(message, bytes):
                    await self.socket.send_bytes(message)
                else:
                    await self.socket.send_text(msgspec.json.encode(message).decode())
