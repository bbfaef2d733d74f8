"""Pure: cuts a turn with an order to keep something from others into commands: what it tells, and the order."""

from __future__ import annotations

from dataclasses import replace

from device.assistant.compound_commands import CommandPart
from device.assistant.orders.claims import HIDING, UNCLAIMED
from device.assistant.spoken_parts import states_something
from device.nlu.intent_matcher import IntentMatch, IntentMatcher
from device.skills.turn_context import TurnContext
from memory.reading.words.closed_words import load_closed_words
from memory.rules.mention_target import TELLING
from memory.rules.privacy_orders import PrivacyOrders

_HIDDEN_SO = {"writes": "keep_to_text", "hides": "stop_mentioning", "asked": "only_if_asked"}


def _is_owned(topic: str, language: str) -> bool:
    """Says whether a topic is only whose thing it is, though its noun may be a verb: "meine Schulden"."""
    whose, _, thing = topic.casefold().partition(" ")
    return whose in load_closed_words(language).possessives and len(thing.split()) == 1


def hiding_parts(context: TurnContext, orders: PrivacyOrders, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Returns what is told and the order to keep it from others after it, or the order alone; none without one."""
    text, intent = context.turn.text, context.understood.intent
    topic, code = context.understood.slot("topic"), context.language.code
    misread = intent in HIDING and bool(topic) and states_something(topic, code) and not _is_owned(topic, code)
    if not ((topic and intent in HIDING) or intent in UNCLAIMED or intent.startswith("cannot_")):
        return ()
    if first := _order_before(context, orders, understanding):
        return first
    order = orders.at_end(text)
    if order is None:
        return () if intent in HIDING else _beside_company(context, orders, understanding)
    if orders.is_reported(text[: order.start]):
        return (CommandPart(IntentMatch("statement"), 0, len(text)),) if intent in HIDING else ()
    alone, told = understanding.match_intent(order.words), text[: order.start]
    known = alone.intent in HIDING and not alone.slot("topic") and order.sort != "asked"
    meant = IntentMatch(alone.intent if known else _HIDDEN_SO[order.sort])
    if not told.strip(" \t\n,;:.!–—-"):
        if alone.intent not in HIDING and states_something(order.words, code):
            return ()  # "don't say this out loud but i owe gareth ten pounds" tells what it hides
        if order.sort == "writes" and intent == "stop_mentioning":
            return (CommandPart(IntentMatch("keep_to_text"), 0, len(text)),)  # told to nobody else, and to its owner
        return () if intent in HIDING else (CommandPart(meant, 0, len(text)),)
    if intent in HIDING and not misread:
        return (CommandPart(context.understood, 0, len(text)),)
    if not states_something(told, code):
        return ()
    found = understanding.match_intent(told)
    tells = found if found.intent in TELLING else IntentMatch("statement")
    if meant.intent == "keep_inside":
        meant = IntentMatch("keep_to_text")  # told in one breath with the order, it is to be known, and to nobody else
    return CommandPart(tells, 0, order.start), CommandPart(meant, order.start, len(text))


def _order_before(context: TurnContext, orders: PrivacyOrders, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Returns what is told behind an order to keep it from others, and that order: "don't tell anyone but i quit"."""
    text = context.turn.text
    order = orders.at_start(text)
    if order is None or not states_something(text[order.start :], context.language.code):
        return ()
    if understanding.match_intent(text[order.start :]).intent not in TELLING:
        return ()
    hiding = IntentMatch(_HIDDEN_SO[order.sort])
    return CommandPart(IntentMatch("statement"), order.start, len(text)), CommandPart(hiding, 0, order.start)


def _beside_company(
    context: TurnContext, orders: PrivacyOrders, understanding: IntentMatcher
) -> tuple[CommandPart, ...]:
    """Reads a rule without the words that say before whom."""
    bare = orders.without_company(context.turn.text, context.language)
    if bare is None:
        return ()
    start, end = bare
    if not understanding.may_begin_with(context.turn.text[start:end], HIDING):
        return ()
    found = understanding.match_intent(context.turn.text[start:end])
    if found.intent not in HIDING:
        return ()
    slots = tuple(replace(slot, start=slot.start + start, end=slot.end + start) for slot in found.slots)
    return (CommandPart(IntentMatch(found.intent, slots), 0, len(context.turn.text)),)
