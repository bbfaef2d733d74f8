"""Pure: decides a turn that says forgotten words again: they are not kept, not answered, and not said.

A question about them gets one constant sentence; what is told in passing is kept without them; and who plainly wants
them kept again is asked once, and says "remember it anyway".
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_RULE_LOOK_BACK_TURNS
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.turn_context import Span, TurnContext, TurnOutcome
from memory.extraction.paraphrase import has_telling_words
from memory.reading.guessed_things import Guess, guesses
from memory.rules.forgotten_values import TYPE, ForgottenValue, barred_spans, forgotten_value, without_barred
from memory.rules.mention_target import TELLING
from memory.text.secret_detector import find_secrets

ASKED, TOLD = "asks_forgotten", "tells_forgotten"
FORGOTTEN_BEFORE = "FORGOTTEN_BEFORE"
_LIFTING = frozenset({"insist", "confirm"})


def with_barred_words(context: TurnContext, asking: frozenset[str], requests: tuple[Span, ...] = ()) -> TurnContext:
    """Returns the context without forgotten words in its text; a turn of an intent in `asking` asks about them.

    `requests` are the characters that ask to forget something: there they are named to be forgotten.
    """
    records = context.reader.records(context.turn.user_id, TYPE)
    values = tuple(forgotten_value(record) for record in records)
    text = context.turn.text
    if records and not requests and (_asks_for_gone(context, asking) or _guesses_at_gone(context, values, asking)):
        return replace(context, understood=IntentMatch(ASKED))
    barred = tuple(barred_spans(text, values, context.digest))
    if not barred:
        return context
    context = replace(context, barred=barred)
    if requests:
        told = (span for _, span in barred if not any(start <= span[0] < end for start, end in requests))
        return replace(context, turn=replace(context.turn, text=without_barred(text, told)))
    intent = context.understood.intent
    if intent == "insist" and not context.points("statement"):
        return context
    if intent in asking or text.rstrip().endswith("?"):
        return replace(context, understood=IntentMatch(ASKED))
    if intent not in TELLING | {"correct", "request"} and not intent.startswith("cannot_"):
        return context
    left = without_barred(text, (span for _, span in barred))
    if intent != "statement" or not has_telling_words(left):
        return replace(context, understood=IntentMatch(TOLD))
    return replace(context, turn=replace(context.turn, text=left))


def is_forgotten(context: TurnContext, said: str) -> bool:
    """Says whether words tell a forgotten value: a code, which the text of its turn has not."""
    values = tuple(forgotten_value(record) for record in context.reader.records(context.turn.user_id, TYPE))
    return any(True for _ in barred_spans(said, values, context.digest))


def _asks_for_gone(context: TurnContext, asking: frozenset[str]) -> bool:
    """Says whether the turn asks for what was deleted, without its words: "what was the old deleted gate code"."""
    text = context.turn.text
    asks = context.understood.intent in asking or "?" in text or context.fact_keys.several.read(text) is not None
    return asks and context.requests.asks_for_gone(text)


def _guesses_at_gone(context: TurnContext, values: tuple[ForgottenValue, ...], asking: frozenset[str]) -> bool:
    """Says whether the turn guesses at what was forgotten, right or wrong or in part: "it starts with 77, right?"."""
    intent = context.understood.intent
    if not (intent in asking | TELLING | {"request"} or intent.startswith("cannot_")):
        return False
    made = guesses(context.turn.text, context.requests.guesses, context.language.code)
    return any(_is_of_gone(context, one, values) for one in made)


def _is_of_gone(context: TurnContext, guess: Guess, values: tuple[ForgottenValue, ...]) -> bool:
    """Says whether a guess is about a forgotten thing of which nothing that lives tells what is guessed."""
    if guess.points:
        return not context.understood.intent.startswith("cannot_") and _has_just_forgotten(context)
    user_id, holding = context.turn.user_id, context.queries.atoms_holding
    named = [
        (one, words)
        for one in values
        for name in one.things
        if (words := guess.named(name, context.digest)) is not None
    ]
    if not named or holding(user_id, guess.stems, 1):
        return False
    return any(one.bars or not (words and holding(user_id, words, 1)) for one, words in named)


def _has_just_forgotten(context: TurnContext) -> bool:
    """Says whether the last turns of the conversation were about forgetting."""
    turn = context.turn
    last = context.queries.recent_turns(turn.user_id, turn.session_id, MAX_RULE_LOOK_BACK_TURNS)
    return any(
        intent.startswith("forget") or intent in (ASKED, TOLD) for intent in context.queries.intents(last).values()
    )


def keep_no_guess(context: TurnContext) -> TurnOutcome:
    """Keeps nothing of a question about what was forgotten: a part that it guesses right would come back with it."""
    return TurnOutcome(ASKED, ("FORGOTTEN_BEFORE",), hide=((0, len(context.turn.text)),))


def lifted(context: TurnContext, statement: str) -> TurnContext:
    """Returns the context of "remember it anyway" after words that were forgotten: it tells them, and they may stay."""
    if context.understood.intent not in _LIFTING or not context.points("statement") or not statement:
        return context
    records = context.reader.records(context.turn.user_id, TYPE)
    values = tuple(forgotten_value(record) for record in records)
    if not any(True for _ in barred_spans(statement, values, context.digest)):
        return context
    if find_secrets(statement, context.language):  # its words stand nowhere but in what is kept of them
        gone = tuple((value, (0, 0)) for value, _ in barred_spans(statement, values, context.digest))
        return replace(context, understood=IntentMatch("insist"), barred=gone)
    told = IntentMatch("insist", (Slot("statement", statement, 0, len(statement)),))
    return replace(context, turn=replace(context.turn, text=statement), understood=told)


def with_lifted_bars(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome of a turn that insists on forgotten words, with what barred them dropped."""
    if context.understood.intent != "insist" or not outcome.new:
        return outcome
    gone = tuple((TYPE, value.value_id) for value, _ in context.barred)
    return replace(outcome, drop_records=(*outcome.drop_records, *dict.fromkeys(gone)))
