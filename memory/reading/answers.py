"""Pure: chooses the statement that answers a question: the best fit that no newer statement makes stale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.reading.statements import Statement
from memory.reading.unify import Fit, Names, Wanted, fits
from memory.reading.updates import Effect, effect_on


@dataclass(frozen=True, slots=True)
class Told:
    """One statement with when it was told; `ref` names where it comes from."""

    statement: Statement
    at_ms: int
    ref: str


def best_answer(want: Wanted, told: Sequence[Told], names: Names, language: str = "en") -> Told | None:
    """Returns the statement to tell; None when none fits. Of equal fits the newest, then by `ref`."""
    fitting = [(fit, each) for each in told for fit in (fits(want, each.statement, names, language),) if fit is not None]
    standing = [(fit, each) for fit, each in fitting if not _is_stale(each, told, names, language)]
    chosen = standing or _enders(fitting, told, names, language)
    return max(chosen, key=_order)[1] if chosen else None


def _order(one: tuple[Fit, Told]) -> tuple[tuple[int, ...], int, str]:
    fit, told = one
    return fit.score, told.at_ms, told.ref


def _is_stale(one: Told, told: Sequence[Told], names: Names, language: str) -> bool:
    """Says whether a newer statement ends or replaces it."""
    return any(
        other.at_ms > one.at_ms and effect_on(other.statement, one.statement, names, language) in (Effect.ENDS, Effect.REPLACES)
        for other in told
    )


def _enders(fitting: Sequence[tuple[Fit, Told]], told: Sequence[Told], names: Names, language: str) -> list[tuple[Fit, Told]]:
    """Returns what made the fitting statements stale: the news is the answer then."""
    return [
        (fit, other)
        for fit, each in fitting
        for other in told
        if other.at_ms > each.at_ms and effect_on(other.statement, each.statement, names, language) in (Effect.ENDS, Effect.REPLACES)
    ]
