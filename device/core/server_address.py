"""Pure: the address at which a server for clients listens: `HOST:PORT`, `[IPV6]:PORT`, or `:PORT` for this machine."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from device.core.errors import BadUsage

LOOPBACK = "127.0.0.1"
"""Reached from this machine only."""
_LAST_PORT = (1 << 16) - 1


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a server listens."""

    host: str
    port: int

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it. A name other than `localhost` counts as reachable."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def __str__(self) -> str:
        """Returns the form that is typed."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_server_address(text: str) -> ServerAddress:
    """Reads an address. Raises BadUsage."""
    host, colon, port = text.rpartition(":")
    bracketed = host.startswith("[") and host.endswith("]")
    known = port.isascii() and port.isdecimal() and 0 < int(port) <= _LAST_PORT
    if not colon or not known or any(char.isspace() for char in host) or (":" in host and not bracketed):
        raise BadUsage(
            f"{text!r} is no address. Write HOST:PORT, such as {LOOPBACK}:10300, or :10300. Nothing was started."
        )
    return ServerAddress((host[1:-1] if bracketed else host) or LOOPBACK, int(port))
