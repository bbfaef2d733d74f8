"""Adapter: listens for Wyoming clients; a bad or failing one loses its own connection and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress

from wyoming.error import Error
from wyoming.event import Event, async_write_event
from wyoming.info import Info

from device.clients.text_turns import TextTurns
from device.clients.wyoming_server.event_reader import BadWyomingEvent, read_bounded_event
from device.clients.wyoming_server.settings import WyomingSettings
from device.clients.wyoming_server.speech_engines import SpeechEngines
from device.clients.wyoming_server.wyoming_session import WyomingSession
from device.core.errors import AddressRefused, DeviceError
from device.core.messages import Answer, TurnResult
from device.core.policy import MAX_CLIENT_TURNS, MAX_WYOMING_CLIENTS, MAX_WYOMING_LINE_BYTES, WYOMING_READ_S
from device.core.ports import HintBundle
from memory.core.errors import MemoryRefusal
from memory.model.atoms import Channel

TellPerson = Callable[[str, str], None]
"""Reports something to the person: its code and a sentence."""


class DaemonServices:
    """The daemon's services for Wyoming clients: turns in a bounded number of threads, engines one job at a time."""

    def __init__(self, turns: TextTurns, engines: SpeechEngines, info: Info) -> None:
        """Takes what the clients share."""
        self.info = info
        self._turns, self._engines, self._began_ms = turns, engines, turns.now().at_ms
        self._threads = ThreadPoolExecutor(MAX_CLIENT_TURNS, "selene-wyoming")

    async def say(self, session_id: str, text: str) -> tuple[TurnResult, Answer]:
        """See `WyomingServices`. The reply will be spoken."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._turns.say, session_id, text, Channel.VOICE)

    def own_session(self, number: int) -> str:
        """Returns the session of a connection that names none; another one in every run of the daemon."""
        return f"wyoming-{self._began_ms}-{number}"

    async def hints(self) -> HintBundle:
        """See `WyomingServices`."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._turns.hints)

    async def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """See `WyomingServices`."""
        return await self._engines.transcribe(pcm, hints)

    async def speak(self, sentence: str) -> bytes:
        """See `WyomingServices`."""
        return await self._engines.speak(sentence)

    async def close(self) -> None:
        """Finishes the turns that are under way, and begins no more; ends the engines."""
        self._engines.close()
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)


class WyomingServer:
    """Serves Wyoming clients until cancelled."""

    def __init__(
        self, settings: WyomingSettings, services: DaemonServices, tell: TellPerson, read_s: float = WYOMING_READ_S
    ) -> None:
        """`tell` reports to the person at the daemon; in `read_s` a client must read what it was sent."""
        self._settings, self._services, self._tell, self._read_s = settings, services, tell, read_s
        self._connected: set[asyncio.StreamWriter] = set()
        self._silent: dict[asyncio.StreamWriter, None] = {}
        self._count = 0
        self.port = settings.port
        """The port, also where the system has chosen it."""

    @property
    def connected(self) -> int:
        """How many clients are connected."""
        return len(self._connected)

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serves; calls `ready` once clients are answered. Raises AddressRefused."""
        server = await self._listen()
        self.port = server.sockets[0].getsockname()[1]
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._services.close)
            stack.callback(self._hang_up)
            stack.callback(server.close)
            self._tell_who_may_connect()
            if self._settings.announce:
                from device.clients.wyoming_server.announcement import announced

                await stack.enter_async_context(announced(self._settings.host, self.port, self._tell))
            ready()
            await server.serve_forever()

    async def _listen(self) -> asyncio.Server:
        address = self._settings.address
        try:
            return await asyncio.start_server(
                self._serve, address.host, address.port, limit=MAX_WYOMING_LINE_BYTES, backlog=MAX_WYOMING_CLIENTS
            )
        except OSError as error:
            raise AddressRefused(
                f"Wyoming clients cannot be answered at {address} ({error.strerror or error}). Everything else runs; "
                "choose another address or port."
            ) from error

    def _tell_who_may_connect(self) -> None:
        """Says once that an address of the network is open to everybody in it."""
        if not self._settings.address.loopback:
            who = "a guest" if self._settings.guest else "the person whose memory this is"
            self._tell(
                "WYOMING_OPEN",
                f"Everybody who reaches {self._settings.address} talks to Selene as {who}: the Wyoming protocol knows "
                "no authentication.",
            )

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._make_room():
            writer.transport.abort()
            return
        self._connected.add(writer)
        try:
            await self._answer_all(reader, writer)
        except (ConnectionError, TimeoutError):
            writer.transport.abort()
        except Exception as error:  # noqa: BLE001  # a fault costs one connection; what was said stays unsaid
            reason = type(error).__name__
            self._tell("CLIENT_FAILED", f"A Wyoming client's wish failed inside Selene ({reason}). It may ask again.")
        finally:
            self._silent.pop(writer, None)
            self._connected.discard(writer)
            writer.close()

    async def _answer_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers events until the client hangs up, or until one that cannot be answered."""

        async def send(event: Event) -> None:
            async with asyncio.timeout(self._read_s):
                await async_write_event(event, writer)

        self._count += 1
        session = WyomingSession(self._services, send, self._services.own_session(self._count))
        try:
            while (event := await self._next_event(reader, writer)) is not None:
                await session.answer(event)
        except (BadWyomingEvent, DeviceError, MemoryRefusal) as error:
            with suppress(ConnectionError, TimeoutError):
                await send(Error(str(error), error.code).event())

    async def _next_event(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Event | None:
        self._silent[writer] = None
        try:
            return await read_bounded_event(reader)
        finally:
            self._silent.pop(writer, None)

    def _make_room(self) -> bool:
        """Says whether one more client can be answered; the one that has been silent for longest may go for it."""
        if self.connected < MAX_WYOMING_CLIENTS:
            return True
        longest = next(iter(self._silent), None)
        if longest is None:
            return False
        self._silent.pop(longest)
        self._connected.discard(longest)
        longest.transport.abort()
        return True

    def _hang_up(self) -> None:
        for writer in tuple(self._connected):
            writer.transport.abort()
