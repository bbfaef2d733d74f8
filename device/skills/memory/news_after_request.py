"""Pure: finds where news begins behind a request to forget: "forget that, Sue moved to Bath".

News is a whole statement with a subject of its own. Behind a request that only points at what was said it is told in
its place; behind one that names something it is news when it replaces what is known, "forget York, Sue lives in Bath
now", or is joined to an order that is complete: "the vet's name can go and the dog's called Rex". A reason, "forget
Ben's address, he's moved away", is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from device.nlu.intent_matcher import IntentMatch, IntentMatcher
from device.skills.memory.known_statements import rivals_by_reading
from device.skills.memory.told_updates import update_told_facts
from device.skills.turn_context import TurnContext
from memory.extraction.extract import extract_facts
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import Act, ActKind
from memory.reading.grammar.reader import read
from memory.reading.words.closed_words import has_reading

_PAUSE = re.compile(r"\s*[,.;:!–—](?:\s+|$)")
_STOPS = ".;!"
_POINTING = frozenset({"forget", "forget_said"})
_FORGETTING = _POINTING | {
    *("forget_topic", "forget_all_about", "forget_everything", "forget_both", "forget_them_all", "forget_nth"),
    "forget_feelings",
}
"""Intents of the words that news may stand behind."""
_KEEPING = "remember"


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where a turn may be cut: words before it, where those behind it begin, and what stands between."""

    before: str
    start: int
    mark: str

    @property
    def stops(self) -> bool:
        return self.mark in _STOPS

    @property
    def joins(self) -> bool:
        return self.mark.isalpha()


def news_start(context: TurnContext, understanding: IntentMatcher) -> int:
    """Returns the character where news begins behind a request to forget; 0 where none does, and in a longer text."""
    text, code = context.turn.text, context.language.code
    brief = len(text) <= context.policy.max_command_chars
    cuts = tuple(_cuts(context)) if brief and has_reading(code) else ()
    for cut in cuts if cuts and _may_ask(context, understanding) else ():
        if not (_asks(context, cut.before, understanding) or _only_points(context, cut.before, understanding)):
            continue  # behind whatever asks for nothing there is no news, however it reads
        behind = text[cut.start :]
        told = next(iter(statements(behind, code)), None)
        if (cut.joins or cut.stops) and _asks_behind(behind, code) and _asks(context, cut.before, understanding):
            return cut.start
        if cut.joins and understanding.match_intent(behind).intent == _KEEPING:
            return cut.start  # "forget the overdraft and remember the boiler service is on the eighteenth"
        if told is None or not _tells(behind, told, code):
            continue
        if understanding.match_intent(behind).intent != "statement" or _names_something(context, behind):
            continue
        if not context.requests.scope.bars_ahead(cut.before) and _is_news(context, understanding, cut, told):
            return cut.start
    return 0


def intent_behind(text: str, start: int, language: str, understanding: IntentMatcher) -> IntentMatch:
    """Returns the intent of what stands behind a request to forget: news, an order to keep, a question of any skill."""
    found = understanding.match_intent(text[start:])
    if found.intent != _KEEPING and not _asks_behind(text[start:], language):
        return IntentMatch("statement")
    if found.intent == "statement":
        return IntentMatch("question")
    return replace(
        found, slots=tuple(replace(slot, start=slot.start + start, end=slot.end + start) for slot in found.slots)
    )


def _asks_behind(text: str, language: str) -> bool:
    """Says whether words behind a request only ask: "tell me where the key is", and not "where the key is"."""
    acts = [act for act in read(text, language).acts if act.kind is not ActKind.COURTESY]
    return bool(acts) and all(act.kind is ActKind.ASK and _asks_directly(act) for act in acts)


def _asks_directly(act: Act) -> bool:
    """Says whether a question has its verb before its subject, or words before it that ask for an answer."""
    clause = act.clause
    first, end = clause.subject
    last = clause.verb == clause.last - 1 and clause.last - clause.first > len(("wer", "kommt"))
    return act.start < clause.start or not (first < end <= clause.verb or last)


def _may_ask(context: TurnContext, understanding: IntentMatcher) -> bool:
    """Says whether the turn may hold a request at all, so that the words behind every pause of another are not read."""
    text = context.turn.text
    starts = (0, *(pause.end() for pause in _PAUSE.finditer(text)))
    named = context.requests.spoken(text) is not None or any(one.named for one in context.requests.read(text))
    return named or any(understanding.may_begin_with(text[start:], _FORGETTING) for start in starts)


def _cuts(context: TurnContext) -> Iterator[_Cut]:
    text = context.turn.text
    found = (*_PAUSE.finditer(text), *context.requests.scope.joints(text))
    for one in sorted(found, key=lambda each: each.start()):
        yield _Cut(text[: one.start()], one.end(), one[0].strip())


def _is_news(context: TurnContext, understanding: IntentMatcher, cut: _Cut, told: Statement) -> bool:
    if cut.joins:
        return _is_complete(context, cut.before) and _names_subject(context, told)
    if _only_points(context, cut.before, understanding):
        return cut.stops or _names_subject(context, told)
    return _asks(context, cut.before, understanding) and _replaces(context, cut.start)


def _is_complete(context: TurnContext, before: str) -> bool:
    """Says whether an order ends the words before it, and not its thing: "the vet's name can go"."""
    asked = context.requests.spoken(before)
    ends = [one.end for one in asked.named] if asked is not None else []
    return bool(ends) and bool(before[max(ends) :].strip())


def _tells(text: str, told: Statement, code: str) -> bool:
    return told.kind is ActKind.TELL and bool(told.subject) and keepable(text, told, code)


def _names_something(context: TurnContext, behind: str) -> bool:
    """Says whether words name what is to be forgotten: "scrap that, the wage thing"."""
    return context.requests.spoken(behind) is not None or any(one.named for one in context.requests.read(behind))


def _only_points(context: TurnContext, before: str, understanding: IntentMatcher) -> bool:
    """Says whether words ask to forget what was said last: "no, forget that", "scratch what I said"."""
    starts = (0, *(pause.end() for pause in _PAUSE.finditer(before)))
    for start in starts:
        found = understanding.match_intent(before[start:])
        if found.intent in _POINTING and (not found.slot("topic") or _points(context, found.slot("topic"))):
            return True
    asked = context.requests.read(before)
    return any(one.named for one in asked) and all(each.points for one in asked for each in one.named)


def _points(context: TurnContext, topic: str) -> bool:
    return topic.casefold().strip(" .,!?") in context.pointers


def _asks(context: TurnContext, before: str, understanding: IntentMatcher) -> bool:
    """Says whether words are a request to forget that names something."""
    named = understanding.match_intent(before).intent.startswith("forget")
    return named or _names_something(context, before)


def _names_subject(context: TurnContext, told: Statement) -> bool:
    """Says whether a statement says by itself whom it tells of. What the speaker says of themselves is often why:
    "forget that, I was wrong" tells nothing of a kind that is known.
    """
    if SPEAKER in told.subject_keys and len(told.subject_keys) == 1:
        facts = extract_facts(replace(context.turn, text=told.text), context.language, context.policy)
        return any(not fact.key.startswith("statement:") for fact in facts)
    return context.language.third_person.match(told.text) is None


def _replaces(context: TurnContext, start: int) -> bool:
    """Says whether what is told from here on tells anew, with the same verb, what is known."""
    text, code = context.turn.text, context.language.code
    telling = replace(context, turn=replace(context.turn, text=" " * start + text[start:]))
    outcome = update_told_facts(telling)
    ended = tuple(atom for atom in outcome.changed if atom.superseded_by) if outcome is not None else ()
    replaced = ended or rivals_by_reading(telling, text[start:])
    verbs = {one.clause.lemma for one in statements(text[start:], code)}
    return bool(replaced) and verbs.issuperset(
        one.clause.lemma for atom in replaced for one in statements(atom.text, code)
    )
