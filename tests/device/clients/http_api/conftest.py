"""A real server at a real port, on a vault of its own; one for each module of tests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from device.clients.client_tokens import ClientGrant, ClientRight, ClientTokens, hash_of_token, new_token
from device.clients.http_api.server import HttpServer
from device.clients.http_api.settings import HttpLimits, HttpSettings
from device.clients.http_api.web_socket.voice_talk import TalkOpener
from device.daemon.event_hub import EventHub
from device.daemon.shared_vault import SharedVault
from device.daemon.vault_access import ServedVault
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.timestamps import from_iso

NOW = from_iso("2026-03-02T10:00:00+01:00")
SECONDS = 60
ALL = tuple(ClientRight)


@dataclass(frozen=True)
class RunningApi:
    """A server that runs."""

    served: ServedVault
    state: Path
    port: int

    @property
    def tokens(self) -> ClientTokens:
        return ClientTokens(self.state)

    def token(self, name: str, user: str = "ana", may: tuple[ClientRight, ...] = ALL, *, guest: bool = False) -> str:
        token = new_token()
        self.tokens.add(ClientGrant(name, ids.user_id(user), guest, may, "", hash_of_token(token)))
        return token

    def client(
        self, name: str, user: str = "ana", may: tuple[ClientRight, ...] = ALL, *, guest: bool = False
    ) -> httpx.Client:
        return self.with_token(self.token(name, user, may, guest=guest))

    def with_token(self, token: str) -> httpx.Client:
        return httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            headers={"authorization": f"Bearer {token}"} if token else {},
            timeout=SECONDS,
            trust_env=False,
        )

    def version(self) -> tuple[int, bytes]:
        """The head of the ledger: it moves with every change."""
        with self.served.reading() as vault:
            head = vault.head()
        return head.seq, head.hash


@contextmanager
def running_api(
    state: Path, limits: HttpLimits | None = None, open_engines: TalkOpener | None = None
) -> Iterator[RunningApi]:
    with Vault.open(state, now_ms=NOW.at_ms) as vault:
        served = ServedVault(SharedVault(vault, state), EventHub())
        moments = iter(range(NOW.at_ms, NOW.at_ms + 10**9, 1_000))
        server = HttpServer(
            HttpSettings("127.0.0.1", 0),
            served,
            state,
            lambda: type(NOW)(next(moments), NOW.utc_offset_min),
            open_engines=open_engines,
            limits=limits or HttpLimits(),
        )
        ready, ended = Event(), Event()
        loops: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]] = []

        async def serve() -> None:
            task = asyncio.ensure_future(server.run(ready.set))
            loops.append((asyncio.get_running_loop(), task))
            await asyncio.wait((task,))

        def run() -> None:
            asyncio.run(serve())
            ended.set()

        Thread(target=run, daemon=True).start()
        assert ready.wait(SECONDS)
        try:
            yield RunningApi(served, state, server.port)
        finally:
            loop, task = loops[0]
            loop.call_soon_threadsafe(task.cancel)
            assert ended.wait(SECONDS)
            served.shared.close()


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApi]:
    with running_api(tmp_path_factory.mktemp("api") / "state") as running:
        yield running
