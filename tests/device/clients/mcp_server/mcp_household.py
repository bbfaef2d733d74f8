"""An MCP server over HTTP on a real port and a real vault, with clients of the same library."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from device.clients.client_tokens import ClientGrant, ClientRight, ClientTokens, hash_of_token, new_token
from device.clients.http_api.settings import HttpLimits, HttpSettings
from device.clients.mcp_server.http_server import MCP_PATH, McpHttpServer
from device.clients.mcp_server.quoted_data import NOTICE
from device.daemon.event_hub import EventHub
from device.daemon.shared_vault import SharedVault
from device.daemon.vault_access import ServedVault
from device.session.session import SessionTable
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Moment
from memory.model.timestamps import from_iso

START = from_iso("2026-03-02T10:00:00+01:00")
SECONDS = 60.0
ALL = (ClientRight.READ, ClientRight.WRITE, ClientRight.FORGET)


def quoted(result: CallToolResult) -> dict[str, Any]:
    """What a call answers, which must be marked as data in both forms."""
    assert not result.is_error, result
    content = result.structured_content
    assert content is not None
    assert content["notice"] == NOTICE
    assert result.content[0].text.startswith(NOTICE)  # type: ignore[union-attr]
    found: dict[str, Any] = content["quoted"]
    return found


def refusal(result: CallToolResult) -> str:
    """The code with which a call is refused."""
    assert result.is_error
    assert result.structured_content is not None
    return str(result.structured_content["error"]["code"])


@dataclass
class Household:
    """A running server."""

    served: ServedVault
    state: Path
    server: McpHttpServer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}{MCP_PATH}"

    def token(self, user: str = "ana", may: tuple[ClientRight, ...] = ALL, *, guest: bool = False) -> str:
        """A new client's token."""
        tokens, token = ClientTokens(self.state), new_token()
        name = f"client {len(tokens.grants())}"
        tokens.add(ClientGrant(name, ids.user_id(user), guest, may, "", hash_of_token(token)))
        return token

    @asynccontextmanager
    async def client(self, token: str) -> AsyncIterator[Client]:
        """A client with a token."""
        headers = {"authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=SECONDS, trust_env=False) as http,
            Client(streamable_http_client(self.url, http_client=http)) as client,
        ):
            yield client

    async def post(self, content: bytes, token: str, **headers: str) -> httpx2.Response:
        """The answer to a body of any kind."""
        sent = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "authorization": f"Bearer {token}",
            **headers,
        }
        async with httpx2.AsyncClient(timeout=SECONDS, trust_env=False) as http:
            return await http.post(self.url, content=content, headers=sent)

    def version(self) -> tuple[int, bytes]:
        """The head of the ledger: it moves with every change."""
        with self.served.reading() as vault:
            head = vault.head()
        return head.seq, head.hash

    def say(self, text: str, user: str = "ana") -> str:
        """One turn of a talk beside the clients."""
        shared = self.served.assistant("en")
        with shared.turn():
            session = SessionTable(shared).session(ids.user_id(user), "talk")
            return session.say(text, self.server.now())[1].reply


@asynccontextmanager
async def household(state: Path, limits: HttpLimits | None = None) -> AsyncIterator[Household]:
    """A server that runs for the block."""
    with Vault.open(state, now_ms=START.at_ms) as vault:
        served = ServedVault(SharedVault(vault, state), EventHub())
        moments = iter(range(START.at_ms, START.at_ms + 10**9, 1_000))
        server = McpHttpServer(
            HttpSettings("127.0.0.1", 0),
            served,
            state,
            lambda: Moment(next(moments), START.utc_offset_min),
            limits=limits or HttpLimits(),
        )
        ready = asyncio.Event()
        running = asyncio.create_task(server.run(ready.set))
        try:
            async with asyncio.timeout(SECONDS):
                await ready.wait()
            yield Household(served, state, server)
        finally:
            running.cancel()
            await asyncio.wait((running,), timeout=SECONDS)
            served.shared.close()
