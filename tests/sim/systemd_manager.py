"""systemd's end of sd_notify(3): a real datagram socket, and the words that a daemon sent to it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 60.0


@dataclass
class Manager:
    """Who started a daemon with `environment` and listens to it."""

    socket: socket.socket
    environment: dict[str, str]

    def word(self, within_s: float = PATIENCE_S) -> str:
        """The next word; TimeoutError when none comes."""
        self.socket.settimeout(within_s)
        return self.socket.recv(4_096).decode()

    def rest(self) -> list[str]:
        """What lies there and was not taken yet."""
        words = []
        self.socket.setblocking(False)
        try:
            while True:
                words.append(self.socket.recv(4_096).decode())
        except BlockingIOError:
            return words


@contextmanager
def listening_manager(place: Path | str, silence_s: float = 0) -> Iterator[Manager]:
    """A manager at a path, or at an abstract name that begins with @. After `silence_s` it takes a daemon for dead."""
    name = str(place)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name[1:] if name.startswith("@") else name)
        watchdog = {"WATCHDOG_USEC": str(round(silence_s * 1_000_000))} if silence_s else {}
        yield Manager(listening, {"NOTIFY_SOCKET": name, **watchdog})
