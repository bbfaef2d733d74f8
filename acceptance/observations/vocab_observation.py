"""Pure: the observation of a case about vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TaskObservation:
    """The result of one task; `before` and `after` are the output of `selene vocab status`."""

    number: int
    do: str
    code: str
    messages: str
    report: dict[str, Any]
    before: dict[str, Any]
    """Only where a refusal is expected."""
    after: dict[str, Any]
    words: dict[str, Any]
    others: dict[str, str]
    """The digest in use on other devices."""


@dataclass(frozen=True, slots=True)
class VocabObservation:
    """A whole case."""

    seen: tuple[TaskObservation, ...]
    exposed: tuple[str, ...]
    left: tuple[str, ...]
    """Forgotten words that were found in the vault."""
