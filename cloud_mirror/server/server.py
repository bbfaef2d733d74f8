"""Composition: the server: one port with mutual TLS, health, reflection on loopback, and a clean stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from cloud_mirror.core.errors import BadListen, ListenFailed
from cloud_mirror.core.policy import POLICY, MirrorPolicy
from cloud_mirror.core.ports import Store
from cloud_mirror.platform.clock import SystemMirrorClock, monotonic_ms
from cloud_mirror.server.authority import FolderAuthority
from cloud_mirror.server.group_commit import GroupWriter
from cloud_mirror.server.package_folder import PackageFolder
from cloud_mirror.server.package_service import PackageService
from cloud_mirror.server.rpc_common import ServiceParts
from cloud_mirror.server.service import MirrorService
from cloud_mirror.server.service_log import ServiceLog
from cloud_mirror.stores.open_store import open_store
from protos.selene.mirror.v1 import mirror_service_pb2, package_service_pb2
from protos.selene.mirror.v1.mirror_service_pb2_grpc import add_MirrorServiceServicer_to_server
from protos.selene.mirror.v1.package_service_pb2_grpc import add_PackageServiceServicer_to_server
from protos.systemd import Supervisor
from protos.wire import MAX_MESSAGE_BYTES

SERVICE = mirror_service_pb2.DESCRIPTOR.services_by_name["MirrorService"].full_name
PACKAGES = package_service_pb2.DESCRIPTOR.services_by_name["PackageService"].full_name


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Where to listen."""

    host: str
    port: int

    @staticmethod
    def parsed(text: str) -> ListenAddress:
        """Reads HOST:PORT or [IPv6]:PORT; BAD_LISTEN."""
        host, _, port = text.rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not host or not port.isascii() or not port.isdigit() or int(port) > 65_535:
            raise BadListen(f"{text} is not HOST:PORT. Try 127.0.0.1:7400.")
        return ListenAddress(host, int(port))

    def address(self, port: int) -> str:
        """Formats the address as grpc and people write it."""
        return f"[{self.host}]:{port}" if ":" in self.host else f"{self.host}:{port}"

    def is_loopback(self) -> bool:
        """Says whether only this machine can reach it."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of `selene-mirror serve`."""

    listen: ListenAddress
    store_url: str
    state: Path
    metrics: Path | None = None
    packages: Path | None = None
    """Package repositories; None serves none."""


async def serve_mirror(how: ServeOptions, announce: Callable[[str], None], policy: MirrorPolicy = POLICY) -> None:
    """Serves until SIGTERM or SIGINT; `announce` gets the address once calls are answered."""
    clock = SystemMirrorClock()
    authority = FolderAuthority(how.state, clock, policy)
    folder = PackageFolder(how.packages) if how.packages else None
    store = open_store(how.store_url, policy)
    writer = GroupWriter(store, policy)
    log = ServiceLog(clock, metrics=how.metrics)
    try:
        server = grpc.aio.server(options=_options(policy))
        names = _services(server, ServiceParts(store, writer, authority, clock, log), folder, policy)
        readiness = _Readiness(store, folder, log)
        health_pb2_grpc.add_HealthServicer_to_server(readiness.servicer, server)
        if how.listen.is_loopback():
            reflection.enable_server_reflection((*names, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
        port = _bound(server, how.listen, authority)
        await server.start()
        await _run_until_stopped(server, readiness, log, policy, lambda: announce(how.listen.address(port)))
    finally:
        await asyncio.to_thread(writer.stop)
        store.close()


class _Readiness:
    """The health of each service. The whole is ready when the memory service is; packages have a status of their
    own.
    """

    def __init__(self, store: Store, folder: PackageFolder | None, log: ServiceLog) -> None:
        self.servicer = health.aio.HealthServicer()
        self._store, self._folder, self._log = store, folder, log
        self._said: dict[str, bool] = {}

    async def check(self) -> None:
        """Checks whether the store can be written and the package folder read, and publishes it."""
        ready = await asyncio.to_thread(self._store.writable)
        await self._say("ready", "not_ready", ready, "", SERVICE)
        if self._folder:
            there = ready and await asyncio.to_thread(self._folder.readable)
            await self._say("packages_ready", "packages_not_ready", there, PACKAGES)
        self._log.write_metrics(ready=ready)

    async def _say(self, well: str, ill: str, found: bool, *names: str) -> None:
        if self._said.get(names[0]) is found:
            return
        word = health_pb2.HealthCheckResponse.SERVING if found else health_pb2.HealthCheckResponse.NOT_SERVING
        for name in names:
            await self.servicer.set(name, word)
        self._said[names[0]] = found
        self._log.tell(well if found else ill)


def _services(
    server: grpc.aio.Server, parts: ServiceParts, folder: PackageFolder | None, policy: MirrorPolicy
) -> tuple[str, ...]:
    """Adds the services; returns their names."""
    add_MirrorServiceServicer_to_server(MirrorService(parts), server)  # type: ignore[no-untyped-call]
    if folder is None:
        return (SERVICE,)
    add_PackageServiceServicer_to_server(PackageService(parts, folder, policy), server)  # type: ignore[no-untyped-call]
    return (SERVICE, PACKAGES)


def _options(policy: MirrorPolicy) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
        ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
        ("grpc.max_concurrent_streams", policy.max_streams),
        ("grpc.keepalive_time_ms", policy.keepalive_ms),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", policy.keepalive_ms // 2),
        ("grpc.so_reuseport", 0),
    ]


def _bound(server: grpc.aio.Server, listen: ListenAddress, authority: FolderAuthority) -> int:
    credentials = grpc.ssl_server_credentials(
        [authority.server_pair(listen.host)], root_certificates=authority.ca_pem(), require_client_auth=True
    )
    try:
        return int(server.add_secure_port(listen.address(listen.port), credentials))
    except RuntimeError as error:
        place = listen.address(listen.port)
        sentence = f"Nothing can listen on {place}. Is another mirror there? No call was answered; name another port."
        raise ListenFailed(sentence) from error


async def _run_until_stopped(
    server: grpc.aio.Server,
    readiness: _Readiness,
    log: ServiceLog,
    policy: MirrorPolicy,
    announce: Callable[[], None],
) -> None:
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    supervisor = Supervisor()
    await readiness.check()
    announce()
    while not told.is_set():
        # Only here: when calls are not accepted any more, or the store does not answer, systemd gets no message.
        supervisor.alive(monotonic_ms())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(told.wait(), min(policy.ready_every_s, supervisor.turn_s))
        if not told.is_set():
            await readiness.check()
    supervisor.stopping()
    log.tell("draining")
    await readiness.servicer.enter_graceful_shutdown()
    await server.stop(policy.grace_s)
    log.write_metrics(ready=False)
    log.tell("stopped")
