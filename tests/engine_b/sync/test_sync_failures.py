"""Promise: a person can see why their devices do not sync: the last refusal, when it was, and when the next try is."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from device.core.backoff import SyncBackoff
from device.daemon.shared_vault import SharedVault
from device.daemon.sync_service import SyncService
from engine_b.core.errors import DiskFull
from engine_b.core.sync_errors import DeviceRevoked, MirrorUnreachable, SyncError
from engine_b.sync.outbox import last_op_seq
from engine_b.sync.sync_failures import SyncFailure, last_sync_failure, record_sync_failure
from engine_b.vault.vault import Vault
from tests.sim.household import FIRST, Household

MINUTE_MS = 60_000


def test_what_failed_is_kept_until_something_else_fails(house: Household) -> None:
    vault = house.vaults[FIRST]
    assert last_sync_failure(vault.database) is None
    at_ms = house.now()
    for error in (DiskFull(), MirrorUnreachable()):
        record_sync_failure(vault, error, at_ms, at_ms + MINUTE_MS)
        assert last_sync_failure(vault.database) == SyncFailure(error.code, at_ms, at_ms + MINUTE_MS)
    record_sync_failure(vault, DeviceRevoked(), at_ms)
    assert last_sync_failure(vault.database) == SyncFailure("DEVICE_REVOKED", at_ms, None)


def test_after_an_exchange_no_try_is_due(house: Household) -> None:
    vault, at_ms = house.vaults[FIRST], house.now()
    record_sync_failure(vault, MirrorUnreachable(), at_ms, at_ms + MINUTE_MS)
    house.sync(FIRST)
    assert last_sync_failure(vault.database) == SyncFailure("MIRROR_UNREACHABLE", at_ms, None)


def test_the_first_failure_is_an_event_and_nothing_to_send(house: Household) -> None:
    """A mirror that is away for long does not fill the ledger: the same failure is only counted."""
    vault = house.vaults[FIRST]
    before, waiting = house.digest(FIRST), house.waiting(FIRST)
    for _ in range(3):
        record_sync_failure(vault, MirrorUnreachable(), house.now())
    record_sync_failure(vault, DiskFull(), house.now())
    assert (house.digest(FIRST), house.waiting(FIRST)) == (before, waiting)
    assert _logged(vault, "SYNC_FAILED") == [("MIRROR_UNREACHABLE", {}), ("VAULT_DISK_FULL", {})]


def test_an_upload_is_traced_with_its_ops_and_failed_tries(house: Household) -> None:
    vault = house.vaults[FIRST]
    house.sync(FIRST)
    uploaded = _logged(vault, "OPS_UPLOADED")
    house.remember(FIRST, "the boiler makes a noise")
    record_sync_failure(vault, MirrorUnreachable(), house.now())
    record_sync_failure(vault, MirrorUnreachable(), house.now())
    house.sync(FIRST)
    ((reason, facts),) = _logged(vault, "OPS_UPLOADED")[len(uploaded) :]
    assert (reason, facts["retry_count"]) == ("ACKNOWLEDGED", 2)
    assert facts["from"] <= facts["to"] == last_op_seq(vault.database, vault.device_id)
    house.sync(FIRST)
    assert len(_logged(vault, "OPS_UPLOADED")) == len(uploaded) + 1


def _logged(vault: Vault, event: str) -> list[tuple[str, dict[str, int]]]:
    rows = vault.database.rows("SELECT reason_code, facts FROM ledger WHERE event = ? ORDER BY seq", (event,))
    return [(reason, json.loads(facts)) for reason, facts in rows]


def test_a_device_without_a_mirror_has_nothing_to_fail_at(house: Household) -> None:
    vault = house.vaults[FIRST]
    vault.database.run("DELETE FROM mirror")
    record_sync_failure(vault, MirrorUnreachable(), house.now())
    assert last_sync_failure(vault.database) is None


@pytest.mark.timeout(120)
def test_the_daemon_notes_it_with_its_next_try(house: Household) -> None:
    """The mirror of the household is reached by no network."""
    vault, told, at_ms = house.vaults[FIRST], list[str](), house.now()
    pace = SyncBackoff(idle_ms=1, after_commit_ms=1, first_failure_ms=MINUTE_MS, longest_ms=MINUTE_MS)

    async def until_told(shared: SharedVault) -> None:
        heard = asyncio.Event()

        def tell(code: str, _sentence: str) -> None:
            told.append(code)
            heard.set()

        syncing = asyncio.create_task(SyncService(shared, lambda: at_ms, lambda: 41_999, tell, pace).run())
        await heard.wait()
        while last_sync_failure(vault.database) is None:
            await shared.run(lambda: None)
        syncing.cancel()
        await asyncio.wait((syncing,))

    shared = SharedVault(vault, Path())
    asyncio.run(until_told(shared))
    shared.close()
    assert told == ["MIRROR_UNREACHABLE"]
    assert last_sync_failure(vault.database) == SyncFailure("MIRROR_UNREACHABLE", at_ms, at_ms + 42_000)


def test_every_refusal_has_a_status_of_its_own_to_be_kept_by() -> None:
    def family(root: type[SyncError]) -> list[type[SyncError]]:
        return [root, *(leaf for child in root.__subclasses__() for leaf in family(child))]

    every = family(SyncError)
    assert len({error.exit_status for error in every}) == len({error.code for error in every})
