"""Composition: where the API listens, and what makes that safe: this machine alone, or TLS."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device.core.errors import AddressRefused, BadUsage
from device.core.policy import (
    HTTP_BODY_S,
    HTTP_HEAD_S,
    HTTP_IDLE_S,
    HTTP_READ_S,
    MAX_HTTP_CONNECTIONS,
)
from device.core.server_address import ServerAddress


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """The address of the API. Port 0 takes a free one."""

    host: str
    port: int
    certificate: Path | None = None
    """A certificate chain in PEM; with it the API speaks TLS only."""
    key: Path | None = None
    """Its private key in PEM; None when it is in the same file."""

    @property
    def address(self) -> ServerAddress:
        """Returns the address."""
        return ServerAddress(self.host, self.port)


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """What one client may take of what all share."""

    connections: int = MAX_HTTP_CONNECTIONS
    head_s: float = HTTP_HEAD_S
    body_s: float = HTTP_BODY_S
    read_s: float = HTTP_READ_S
    idle_s: float = HTTP_IDLE_S


def check_http_settings(settings: HttpSettings) -> None:
    """Refuses an address that others reach without TLS. Raises AddressRefused and BadUsage."""
    if settings.key is not None and settings.certificate is None:
        raise BadUsage("A key needs its certificate. Give both. Nothing was started.")
    if settings.certificate is None and not settings.address.loopback:
        raise AddressRefused(
            f"Others can reach {settings.address}, and would read every word and token on the way. Give the API a"
            " certificate, or an address of this machine, such as 127.0.0.1. Nothing was started."
        )
