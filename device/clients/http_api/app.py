"""Adapter: the ASGI application: routes from the table of operations; each call authorised, bounded and counted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from device.clients.client_tokens import ClientGrant, ClientTokens
from device.clients.http_api.metrics import ApiMetrics
from device.clients.http_api.operations import JSON_TYPE, OPERATIONS, Operation
from device.clients.http_api.problems import PROBLEM_TYPE, ApiRefusal, problem_of
from device.clients.http_api.requests import authorise, parse_json, read_body, require_json
from device.clients.http_api.settings import HttpLimits
from device.platform.clock import monotonic_ns

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A request that may be answered."""

    request: Request
    grant: ClientGrant | None
    """The client; None for what needs no token."""
    body: msgspec.Struct | None
    """The body, where the operation has one."""

    @property
    def client(self) -> ClientGrant:
        """The client of an operation that needs a token."""
        assert self.grant is not None
        return self.grant


Handler = Callable[[ApiCall], Awaitable[Response]]
TalkSocket = Callable[[WebSocket], Awaitable[None]]


class ApiRoutes:
    """The routes of the API, each with its handler."""

    def __init__(
        self,
        handlers: dict[str, Handler],
        talk_socket: TalkSocket,
        tokens: ClientTokens,
        metrics: ApiMetrics,
        limits: HttpLimits,
    ) -> None:
        """Takes a handler for each operation by its name."""
        self._handlers, self._tokens, self._metrics, self._limits = handlers, tokens, metrics, limits
        self._talk_socket = talk_socket
        self._operations = {(each.path, each.method): each for each in OPERATIONS if not each.socket}

    def application(self) -> Starlette:
        """Returns the ASGI application."""
        paths = dict.fromkeys(path for path, _ in self._operations)
        routes: list[Route | WebSocketRoute] = [self._route(path) for path in paths]
        routes += [WebSocketRoute(each.path, self._talk_socket) for each in OPERATIONS if each.socket]
        return Starlette(routes=routes, exception_handlers={HTTPException: self._refuse_route})

    def _route(self, path: str) -> Route:
        methods = [method for place, method in self._operations if place == path]

        async def serve(request: Request) -> Response:
            return await self._serve(request, self._operations[path, request.method])

        route = Route(path, serve, methods=methods)
        route.methods = set(methods)  # without the HEAD that is added to a GET
        return route

    async def _serve(self, request: Request, operation: Operation) -> Response:
        began = monotonic_ns()
        try:
            response = await self._handlers[operation.name](await self._call(request, operation))
        except ClientDisconnect:
            response = Response(status_code=HTTPStatus.BAD_REQUEST)
        except Exception as error:  # noqa: BLE001  # a fault in one call must not end the server; its words stay unsaid
            response = problem_response(error)
        self._metrics.count(operation.name, response.status_code, (monotonic_ns() - began) / 1e9)
        return response

    async def _call(self, request: Request, operation: Operation) -> ApiCall:
        if operation.public:
            return ApiCall(request, None, None)
        grant = authorise(self._tokens, request.headers, operation.right)
        if operation.request is None:
            return ApiCall(request, grant, None)
        require_json(request.headers)
        body = await read_body(request, self._limits.body_s)
        return ApiCall(request, grant, parse_json(body, operation.request))

    async def _refuse_route(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            refusal = ApiRefusal(
                HTTPStatus.METHOD_NOT_ALLOWED,
                "METHOD_NOT_ALLOWED",
                "This route has no such method. Nothing was changed.",
            )
        else:
            refusal = ApiRefusal(HTTPStatus.NOT_FOUND, "NO_SUCH_ROUTE", "There is no such route. See /v1/openapi.json.")
        response = problem_response(refusal)
        response.headers.update(error.headers or {})
        self._metrics.count("none", response.status_code, 0)
        return response


def problem_response(error: Exception) -> Response:
    """Returns a refusal; the connection ends with it, so that no rest of a body is waited for."""
    status, document = problem_of(error)
    headers = {"connection": "close"}
    if status is HTTPStatus.UNAUTHORIZED:
        headers["www-authenticate"] = "Bearer"
    return Response(msgspec.json.encode(document), status, headers, PROBLEM_TYPE)


def json_response(value: object) -> Response:
    """Returns an answer; what it says is kept by no cache."""
    return Response(msgspec.json.encode(value), headers={"cache-control": "no-store"}, media_type=JSON_TYPE)


async def run_blocking(workers: Executor, job: Callable[[], T]) -> T:
    """Runs a job that blocks in a thread of the API's own."""
    return await asyncio.get_running_loop().run_in_executor(workers, job)
