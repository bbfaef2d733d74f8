"""Composition: which servers for clients in the network `selene run` opens, by its flags and the configuration."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from device.clients.http_api.settings import HttpSettings
from device.clients.wyoming_server.settings import WyomingSettings
from device.core.config_keys import Value
from device.core.errors import BadUsage
from device.core.server_address import ServerAddress, parse_server_address
from device.daemon.network_clients import NetworkSettings
from device.platform.configuration import configured_values


def network_settings(wyoming: str | None, user: str | None, *, guest: bool, announce: bool) -> NetworkSettings:
    """Returns the servers that are on. Raises BadConfig, and BadUsage for a flag without its server."""
    configured = configured_values()
    address = _address("wyoming", wyoming, configured)
    if address is None:
        if user is not None or guest or announce:
            raise BadUsage("The options --wyoming-… need --wyoming HOST:PORT. Nothing was started.")
        return NetworkSettings()
    if user is None and not guest:
        user, guest = str(configured["wyoming.user"]) or None, bool(configured["wyoming.guest"])
    announced = announce or bool(configured["wyoming.announce"])
    return NetworkSettings(WyomingSettings(address.host, address.port, user, guest, announced))


def _address(server: str, flag: str | None, configured: Mapping[str, Value]) -> ServerAddress | None:
    """Returns where a server listens: as its flag says, else as configured; None when it is off."""
    if flag is not None:
        return parse_server_address(flag)
    if not configured[f"{server}.enabled"]:
        return None
    return ServerAddress(str(configured[f"{server}.host"]), int(configured[f"{server}.port"]))


def http_settings(
    flag: str | None, certificate: Path | None, key: Path | None, server: str = "http"
) -> HttpSettings | None:
    """Returns where the API, or another server over HTTP, is served; None where it is off. Raises as
    `network_settings` does.
    """
    configured = configured_values()
    address = _address(server, flag, configured)
    if address is None:
        if certificate is not None or key is not None:
            raise BadUsage(f"The options --{server}-… need --{server} HOST:PORT. Nothing was started.")
        return None
    if certificate is None and key is None:
        certificate, key = (_path(configured[f"{server}.{name}"]) for name in ("tls_certificate", "tls_key"))
    return HttpSettings(address.host, address.port, certificate, key)


def _path(value: Value) -> Path | None:
    return Path(str(value)) if value else None
