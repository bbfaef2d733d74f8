"""A mirror in its own process, two sets of 24 words, and an account that a mirror in this process holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_b.account import enrollment
from engine_b.vault.vault import Vault
from tests.engine_b.account.restore_steps import WORDS
from tests.engine_b.change_builders import (
    remember_change,
)
from tests.sim.in_process_mirror import SimMirror, reachable
from tests.sim.mirror_process import RunningMirror, running_mirror


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningMirror]:
    with running_mirror(tmp_path_factory.mktemp("mirror")) as mirror:
        yield mirror


@pytest.fixture
def entropy(request: pytest.FixtureRequest) -> bytes:
    """An account for each test on the shared mirror."""
    name: str = request.node.name
    return name.encode().rjust(32, b"\0")[-32:]


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[SimMirror]:
    """A mirror in this process, with the account of a device in `a` that knows one thing."""
    mirror = SimMirror(tmp_path / "mirror", tmp_path / "keys")
    with reachable(mirror):
        with Vault.open(tmp_path / "a", now_ms=1) as old:
            old.commit(remember_change("i like tea"))
            enrollment.begin_account(old, WORDS, "kitchen", 2)
            enrollment.pair_with_mirror(old, "sim", mirror.invitation(), 3)
            enrollment.sync_once(old, 4)
        yield mirror
    mirror.close()
