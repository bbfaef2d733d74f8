"""Pure: which engine of a kind is in use, when a better one is tried again, and when a person is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from device.core.ladder.policy import FIRST_RETRY_MS, FORGIVEN_AFTER_MS, LONGEST_RETRY_MS, LateRule


class Trouble(StrEnum):
    """Why an engine is not in use; the value is how an operator is told."""

    NONE = ""
    UNOPENED = "does not open"
    FAILED = "failed"
    LATE = "is too slow"


@dataclass(frozen=True, slots=True)
class Rung:
    """One engine of a ladder, by its URI."""

    uri: str
    trouble: Trouble = Trouble.NONE
    failures: int = 0
    """How often it failed without a long good time between."""
    failed_ms: int = 0

    @property
    def again_ms(self) -> int:
        """When it may be tried again after its last failure."""
        if not self.failures:
            return self.failed_ms
        return self.failed_ms + min(LONGEST_RETRY_MS, FIRST_RETRY_MS << min(self.failures - 1, 16))


@dataclass(frozen=True, slots=True)
class Ladder:
    """The engines of one kind, the best first."""

    rungs: tuple[Rung, ...]
    at: int = 0
    """The number of the one in use."""
    late: int = 0
    """How many of its last calls were late, one after the other."""

    @property
    def in_use(self) -> Rung:
        """The engine in use."""
        return self.rungs[self.at]


def ladder_of(chosen: str, below: Iterable[str]) -> Ladder:
    """Builds the ladder of the chosen engine and those below it: each once, and those after it where it is one."""
    lower = tuple(dict.fromkeys(below))
    if chosen in lower:
        lower = lower[lower.index(chosen) + 1 :]
    return Ladder(tuple(Rung(uri) for uri in (chosen, *lower)))


def note_trouble(ladder: Ladder, number: int, trouble: Trouble, now_ms: int) -> Ladder:
    """Notes that an engine failed; it stays in use until another one is taken."""
    rung = ladder.rungs[number]
    forgiven = now_ms - rung.failed_ms >= FORGIVEN_AFTER_MS
    failures = 1 if forgiven else rung.failures + 1
    failed = Rung(rung.uri, trouble, failures, now_ms)
    return replace(ladder, rungs=(*ladder.rungs[:number], failed, *ladder.rungs[number + 1 :]), late=0)


def take_rung(ladder: Ladder, number: int) -> Ladder:
    """Takes an engine into use."""
    rung = replace(ladder.rungs[number], trouble=Trouble.NONE)
    return Ladder((*ladder.rungs[:number], rung, *ladder.rungs[number + 1 :]), number)


def rung_to_try(ladder: Ladder, now_ms: int) -> int | None:
    """Returns the best engine above the one in use whose time has come to be tried again; None without any."""
    above = enumerate(ladder.rungs[: ladder.at])
    return next((number for number, rung in above if now_ms >= rung.again_ms), None)


def rungs_below(ladder: Ladder, above: int, now_ms: int, *, in_need: bool) -> tuple[int, ...]:
    """Returns the engines that may take the place of one above them, the best first; those that failed a short while
    ago come last, and not at all without need of one.
    """
    numbers = range(above + 1, len(ladder.rungs))
    rested = tuple(number for number in numbers if now_ms >= ladder.rungs[number].again_ms)
    return rested + tuple(number for number in numbers if in_need and number not in rested)


def is_news(ladder: Ladder, number: int) -> bool:
    """Says whether a person is told that an engine failed: not of each time that it was tried in vain."""
    return ladder.rungs[number].failures == 1


def note_time(ladder: Ladder, spent_ms: int, rule: LateRule) -> tuple[Ladder, bool]:
    """Notes how long a call took; says whether the engine in use is late for good. The last one may be."""
    late = ladder.late + 1 if spent_ms > rule.limit_ms else 0
    if late != ladder.late:
        ladder = replace(ladder, late=late)
    return ladder, late >= rule.in_a_row and ladder.at + 1 < len(ladder.rungs)
