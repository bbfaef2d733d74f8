"""Promise: after losing power at any moment, the vault opens, is whole, and holds everything that was acknowledged.

A session is recorded: each write, each sync, each acknowledgement. Then the power is lost, at every acknowledgement and
between, and of what was not synced any subset reaches the disk, torn at sectors, as ext4 may leave it. The harness is
itself tried on vaults with a deliberate fault, which it must notice.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.budgets import POWER_LOSSES, SOAK, Share
from tests.sim.disk.power_loss_runner import Plan, Seen, run_power_losses
from tests.sim.disk.vault_faults import NORMAL, UNSYNCED_HEAD

STATES = POWER_LOSSES.now
MOST_AT_ONCE = 1_000
"""States that are made from one recording."""
LOSSES_UNSYNCED = 60 if SOAK else 24
"""Power losses in which a vault that does not sync is found out."""


def shared_out(states: int) -> list[Plan]:
    """Plans for so many states in all: mostly a day, then a first hour, and some restores, which take longest."""
    shares = {"first": 8 * states // 20, "restore": states // 20}
    shares["day"] = states - sum(shares.values())
    plans = []
    for session, share in shares.items():
        size = min(MOST_AT_ONCE, -(-share // 2))  # two halves at least, for two processes
        sizes = [min(size, share - at) for at in range(0, share, size)]
        plans += [Plan(session, count, seed) for seed, count in enumerate(sizes)]
    return plans


@pytest.mark.timeout(3_600 if SOAK else 900)
@pytest.mark.parametrize("share", POWER_LOSSES.shares, ids=str)
def test_no_power_loss_takes_what_was_acknowledged(houses: Path, share: Share) -> None:
    plans = share.of(shared_out(STATES))
    seen = run_power_losses(houses, plans)
    print(*(f"{each.plan.session}: {each.states} states, {each.went_on} gone on with" for each in seen), sep="\n")
    assert violations(seen) == Counter(), [example for each in seen for example in each.examples]
    assert sum(each.states for each in seen) == sum(plan.states for plan in plans)
    assert all(each.went_on for each in seen)


@pytest.mark.parametrize("fault", [NORMAL, UNSYNCED_HEAD])
def test_the_harness_notices_a_vault_that_does_not_sync(houses: Path, fault: str) -> None:
    seen = run_power_losses(
        houses, [Plan(session, LOSSES_UNSYNCED, seed, fault) for seed, session in enumerate(("day", "first"), 1)]
    )
    print(fault, violations(seen))
    assert violations(seen).total() > 0


def violations(seen: list[Seen]) -> Counter[str]:
    """Each sort of violation with how often it was seen."""
    return sum((Counter(each.violations) for each in seen), Counter[str]())
