"""Composition: the server of the API, one client of the daemon's service: listens until it is cancelled.

It runs in the event loop of the daemon; what blocks runs in threads of its own. Nothing that was asked or answered is
logged.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from starlette.types import ASGIApp
from uvicorn import Config
from uvicorn.server import ServerState

from device.clients.client_tokens import ClientTokens
from device.clients.http_api.app import ApiRoutes
from device.clients.http_api.connections import limited_protocols
from device.clients.http_api.continuity_calls import ContinuityCalls
from device.clients.http_api.conversations import TextConversations
from device.clients.http_api.handlers import ApiHandlers
from device.clients.http_api.household import Household
from device.clients.http_api.memory_calls import MemoryCalls
from device.clients.http_api.metrics import ApiMetrics
from device.clients.http_api.settings import HttpLimits, HttpSettings
from device.clients.http_api.web_socket.talk_socket import TalkSockets
from device.clients.http_api.web_socket.voice_line import VoiceLines
from device.clients.http_api.web_socket.voice_talk import TalkOpener
from device.core.errors import AddressRefused
from device.core.policy import HTTP_STOP_S, HTTP_WORKERS, MAX_HTTP_BODY_BYTES, MAX_HTTP_CONNECTIONS, MAX_HTTP_HEAD_BYTES
from memory.model.atoms import Moment


@dataclass(slots=True)
class HttpServer:
    """The API of one vault. See `device/daemon/service.py:Client`."""

    settings: HttpSettings
    household: Household
    state: Path
    """The folder of the vault, with the clients' file."""
    now: Callable[[], Moment]
    language: str = "en"
    open_engines: TalkOpener | None = None
    """Opens the engines of a conversation by voice."""
    limits: HttpLimits = field(default_factory=HttpLimits)
    port: int = 0
    """The port that it listens at; set before `ready` is called."""
    what: str = "API"
    """What a person calls it."""

    async def run(self, ready: Callable[[], None]) -> None:
        """Serves. Raises AddressRefused when the address or the certificate cannot be used."""
        with ThreadPoolExecutor(HTTP_WORKERS, "selene-http") as workers:
            serving = ServerState()
            voices = VoiceLines(self.household, self.now, self.language, self.open_engines)
            try:
                await self.serve(self._routes(workers, serving, voices).application(), serving, ready)
            finally:
                await voices.ended()

    async def serve(self, application: ASGIApp, serving: ServerState, ready: Callable[[], None]) -> None:
        """Serves an application at the address until cancelled. Raises AddressRefused."""
        config = self._config(application)
        listening = self._listen()
        loop = asyncio.get_running_loop()

        def connect() -> asyncio.Protocol:
            return config.http_protocol_class(config=config, server_state=serving, app_state={}, _loop=loop)  # type: ignore[call-arg]

        server = await loop.create_server(
            connect,
            sock=listening,
            ssl=config.ssl,
            ssl_handshake_timeout=self.limits.head_s if config.ssl else None,
        )
        try:
            ready()
            await loop.create_future()  # until cancelled
        finally:
            loop.remove_reader(listening)
            await _turns_of_the_loop(3)  # what was accepted becomes a connection; asyncio loses it once it is closed
            server.close()
            await _end(serving)

    def _routes(self, workers: ThreadPoolExecutor, serving: ServerState, voices: VoiceLines) -> ApiRoutes:
        tokens, metrics = ClientTokens(self.state), ApiMetrics(lambda: len(serving.connections))
        talk = TextConversations(self.household, self.now, self.language)
        memory = MemoryCalls(self.household, self.now, self.language)
        continuity = ContinuityCalls(self.household, self.now, self.language)
        handlers = ApiHandlers(self.household, tokens, talk, memory, continuity, metrics, self.limits, workers)
        sockets = TalkSockets(talk, tokens, workers, voices, metrics.count)
        return ApiRoutes(handlers.by_name(), sockets.serve, tokens, metrics, self.limits)

    def _config(self, application: ASGIApp) -> Config:
        http, web_socket = limited_protocols(self.limits)
        settings = self.settings
        config = Config(
            application,
            http=http,
            ws=web_socket,
            lifespan="off",
            log_config=None,
            log_level=logging.CRITICAL + 1,
            access_log=False,
            proxy_headers=False,
            h11_max_incomplete_event_size=MAX_HTTP_HEAD_BYTES,
            ws_max_size=MAX_HTTP_BODY_BYTES,
            ws_per_message_deflate=False,
            ssl_certfile=settings.certificate,
            ssl_keyfile=settings.key,
        )
        try:
            config.load()
        except (OSError, ssl.SSLError) as error:
            raise AddressRefused(
                f"The certificate of the {self.what} cannot be used ({error}). Everything else runs without it."
            ) from error
        return config

    def _listen(self) -> socket.socket:
        """Returns a listening socket at the configured address."""
        host, port = self.settings.host, self.settings.port
        try:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            listening = socket.create_server(address[:2], family=family, backlog=MAX_HTTP_CONNECTIONS)
            # asyncio does this only for sockets that name their protocol; without it a reply waits 40 ms for its body.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            raise AddressRefused(
                f"The {self.what} cannot be served at {self.settings.address} ({error.strerror or error}). Everything"
                " else runs; choose another address or port."
            ) from error
        self.port = listening.getsockname()[1]
        return listening


async def _end(serving: ServerState) -> None:
    """Lets the answers under way be finished for a moment, then ends every connection."""
    for connection in tuple(serving.connections):
        connection.shutdown()
    tasks = tuple(serving.tasks)
    if tasks:
        await asyncio.wait(tasks, timeout=HTTP_STOP_S)
    for task in tasks:
        task.cancel()
    for connection in tuple(serving.connections):
        connection.transport.abort()
    await asyncio.gather(*tasks, return_exceptions=True)
    await _turns_of_the_loop(2)


async def _turns_of_the_loop(number: int) -> None:
    """Lets everything happen that is ready to."""
    loop = asyncio.get_running_loop()
    for _ in range(number):
        turned = loop.create_future()
        loop.call_soon(turned.set_result, None)
        await turned
