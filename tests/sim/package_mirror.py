"""A mirror that serves a publisher of tests over a real port with mutual TLS, truthfully or as a test tells it to lie.

`fetcher` is the device's own adapter for it. The mirror does not check which device calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import grpc

from cloud_mirror.core.errors import Refusal
from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.server.authority import FolderAuthority
from cloud_mirror.server.statuses import grpc_status_parts
from engine_b.sync.mirror_client import Credentials
from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from protos.selene.mirror.v1 import package_service_pb2 as pb
from protos.selene.mirror.v1.package_service_pb2_grpc import (
    PackageServiceServicer,
    add_PackageServiceServicer_to_server,
)
from protos.wire import MAX_MESSAGE_BYTES, Reason
from tests.sim.publisher import Publisher

Context: TypeAlias = grpc.ServicerContext
Lie: TypeAlias = Callable[[pb.GetFileRequest, Context], Iterator[pb.GetFileResponse] | None]
"""What is answered to a request; None tells the truth."""


class PackageMirror(PackageServiceServicer):
    """The service itself. `publisher` is what it serves, `lie` what it does instead, `asked` what it was
    asked for and
    how many seconds whoever asked was still going to wait (None: for ever).
    """

    def __init__(self) -> None:
        self.publisher = Publisher()
        self.lie: Lie = lambda request, context: None
        self.asked: list[tuple[str, float | None]] = []

    def GetFile(self, request: pb.GetFileRequest, context: Context) -> Iterator[pb.GetFileResponse]:
        self.asked.append((request.path, context.time_remaining()))
        lied = self.lie(request, context)
        return self.truth(request, context) if lied is None else lied

    def truth(self, request: pb.GetFileRequest, context: Context) -> Iterator[pb.GetFileResponse]:
        """What the publisher has, however long it is."""
        pieces = self.publisher.chunks(request.path, request.max_bytes, 0)
        if pieces is None:
            refuse(context, Reason.FILE_UNKNOWN)
        for piece in pieces:
            yield pb.GetFileResponse(chunk=piece)


@contextmanager
def package_mirror(folder: Path) -> Iterator[tuple[PackageMirror, PackageFetcher]]:
    """A running one, and a fetcher that is connected to it."""
    authority = FolderAuthority(folder, SystemMirrorClock())
    server = grpc.server(
        futures.ThreadPoolExecutor(16), options=[("grpc.max_send_message_length", 32 * MAX_MESSAGE_BYTES)]
    )
    service = PackageMirror()
    add_PackageServiceServicer_to_server(service, server)  # type: ignore[no-untyped-call]
    shown = grpc.ssl_server_credentials([authority.server_pair("127.0.0.1")], authority.ca_pem(), True)
    port = server.add_secure_port("127.0.0.1:0", shown)
    server.start()
    try:
        with PackageFetcher(f"127.0.0.1:{port}", guest_of(authority)) as fetcher:
            yield service, fetcher
    finally:
        server.stop(0).wait()


def guest_of(authority: FolderAuthority) -> Credentials:
    """What somebody shows whom this authority let in."""
    token = authority.invite(1)
    return Credentials(token.ca, token.certificate, token.key)


def refuse(context: Any, reason: Reason) -> NoReturn:
    """End a call as the real mirror does."""
    code, message, trailing = grpc_status_parts(Refusal(reason, "No."))
    context.set_trailing_metadata(trailing)
    context.abort(code, message)
    raise AssertionError("abort does not return")
