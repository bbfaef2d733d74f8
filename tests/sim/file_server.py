"""A local HTTP server with one file, which may break off, know no ranges, redirect, or send something else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class FileServer:
    """What it has, how it behaves, and what it was asked."""

    content: bytes
    ranges: bool = True
    cut_after: int = 0
    """So many bytes of each answer come; 0 for all."""
    redirects: int = 0
    """How often it leads elsewhere first."""
    leads_to: str = ""
    """Where it leads each time, as it stands in the header."""
    raw: bytes = b""
    """What it answers in place of everything else."""
    status: int = 0
    wrong_range: bool = False
    address: str = ""
    asked: list[str] = field(default_factory=list)
    """The range of each request that got an answer; empty for none."""


def _handler(server: FileServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if server.raw or server.leads_to:
                led = f"HTTP/1.1 302 Found\r\nLocation: {server.leads_to}\r\n\r\n".encode("latin-1")
                self.wfile.write(server.raw or led)
                return
            hops = int(self.path.rpartition("/")[2]) if self.path.startswith("/hop/") else 0
            if hops < server.redirects:
                self.send_response(302)
                self.send_header("Location", f"/hop/{hops + 1}")
                self.end_headers()
                return
            wanted = self.headers.get("Range", "")
            server.asked.append(wanted)
            if server.status:
                self.send_error(server.status)
                return
            begin = int(wanted[6:].rstrip("-")) if wanted and server.ranges else 0
            body = server.content[begin:]
            self.send_response(206 if begin else 200)
            if begin:
                shown = 0 if server.wrong_range else begin
                self.send_header("Content-Range", f"bytes {shown}-{len(server.content) - 1}/{len(server.content)}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: server.cut_after] if server.cut_after else body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def file_server(content: bytes, **how: Any) -> Iterator[FileServer]:
    """Serves at a free port of this device until the end."""
    told = FileServer(content, **how)
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(told))
    told.address = f"http://127.0.0.1:{http.server_port}/tiny.gguf"
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield told
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
