"""Adapter: tells Home Assistant in the local network where Selene is, by zeroconf."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address

from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

WYOMING_TYPE = "_wyoming._tcp.local."
_ANY = ("0.0.0.0", "::")  # noqa: S104  # what is announced then is the address of this machine
_FAR = ("192.0.2.1", 9)
"""An address of no machine; nothing is sent to it. The system says which own address would be used."""


@asynccontextmanager
async def announced(host: str, port: int, tell: Callable[[str, str], None]) -> AsyncIterator[None]:
    """Announces the service for the block. Where multicast is blocked the person is told, and the block goes on."""
    try:
        place = await asyncio.to_thread(_reachable, host)
        everywhere = InterfaceChoice.Default if host in _ANY else [place]
        zeroconf = AsyncZeroconf(interfaces=everywhere)
    except OSError as error:
        _tell_blocked(tell, error)
        yield
        return
    try:
        try:
            await zeroconf.async_register_service(_service(place, port), allow_name_change=True)
        except (OSError, ZeroconfError) as error:
            _tell_blocked(tell, error)
        yield
    finally:
        await zeroconf.async_unregister_all_services()
        await zeroconf.async_close()


def _service(place: str, port: int) -> AsyncServiceInfo:
    name = f"Selene on {socket.gethostname()}"
    return AsyncServiceInfo(WYOMING_TYPE, f"{name}.{WYOMING_TYPE}", addresses=[ip_address(place).packed], port=port)


def _reachable(host: str) -> str:
    """Returns the address under which others reach this machine. Raises OSError without a network, and for an address
    that is not this machine's: the library would leave a socket open then.
    """
    if host not in _ANY:
        family, _, _, _, place = socket.getaddrinfo(host, None, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind(place)
        return str(place[0])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_FAR)
        return str(probe.getsockname()[0])


def _tell_blocked(tell: Callable[[str, str], None], error: Exception) -> None:
    tell(
        "WYOMING_UNANNOUNCED",
        f"Home Assistant cannot be told where Selene is ({error}). Add her there by address and port; where systemd "
        "blocks multicast, docs/configuration.md has the drop-in.",
    )
