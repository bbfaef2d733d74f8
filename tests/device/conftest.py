"""One talk for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.assistant import responder
from device.skills.recall import skill as recall_skill
from tests.sim.assistant_talk import Talk, talk_in


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """An empty vault, and someone to talk to."""
    with talk_in(tmp_path) as one:
        yield one


@pytest.fixture
def rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the weighing of answers out, which is asked last: what a test says of a near miss holds of the rules. What
    is told beside "I'm not sure" has tests of its own (tests/device/skills/recall/unsure).
    """
    for module in (recall_skill, responder):
        monkeypatch.setattr(module, "recall_weighed", lambda view: None)
