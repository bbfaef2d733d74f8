"""Pure: faults in what is told of the past: whose it is, where it may be told, and what changed at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q18_TIME_HISTORY="nothing_changed")
def everything_always_changes() -> None:
    """What is known changed in whatever span is asked for."""
    from device.skills.recall.history import known_changes

    wrap(known_changes.changes_in, lambda right: lambda memory, gate, from_ms, *rest: right(memory, gate, 0, *rest))


@fault(Q18_TIME_HISTORY="of_one_person")
def the_past_is_the_households() -> None:
    """Whoever asks, the past of Ana is told."""
    from memory.model import ids

    _past(user_id=ids.user_id("ana"))


@fault(Q18_TIME_HISTORY="written_only")
def the_past_is_spoken() -> None:
    """The past is read as for a text, and told aloud."""
    from memory.model.atoms import Channel

    _past(channel=Channel.TEXT)


def _past(**other: Any) -> None:
    """The past is read through another gate."""
    from engine_b.vault import history_queries
    from engine_b.vault.history_queries import HistoryQueries

    right, shown = HistoryQueries._periods, history_queries._visible_periods
    HistoryQueries._periods = lambda self, gate, *rest: right(  # type: ignore[method-assign]
        self, replace(gate, **other), *rest
    )
    vars(history_queries)["_visible_periods"] = lambda gate: shown(replace(gate, **other))
