"""Adapter: connections of uvicorn with limits of time and number, so that a bad client costs nobody else anything.

A connection over the limit is refused at once. One that sends no whole head in time is closed, and one that does not
read what it was sent.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import cast

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from device.clients.http_api.problems import PROBLEM_TYPE, ApiRefusal, problem_of
from device.clients.http_api.settings import HttpLimits

_HEAD = "HTTP/1.1 {status} {phrase}\r\ncontent-type: {type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"


class _ReadInTime:
    """Ends a connection whose client does not read: mixed into a protocol, before it."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    limits: HttpLimits
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Called when the client is slower than the answer."""
        super().pause_writing()  # type: ignore[misc]
        self._unread = self.loop.call_later(self.limits.read_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Called when everything was read."""
        super().resume_writing()  # type: ignore[misc]
        self._read()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called at the end."""
        self._read()
        super().connection_lost(exc)  # type: ignore[misc]

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class LimitedHttp(_ReadInTime, H11Protocol):
    """An HTTP connection. A subclass sets `limits`."""

    _head: asyncio.TimerHandle | None = None
    _handed_over = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins to wait for the head, or refuses."""
        sending = cast(asyncio.Transport, transport)
        super().connection_made(sending)
        sending.set_write_buffer_limits(high=1)
        if len(self.connections) > self.limits.connections:
            self._refuse(503, "TOO_BUSY", "Too many connections are open. Nothing was changed; try again.")
        else:
            self._watch_head()

    def data_received(self, data: bytes) -> None:
        """Called for each piece."""
        super().data_received(data)
        self._watch_head()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hands the connection over."""
        self._stop_watching()
        self._handed_over = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called at the end."""
        self._stop_watching()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Ends after the answer that is under way."""
        with suppress(h11.LocalProtocolError):  # what the client sent was no HTTP
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """Refuses what is no HTTP."""
        self._refuse(400, "BAD_REQUEST", "This is not HTTP. Nothing was changed.")

    def _watch_head(self) -> None:
        """Waits for a head, unless a request is under way."""
        if self._handed_over or self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_watching()
        elif self._head is None:
            self._head = self.loop.call_later(self.limits.head_s, self.transport.abort)

    def _stop_watching(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _refuse(self, status: int, code: str, sentence: str) -> None:
        self._stop_watching()
        self.transport.write(plain_refusal(status, code, sentence))
        self.transport.close()


class LimitedSocket(_ReadInTime, WebSocketsSansIOProtocol):
    """A WebSocket. A subclass sets `limits`."""


def limited_protocols(limits: HttpLimits) -> tuple[type[LimitedHttp], type[LimitedSocket]]:
    """Returns the protocols with these limits."""
    return (
        type("HttpConnection", (LimitedHttp,), {"limits": limits}),
        type("SocketConnection", (LimitedSocket,), {"limits": limits}),
    )


def plain_refusal(status: int, code: str, sentence: str) -> bytes:
    """Returns a whole answer for a connection that has no request."""
    found, document = problem_of(ApiRefusal(HTTPStatus(status), code, sentence))
    body = msgspec.json.encode(document)
    head = _HEAD.format(status=found.value, phrase=found.phrase, type=PROBLEM_TYPE, length=len(body))
    return head.encode("ascii") + body
