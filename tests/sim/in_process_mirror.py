"""A mirror inside the test's own process: the real service, rules and SQLite store, without gRPC and its sockets.

`SimMirror.answer` calls `cloud_mirror.server.service.MirrorService` itself, so no decision of the mirror is imitated.
Simulated is the network: requests and acknowledgements that are lost, doubled, late or cut off, a mirror that dies
before or after its commit, one that is restored from a backup, and one that lies (`tamper`).
"""

from __future__ import annotations

import asyncio
import io
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from cloud_mirror.core.ports import ReadTransaction, Store, WriteTransaction
from cloud_mirror.rules.invitation_token import token_to_text
from cloud_mirror.server.authority import FolderAuthority
from cloud_mirror.server.group_commit import GroupWriter
from cloud_mirror.server.rpc_common import ServiceParts
from cloud_mirror.server.service import MirrorService
from cloud_mirror.server.service_log import ServiceLog
from cloud_mirror.stores.store_sqlite import SqliteStore
from engine_b.account import enrollment
from engine_b.account import restore as restoring
from engine_b.core.sync_errors import MirrorUnreachable, SyncError
from engine_b.crypto.certificates import InvitationToken, certificate_pem, parse_token
from engine_b.sync.mirror_client import Credentials, sync_error_from_grpc
from engine_b.sync.sync_session import Answer, Request
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import PROTOCOL, VERSION_HEADER

T = TypeVar("T")
NOW_MS = 1_790_000_000_000
STORE_FILE = "mirror.db"
Tamper = Callable[[Any, Any], Any]
"""Called with a request and its honest answer (a list for Pull); what it returns is what the device gets."""


class Fault(StrEnum):
    """What happens to one request."""

    DROP_REQUEST = "drop request"
    DROP_ANSWER = "drop answer"
    DOUBLE = "deliver twice"
    LATE = "deliver after a later request"
    CRASH_BEFORE_COMMIT = "mirror dies before its commit"
    CRASH_AFTER_COMMIT = "mirror dies after its commit, before the answer"
    CUT = "stream cut in the middle"


@dataclass
class SimClock:
    """The mirror's clock."""

    at_ms: int = NOW_MS

    def now_ms(self) -> int:
        return self.at_ms


class Died(Exception):
    """The mirror process is gone."""


class _Writer(GroupWriter):
    """Commits at once; dies before the commit when it is told to."""

    def __init__(self, store: Store) -> None:
        self.store, self.dies = store, False

    async def do(self, work: Callable[[WriteTransaction], T], weight: int = 1) -> T:
        def done(tx: WriteTransaction) -> T:
            result = work(tx)
            if self.dies:
                raise Died
            return result

        return self.store.write(done)


class _Ended(Exception):
    """A call that ended with a status, as grpc's error tells of it."""

    def __init__(self, code: Any, details: str, trailing: Any) -> None:
        super().__init__(details)
        self._told = code, details, trailing

    def code(self) -> Any:
        return self._told[0]

    def details(self) -> str:
        return str(self._told[1])

    def trailing_metadata(self) -> Any:
        return self._told[2]


class _Context:
    """What the service asks of grpc."""

    def __init__(self, certificate: bytes) -> None:
        self._certificate = certificate

    async def send_initial_metadata(self, metadata: Any) -> None:
        del metadata

    def time_remaining(self) -> float:
        return 20.0

    def invocation_metadata(self) -> Any:
        return ((VERSION_HEADER, str(PROTOCOL)),)

    def auth_context(self) -> dict[str, list[bytes]]:
        return {"x509_pem_cert": [self._certificate]}

    async def abort(self, code: Any, details: str, trailing: Any) -> None:
        raise _Ended(code, details, trailing)


@dataclass
class SimMirror:
    """One mirror on a folder. `keys` holds its authority, which may be shared: making one is slow."""

    folder: Path
    keys: Path
    clock: SimClock = field(default_factory=SimClock)
    faults: deque[Fault | None] = field(default_factory=deque)
    """What happens to the next requests, one each."""
    tamper: Tamper | None = None
    late: list[tuple[Any, bytes]] = field(default_factory=list)
    log: io.StringIO = field(default_factory=io.StringIO)
    unreachable: bool = False

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.authority = FolderAuthority(self.keys, self.clock)
        self.loop = asyncio.new_event_loop()
        self._start()

    def _start(self) -> None:
        self.store = SqliteStore(self.folder / STORE_FILE)
        self.writer = _Writer(self.store)
        self.service = MirrorService(
            ServiceParts(self.store, self.writer, self.authority, self.clock, ServiceLog(self.clock, self.log))
        )

    def restart(self) -> None:
        self.store.close()
        self._start()

    def close(self) -> None:
        self.store.close()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def invitation(self) -> InvitationToken:
        return parse_token(token_to_text(self.authority.invite(24)))

    def back_up(self, to: Path) -> None:
        """A copy of the store as it is now."""
        self.store.close()
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder, to)
        self._start()

    def come_back_from(self, backup: Path) -> None:
        """The store is what it was when the backup was made."""
        self.store.close()
        shutil.rmtree(self.folder)
        shutil.copytree(backup, self.folder)
        self._start()

    def lose(self, what: str) -> None:
        """Files of the store are lost: "tokens", as where a backup does not hold them, or "" for all of them."""
        self.store.close()
        for each in self.folder.glob(f"{STORE_FILE}{'.' + what if what else ''}*"):
            each.unlink()
        self._start()

    def read(self, work: Callable[[ReadTransaction], T]) -> T:
        return self.store.read(work)

    def ops(self) -> list[bytes]:
        """The ids of all ops that are stored."""
        rows = self.read(lambda tx: tx._session.rows("SELECT op_id FROM op"))  # type: ignore[attr-defined]
        return [row[0] for row in rows]

    # Answering -----------------------------------------------------------------------------------------------------

    def answer(self, request: Any, certificate: bytes) -> Any:
        """What the device hears: an answer (a list of segments for Pull), or its error for a refusal or a fault."""
        if self.unreachable:
            raise MirrorUnreachable
        fault = self.faults.popleft() if self.faults else None
        match fault:
            case Fault.DROP_REQUEST:
                raise MirrorUnreachable
            case Fault.LATE:
                self.late.append((request, certificate))
                raise MirrorUnreachable
            case Fault.CRASH_BEFORE_COMMIT:
                self._die_in(request, certificate)
                raise MirrorUnreachable
            case Fault.DOUBLE:
                self._quietly(request, certificate)
        honest = self._honest(request, certificate)
        if fault is Fault.CRASH_AFTER_COMMIT:
            self.restart()
        if fault in (Fault.CRASH_AFTER_COMMIT, Fault.DROP_ANSWER):
            raise MirrorUnreachable
        told = self.tamper(request, honest) if self.tamper else honest
        if fault is Fault.CUT and isinstance(told, list):
            return _cut(told)
        return told

    def deliver_late(self) -> int:
        """Requests that were under way for a long time arrive, the last one first; nobody waits for the answers."""
        held, self.late = self.late, []
        for request, certificate in reversed(held):
            self._quietly(request, certificate)
        return len(held)

    def _honest(self, request: Any, certificate: bytes) -> Any:
        context: Any = _Context(certificate)
        try:
            if isinstance(request, pb.PullRequest):
                return self.loop.run_until_complete(_listed(self.service.Pull(request, context)))
            call = getattr(self.service, type(request).__name__.removesuffix("Request"))
            return self.loop.run_until_complete(call(request, context))
        except _Ended as error:
            raise sync_error_from_grpc(error) from error

    def _quietly(self, request: Any, certificate: bytes) -> None:
        with suppress(SyncError):
            self._honest(request, certificate)

    def _die_in(self, request: Any, certificate: bytes) -> None:
        self.writer.dies = True
        with suppress(Died, SyncError):
            self._honest(request, certificate)
        self.restart()


class SimClient:
    """`engine_b.sync.mirror_client.MirrorClient`, to a SimMirror."""

    def __init__(self, mirror: SimMirror, credentials: Credentials) -> None:
        self._mirror, self._shown = mirror, certificate_pem(credentials.certificate)

    def __enter__(self) -> SimClient:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def answer(self, request: Request) -> Answer:
        answer: Answer = self._mirror.answer(request, self._shown)
        return answer

    def enrol(self, request: pb.EnrolRequest) -> Any:
        return self._mirror.answer(request, self._shown)

    def begin_restore(self, account_key: bytes) -> Any:
        return self._mirror.answer(pb.BeginRestoreRequest(account_key=account_key), self._shown).nonce

    def join(self, request: pb.JoinRequest) -> Any:
        return self._mirror.answer(request, self._shown)

    def put_roster(self, request: pb.PutRosterRequest) -> Any:
        return self._mirror.answer(request, self._shown)

    def pull(self, request: pb.PullRequest) -> Iterator[pb.PullResponse]:
        yield from self._mirror.answer(request, self._shown)


_REACHABLE: list[SimMirror] = []


@contextmanager
def reachable(mirror: SimMirror) -> Iterator[None]:
    """Inside, whoever trusts this mirror's authority reaches it."""

    def connect(address: str, credentials: Credentials) -> SimClient:
        del address
        trusted = x509.load_der_x509_certificate(credentials.authority).public_bytes(Encoding.PEM)
        return SimClient(next(each for each in _REACHABLE if each.authority.ca_pem() == trusted), credentials)

    _REACHABLE.append(mirror)
    with mock.patch.object(enrollment, "MirrorClient", connect), mock.patch.object(restoring, "MirrorClient", connect):
        try:
            yield
        finally:
            _REACHABLE.remove(mirror)


async def _listed(stream: Any) -> list[pb.PullResponse]:
    return [segment async for segment in stream]


def _cut(segments: list[pb.PullResponse]) -> Iterator[pb.PullResponse]:
    yield from segments[: len(segments) // 2]
    raise MirrorUnreachable
