"""Pure: what was seen while a case about words was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TaskObservation:
    """How one task went; `before` and `after` are what `selene vocab status` printed."""

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
    """Words that were to be forgotten and were found in the vault."""
