"""Households to start from: made once, copied for every test, on a disk of memory where there is one."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.household import FIRST, SECOND, THIRD, Household, copy_household, raise_household

MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it


@pytest.fixture(scope="session")
def quick_disk() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="selene-sync-", dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def pair_template(quick_disk: Path) -> Path:
    """Two devices that have synced."""
    raise_household(quick_disk / "pair", FIRST, SECOND)
    return quick_disk / "pair"


@pytest.fixture(scope="session")
def trio_template(quick_disk: Path) -> Path:
    """Three devices that have synced."""
    raise_household(quick_disk / "trio", FIRST, SECOND, THIRD)
    return quick_disk / "trio"


@pytest.fixture
def house(pair_template: Path, quick_disk: Path) -> Iterator[Household]:
    with copy_household(pair_template, quick_disk / "house") as made:
        yield made


@pytest.fixture
def trio(trio_template: Path, quick_disk: Path) -> Iterator[Household]:
    with copy_household(trio_template, quick_disk / "trio-house") as made:
        yield made
