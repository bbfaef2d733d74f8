"""Adapter: the gRPC package service: authenticates the device and sends the file in chunks. Devices verify the file.

Packages are signed and not secret, so any device of any account may read them; an invitation may not: it serves to join
once, and cannot be revoked like a device. Reads are recorded only as a line of the service log.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from cloud_mirror.core.errors import Refusal
from cloud_mirror.core.policy import POLICY, MirrorPolicy
from cloud_mirror.core.ports import ReadTransaction
from cloud_mirror.rules import calls
from cloud_mirror.server.package_folder import PackageFolder
from cloud_mirror.server.rpc_common import CallScope, Context, ServiceParts
from protos.selene.mirror.v1 import package_service_pb2 as pb
from protos.selene.mirror.v1.package_service_pb2_grpc import PackageServiceServicer
from protos.wire import Reason


class PackageService(PackageServiceServicer):
    """The one call of package_service.proto."""

    def __init__(self, parts: ServiceParts, folder: PackageFolder, policy: MirrorPolicy = POLICY) -> None:
        self._parts, self._folder, self._policy = parts, folder, policy
        self._open: Counter[bytes] = Counter()

    async def GetFile(self, request: pb.GetFileRequest, context: Context) -> None:
        """Sends one file in chunks; the next is read when the previous one was sent."""
        async with CallScope(self._parts.log, "GetFile", context) as call:
            caller = await call.greeted()
            await self._parts.read(caller, _may_read)
            with self._one_more(caller.id):
                await self._send_in_time(request, context)

    async def _send_in_time(self, request: pb.GetFileRequest, context: Context) -> None:
        """Ends the call of a slow reader: a status would wait behind the chunks that it does not read, with the open
        file.
        """
        try:
            async with asyncio.timeout(self._policy.file_ms / 1_000):
                await self._send(request, context)
        except TimeoutError:
            raise asyncio.CancelledError from None

    async def _send(self, request: pb.GetFileRequest, context: Context) -> None:
        pieces = self._folder.pieces(request.repository, request.path, request.max_bytes)
        while chunk := await asyncio.to_thread(next, pieces, b""):
            await context.write(pb.GetFileResponse(chunk=chunk))

    @contextmanager
    def _one_more(self, device: bytes) -> Iterator[None]:
        if self._open[device] >= self._policy.files_at_once:
            raise Refusal(Reason.TOO_MUCH, "This device reads too many files at once; wait until some are done.")
        self._open[device] += 1
        try:
            yield
        finally:
            self._open[device] -= 1
            if not self._open[device]:
                del self._open[device]


def _may_read(tx: ReadTransaction, standing: calls.DeviceStanding) -> None:
    """Accepts every device with a standing."""
