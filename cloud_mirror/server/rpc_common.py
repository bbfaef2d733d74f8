"""Adapter: the common part of all calls: the caller, the status of a refusal, and the line in the service log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import NoReturn, TypeAlias, TypeVar

import grpc

from cloud_mirror.core.errors import MirrorError, Refusal, StoreBusy, StoreFault
from cloud_mirror.core.ports import Authority, MirrorClock, ReadTransaction, Store
from cloud_mirror.core.records import Caller
from cloud_mirror.platform.clock import monotonic_ms
from cloud_mirror.rules import calls
from cloud_mirror.rules.tls import caller_of
from cloud_mirror.server.group_commit import GroupWriter
from cloud_mirror.server.service_log import ServiceLog
from cloud_mirror.server.statuses import grpc_status_parts
from protos.wire import PROTOCOL, VERSION_HEADER, Reason

T = TypeVar("T")
Context: TypeAlias = grpc.aio.ServicerContext


@dataclass(frozen=True, slots=True)
class ServiceParts:
    """The parts that the services use."""

    store: Store
    writer: GroupWriter
    authority: Authority
    clock: MirrorClock
    log: ServiceLog

    async def read(self, caller: Caller, work: Callable[[ReadTransaction, calls.DeviceStanding], T]) -> T:
        """Runs `work` on a consistent view of the store, for a device that may call at that moment."""
        now = self.clock.now_ms()
        return await asyncio.to_thread(self.store.read, lambda tx: work(tx, calls.standing_of(tx, caller, now)))


class CallScope:
    """One call, as an asynchronous context: turns a refusal into a status, and logs how the call ended."""

    def __init__(self, log: ServiceLog, call: str, context: Context, ops: int = 0) -> None:
        self._log, self._call, self._context = log, call, context
        self._began, self._device = monotonic_ms(), b""
        self.ops = ops

    async def __aenter__(self) -> CallScope:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        reason = "CANCELLED" if error else "OK"
        try:
            if isinstance(error, Refusal | MirrorError):
                fault = _as_fault(error)
                reason = fault.reason.value
                await _end(self._context, fault)
        finally:
            took = monotonic_ms() - self._began
            self._log.called(self._call, reason, device=self._device, ms=took, ops=self.ops)

    async def greeted(self) -> Caller:
        """Returns the caller; refuses calls without a deadline or with another protocol."""
        context = self._context
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
        caller = caller_of(shown[0])
        self._device = caller.id
        return caller


def _as_fault(error: Refusal | MirrorError) -> Refusal | StoreFault:
    return error if isinstance(error, Refusal | StoreFault) else StoreBusy(str(error))


async def _end(context: Context, error: Refusal | StoreFault) -> NoReturn:
    code, message, trailing = grpc_status_parts(error)
    await context.abort(code, message, trailing)
    raise AssertionError("abort does not return")
