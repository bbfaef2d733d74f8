"""Adapter: keeps the scores of what was nearly the wake word in a file of this device: no sound and no words.

The latest `NEAR_MISSES_KEPT` stay. A file that cannot be written loses scores and nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from device.audio.policy import NEAR_MISSES_KEPT
from device.core.ports import WakeScores
from device.session.event_log import NEAR_MISS, EventLine

_NAME = "wake_scores.jsonl"


@dataclass(frozen=True, slots=True)
class NearMiss:
    """One candidate that was not verified."""

    at: str
    """When, ISO 8601."""
    condition: str
    """What was heard beside it: see `WakeCondition`."""
    first_bp: int
    second_bp: int
    needed_bp: int

    @property
    def score_bp(self) -> int:
        """The score that was compared with what was needed."""
        return WakeScores(self.first_bp, self.second_bp, self.needed_bp).both_bp


class NearMissFile:
    """Listens to the event log, and keeps the scores."""

    def __init__(self, state: Path) -> None:
        """Writes into this folder, from the first near miss on."""
        self._path = state / _NAME

    def __call__(self, line: EventLine) -> None:
        """Keeps the scores of an event of that type."""
        scores = line.get("scores")
        if line["type"] != NEAR_MISS or not isinstance(scores, dict):
            return
        new = NearMiss(str(line["at"]), str(line["reason"]), **scores)
        kept = [*_read(self._path), new][-NEAR_MISSES_KEPT:]
        text = "".join(json.dumps(asdict(one)) + "\n" for one in kept)
        fresh = self._path.with_suffix(".new")
        with suppress(OSError):
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            fresh.replace(self._path)


def read_near_misses(state: Path) -> tuple[NearMiss, ...]:
    """Returns what is kept in a folder, the oldest first; lines that are damaged are left out."""
    return tuple(_read(state / _NAME))


def _read(path: Path) -> Iterator[NearMiss]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        with suppress(ValueError, TypeError):
            told = NearMiss(**json.loads(line))
            if all(isinstance(number, int) for number in (told.first_bp, told.second_bp, told.needed_bp)):
                yield told
