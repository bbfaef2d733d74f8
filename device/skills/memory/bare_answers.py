"""Pure: takes a bare answer to the question that had none as the sentence that it tells.

"I don't know that yet. You can tell me." is answered by "tuesday". What is kept is the sentence that question and
answer make (`memory/reading/answering`), with the whole turn as its source; the archive has the words that were said.
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_BARE_ANSWER_WORDS
from device.nlu.intent_matcher import IntentMatch
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.extract import Fact
from memory.model.atoms import Atom, Kind
from memory.reading.answering.ended_in_full import ended_in_full
from memory.reading.answering.introduced_name import introduced_name
from memory.reading.answering.taken_up import taken_up
from memory.reading.answering.told_answer import says_yes_or_no, told_answer, told_yes_or_no
from memory.rules.clarification import OPEN
from memory.text.dates import mentions_day, resolve_day_or_span, without_date
from memory.text.language_rules import Language
from memory.text.secret_detector import MASK

_YES_OR_NO = frozenset({"confirm", "deny"})
_BARE = _YES_OR_NO | {"statement", "choose"}
"""Intents of words that are no command: "four" chooses among nothing where nothing was offered."""
_TAKEN_UP = frozenset({"statement", "question"})
"""Intents of words that may leave out what was told before: "hat sich verschoben" begins as a question does."""


def as_told_answer(context: TurnContext) -> TurnContext:
    """Returns the context with the sentence that a bare answer tells, or the name that a greeting gives; the same one
    where there is none.
    """
    text = context.turn.text
    open_question = any(question.state == OPEN for question in context.asked)
    bare = context.understood.intent in _BARE and MASK not in text and not context.barred
    name = introduced_name(text, context.language.code) if bare else ""
    if name:
        return replace(
            context, turn=replace(context.turn, text=f"my name is {name}"), understood=IntentMatch("statement")
        )
    before = context.said_before()[-1:] if bare and len(text.split()) <= MAX_BARE_ANSWER_WORDS else ()
    ended = ended_in_full(text, before[0], context.language.code) if before else ""
    ended = ended or _taken_up(context)
    if ended:
        return replace(context, turn=replace(context.turn, text=ended), understood=IntentMatch("statement"))
    if not context.unanswered or not bare or open_question or len(text) > context.policy.max_command_chars:
        return context
    intent, code = context.understood.intent, context.language.code
    yes = intent == "confirm" if intent in _YES_OR_NO else says_yes_or_no(text, code)
    if yes is not None:
        told = told_yes_or_no(context.unanswered, code, yes=yes)
    else:
        told = told_answer(context.unanswered, text, code, MAX_BARE_ANSWER_WORDS)
    if told is None:
        return context
    return replace(context, turn=replace(context.turn, text=told), understood=IntentMatch("statement"))


def _taken_up(context: TurnContext) -> str:
    """Returns what a short turn tells of the one before it, as a whole sentence; empty where it tells nothing of it."""
    text, code = context.turn.text, context.language.code
    telling = context.understood.intent in _TAKEN_UP and MASK not in text and not context.barred
    short = telling and len(text.split()) <= MAX_BARE_ANSWER_WORDS
    return taken_up(text, context.said_before()[-1:], code) if short and code == "de" else ""


def on_asked_day(context: TurnContext, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Returns facts with the day of the question before, "what are we doing on saturday", where they name none."""
    asked, language = context.unanswered, context.language
    if not asked or context.fact_keys.asked_of_day(without_date(asked, language)) != "planned":
        return facts
    when = resolve_day_or_span(asked, context.turn.at, language, past=False)
    if when is None or when.until_ms <= context.turn.at.at_ms:
        return facts
    return tuple(replace(fact, when=when) if _names_no_day(fact, language) else fact for fact in facts)


def _names_no_day(fact: Fact, language: Language) -> bool:
    return fact.kind is Kind.STATEMENT and fact.when is None and not mentions_day(fact.text, language)


def with_whole_turn(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome of a told answer with all that was said as the source of what is new."""
    return replace(
        outcome,
        new=tuple(_placed(atom, context) for atom in outcome.new),
        changed=tuple(_placed(atom, context) for atom in outcome.changed),
        hide=tuple((0, len(context.turn.text)) for _ in outcome.hide[:1]),
    )


def _placed(atom: Atom, context: TurnContext) -> Atom:
    turn_id, end = context.turn.turn_id, len(context.turn.text)
    return replace(
        atom,
        sources=tuple(
            replace(source, start=0, end=end) if source.turn_id == turn_id else source for source in atom.sources
        ),
    )
