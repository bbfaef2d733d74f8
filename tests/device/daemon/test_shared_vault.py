"""Promise: one writer at a time, in the order of asking; a reader beside it; a waiting command holds nobody up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from device.daemon.shared_vault import SharedVault
from device.daemon.sync_service import LeasedSteps
from device.session.executor import WorkerClosed
from engine_b.core.errors import VaultReadOnly
from engine_b.core.sync_errors import MirrorUnreachable
from engine_b.sync.mirror_client import drive_exchange
from engine_b.vault.vault import Vault
from memory.model.changes import Change, Scope, Setting

NOW_MS = 1_700_000_000_000
SECONDS = 60


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[SharedVault]:
    with Vault.open(tmp_path / "state", now_ms=NOW_MS) as vault:
        shared = SharedVault(vault, tmp_path / "state")
        yield shared
        shared.close()


def _change(value: str) -> Change:
    return Change(Scope("u", "s", f"t-{value}", NOW_MS), settings=(Setting("probe", value),))


def _probe(vault: Vault) -> str:
    return next((setting.value for setting in vault.current_state() if setting.key == "probe"), "")


def test_jobs_are_done_one_at_a_time_in_the_order_of_asking(shared: SharedVault) -> None:
    done: list[int] = []
    with shared.lease():
        waiting = [shared.submit(lambda number=number: done.append(number)) for number in range(20)]  # type: ignore[misc]
        assert not any(job.done() for job in waiting)
        assert done == []
    for job in waiting:
        job.result(SECONDS)
    assert done == list(range(20))


def test_threads_go_through_in_the_order_in_which_they_asked(shared: SharedVault) -> None:
    order: list[int] = []
    inside = [Event() for _ in range(6)]

    def enter(number: int) -> None:
        with shared.lease():
            order.append(number)
            inside[number].set()

    with shared.lease():
        threads = []
        for number in range(6):
            threads.append(Thread(target=enter, args=(number,)))
            threads[-1].start()
            while shared.waiting <= number:
                continue
    for thread in threads:
        thread.join(SECONDS)
    assert order == list(range(6))


def test_a_thread_that_has_it_may_ask_again(shared: SharedVault) -> None:
    with shared.lease(), shared.lease() as vault:
        vault.commit(_change("twice"))
    assert shared.submit(lambda: _probe(shared.vault)).result(SECONDS) == "twice"


def test_a_command_that_waits_for_a_person_holds_nobody_up(shared: SharedVault) -> None:
    with shared.lease() as vault:
        vault.commit(_change("before"))
        with shared.paused():
            shared.submit(lambda: shared.vault.commit(_change("meanwhile"))).result(SECONDS)
        assert _probe(vault) == "meanwhile"
        later = shared.submit(lambda: None)
        assert not later.done()
    later.result(SECONDS)


def test_a_pause_without_a_lease_changes_nothing(shared: SharedVault) -> None:
    with shared.paused():
        pass
    with shared.lease():
        assert not shared.submit(lambda: None).done()


def test_reading_goes_on_beside_a_writer_and_writes_nothing(shared: SharedVault) -> None:
    with shared.lease() as vault:
        vault.commit(_change("written"))
        with shared.reading() as beside:
            assert _probe(beside) == "written"
            before = vault.head()
            with pytest.raises(VaultReadOnly):
                beside.commit(_change("refused"))
            vault.commit(_change("later"))
            assert _probe(beside) == "later"
        assert vault.head().seq > before.seq


def test_a_job_that_fails_lets_the_next_one_in(shared: SharedVault) -> None:
    def fail() -> None:
        raise MirrorUnreachable

    with pytest.raises(MirrorUnreachable):
        shared.submit(fail).result(SECONDS)
    assert asyncio.run(shared.run(lambda: 7)) == 7


def test_after_the_end_no_job_is_taken(shared: SharedVault) -> None:
    shared.close()
    with pytest.raises(WorkerClosed):
        shared.submit(lambda: None)


def test_a_step_of_a_sync_holds_the_vault_and_a_call_of_the_mirror_does_not(shared: SharedVault) -> None:
    seen: list[tuple[str, bool]] = []

    def note(what: str) -> None:
        probe = shared.submit(lambda: None)
        try:
            probe.result(0.05)
            seen.append((what, True))
        except TimeoutError:
            seen.append((what, False))

    def steps() -> Iterator[str]:
        for request in ("a", "b"):
            note("step")
            try:
                yield request
            except MirrorUnreachable:
                note("refused")

    def carry(request: str) -> str:
        note(request)
        if request == "b":
            raise MirrorUnreachable
        return request

    drive_exchange(LeasedSteps(steps(), shared), carry)  # type: ignore[arg-type]
    assert seen == [("step", False), ("a", True), ("step", False), ("b", True), ("refused", False)]


def test_who_comes_after_the_end_reaches_no_vault_that_may_be_closed(shared: SharedVault) -> None:
    shared.close()
    with pytest.raises(WorkerClosed), shared.lease():
        raise AssertionError("the vault was lent")
