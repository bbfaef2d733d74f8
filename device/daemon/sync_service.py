"""Composition: syncs from the daemon, one sync at a time and between turns (2.13; research: reliability 3.1).

Work on the vault is done on the worker that owns it, step by step, between the jobs of a talk; waiting for the network
is done on a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from device.core.backoff import SyncBackoff
from device.core.policy import SYNC_STOP_S
from device.platform.clock import monotonic_ns
from device.session.event_log import EventLine
from device.session.executor import WorkerClosed
from engine_b.core.errors import VaultError
from engine_b.core.sync_errors import AccountMissing, DeviceRevoked, DeviceUnknown, MirrorRefused, SyncError

if TYPE_CHECKING:
    from engine_b.sync.mirror_client import MirrorClient
    from engine_b.sync.sync_session import Answer, Request
    from engine_b.vault.vault import Vault

T = TypeVar("T")
NotifyPerson = Callable[[str, str], None]
"""Takes a code (empty for a hint) and a sentence."""
_FOR_GOOD = (AccountMissing, DeviceRevoked, DeviceUnknown)


class WorkerCall(Protocol):
    """Runs a job on the worker that owns the vault. Raises WorkerClosed after its end."""

    def __call__(self, job: Callable[[], T]) -> Future[T]:
        """Queues the job; the future is its result."""
        ...


class SyncService:
    """Syncs with the mirror until closed. `heard` listens to the event log, to sync soon after a turn."""

    def __init__(
        self,
        vault: Vault,
        on_worker: WorkerCall,
        now_ms: Callable[[], int],
        draw: Callable[[], int],
        tell: NotifyPerson,
        pace: SyncBackoff | None = None,
    ) -> None:
        """Takes the vault and its clock; `draw` gives random whole numbers, for the jitter."""
        self._vault, self._on_worker, self._now_ms, self._draw, self._tell = vault, on_worker, now_ms, draw, tell
        self._pace = pace or SyncBackoff()
        self._changed = Condition()
        self._news, self._stopping = True, False
        self._client: MirrorClient | None = None
        self._told = ""
        self._thread = Thread(target=self._run, name="selene-sync", daemon=True)

    def start(self) -> None:
        """Starts; the first sync is soon."""
        self._thread.start()

    def heard(self, line: EventLine) -> None:
        """Schedules a sync after a turn that may have written ops."""
        if line["type"] == "turn_ended":
            with self._changed:
                self._news = True
                self._changed.notify()

    def close(self) -> None:
        """Ends promptly: a running call is cancelled, and everything received so far is in the vault."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
            client = self._client
        if client is not None:
            client.close()
        self._thread.join(SYNC_STOP_S)

    def _run(self) -> None:
        failures, wait_ms = 0, self._pace.idle_ms
        while self._rested(wait_ms, interruptible=not failures):
            try:
                self._sync_once()
                failures, wait_ms, self._told = 0, self._pace.idle_ms, ""
            except WorkerClosed:
                return
            except (SyncError, VaultError) as error:
                wait_ms = self._pace.after_failures(failures, self._draw())
                failures += 1
                self._complain(error)
                over = isinstance(error, _FOR_GOOD)
                if not self._noted(error, 0 if over else wait_ms) or over:
                    return

    def _noted(self, error: SyncError | VaultError, wait_ms: int) -> bool:
        """Stores the failure for `selene sync status`, unless the vault itself failed; False when the daemon ends.

        A call that was cancelled because the daemon ends has not failed.
        """
        from engine_b.sync.sync_failures import record_sync_failure

        if self._stopping:
            return False
        at_ms = self._now_ms()
        try:
            self._on_worker(
                lambda: record_sync_failure(self._vault, error, at_ms, wait_ms and at_ms + wait_ms)
            ).result()
        except VaultError:
            return True
        except WorkerClosed:
            return False
        return True

    def _complain(self, error: SyncError | VaultError) -> None:
        """Reports a failure once, not at every try, and not when the daemon ends."""
        if error.code != self._told and not self._stopping:
            self._told = error.code
            self._tell(error.code, str(error))

    def _rested(self, wait_ms: int, *, interruptible: bool) -> bool:
        """Waits; a change shortens it, unless the mirror does not answer. False when the daemon ends."""
        due_ns = monotonic_ns() + wait_ms * 1_000_000
        with self._changed:
            while not self._stopping:
                if self._news and interruptible:
                    self._news = False
                    due_ns = min(due_ns, monotonic_ns() + self._pace.after_commit_ms * 1_000_000)
                left_ns = due_ns - monotonic_ns()
                if left_ns <= 0:
                    return True
                self._changed.wait(left_ns / 1e9)
        return False

    def _sync_once(self) -> None:
        from engine_b.account.enrollment import device_credentials
        from engine_b.sync.mirror_client import MirrorClient, drive_exchange
        from engine_b.sync.sync_session import exchange_ops

        address, credentials = self._on_worker(lambda: device_credentials(self._vault)).result()
        with MirrorClient(address, credentials) as client:
            with self._changed:
                self._client = client
            try:
                drive_exchange(
                    _WorkerConversation(exchange_ops(self._vault, self._now_ms()), self._on_worker), self._carry
                )
            finally:
                with self._changed:
                    self._client = None

    def _carry(self, request: Request) -> Answer:
        """Calls the mirror on this thread to the end: the worker must not wait for a stream."""
        if self._stopping or self._client is None:
            raise MirrorRefused
        answer = self._client.answer(request)
        return answer if hasattr(answer, "DESCRIPTOR") else tuple(answer)


class _WorkerConversation:
    """A sync session of which each step runs on the worker."""

    def __init__(self, conversation: Generator[Any, Any, Any], on_worker: WorkerCall) -> None:
        self._conversation, self._on_worker = conversation, on_worker

    def __next__(self) -> Any:
        return self._on_worker(lambda: next(self._conversation)).result()

    def send(self, answer: Answer) -> Any:
        """Continues with an answer."""
        return self._on_worker(lambda: self._conversation.send(answer)).result()

    def throw(self, error: SyncError) -> Any:
        """Continues with an error."""
        return self._on_worker(lambda: self._conversation.throw(error)).result()
