"""Adapter: fetches a package repository that the mirror serves: a `Fetcher` over gRPC.

It trusts nothing: a file from the mirror is verified like a file of a folder. It makes sure that no more than one chunk
is in memory, no answer lasts past the time limit, and none is compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine_b.account.enrollment import device_credentials
from engine_b.core.sync_errors import DeviceRevoked, DeviceUnknown, MirrorVersion, SyncError
from engine_b.sync import membership
from engine_b.sync.mirror_client import METADATA, Credentials, open_channel, reason_of
from engine_b.vault.vault import Vault
from packages.core.errors import BadName, PackageError, TimedOut, TooLarge, Unreachable
from packages.core.names import check_name
from protos import wire
from protos.selene.mirror.v1 import package_service_pb2 as pb
from protos.wire import Reason

if TYPE_CHECKING:
    import grpc

_OPTIONS = (
    ("grpc.max_receive_message_length", wire.MAX_CHUNK_BYTES + 64),  # a chunk, and its framing
    ("grpc.compression_enabled_algorithms_bitset", 1),  # none: 60 KiB must not unpack to 60 MiB
)
_MEANING: dict[str, type[PackageError | SyncError]] = {
    Reason.MALFORMED: BadName,
    Reason.DEVICE_UNKNOWN: DeviceUnknown,
    Reason.CERTIFICATE_UNKNOWN: DeviceUnknown,
    Reason.VERSION_UNSUPPORTED: MirrorVersion,
}
_REVOKED = (
    "This device was revoked, so the mirror gives it no packages. The vocabulary in use is kept; to use the device"
    " again restore it with your words into a new state folder."
)


class PackageFetcher:
    """One repository of a mirror: a `Fetcher`. As a context manager it closes.

    Where the mirror does not let this device read it raises `DeviceRevoked`, `DeviceUnknown` or `MirrorVersion`.
    """

    def __init__(self, address: str, credentials: Credentials, repository: str = "") -> None:
        """Opens a connection. `repository` is its name there; empty is the one without a name. Raises `BadName`."""
        import grpc

        from protos.selene.mirror.v1.package_service_pb2_grpc import PackageServiceStub

        self.address = address
        self._repository = check_name(repository) if repository else ""
        self._foreign = grpc.RpcError
        self._channel: grpc.Channel = open_channel(address, credentials, _OPTIONS)
        self._stub: Any = PackageServiceStub(self._channel)  # type: ignore[no-untyped-call]

    def __enter__(self) -> PackageFetcher:
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close()

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """Yields the file as the mirror sends it, however long it is; None when there is no such file."""
        request = pb.GetFileRequest(repository=self._repository, path=path, max_bytes=max_bytes)
        answers = self._stub.GetFile(request, timeout=timeout_ms / 1_000, metadata=METADATA)
        try:
            first = next(answers, None)
        except self._foreign as error:
            if _is_missing(error):
                return None
            raise _fetch_error_from_grpc(error) from error
        return self._pieces(first, answers)

    def _pieces(self, first: pb.GetFileResponse | None, answers: Any) -> Iterator[bytes]:
        try:
            if first is not None:
                yield first.chunk
            for answer in answers:
                yield answer.chunk
        except self._foreign as error:
            raise _fetch_error_from_grpc(error) from error
        finally:
            answers.cancel()


def open_package_fetcher(vault: Vault, repository: str) -> PackageFetcher:
    """Opens a repository of the paired mirror. Raises AccountMissing, MirrorUnreachable, BadName."""
    membership.load_account(vault.database)
    return PackageFetcher(*device_credentials(vault), repository)


def _is_missing(error: Any) -> bool:
    import grpc

    return error.code() is grpc.StatusCode.NOT_FOUND and reason_of(error)[0] == Reason.FILE_UNKNOWN


def _fetch_error_from_grpc(error: Any) -> PackageError | SyncError:
    """Converts gRPC's error: by the reason that the mirror gives, else by the status."""
    import grpc

    reason, _ = reason_of(error)
    if reason in _MEANING:
        return _MEANING[reason]()
    if reason == Reason.DEVICE_REVOKED:
        return DeviceRevoked(_REVOKED)
    if reason == Reason.REPOSITORY_UNKNOWN:
        return Unreachable(
            "The mirror has no repository of that name. The vocabulary in use is kept; ask its operator."
        )
    if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
        return TimedOut("A file came too slowly, so it was given up. Nothing was changed; try again later.")
    if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and not reason:
        return TooLarge("A piece of a file is longer than it may be. Nothing was changed; look at the mirror.")
    if error.code() is grpc.StatusCode.UNIMPLEMENTED:
        return Unreachable("This mirror has no packages for us. The vocabulary in use is kept; ask its operator.")
    return Unreachable()
