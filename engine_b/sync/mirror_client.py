"""Adapter: calls the mirror over gRPC (research: reliability 5): mutual TLS, deadlines, retries, refusals as our
errors.

grpc is imported when a client is made, so that a device that does not sync never loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine_b.core.policy import CALL_S, STREAM_S
from engine_b.core.sync_errors import (
    AccountExists,
    AccountLocked,
    AccountMissing,
    AccountWrong,
    DeviceRevoked,
    DeviceUnknown,
    HeadFork,
    MirrorRefused,
    MirrorUnreachable,
    MirrorVersion,
    SyncError,
    SyncStale,
    TokenInvalid,
    TokenSpent,
)
from engine_b.crypto.certificates import certificate_pem, private_key_pem
from engine_b.sync.sync_session import PAUSE, Answer, Request
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Reason

if TYPE_CHECKING:
    import grpc

SERVER_NAME = "selene-mirror"
"""The name in every mirror's certificate, whatever address the person typed."""
METADATA = ((wire.VERSION_HEADER, str(wire.PROTOCOL)),)
"""The deadline of every call."""
Options: TypeAlias = "tuple[tuple[str, str | int], ...]"
_ALWAYS: Options = (
    ("grpc.ssl_target_name_override", SERVER_NAME),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.enable_http_proxy", 0),
)
_OPTIONS: Options = (
    ("grpc.max_receive_message_length", wire.MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", wire.MAX_MESSAGE_BYTES),
)
_MEANING: dict[str, type[SyncError]] = {
    Reason.INVITATION_SPENT: TokenSpent,
    Reason.INVITATION_REQUIRED: TokenInvalid,
    Reason.ACCOUNT_EXISTS: AccountExists,
    Reason.ACCOUNT_UNKNOWN: AccountWrong,
    Reason.ACCOUNT_LOCKED: AccountLocked,
    Reason.PROOF_INVALID: AccountWrong,
    Reason.DEVICE_REVOKED: DeviceRevoked,
    Reason.DEVICE_UNKNOWN: DeviceUnknown,
    Reason.CERTIFICATE_UNKNOWN: DeviceUnknown,
    Reason.EPOCH_CONFLICT: SyncStale,
    Reason.EPOCH_STALE: SyncStale,
    Reason.PAGES_CHANGED: SyncStale,
    Reason.ROSTER_CONFLICT: SyncStale,
    Reason.OP_ID_REUSED: HeadFork,
    Reason.VERSION_UNSUPPORTED: MirrorVersion,
}


@dataclass(slots=True)
class Credentials:
    """The credentials of a caller: the trusted authority, its certificate and key; DER, the key PKCS #8."""

    authority: bytes
    certificate: bytes
    key: bytes = field(repr=False)


class MirrorClient:
    """A connection to one mirror. Every method raises a SyncError; as a context manager it closes."""

    def __init__(self, address: str, credentials: Credentials) -> None:
        import grpc

        from protos.selene.mirror.v1.mirror_service_pb2_grpc import MirrorServiceStub

        self._foreign = grpc.RpcError
        self._closed = False
        self._channel: grpc.Channel = open_channel(address, credentials, _OPTIONS)
        self._stub: Any = MirrorServiceStub(self._channel)  # type: ignore[no-untyped-call]

    def __enter__(self) -> MirrorClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection; a running call, on any thread, is cancelled. May be called twice."""
        self._closed = True
        self._channel.close()

    def answer(self, request: Request) -> Answer:
        """Returns the answer to one request of a sync."""
        if isinstance(request, pb.PullRequest):
            return self.pull(request)
        calls = {pb.GetBundleRequest: "GetBundle", pb.PushRequest: "Push", pb.RotateRequest: "Rotate"}
        answer: Answer = self.call(getattr(self._stub, calls[type(request)]), request)
        return answer

    def enrol(self, request: pb.EnrolRequest) -> pb.EnrolResponse:
        """Creates an account."""
        answer: pb.EnrolResponse = self.call(self._stub.Enrol, request)
        return answer

    def begin_restore(self, account_key: bytes) -> bytes:
        """Asks for a nonce for `join`."""
        request = pb.BeginRestoreRequest(account_key=account_key)
        nonce: bytes = self.call(self._stub.BeginRestore, request).nonce
        return nonce

    def join(self, request: pb.JoinRequest) -> pb.JoinResponse:
        """Proves that the person has the words."""
        answer: pb.JoinResponse = self.call(self._stub.Join, request)
        return answer

    def put_roster(self, request: pb.PutRosterRequest) -> pb.PutRosterResponse:
        """Publishes the next roster."""
        answer: pb.PutRosterResponse = self.call(self._stub.PutRoster, request)
        return answer

    def pull(self, request: pb.PullRequest) -> Iterator[pb.PullResponse]:
        """Reads ops of other devices, segment by segment."""
        with self._translated():
            yield from self._stub.Pull(request, timeout=STREAM_S, metadata=METADATA)

    def call(self, method: Callable[..., Any], request: object) -> Any:
        """Makes one call, repeated while the mirror cannot be reached."""
        import stamina
        from stamina.instrumentation import set_on_retry_hooks

        set_on_retry_hooks(())  # its own hook prints to stderr; the person gets the final refusal
        for attempt in stamina.retry_context(on=_is_retryable, attempts=4, wait_initial=0.1, wait_max=2, timeout=30):
            with attempt, self._translated():
                return method(request, timeout=CALL_S, metadata=METADATA)
        raise MirrorUnreachable

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except self._foreign as error:
            raise sync_error_from_grpc(error) from error
        except ValueError as error:  # gRPC's error for a closed channel
            if self._closed:
                raise MirrorRefused from error
            raise


def open_channel(address: str, credentials: Credentials, options: Options) -> grpc.Channel:
    """Opens a channel with mutual TLS; it connects at its first call."""
    import grpc

    shown = grpc.ssl_channel_credentials(
        certificate_pem(credentials.authority),
        private_key_pem(credentials.key),
        certificate_pem(credentials.certificate),
    )
    return grpc.secure_channel(address, shown, options=(*_ALWAYS, *options))


def drive_exchange(conversation: Any, answer: Callable[[Request], Answer]) -> Any:
    """Runs a sync session: sends it the answer, or the error, to each of its requests; returns its result.

    A pause is a step without a request.
    """
    try:
        request = next(conversation)
        while True:
            try:
                told = None if request is PAUSE else answer(request)
            except SyncError as error:
                request = conversation.throw(error)
            else:
                request = conversation.send(told)
    except StopIteration as done:
        return done.value


def sync_error_from_grpc(error: Any) -> SyncError:
    """Converts gRPC's error: by the reason that the mirror gives, else by the status."""
    import grpc

    reason, _ = reason_of(error)
    if reason in _MEANING:
        return _MEANING[reason]()
    if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
        return MirrorUnreachable()
    if error.code() is grpc.StatusCode.UNIMPLEMENTED:
        return MirrorVersion()
    if error.code() is grpc.StatusCode.UNAUTHENTICATED:
        return AccountMissing() if reason == "" else MirrorRefused()
    return MirrorRefused()


def reason_of(error: Any) -> tuple[str, dict[str, str]]:
    """Returns `ErrorInfo.reason` and its metadata; empty when the mirror gave none, or an unreadable one."""
    from google.protobuf.message import DecodeError
    from google.rpc.error_details_pb2 import ErrorInfo
    from grpc_status import rpc_status

    with suppress(DecodeError, ValueError):  # ValueError: the details have another status than the call
        status = rpc_status.from_call(error)
        for detail in status.details if status else ():
            info = ErrorInfo()
            if detail.Unpack(info):
                return info.reason, dict(info.metadata)
    return "", {}


def _is_retryable(error: Exception) -> bool:
    return isinstance(error, MirrorUnreachable)
