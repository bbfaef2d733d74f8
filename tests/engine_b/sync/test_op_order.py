"""Promise: what a device knows follows from the set of ops, never from the order or the parts in which they came."""

from __future__ import annotations

import itertools
from contextlib import suppress
from pathlib import Path

import pytest

from engine_b.apply.apply_ops import apply_ops
from engine_b.core.sync_errors import MirrorUnreachable
from engine_b.vault.vault import Vault
from memory.model.changes import Scope
from tests.sim.household import FIRST, SECOND, THIRD, Household
from tests.sim.in_process_mirror import Fault
from tests.sim.knowledge_digest import knowledge_digest


def _lived(house: Household) -> None:
    """Each device changes, forgets and takes back what another one had said."""
    told = [house.remember(FIRST, f"Thing {n} is so", f"thing:{n}", reply="Noted.").atom_id for n in range(4)]
    rule = house.hush(FIRST, "the party")
    house.flag(FIRST, "name")
    house.settle()
    house.edit(SECOND, told[0], text="Thing 0 is otherwise")
    house.forget(SECOND, told[1])
    house.unhush(SECOND, rule)
    house.drop_flag(SECOND, "name")
    house.edit(THIRD, told[2], text="Thing 2 as the third says")
    house.edit(SECOND, told[2], text="Thing 2 as the second says")
    house.set(SECOND, "pace", "soft")
    house.set(THIRD, "pace", "clear")
    house.settle()
    house.edit(THIRD, told[0], text="Thing 0 is settled")
    house.correct(FIRST, told[3], "3", "4")
    house.settle()


@pytest.mark.parametrize("size", [1, 3, 1_000])
def test_any_order_of_devices_and_any_parts_end_alike(trio: Household, quick_disk: Path, size: int) -> None:
    _lived(trio)
    trio.require_equal()
    streams, vault_id = trio.streams(FIRST), trio.vaults[FIRST].vault_id
    for number, order in enumerate(itertools.permutations(streams)):
        shadow = quick_disk / f"shadow-{size}-{number}"
        with Vault.open(shadow, now_ms=trio.now(), vault_id=vault_id) as vault:
            for who in order:
                for start in range(0, len(streams[who]), size):
                    with vault.recording(Scope("", "", "", trio.now())) as recorder:
                        apply_ops(recorder, streams[who][start : start + size])
            assert knowledge_digest(vault.database) == trio.digest(FIRST), order


def test_a_turn_is_heard_of_whole_although_its_device_was_cut_off_while_pushing(house: Household) -> None:
    """A push ends where a transaction ends: its line and its atom are at the mirror together."""
    house.remember(FIRST, "The boat is blue")
    house.mirror.faults.extend([None, None, Fault.DROP_REQUEST])
    with suppress(MirrorUnreachable):
        house.sync(FIRST)
    house.mirror.faults.clear()
    house.sync(SECOND)
    assert (len(house.texts(SECOND)), len(house.lines(SECOND))) == (1, 1)
