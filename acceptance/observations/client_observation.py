"""Pure: the observation of a case about clients."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """What came back of one step; `code` is that of a refusal."""

    number: int
    do: str
    via: str
    text: str
    code: str = ""
    changed: bool = False
    """Whether anything changed, where a refusal is expected."""
    alone: str | None = None
    """What the command printed without a daemon, where that is asked for."""


@dataclass(frozen=True, slots=True)
class ClientObservation:
    """A whole case."""

    answers: tuple[StepAnswer, ...]
    messages: str
    """What the daemon and the commands reported as errors."""
    exposed: tuple[str, ...]
    """Words of the case that are readable in a file or in a message."""
