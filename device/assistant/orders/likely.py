"""Pure: reads a turn that no command and no pattern claims by its likely order about the memory.

The words are weighed (memory/text/forgetting/likely_requests.py). An order to forget counts where something that was
told has its words, or where it is sure; then Selene asks. A turn that is not to be kept is not kept, and what nothing
is to be kept or said of becomes a rule.
"""

from __future__ import annotations

from dataclasses import replace

from device.assistant.compound_commands import CommandPart
from device.assistant.orders.claims import FORGETTING, UNCLAIMED
from device.assistant.orders.forgetting import forget_parts
from device.nlu.intent_matcher import IntentMatch, IntentMatcher, Slot
from device.skills.memory.forgetting.forget_ladder import forget_values
from device.skills.memory.forgetting.matters.likely_meant import (
    INTENT,
    NOT_KEPT,
    means_something,
    means_time,
    names_in_order,
    only_points,
    order_of,
)
from device.skills.memory.forgetting.spoken_requests import KEPT, TAKEN_BACK, finds_something, forget_spoken
from device.skills.memory.skill import MEMORY
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import LIKELY_ORDER_MARGIN, MAX_WEIGHED_WORDS, SURE_ORDER_MARGIN
from memory.model.changes import RuleKind
from memory.rules.life_areas import topic_cover
from memory.text.forgetting.likely_requests import Likely, LikelyOrder

_RULES = {Likely.NEVER_KEPT: "dont_remember", Likely.NOT_SAID: "stop_mentioning"}
_NAMING = frozenset({"forget_topic", "forget_all_about"})
"""Intents of a request that names what it is about."""
_OPEN = UNCLAIMED | {"standing_wish"}
"""Intents of a turn whose words may likelier be an order about the memory."""
_CLAIMED = frozenset({"question", "recall_one"})
"""Intents against which an order must be sure: a question has many of the words of one."""


def memory_parts(context: TurnContext, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Returns the commands of a turn that asks to forget something: by the patterns, else by the weight of its words
    where what the patterns read names nothing that is known.
    """
    parts = forget_parts(context, understanding)
    if context.understood.intent not in UNCLAIMED | FORGETTING:
        return parts
    if (not parts and context.understood.intent not in _NAMING) or _is_forbidden(context):
        return parts
    order = order_of(context.turn.text, context.language.code)
    if (
        order is not None
        and order.kind is Likely.NEVER_KEPT
        and order.margin >= SURE_ORDER_MARGIN > 2 * order.forgetting
    ):
        return _as_rule(context, order.kind) or parts
    likely = order is not None and order.kind is Likely.FORGET
    if parts and all(part.understood.intent in UNCLAIMED for part in parts):
        return (_as_request(context) or parts) if likely else parts
    if parts and not any(part.requests for part in parts):
        return parts
    if not (likely or means_time(context)) or _finds_any(context, parts):
        return parts
    loosely = bool(parts) or means_time(context) or only_points(context)
    return (_as_request(context) if loosely else ()) or parts


def with_likely_order(
    context: TurnContext, mended: TurnContext, parts: tuple[CommandPart, ...]
) -> tuple[CommandPart, ...]:
    """Returns the command of a turn that likely gives an order about the memory, where its parts are no command; of one
    that was mended, where that is sure: "strike that" may be both.
    """
    claimed = {part.understood.intent for part in parts}
    if not all(intent in _OPEN or intent.startswith("cannot_") for intent in claimed):
        return parts
    mends = mended.turn.text != context.turn.text
    if not mends and (permitted := _permission(context)):
        return permitted
    order = order_of(context.turn.text, context.language.code)
    if order is None or _is_forbidden(context):
        return parts
    if not mends:
        return _likely_parts(mended, order, asks=not claimed.isdisjoint(_CLAIMED)) or parts
    sure = order.kind is Likely.FORGET and order.margin >= SURE_ORDER_MARGIN
    return (_as_request(context) or parts) if sure else parts


def _permission(context: TurnContext) -> tuple[CommandPart, ...]:
    """Returns the command that lifts a rule against keeping, where a turn allows it and names what the rule is for."""
    text = context.turn.text
    if not context.requests.likely.permits(text):
        return ()
    rules = (one for one in context.reader.rules(context.turn.user_id) if one.kind is RuleKind.DO_NOT_STORE)
    rule = next((one for one in rules if topic_cover(one.topic).covers(text)), None)
    if rule is None:
        return ()
    named = IntentMatch("remember_again", (Slot("topic", rule.topic, 0, 0),))
    return (CommandPart(named, 0, len(text)),)


def _likely_parts(context: TurnContext, order: LikelyOrder, *, asks: bool) -> tuple[CommandPart, ...]:
    text = context.turn.text
    if asks and order.margin < SURE_ORDER_MARGIN:
        return ()
    if order.kind is Likely.FORGET or (order.kind is Likely.NOT_KEPT and names_in_order(context)):
        named = order.margin >= LIKELY_ORDER_MARGIN or names_in_order(context)
        return (_as_request(context) if named else ()) or (_request(context) if _is_plain_order(context, order) else ())
    if order.kind is Likely.NOT_KEPT and order.margin >= LIKELY_ORDER_MARGIN:
        confided = context.requests.likely.is_confided(text)
        return () if confided else (CommandPart(IntentMatch(NOT_KEPT), 0, len(text)),)
    rule = _as_rule(context, order.kind) if order.kind in _RULES and order.margin >= LIKELY_ORDER_MARGIN else ()
    return rule or (_as_request(context) if order.forgetting >= LIKELY_ORDER_MARGIN else ())


def _is_plain_order(context: TurnContext, order: LikelyOrder) -> bool:
    """Says whether a turn is surely an order, though nothing known is meant: it is short and has words of one."""
    text = context.turn.text
    has_words = context.requests.likely.without_order(text) != text
    return order.margin >= SURE_ORDER_MARGIN and has_words and len(text.split()) <= MAX_WEIGHED_WORDS


def _finds_any(context: TurnContext, parts: tuple[CommandPart, ...]) -> bool:
    """Says whether a request names something that is kept, or the time in which it was told."""
    spans, at = context.fact_keys.spans, context.turn.at
    if spans.of(context.turn.text, at) is not None or spans.topic_and_range(context.turn.text, at) is not None:
        return True
    if parts:
        asked = (replace(context, understood=part.understood) for part in parts if part.requests)
        outcomes = [_decided(one) for one in asked if not one.understood.slot(TAKEN_BACK)]
        surely = not outcomes or any(outcome.forget or outcome.phrase_atoms for outcome in outcomes)
        return surely or (any(_is_something(context, one) for one in outcomes) and not _leaves_out(context, parts))
    outcome = MEMORY.decide(context)
    return outcome is None or outcome.reasons != ("NOTHING_TO_FORGET",)


def _decided(context: TurnContext) -> TurnOutcome:
    """Returns what a request would do; one that names a value is no spoken one."""
    return forget_values(context) if context.understood.intent == "forget_values" else forget_spoken(context)


def _is_something(context: TurnContext, outcome: TurnOutcome) -> bool:
    """Says whether a request forgets or offers something that is kept, and not only what it tells itself; of what was
    replaced, that nothing is left of it is the answer.
    """
    kept = outcome.reasons != ("NOTHING_KEPT",) or context.requests.asks_for_older(context.turn.text)
    return kept and finds_something(outcome)


def _leaves_out(context: TurnContext, parts: tuple[CommandPart, ...]) -> bool:
    """Says whether a turn names what is to stay, and its commands do not: "leave only the parrot, clear the rest"."""
    read = any(slot.name == KEPT for part in parts for slot in part.understood.slots)
    topics = (part.understood.slot("topic") for part in parts)
    left = any(context.requests.scope.exception(topic)[1] for topic in topics if topic)
    return bool(context.requests.likely.kept(context.turn.text)) and not (read or left)


def _is_forbidden(context: TurnContext) -> bool:
    """Says whether a turn orders to keep something, or forbids to forget it: "never forget my sister's birthday"."""
    requests, text = context.requests, context.turn.text
    kept = requests.forbids(text) or requests.keeping.read(text) is not None
    return kept or requests.likely.speaks_against(text)


def _as_request(context: TurnContext) -> tuple[CommandPart, ...]:
    """Returns the request that a turn likely is; none where nothing that is known is meant."""
    return _request(context) if means_something(replace(context, understood=IntentMatch(INTENT))) else ()


def _request(context: TurnContext) -> tuple[CommandPart, ...]:
    return (CommandPart(IntentMatch(INTENT), 0, len(context.turn.text), requests=True),)


def _as_rule(context: TurnContext, kind: Likely) -> tuple[CommandPart, ...]:
    """Returns the rule that a turn likely sets; none where it does not name for what."""
    text = context.turn.text
    start, end = context.requests.likely.topic(text)
    named = IntentMatch(_RULES[kind], (Slot("topic", text[start:end], start, end),))
    return (CommandPart(named, 0, len(text)),) if start < end else ()
