"""Adapter: the gRPC service: authenticate, decode, call, encode. The decisions are in calls.py."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TypeVar

from cloud_mirror.core.errors import Refusal
from cloud_mirror.core.policy import POLICY
from cloud_mirror.core.ports import ReadTransaction, WriteTransaction
from cloud_mirror.core.records import Caller, StoredHead
from cloud_mirror.rules import calls
from cloud_mirror.rules.message_checks import MOST
from cloud_mirror.server.rpc_common import CallScope, Context, ServiceParts
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.selene.mirror.v1.mirror_service_pb2_grpc import MirrorServiceServicer
from protos.wire import MAX_SEGMENT_OPS, Domain, Reason

T = TypeVar("T")


class MirrorService(MirrorServiceServicer):
    """The eight calls of mirror_service.proto."""

    def __init__(self, parts: ServiceParts) -> None:
        self._parts = parts

    async def Enrol(self, request: pb.EnrolRequest, context: Context) -> pb.EnrolResponse:
        """Creates an account."""
        parts = self._parts

        async def work(caller: Caller) -> pb.EnrolResponse:
            now = parts.clock.now_ms()
            made = await parts.writer.do(lambda tx: calls.enrol_account(tx, caller, request, parts.authority, now))
            return pb.EnrolResponse(certificate=made)

        return await self._answered("Enrol", context, work)

    async def BeginRestore(self, request: pb.BeginRestoreRequest, context: Context) -> pb.BeginRestoreResponse:
        """Issues a nonce."""
        parts = self._parts

        async def work(caller: Caller) -> pb.BeginRestoreResponse:
            now, nonce = parts.clock.now_ms(), secrets.token_bytes(32)
            await parts.writer.do(lambda tx: calls.begin_restore(tx, caller, request.account_key, nonce, now))
            return pb.BeginRestoreResponse(nonce=nonce)

        return await self._answered("BeginRestore", context, work)

    async def Join(self, request: pb.JoinRequest, context: Context) -> pb.JoinResponse:
        """Admits a device that has the words."""
        parts = self._parts

        async def work(caller: Caller) -> pb.JoinResponse:
            now = parts.clock.now_ms()
            answer = await parts.writer.do(lambda tx: calls.admit_device(tx, caller, request, parts.authority, now))
            if isinstance(answer, Refusal):
                raise answer
            return answer

        return await self._answered("Join", context, work)

    async def GetBundle(self, request: pb.GetBundleRequest, context: Context) -> pb.GetBundleResponse:
        """Sends roster, epoch, page keys and checkpoints."""

        async def work(caller: Caller) -> pb.GetBundleResponse:
            return await self._parts.read(caller, calls.vault_bundle)

        return await self._answered("GetBundle", context, work)

    async def Push(self, request: pb.PushRequest, context: Context) -> pb.PushResponse:
        """Stores ops; acknowledges committed ones."""
        parts = self._parts

        async def work(caller: Caller) -> pb.PushResponse:
            now = parts.clock.now_ms()

            def stored(tx: WriteTransaction) -> tuple[bytes, StoredHead]:
                standing = calls.standing_of(tx, caller, now)
                return standing.vault.vault_id, calls.store_push(tx, standing, request)

            vault_id, head = await parts.writer.do(stored, weight=max(1, len(request.ops)))
            ack = pb.Ack(vault_id=vault_id, device_id=head.device_id, seq=head.seq, chain=head.chain)
            return pb.PushResponse(ack=parts.authority.signed(Domain.ACK, ack.SerializeToString(deterministic=True)))

        return await self._answered("Push", context, work, ops=len(request.ops))

    async def PutRoster(self, request: pb.PutRosterRequest, context: Context) -> pb.PutRosterResponse:
        """Stores the next roster."""
        parts = self._parts

        async def work(caller: Caller) -> pb.PutRosterResponse:
            now = parts.clock.now_ms()
            await parts.writer.do(lambda tx: calls.store_roster(tx, calls.standing_of(tx, caller, now), request.roster))
            return pb.PutRosterResponse()

        return await self._answered("PutRoster", context, work)

    async def Rotate(self, request: pb.RotateRequest, context: Context) -> pb.RotateResponse:
        """Stores the next epoch and destroys the one before."""
        parts = self._parts

        async def work(caller: Caller) -> pb.RotateResponse:
            now = parts.clock.now_ms()
            erasure = await parts.writer.do(
                lambda tx: calls.store_rotation(tx, calls.standing_of(tx, caller, now), request, parts.authority),
                weight=len(request.wraps) + len(request.pages) + 1,
            )
            return pb.RotateResponse(erasure=erasure)

        return await self._answered("Rotate", context, work, ops=len(request.wraps))

    async def Pull(self, request: pb.PullRequest, context: Context) -> AsyncIterator[pb.PullResponse]:
        """Sends ops, one segment at a time; the next is read when the previous one was sent."""
        async with CallScope(self._parts.log, "Pull", context) as call:
            caller = await call.greeted()
            for cursor in request.cursors:
                if cursor.after_seq > MOST:
                    raise Refusal(Reason.MALFORMED, "A cursor is out of range.", field="cursors")
            for stretch in await self._parts.read(caller, partial(_pull_ranges, request)):
                async for segment in self._segments(caller, stretch):
                    call.ops += len(segment.ops)
                    yield segment

    async def _segments(self, caller: Caller, stretch: calls.PullRange) -> AsyncIterator[pb.PullResponse]:
        after, head = stretch.after, stretch.head
        while after < head.seq:
            ops = await self._parts.read(caller, partial(_segment, head, after))
            if not ops:
                raise Refusal(Reason.STORE_DAMAGED, "Ops that were stored are missing. Nothing was changed.")
            after = ops[-1].seq
            if after < head.seq:
                yield pb.PullResponse(device_id=head.device_id, ops=ops)
            else:
                yield pb.PullResponse(device_id=head.device_id, ops=ops, checkpoint=head.checkpoint)
                return
        yield pb.PullResponse(device_id=head.device_id, checkpoint=head.checkpoint)

    async def _answered(self, call: str, context: Context, work: Callable[[Caller], Awaitable[T]], ops: int = 0) -> T:
        async with CallScope(self._parts.log, call, context, ops) as answering:
            return await work(await answering.greeted())


def _pull_ranges(request: pb.PullRequest, tx: ReadTransaction, standing: calls.DeviceStanding) -> list[calls.PullRange]:
    return calls.pull_ranges(tx, standing, request)


def _segment(head: StoredHead, after: int, tx: ReadTransaction, standing: calls.DeviceStanding) -> list[pb.Op]:
    vault_id = standing.vault.vault_id
    return tx.ops(vault_id, head.device_id, after, head.seq, count=MAX_SEGMENT_OPS, size=POLICY.segment_bytes)
