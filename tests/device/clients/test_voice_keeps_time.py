"""Promise: bad clients of Wyoming, MCP and the control socket do not delay the voice at the microphone."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import pytest

from device.clients.client_tokens import ClientGrant, ClientRight, ClientTokens, hash_of_token
from device.clients.control_socket import ControlServer, control_socket
from device.clients.http_api.settings import HttpSettings
from device.clients.mcp_server.http_server import McpHttpServer
from device.clients.text_turns import ClientPerson, TextTurns
from device.clients.wyoming_server.server import DaemonServices, WyomingServer
from device.clients.wyoming_server.service_info import service_info
from device.clients.wyoming_server.settings import WyomingSettings
from device.clients.wyoming_server.speech_engines import SpeechEngines
from device.core.control_protocol import SOCKET_NAME
from device.daemon.event_hub import EventHub
from device.daemon.shared_vault import SharedVault
from device.daemon.vault_access import ServedVault
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.timestamps import from_iso
from tests.device.clients.voice_beside import keeps_time_beside
from tests.device.clients.wyoming_server.wyoming_household import LengthRecogniser
from tests.sim.simulated_room import ToneVoice

NOW = from_iso("2026-03-02T10:00:00+01:00")
SECONDS = 60
TOKEN = "a-token-of-bens"


@dataclass(frozen=True)
class Reachable:
    """The servers of one household."""

    served: ServedVault
    wyoming: int
    mcp: int
    control: Path


@pytest.fixture
def reachable(tmp_path: Path) -> Iterator[Reachable]:
    state = tmp_path / "state"
    with Vault.open(state, now_ms=NOW.at_ms) as vault, control_socket(state / SOCKET_NAME) as listening:
        served = ServedVault(SharedVault(vault, state), EventHub())
        ClientTokens(state).add(
            ClientGrant("worse", ids.user_id("ben"), False, tuple(ClientRight), "", hash_of_token(TOKEN))
        )
        turns = TextTurns(served.assistant("en"), ClientPerson(ids.user_id("ben")), lambda: NOW)
        info = service_info("en", "pocketsphinx:", "espeak:")
        services = DaemonServices(turns, SpeechEngines(LengthRecogniser, ToneVoice), info)
        wyoming = WyomingServer(WyomingSettings("127.0.0.1", 0), services, lambda code, sentence: None)
        mcp = McpHttpServer(HttpSettings("127.0.0.1", 0), served, state, lambda: NOW)
        with _running(wyoming.run, mcp.run, ControlServer(listening, lambda request, caller: 0).run):
            yield Reachable(served, wyoming.port, mcp.port, state)
        served.shared.close()


@contextmanager
def _running(*servers: Callable[[Callable[[], None]], Coroutine[None, None, None]]) -> Iterator[None]:
    """Runs servers in an event loop of their own."""
    ready, ended = Event(), Event()
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def serve() -> None:
        stop, waiting = asyncio.Event(), [asyncio.Event() for _ in servers]
        running.append((asyncio.get_running_loop(), stop))
        tasks = [asyncio.ensure_future(run(one.set)) for run, one in zip(servers, waiting, strict=True)]
        for one in waiting:
            await one.wait()
        ready.set()
        await stop.wait()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=SECONDS)

    def run() -> None:
        asyncio.run(serve())
        ended.set()

    Thread(target=run, daemon=True).start()
    assert ready.wait(SECONDS)
    try:
        yield
    finally:
        loop, stop = running[0]
        loop.call_soon_threadsafe(stop.set)
        assert ended.wait(SECONDS)


def _wyoming(at: Reachable) -> None:
    with socket.create_connection(("127.0.0.1", at.wyoming), SECONDS) as client:
        client.sendall(json.dumps({"type": "transcript", "data_length": 10**9}).encode() + b"\n" + bytes(100_000))
        client.recv(1_000)
    with socket.create_connection(("127.0.0.1", at.wyoming), SECONDS) as client:
        client.sendall(b"\0" * 1_000_000)
    for _ in range(50):
        socket.create_connection(("127.0.0.1", at.wyoming), SECONDS).close()


def _mcp(at: Reachable) -> None:
    head = f"POST /mcp HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\ncontent-type: application/json\r\n"
    for sent in (
        b"content-length: 9000000000\r\n\r\n",
        b"content-length: 1000\r\n\r\n" + b"[" * 1_000,
        b"\0" * 100_000,
    ):
        with socket.create_connection(("127.0.0.1", at.mcp), SECONDS) as client:
            client.sendall(head.encode() + sent)
            client.recv(1_000)
    for _ in range(50):
        socket.create_connection(("127.0.0.1", at.mcp), SECONDS).close()


def _control(at: Reachable) -> None:
    folder = os.open(at.control, os.O_RDONLY)
    try:
        for sent in (b"\0" * 10_000_000, b'{"arguments": ', b"", b"[" * 100_000 + b"\n"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
                client.settimeout(SECONDS)
                client.connect(f"/proc/self/fd/{folder}/{SOCKET_NAME}")
                client.sendall(sent)
    finally:
        os.close(folder)


@pytest.mark.parametrize("bad", [_wyoming, _mcp, _control], ids=["wyoming", "mcp", "control"])
def test_the_voice_at_the_microphone_keeps_time_beside_bad_clients(
    reachable: Reachable, bad: Callable[[Reachable], None]
) -> None:
    made = list[int]()

    def misbehave() -> None:
        made.append(1)
        bad(reachable)

    assert keeps_time_beside(reachable.served, misbehave, misbehave)
    assert len(made) > 2, "the bad clients came again and again"
