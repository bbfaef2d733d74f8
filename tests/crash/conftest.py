"""The houses that the sessions begin in, made once."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.disk.process_trials import raise_houses
from tests.sim.disk.trial_worker import MEMORY_DISK


@pytest.fixture(scope="session")
def houses() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as folder:
        raise_houses(Path(folder))
        yield Path(folder)
