"""Composition: syncs from the daemon, one sync at a time and between turns (2.13; research: reliability 3.1).

It is a task of the daemon: waiting is done by the event loop, waiting for the network in a thread, and each step on the
vault holds the lease for that step alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from device.core.backoff import SyncBackoff
from device.core.policy import SYNC_STOP_S
from device.daemon.shared_vault import SharedVault
from device.session.event_log import EventLine
from engine_b.core.errors import VaultError
from engine_b.core.sync_errors import AccountMissing, DeviceRevoked, DeviceUnknown, MirrorRefused, SyncError

if TYPE_CHECKING:
    from engine_b.sync.mirror_client import MirrorClient
    from engine_b.sync.sync_session import Answer, Request

NotifyPerson = Callable[[str, str], None]
"""Takes a code (empty for a hint) and a sentence."""
_FOR_GOOD = (AccountMissing, DeviceRevoked, DeviceUnknown)


class SyncService:
    """Syncs with the mirror until cancelled. `heard` listens to the event log, to sync soon after a turn."""

    def __init__(
        self,
        shared: SharedVault,
        now_ms: Callable[[], int],
        draw: Callable[[], int],
        tell: NotifyPerson,
        pace: SyncBackoff | None = None,
    ) -> None:
        """Takes the vault and its clock; `draw` gives random whole numbers, for the jitter."""
        self._shared, self._now_ms, self._draw, self._tell = shared, now_ms, draw, tell
        self._pace = pace or SyncBackoff()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()
        self._stopping = False
        self._told = ""

    def heard(self, line: EventLine) -> None:
        """Schedules a sync after a turn that may have written ops; from any thread."""
        if line["type"] == "turn_ended" and self._loop is not None:
            with suppress(RuntimeError):  # the loop ended meanwhile
                self._loop.call_soon_threadsafe(self._changed.set)

    async def run(self) -> None:
        """Syncs soon, then at intervals and after turns; returns when no sync can succeed any more.

        When cancelled, a running call is cancelled too, and everything received so far is in the vault.
        """
        self._loop = asyncio.get_running_loop()
        self._changed.set()
        failures, wait_ms = 0, self._pace.idle_ms
        while True:
            await self._rest(wait_ms, interruptible=not failures)
            try:
                await self._sync_once()
                failures, wait_ms, self._told = 0, self._pace.idle_ms, ""
            except (SyncError, VaultError) as error:
                wait_ms = self._pace.after_failures(failures, self._draw())
                failures += 1
                self._complain(error)
                over = isinstance(error, _FOR_GOOD)
                await self._note(error, 0 if over else wait_ms)
                if over:
                    return

    async def _note(self, error: SyncError | VaultError, wait_ms: int) -> None:
        """Stores the failure for `selene sync status`, unless the vault itself failed."""
        from engine_b.sync.sync_failures import record_sync_failure

        at_ms = self._now_ms()
        with suppress(VaultError):
            await self._shared.run(
                lambda: record_sync_failure(self._shared.vault, error, at_ms, wait_ms and at_ms + wait_ms)
            )

    def _complain(self, error: SyncError | VaultError) -> None:
        """Reports a failure once, not at every try."""
        if error.code != self._told:
            self._told = error.code
            self._tell(error.code, str(error))

    async def _rest(self, wait_ms: int, *, interruptible: bool) -> None:
        """Waits; a change shortens it, unless the mirror does not answer."""
        loop = asyncio.get_running_loop()
        due = loop.time() + wait_ms / 1_000
        if interruptible:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._changed.wait()
                self._changed.clear()
                due = min(due, loop.time() + self._pace.after_commit_ms / 1_000)
        await asyncio.sleep(max(0.0, due - loop.time()))  # noqa: TID251  # the clock of the event loop, which a test may set

    async def _sync_once(self) -> None:
        from engine_b.account.enrollment import device_credentials
        from engine_b.sync.mirror_client import MirrorClient

        address, credentials = await self._shared.run(lambda: device_credentials(self._shared.vault))
        with MirrorClient(address, credentials) as client:
            work = asyncio.ensure_future(asyncio.to_thread(self._exchange, client))
            try:
                await asyncio.shield(work)
            except asyncio.CancelledError:
                self._stopping = True
                client.close()
                ended, _ = await asyncio.wait((work,), timeout=SYNC_STOP_S)
                for each in ended:
                    each.exception()  # a call that was cancelled has not failed
                raise

    def _exchange(self, client: MirrorClient) -> None:
        from engine_b.sync.mirror_client import drive_exchange
        from engine_b.sync.sync_session import exchange_ops

        shared = self._shared
        with shared.exchanging():
            steps = LeasedSteps(exchange_ops(shared.vault, self._now_ms()), shared)
            drive_exchange(steps, lambda request: self._carry(client, request))

    def _carry(self, client: MirrorClient, request: Request) -> Answer:
        """Calls the mirror to the end, without the lease: a stream may take long."""
        if self._stopping:
            raise MirrorRefused
        answer = client.answer(request)
        return answer if hasattr(answer, "DESCRIPTOR") else tuple(answer)


class LeasedSteps:
    """A sync session of which each step holds the lease."""

    def __init__(self, steps: Generator[Any, Any, Any], shared: SharedVault) -> None:
        self._steps, self._shared = steps, shared

    def __next__(self) -> Any:
        with self._shared.lease():
            return next(self._steps)

    def send(self, answer: Answer) -> Any:
        """Continues with an answer."""
        with self._shared.lease():
            return self._steps.send(answer)

    def throw(self, error: SyncError) -> Any:
        """Continues with an error."""
        with self._shared.lease():
            return self._steps.throw(error)
