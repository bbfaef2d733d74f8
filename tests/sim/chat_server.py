"""A local HTTP server with OpenAI's chat interface, which answers as it is told to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


@dataclass
class ChatServer:
    """What it is to answer, and what it was asked."""

    pieces: list[str] = field(default_factory=list)
    status: int = 200
    whole: bool = False
    """Whether it answers without a stream."""
    raw: list[bytes] | None = None
    """Lines instead of those of a stream."""
    waits_after: int = -1
    """After so many pieces it falls silent until `go_on`."""
    address: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    waiting: Event = field(default_factory=Event)
    go_on: Event = field(default_factory=Event)
    left: Event = field(default_factory=Event)
    """Set once a client has gone."""


def _chunk(text: str) -> bytes:
    return b"data: " + json.dumps({"choices": [{"delta": {"content": text}}]}).encode() + b"\n\n"


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.asked.append(json.loads(body))
            server.headers.append({**dict(self.headers), ":path": self.path})
            self.send_response(server.status)
            if server.status in (301, 302, 307, 308):
                self.send_header("Location", "http://192.0.2.1/v1/chat/completions")
            self.send_header("Content-Type", "application/json" if server.whole else "text/event-stream")
            self.end_headers()
            try:
                self._answer()
            except OSError:
                pass
            finally:
                server.left.set()

        def _answer(self) -> None:
            if server.whole:
                content = {"choices": [{"message": {"content": "".join(server.pieces)}}]}
                self.wfile.write(json.dumps(content).encode())
                return
            lines = server.raw if server.raw is not None else [*map(_chunk, server.pieces), b"data: [DONE]\n\n"]
            for number, line in enumerate(lines):
                if number == server.waits_after:
                    server.waiting.set()
                    server.go_on.wait(20)
                self.wfile.write(line)
                self.wfile.flush()

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def chat_server(**how: Any) -> Iterator[ChatServer]:
    """Serves at a free port of this device until the end."""
    told = ChatServer(**how)
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(told))
    told.address = f"http://127.0.0.1:{http.server_port}/v1"
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield told
    finally:
        told.go_on.set()
        http.shutdown()
        http.server_close()
        thread.join()
