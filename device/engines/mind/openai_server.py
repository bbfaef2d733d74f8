"""Adapter: a mind behind a server with OpenAI's chat interface, such as llama-server, Ollama or vLLM.

`openai:URL` takes only addresses of this device; `remote_openai:URL` is for all others, so that nobody has words leave
the device without having written that. A redirection is not followed, no proxy is used and no key is sent.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from urllib.parse import urlsplit

from device.core.errors import BadUri, EngineUnavailable
from device.core.ports import MindPrompt
from device.core.server_address import ServerAddress
from device.engines.mind.chat_request import chat_request, piece_of_chunk
from device.engines.mind.policy import (
    MAX_HOST_CHARS,
    MAX_MIND_ERROR_BYTES,
    MAX_MIND_LINE_BYTES,
    MIND_CONNECT_S,
    MIND_READ_S,
)

_HOST = re.compile(rf"[A-Za-z0-9.:-]{{1,{MAX_HOST_CHARS}}}")
_PORTS = {"http": 80, "https": 443}
_DATA, _DONE = b"data:", b"[DONE]"


class OpenAiServer:
    """A mind behind an address."""

    def __init__(self, url: str, *, remote: bool = False) -> None:
        """Takes `http://HOST:PORT/PATH#MODEL`. Raises BadUri for another form, and for an address that is not of this
        device where `remote` does not say so. Connects to nothing.
        """
        scheme, self.address, self._path, self._model = _parsed(url)
        self._secure, self._own = scheme == "https", self.address.loopback
        if not (self._own or remote):
            raise BadUri(
                f"{self.address} is not this device. What you say to a mind there leaves it, with memories that fit,"
                " in which names and numbers are replaced. If you want that, write remote_openai: and the address."
            )
        self.place = "" if self._own else str(self.address)

    def begin(self, prompt: MindPrompt) -> OpenAiReply:
        """Begins a reply and waits for nothing."""
        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self.address.host, self.address.port, timeout=MIND_CONNECT_S)
        body = json.dumps(chat_request(prompt, self._model)).encode()
        return OpenAiReply(connection, f"{self._path}/chat/completions", body, own=self._own)


class OpenAiReply:
    """One reply, as it comes from the server."""

    def __init__(self, connection: HTTPConnection, path: str, body: bytes, *, own: bool) -> None:
        """Takes what is sent, and whether the server must be of this device."""
        self._connection, self._path, self._body, self._own = connection, path, body, own
        self._socket: socket.socket | None = None
        self._stopped = False

    def pieces(self) -> Iterator[str]:
        """Yields the text as it comes. Raises EngineUnavailable."""
        response: HTTPResponse | None = None
        try:
            response = self._send()
            if response.getheader("Content-Type", "").startswith("application/json"):
                yield piece_of_chunk(response.read(MAX_MIND_LINE_BYTES))
                return
            while not self._stopped and (line := response.readline(MAX_MIND_LINE_BYTES)):
                if not line.startswith(_DATA):
                    continue
                chunk = line[len(_DATA) :].strip()
                if chunk == _DONE:
                    return
                yield piece_of_chunk(chunk)
        except (OSError, HTTPException, ssl.SSLError) as error:
            if not self._stopped:
                raise EngineUnavailable("The mind's server cannot be reached, or broke off.") from error
        finally:
            if response is not None:
                response.close()
            self._connection.close()

    def stop(self) -> None:
        """Ends it at once: a thread that waits for the server goes on without it."""
        self._stopped = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _send(self) -> HTTPResponse:
        """Sends the request; returns a response that has a reply."""
        self._connection.connect()
        self._socket = self._connection.sock
        if self._own and not ip_address(self._socket.getpeername()[0]).is_loopback:
            raise OSError("the name of this device led to another")
        self._socket.settimeout(MIND_READ_S)
        if self._stopped:
            raise OSError("stopped")
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        self._connection.request("POST", self._path, self._body, headers)
        response = self._connection.getresponse()
        if response.status != 200:
            response.read(MAX_MIND_ERROR_BYTES)
            response.close()
            raise HTTPException(str(response.status))
        return response


def _parsed(url: str) -> tuple[str, ServerAddress, str, str]:
    """Returns the parts of an address: scheme, place, path and model."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
        parts = urlsplit("")
    if parts.scheme not in _PORTS or not host or parts.query or parts.username:
        raise BadUri(f"{url!r} is no address of a mind. Write openai:http://127.0.0.1:8080/v1, with #MODEL if needed.")
    if not _HOST.fullmatch(host):
        raise BadUri(f"{host[:MAX_HOST_CHARS]!r} is no name of a host.")
    port = _PORTS[parts.scheme] if port is None else port
    return parts.scheme, ServerAddress(host, port), parts.path.rstrip("/"), parts.fragment or "default"
