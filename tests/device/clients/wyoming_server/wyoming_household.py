"""A Wyoming server on a real port and a real vault, with engines that say what they were given."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from wyoming.client import AsyncTcpClient
from wyoming.event import Event

from device.assistant.assistant import Assistant
from device.clients.text_turns import ClientPerson, TextTurns
from device.clients.wyoming_server.server import DaemonServices, WyomingServer
from device.clients.wyoming_server.service_info import service_info
from device.clients.wyoming_server.settings import WyomingSettings
from device.clients.wyoming_server.speech_engines import SpeechEngines, UtteranceRecogniser
from device.core.ports import FRAME_BYTES, HintBundle, Voice
from device.daemon.shared_assistant import SharedAssistant
from device.daemon.shared_vault import SharedVault
from device.engines import factory
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Moment
from memory.model.ports import Gate
from memory.model.timestamps import from_iso

START = from_iso("2026-03-02T10:00:00+01:00")
SECONDS = 60.0
ANA = ids.user_id("Ana")


@dataclass
class LengthRecogniser:
    """Hears as many words as there are frames of sound, and keeps the hints."""

    hints: list[HintBundle] = field(default_factory=list)
    closed: int = 0

    def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        self.hints.append(hints)
        return f"{-(-len(pcm) // FRAME_BYTES)} frames"

    def close(self) -> None:
        self.closed += 1


class TickingClock:
    """A second later at each look."""

    def __init__(self) -> None:
        self._at_ms = START.at_ms

    def now(self) -> Moment:
        self._at_ms += 1_000
        return Moment(self._at_ms, START.utc_offset_min)


@dataclass
class Household:
    """A running server and its vault."""

    vault: Vault
    server: WyomingServer
    recogniser: LengthRecogniser
    told: list[tuple[str, str]]

    def client(self) -> AsyncTcpClient:
        return AsyncTcpClient("127.0.0.1", self.server.port, connect_timeout=SECONDS, read_timeout=SECONDS)

    async def ask(self, *events: Event) -> Event | None:
        """The first answer to events that are sent on a connection of their own."""
        async with self.client() as client:
            for event in events:
                await client.write_event(event)
            answer: Event | None = await client.read_event()
            return answer

    async def raw(self, sent: bytes, *, hang_up: bool = False) -> bytes:
        """Everything that comes back for bytes, until the server closes the connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(sent)
        if hang_up:
            writer.write_eof()
        async with asyncio.timeout(SECONDS):
            try:
                return await reader.read()
            except ConnectionError:
                return b""
            finally:
                writer.close()

    def remembered(self) -> tuple[int, Sequence[str]]:
        """The end of the ledger, and every memory of Ana."""
        atoms = self.vault.reader.atoms(Gate(ANA, identified=True), 100)
        return self.vault.head().seq, [atom.text for atom in atoms]


@asynccontextmanager
async def household(
    state: Path,
    *,
    guest: bool = False,
    open_recogniser: Callable[[], UtteranceRecogniser] | None = None,
    open_voice: Callable[[], Voice] = lambda: factory.open_voice("espeak:"),
    read_s: float = SECONDS,
    told_otherwise: bool = True,
) -> AsyncIterator[Household]:
    """A server that runs for the block, for Ana or for a guest."""
    heard = LengthRecogniser()
    told: list[tuple[str, str]] = []
    with Vault.open(state, now_ms=START.at_ms) as vault:
        shared = SharedVault(vault, state)
        person = ClientPerson(ANA, guest)
        assistant = SharedAssistant(Assistant(vault), shared)
        turns = TextTurns(assistant, person, TickingClock().now, lambda: told_otherwise)
        engines = SpeechEngines(open_recogniser or (lambda: heard), open_voice)
        services = DaemonServices(turns, engines, service_info("en", "pocketsphinx:", "espeak:"))
        settings = WyomingSettings("127.0.0.1", 0, guest=guest)
        server = WyomingServer(settings, services, lambda code, sentence: told.append((code, sentence)), read_s)
        ready = asyncio.Event()
        running = asyncio.create_task(server.run(ready.set))
        try:
            async with asyncio.timeout(SECONDS):
                await ready.wait()
            yield Household(vault, server, heard, told)
        finally:
            running.cancel()
            await asyncio.wait((running,), timeout=SECONDS)
            shared.close()
