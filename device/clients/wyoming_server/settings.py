"""Adapter: the settings of the Wyoming server."""

from __future__ import annotations

from dataclasses import dataclass

from device.core.errors import BadUsage
from device.core.server_address import ServerAddress


@dataclass(frozen=True, slots=True)
class WyomingSettings:
    """Where it listens, and for whom. The protocol knows no authentication: whoever connects is that person."""

    host: str
    port: int
    user: str | None = None
    """The name of the person; None for the daemon's own."""
    guest: bool = False
    """Whether everybody there is a guest: answered without the memory, and nothing is kept."""
    announce: bool = False
    """Whether Home Assistant is told of it by zeroconf."""

    @property
    def address(self) -> ServerAddress:
        """Returns the address."""
        return ServerAddress(self.host, self.port)


def check_wyoming_settings(settings: WyomingSettings) -> None:
    """Refuses settings that contradict each other. Raises BadUsage."""
    if settings.guest and settings.user is not None:
        raise BadUsage("A Wyoming client is a person's or a guest's, not both. Nothing was started.")
    if settings.announce and settings.address.loopback:
        raise BadUsage(
            f"{settings.address} is reached from this machine only, so there is nothing to announce. Give an address "
            "of the network, or do not announce it. Nothing was started."
        )
