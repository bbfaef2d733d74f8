"""Composition: reads the options of `selene run` that name servers for clients in the network."""

from __future__ import annotations

from device.clients.wyoming_server.settings import WyomingSettings
from device.core.errors import BadUsage
from device.core.server_address import parse_server_address
from device.daemon.network_clients import NetworkSettings


def network_settings(wyoming: str | None, user: str | None, *, guest: bool, announce: bool) -> NetworkSettings:
    """Returns the servers that the options name. Raises BadUsage for an option without its server."""
    if wyoming is None:
        if user is not None or guest or announce:
            raise BadUsage("The options --wyoming-… need --wyoming HOST:PORT. Nothing was started.")
        return NetworkSettings()
    address = parse_server_address(wyoming)
    return NetworkSettings(WyomingSettings(address.host, address.port, user, guest, announce))
