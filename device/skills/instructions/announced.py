"""Pure: keeps what is told next so as the person announces it: only if asked, in writing, or unmentioned (2.11.11).

Which order waits stands in Current State as a code, so that it outlives the process; it holds for what is told next in
the same conversation, as if it had been said with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from device.skills.memory.privacy_rules import recall_when_asked
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Turn
from memory.model.canonical import canonical_digest
from memory.model.changes import Setting
from memory.rules.mention_target import TELLING

ANNOUNCED = "ANNOUNCED"
NEXT = "_next"
"""What the name of an order ends in that holds for what is told next."""
_ENDED = "ended"
_ORDERS = frozenset({"only_if_asked", "keep_to_text", "stop_mentioning"})


def announce(context: TurnContext) -> TurnOutcome:
    """Handles "only bring up what I tell you next if I ask"."""
    intent = context.understood.intent
    return TurnOutcome(intent, (ANNOUNCED,), settings=(_setting(context.turn, intent.removesuffix(NEXT)),))


def only_if_asked(context: TurnContext) -> TurnOutcome:
    """Restricts what is meant; "only tell this if I ask" announces what comes next where nothing was told before."""
    marked, turn = recall_when_asked(context), context.turn
    if marked.reasons != ("NOTHING_MEANT",) or not context.points("topic"):
        return marked
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    if set(context.queries.intents(last).values()) & TELLING:
        return marked
    intent = f"only_if_asked{NEXT}"
    return TurnOutcome(intent, (ANNOUNCED,), settings=(_setting(turn, "only_if_asked"),))


def announced_order(state: Mapping[str, str], turn: Turn) -> str:
    """Returns the order that was announced for what is told next in this conversation; empty without one."""
    order, _, session = state.get(_key(turn), "").partition(".")
    return order if order in _ORDERS and session == _code(turn.session_id) else ""


def order_ended(turn: Turn) -> Setting:
    """Returns the entry of Current State that ends an announced order."""
    return _setting(turn, _ENDED)


def _setting(turn: Turn, order: str) -> Setting:
    return Setting(_key(turn), order if order == _ENDED else f"{order}.{_code(turn.session_id)}")


def _key(turn: Turn) -> str:
    return f"announced.{_code(turn.user_id)}"


def _code(outside: str) -> str:
    return canonical_digest(outside, person="selene.ahead.v1", size=8).hex()
