"""Pure: reads a turn that no command and no pattern claims by its likely order about the memory.

The words are weighed (memory/text/forgetting/likely_requests.py). An order to forget counts where something that was
told has its words, or where it is sure; then Selene asks. A turn that is not to be kept is not kept, and what nothing
is to be kept or said of becomes a rule.
"""

from __future__ import annotations

from dataclasses import replace

from device.assistant.compound_commands import CommandPart
from device.assistant.orders.claims import FORGETTING, UNCLAIMED
from device.assistant.orders.forgetting import finds_any, forget_parts
from device.nlu.intent_matcher import IntentMatch, IntentMatcher, Slot
from device.skills.memory.forgetting.matters.likely_meant import INTENT, NOT_KEPT, means_something, names_in_order
from device.skills.turn_context import TurnContext
from memory.text.forgetting.likely_requests import MIN_MARGIN, SURE_MARGIN, Likely, likely_order

_RULES = {Likely.NEVER_KEPT: "dont_remember", Likely.NOT_SAID: "stop_mentioning"}
_CLAIMED = frozenset({"question", "recall_one"})
"""Intents against which an order must be sure: a question has many of the words of one."""


def memory_parts(context: TurnContext, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Returns the commands of a turn that asks to forget something: by the patterns, else by the weight of its words
    where what the patterns read names nothing that is known.
    """
    parts = forget_parts(context, understanding)
    if not any(part.requests for part in parts) or context.understood.intent not in UNCLAIMED | FORGETTING:
        return parts
    order = likely_order(context.turn.text, context.language.code)
    if order is not None and order.kind is Likely.NEVER_KEPT and order.margin >= SURE_MARGIN:
        return _as_rule(context, order.kind) or parts
    likely = order is not None and order.kind is Likely.FORGET and not _is_forbidden(context)
    likely = likely and not _finds_any(context, parts)
    return (_as_request(context) or parts) if likely else parts


def with_likely_order(context: TurnContext, parts: tuple[CommandPart, ...]) -> tuple[CommandPart, ...]:
    """Returns the command of a turn that likely gives an order about the memory, where its parts are no command."""
    claimed = (part.understood.intent for part in parts)
    if all(intent in UNCLAIMED or intent.startswith("cannot_") for intent in claimed):
        return parts if _is_forbidden(context) else _likely_parts(context) or parts
    return parts


def _likely_parts(context: TurnContext) -> tuple[CommandPart, ...]:
    text, intent = context.turn.text, context.understood.intent
    order = likely_order(text, context.language.code)
    sure = order is not None and order.margin >= SURE_MARGIN
    if order is None or order.margin < MIN_MARGIN or (intent in _CLAIMED and not sure):
        return ()
    if order.kind is Likely.FORGET:
        return _as_request(context) or (
            (CommandPart(IntentMatch(INTENT), 0, len(text), requests=True),) if sure else ()
        )
    if order.kind is Likely.NOT_KEPT:
        if names_in_order(context):
            return _request(context)
        if context.requests.likely.is_confided(text):
            return ()
        return (CommandPart(IntentMatch(NOT_KEPT), 0, len(text)),)
    return _as_rule(context, order.kind)


def _finds_any(context: TurnContext, parts: tuple[CommandPart, ...]) -> bool:
    """Says whether a request names something that is kept, or the time in which it was told."""
    spans, at = context.fact_keys.spans, context.turn.at
    timed = spans.of(context.turn.text, at) or spans.topic_and_range(context.turn.text, at)
    return bool(timed) or finds_any(context, parts)


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
