"""Promise: however much another device has said, a turn is answered in the middle of taking it in."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from device.daemon.shared_vault import SharedVault
from device.daemon.sync_service import LeasedSteps
from engine_b.account.enrollment import connect_to_mirror
from engine_b.core.policy import STEP_OPS
from engine_b.sync.mirror_client import drive_exchange
from engine_b.sync.sync_session import exchange_ops
from memory.model.changes import Change
from tests.budgets import BACKLOG_OPS
from tests.engine_b.change_builders import user_line
from tests.sim.household import FIRST, SECOND, Household

OPS = BACKLOG_OPS.now
LINES = 100
"""Ops of one transaction: a change of so many lines."""
SECONDS = 120


@pytest.fixture
def behind(house: Household) -> Iterator[Household]:
    """A household of which one device said very much while the other was away."""
    for _ in range(OPS // LINES):
        lines = tuple(user_line(f"Line {n} of very many", house.now()) for n in range(LINES))
        house.vaults[SECOND].commit(Change(house.scope(), lines=lines))
    assert house.waiting(SECOND) >= OPS
    house.sync(SECOND)
    yield house
    house.require_equal()


def _known(house: Household) -> int:
    return int(house.vaults[FIRST].database.rows("SELECT count(*) FROM op")[0][0])


@pytest.mark.timeout(300)
def test_a_turn_is_answered_between_two_steps_and_no_step_takes_in_more_than_its_part(behind: Household) -> None:
    vault = behind.vaults[FIRST]
    shared = SharedVault(vault, Path())
    before, steps = _known(behind), list[int]()

    def counted() -> Generator[Any, Any, Any]:
        conversation, answer = exchange_ops(vault, behind.now()), None
        while True:
            try:
                asked = conversation.send(answer)  # type: ignore[arg-type]
            except StopIteration as done:
                return done.value
            steps.append(_known(behind))
            answer = yield asked

    with connect_to_mirror(vault) as client:
        syncing = Thread(target=lambda: drive_exchange(LeasedSteps(counted(), shared), client.answer))
        syncing.start()
        while not before < (known := shared.submit(lambda: _known(behind)).result(SECONDS)):
            continue
        said_now = shared.submit(lambda: behind.remember(FIRST, "And I am here", "here")).result(SECONDS)
        known = shared.submit(lambda: _known(behind)).result(SECONDS)
        syncing.join(SECONDS)
    shared.close()
    assert known < before + OPS, "the turn was answered in the middle"
    grown = [after - earlier for earlier, after in pairwise(steps)]
    assert max(grown) <= STEP_OPS + LINES + 2, "a step takes in its part, and perhaps the turn before it"
    assert behind.atom(FIRST, said_now.atom_id) is not None
    assert len(steps) >= 2 * OPS / (STEP_OPS + LINES)
    behind.settle()
