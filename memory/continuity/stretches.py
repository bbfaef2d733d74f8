"""Pure: finds the conversations that are over in what was heard: a session is soft-closed by silence (2.18)."""

from __future__ import annotations

from collections.abc import Sequence

from memory.continuity.session_digest import SaidTurn
from memory.core.policy import SOFT_CLOSE_MS


def closed_stretches(said: Sequence[SaidTurn], now_ms: int) -> tuple[tuple[SaidTurn, ...], ...]:
    """Returns the conversations that ended before `now_ms` by silence, in the order in which they began.

    One session may hold several, with silence between them. Who was there does not matter: what went silent while
    nothing ran is closed later, with the same turns. `said` is in the order in which it was heard.
    """
    stretches = _stretches(said)
    return tuple(tuple(one) for one in stretches if now_ms - one[-1].at_ms >= SOFT_CLOSE_MS)


def latest_stretch(said: Sequence[SaidTurn], now_ms: int) -> tuple[SaidTurn, ...]:
    """Returns the turns of a session that belong to the conversation which goes on now; none when it only begins."""
    in_order = sorted(said, key=lambda one: (one.at_ms, one.turn_id))
    last = next(reversed(_stretches(in_order)), [])
    return tuple(last) if last and now_ms - last[-1].at_ms < SOFT_CLOSE_MS else ()


def is_new_stretch(last_at_ms: int | None, now_ms: int) -> bool:
    """Says whether a turn begins a conversation: nothing was said before it in its session, or silence lies between."""
    return last_at_ms is None or now_ms - last_at_ms >= SOFT_CLOSE_MS


def _stretches(said: Sequence[SaidTurn]) -> list[list[SaidTurn]]:
    found: list[list[SaidTurn]] = []
    latest: dict[str, list[SaidTurn]] = {}
    for turn in said:
        stretch = latest.get(turn.session_id)
        if stretch is None or turn.at_ms - stretch[-1].at_ms >= SOFT_CLOSE_MS:
            stretch = latest[turn.session_id] = []
            found.append(stretch)
        stretch.append(turn)
    return found
