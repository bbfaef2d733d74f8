"""Promise: whichever write fails, or is the last before the process dies, nothing acknowledged is lost or doubled.

A first hour with pairing, a day with sync and forgetting, and a restore are lived through again and again, and each
time another of their writes is torn in the middle by a kill, or answered with EIO or with ENOSPC. Afterwards the vault
is whole and holds the state before the step or after it, nothing forgotten is readable, the outbox has no gap; the
session goes on from there, syncs, and a device that is restored then knows the same. In `make soak` every write fails
once, in one of the three ways.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_b.vault.vault import Vault
from tests.budgets import SOAK, WRITE_STRIDE, Share
from tests.sim.disk.failing_disk import Failure
from tests.sim.disk.scripted_session import DAY, DOOMED, FAR, SESSIONS
from tests.sim.disk.trial_worker import FaultTrial, Outcome, run_trials
from tests.sim.disk.vault_checks import readable
from tests.sim.disk.vault_faults import LOOSE

STRIDE = WRITE_STRIDE.now
"""Every so many writes one fails."""
CODES = {"VAULT_IO_ERROR", "VAULT_DISK_FULL"}
"""What a failing disk may be called."""


@pytest.fixture(scope="module")
def lengths(houses: Path) -> dict[str, int]:
    """How many changes to the disk each session makes; without a fault it goes through."""
    whole = run_trials(houses, [FaultTrial(session, second=True) for session in SESSIONS])
    assert [(each.problems, each.codes, each.status) for each in whole] == [((), (), 0)] * len(SESSIONS)
    return {each.trial.session: each.count for each in whole}


def swept(lengths: dict[str, int], how: Failure, fault: str = "", stride: int = STRIDE) -> list[FaultTrial]:
    """One trial for every so many writes of each session; the three failures begin at different ones."""
    first = 1 + int(how) * stride // len(Failure)
    points = [(session, at) for session, length in lengths.items() for at in range(first, length + 1, stride)]
    return [FaultTrial(*point, int(how), number % 4 == 0, fault) for number, point in enumerate(points)]


@pytest.mark.timeout(3_600 if SOAK else 900)
@pytest.mark.parametrize("share", WRITE_STRIDE.shares, ids=str)
@pytest.mark.parametrize("how", Failure)
def test_nothing_acknowledged_is_lost_whichever_write_fails(
    houses: Path, lengths: dict[str, int], how: Failure, share: Share
) -> None:
    outcomes = run_trials(houses, share.of(swept(lengths, how)))
    print(f"{how.name}: {len(outcomes)} of {sum(lengths.values())} writes")
    assert failed(outcomes) == []
    if how is Failure.KILL:
        # Key material has no fixed length, so that a session may end a page earlier than its reference.
        assert sum(each.status == 137 for each in outcomes) >= 0.9 * len(outcomes)
        return
    assert {each.status for each in outcomes} == {0}
    assert {code for each in outcomes for code in each.codes} <= CODES
    assert sum(bool(each.codes) for each in outcomes) >= len(outcomes) // 2, "the faults were not felt"


def test_a_new_vault_that_the_disk_did_not_take_is_not_called_damaged(houses: Path) -> None:
    """The first page is written when SQLite is asked for a journal, and it does not call that an error."""
    outcomes = run_trials(houses, [FaultTrial("first", at, int(Failure.IO_ERROR)) for at in range(15, 33)])
    assert failed(outcomes) == []
    assert {code for each in outcomes for code in each.codes} <= CODES


def test_a_new_vault_is_whole_whichever_of_its_first_marks_is_torn(houses: Path) -> None:
    """The head file begins with one valid slot; `tests/engine_b/storage/test_head.py` says why that one must stay."""
    outcomes = run_trials(houses, [FaultTrial("first", at, int(Failure.KILL)) for at in range(27, 35)])
    assert failed(outcomes) == []
    assert {each.status for each in outcomes} == {137}


def failed(outcomes: list[Outcome]) -> list[str]:
    """What to read first when a trial finds something."""
    return ["\n".join((str(each.trial), *each.problems)) for each in outcomes if each.problems][:3]


def test_the_sweep_notices_a_vault_that_writes_without_transactions(houses: Path, lengths: dict[str, int]) -> None:
    outcomes = run_trials(houses, swept({"day": lengths["day"]}, Failure.KILL, LOOSE, stride=60))
    assert [each for each in outcomes if any("FACTS" in problem for problem in each.problems)]


def test_what_is_to_be_forgotten_could_be_read_before(houses: Path, tmp_path: Path) -> None:
    assert {DOOMED} < {step.forgets for step in DAY}
    with Vault.open(houses / "day" / "state", now_ms=1) as kitchen:
        assert readable(kitchen, DOOMED)
        assert not readable(kitchen, FAR)
