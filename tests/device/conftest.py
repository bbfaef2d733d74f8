"""One talk for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """An empty vault, and someone to talk to."""
    with talk_in(tmp_path) as one:
        yield one
