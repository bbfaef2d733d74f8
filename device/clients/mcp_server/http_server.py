"""Composition: the MCP server over streamable HTTP: each request needs a client's token and gets that client's rights.

Requests keep no state between them, and every answer is one JSON document. The connections have the limits of the API.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState

from device.clients.client_tokens import ClientGrant, ClientTokens
from device.clients.http_api.app import problem_response
from device.clients.http_api.memory_calls import MemoryCalls
from device.clients.http_api.problems import ApiRefusal
from device.clients.http_api.requests import authorise, read_body
from device.clients.http_api.server import HttpServer
from device.clients.mcp_server.memory_tools import Answered, call_tool
from device.clients.mcp_server.tool_server import Context, tool_server
from device.core.errors import AddressRefused, DeviceError
from device.core.policy import HTTP_WORKERS, MAX_HTTP_BODY_BYTES

MCP_PATH = "/mcp"
_GRANT = "selene.grant"


class McpApplication:
    """The ASGI application."""

    def __init__(self, tokens: ClientTokens, memory: MemoryCalls, workers: Executor, body_s: float) -> None:
        """`body_s` is the time in which the body of a request must come."""
        self._tokens, self._memory, self._workers, self._body_s = tokens, memory, workers, body_s
        self.sessions = StreamableHTTPSessionManager(
            tool_server(_grant_of, self._call),
            json_response=True,
            stateless=True,
            max_request_body_size=MAX_HTTP_BODY_BYTES,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        if request.url.path != MCP_PATH:
            await Response(status_code=404)(scope, receive, send)
        elif request.method != "POST":
            await Response(status_code=405, headers={"allow": "POST"})(scope, receive, send)
        else:
            await self._answer(request, scope, receive, send)

    async def _answer(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a client: its token is looked at first, its body is read in time, and only then does it count."""
        loop = asyncio.get_running_loop()
        try:
            grant = await loop.run_in_executor(self._workers, authorise, self._tokens, request.headers, None)
            body = await read_body(request, self._body_s)
        except (ApiRefusal, DeviceError) as error:
            await problem_response(error)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        await self.sessions.handle_request({**scope, _GRANT: grant}, _replayed(body, receive), send)

    async def _call(self, grant: ClientGrant, name: str, arguments: object) -> Answered:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, call_tool, self._memory, grant, name, arguments)


@dataclass(slots=True)
class McpHttpServer(HttpServer):
    """The server. See `device/daemon/service.py:Client`."""

    what: str = "MCP server"

    async def run(self, ready: Callable[[], None]) -> None:
        """Serves. Raises AddressRefused when the address or the certificate cannot be used."""
        with ThreadPoolExecutor(HTTP_WORKERS, "selene-mcp") as workers:
            memory = MemoryCalls(self.household, self.now, self.language)
            application = McpApplication(ClientTokens(self.state), memory, workers, self.limits.body_s)
            try:
                async with application.sessions.run():
                    await self.serve(application, ServerState(), ready)
            except BaseExceptionGroup as several:  # of the task group of the library's sessions
                refused = several.subgroup(AddressRefused)
                if refused is None:
                    raise
                raise _first(refused) from several


def _first(several: BaseExceptionGroup[AddressRefused]) -> AddressRefused:
    """Returns the error at the bottom of a group."""
    error = several.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


def _grant_of(context: Context) -> ClientGrant:
    assert context.request is not None
    grant = context.request.scope[_GRANT]
    assert isinstance(grant, ClientGrant)
    return grant


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Returns what gives a body that was read already, and then what comes after it."""
    waiting = [body]

    async def replay() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replay
