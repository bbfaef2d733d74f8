"""Doors: the gRPC service: who calls, decode, call, encode. It decides nothing; calls.py does."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import NoReturn, TypeAlias, TypeVar

import grpc

from cloud_mirror import calls
from cloud_mirror.clock import monotonic_ms
from cloud_mirror.errors import MirrorError, Refusal, StoreBusy, StoreFault
from cloud_mirror.group import GroupWriter
from cloud_mirror.journal import Journal
from cloud_mirror.policy import POLICY
from cloud_mirror.ports import Authority, Clock, Reading, Store, Writing
from cloud_mirror.records import Caller, Head
from cloud_mirror.rules_parts import MOST
from cloud_mirror.rules_tls import caller_of
from cloud_mirror.statuses import ending_of
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.selene.mirror.v1.mirror_service_pb2_grpc import MirrorServiceServicer
from protos.wire import MAX_SEGMENT_OPS, PROTOCOL, VERSION_HEADER, Domain, Reason

T = TypeVar("T")
Context: TypeAlias = grpc.aio.ServicerContext


@dataclass(frozen=True, slots=True)
class Parts:
    """What the service works with."""

    store: Store
    writer: GroupWriter
    authority: Authority
    clock: Clock
    journal: Journal


class MirrorService(MirrorServiceServicer):
    """The eight calls of mirror_service.proto."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def Enrol(self, request: pb.EnrolRequest, context: Context) -> pb.EnrolResponse:
        """Start an account."""
        parts = self._parts

        async def work(caller: Caller) -> pb.EnrolResponse:
            now = parts.clock.now_ms()
            made = await parts.writer.do(lambda tx: calls.enrol(tx, caller, request, parts.authority, now))
            return pb.EnrolResponse(certificate=made)

        return await self._answered("Enrol", context, work)

    async def BeginRestore(self, request: pb.BeginRestoreRequest, context: Context) -> pb.BeginRestoreResponse:
        """Give a nonce."""
        parts = self._parts

        async def work(caller: Caller) -> pb.BeginRestoreResponse:
            now, nonce = parts.clock.now_ms(), secrets.token_bytes(32)
            await parts.writer.do(lambda tx: calls.begin_restore(tx, caller, request.account_key, nonce, now))
            return pb.BeginRestoreResponse(nonce=nonce)

        return await self._answered("BeginRestore", context, work)

    async def Join(self, request: pb.JoinRequest, context: Context) -> pb.JoinResponse:
        """Let a device in that has the words."""
        parts = self._parts

        async def work(caller: Caller) -> pb.JoinResponse:
            now = parts.clock.now_ms()
            answer = await parts.writer.do(lambda tx: calls.join(tx, caller, request, parts.authority, now))
            if isinstance(answer, Refusal):
                raise answer
            return answer

        return await self._answered("Join", context, work)

    async def GetBundle(self, request: pb.GetBundleRequest, context: Context) -> pb.GetBundleResponse:
        """Roster, epoch, page keys, checkpoints."""

        async def work(caller: Caller) -> pb.GetBundleResponse:
            return await self._read(caller, calls.bundle)

        return await self._answered("GetBundle", context, work)

    async def Push(self, request: pb.PushRequest, context: Context) -> pb.PushResponse:
        """Store ops; acknowledge what is committed."""
        parts = self._parts

        async def work(caller: Caller) -> pb.PushResponse:
            now = parts.clock.now_ms()

            def stored(tx: Writing) -> tuple[bytes, Head]:
                standing = calls.standing_of(tx, caller, now)
                return standing.vault.vault_id, calls.push(tx, standing, request)

            vault_id, head = await parts.writer.do(stored, weight=max(1, len(request.ops)))
            ack = pb.Ack(vault_id=vault_id, device_id=head.device_id, seq=head.seq, chain=head.chain)
            return pb.PushResponse(ack=parts.authority.signed(Domain.ACK, ack.SerializeToString(deterministic=True)))

        return await self._answered("Push", context, work, ops=len(request.ops))

    async def PutRoster(self, request: pb.PutRosterRequest, context: Context) -> pb.PutRosterResponse:
        """Take the next roster."""
        parts = self._parts

        async def work(caller: Caller) -> pb.PutRosterResponse:
            now = parts.clock.now_ms()
            await parts.writer.do(lambda tx: calls.put_roster(tx, calls.standing_of(tx, caller, now), request.roster))
            return pb.PutRosterResponse()

        return await self._answered("PutRoster", context, work)

    async def Rotate(self, request: pb.RotateRequest, context: Context) -> pb.RotateResponse:
        """Take the next epoch and destroy the one before."""
        parts = self._parts

        async def work(caller: Caller) -> pb.RotateResponse:
            now = parts.clock.now_ms()
            erasure = await parts.writer.do(
                lambda tx: calls.rotate(tx, calls.standing_of(tx, caller, now), request, parts.authority),
                weight=len(request.wraps) + len(request.pages) + 1,
            )
            return pb.RotateResponse(erasure=erasure)

        return await self._answered("Rotate", context, work, ops=len(request.wraps))

    async def Pull(self, request: pb.PullRequest, context: Context) -> AsyncIterator[pb.PullResponse]:
        """Send ops, one segment at a time; the next is read when the one before is on its way."""
        began, caller, sent = monotonic_ms(), b"", 0
        reason = "CANCELLED"
        try:
            who = await self._greeted(context)
            caller = who.id
            for cursor in request.cursors:
                if cursor.after_seq > MOST:
                    raise Refusal(Reason.MALFORMED, "A cursor is out of range.", field="cursors")
            for stretch in await self._read(who, partial(_stretches, request)):
                async for segment in self._segments(who, stretch):
                    sent += len(segment.ops)
                    yield segment
            reason = "OK"
        except (Refusal, MirrorError) as error:
            fault = _as_fault(error)
            reason = fault.reason.value
            await _end(context, fault)
        finally:
            self._parts.journal.called("Pull", reason, device=caller, ms=monotonic_ms() - began, ops=sent)

    async def _segments(self, caller: Caller, stretch: calls.Stretch) -> AsyncIterator[pb.PullResponse]:
        after, head = stretch.after, stretch.head
        while after < head.seq:
            ops = await self._read(caller, partial(_segment, head, after))
            if not ops:
                raise Refusal(Reason.STORE_DAMAGED, "Ops that were stored are missing. Nothing was changed.")
            after = ops[-1].seq
            if after < head.seq:
                yield pb.PullResponse(device_id=head.device_id, ops=ops)
            else:
                yield pb.PullResponse(device_id=head.device_id, ops=ops, checkpoint=head.checkpoint)
                return
        yield pb.PullResponse(device_id=head.device_id, checkpoint=head.checkpoint)

    async def _read(self, caller: Caller, work: Callable[[Reading, calls.Standing], T]) -> T:
        """Run `work` on one moment of the store, for a device that may call at that moment."""
        parts = self._parts
        now = parts.clock.now_ms()
        return await asyncio.to_thread(parts.store.read, lambda tx: work(tx, calls.standing_of(tx, caller, now)))

    async def _answered(self, call: str, context: Context, work: Callable[[Caller], Awaitable[T]], ops: int = 0) -> T:
        """Greet, work, tell the journal; a refusal becomes a status."""
        began, device, reason = monotonic_ms(), b"", "CANCELLED"
        try:
            caller = await self._greeted(context)
            device = caller.id
            answer = await work(caller)
            reason = "OK"
        except (Refusal, MirrorError) as error:
            fault = _as_fault(error)
            reason = fault.reason.value
            await _end(context, fault)
        finally:
            self._parts.journal.called(call, reason, device=device, ms=monotonic_ms() - began, ops=ops)
        return answer

    async def _greeted(self, context: Context) -> Caller:
        """Who calls; refused without a deadline or in another protocol."""
        await context.send_initial_metadata(((VERSION_HEADER, str(PROTOCOL)),))
        if context.time_remaining() is None:
            raise Refusal(Reason.DEADLINE_MISSING, "A call needs a deadline. Nothing was changed.")
        spoken = dict(context.invocation_metadata() or ()).get(VERSION_HEADER)
        if spoken != str(PROTOCOL):
            sentence = f"This mirror speaks protocol {PROTOCOL}. Nothing was changed; update the older of the two."
            raise Refusal(Reason.VERSION_UNSUPPORTED, sentence, metadata={"supported": str(PROTOCOL)})
        shown = context.auth_context().get("x509_pem_cert")
        if not shown:
            raise Refusal(Reason.CERTIFICATE_UNKNOWN, "A call needs a certificate of this mirror.")
        return caller_of(shown[0])


def _stretches(request: pb.PullRequest, tx: Reading, standing: calls.Standing) -> list[calls.Stretch]:
    return calls.stretches(tx, standing, request)


def _segment(head: Head, after: int, tx: Reading, standing: calls.Standing) -> list[pb.Op]:
    vault_id = standing.vault.vault_id
    return tx.ops(vault_id, head.device_id, after, head.seq, count=MAX_SEGMENT_OPS, size=POLICY.segment_bytes)


def _as_fault(error: Refusal | MirrorError) -> Refusal | StoreFault:
    return error if isinstance(error, Refusal | StoreFault) else StoreBusy(str(error))


async def _end(context: Context, error: Refusal | StoreFault) -> NoReturn:
    code, message, trailing = ending_of(error)
    await context.abort(code, message, trailing)
    raise AssertionError("abort does not return")
