"""Pure: finds where news begins behind a request to forget: "forget that, Sue moved to Bath".

News is a whole statement with a subject of its own. Behind a request that only points at what was said it is told in
its place; behind one that names something it is news when it replaces what is known: "forget York, Sue lives in Bath
now". A reason, "forget Ben's address, he's moved away", is none.
"""

from __future__ import annotations

import re
from dataclasses import replace

from device.nlu.intent_matcher import IntentMatcher
from device.skills.memory.known_statements import rivals_by_reading
from device.skills.memory.told_updates import update_told_facts
from device.skills.turn_context import TurnContext
from memory.extraction.extract import extract_facts
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind
from memory.reading.words.closed_words import has_reading

_PAUSE = re.compile(r"\s*[,.;:!–—](?:\s+|$)")
_ENDS = ".;!"
_POINTING = frozenset({"forget", "forget_said"})


def news_start(context: TurnContext, understanding: IntentMatcher) -> int:
    """Returns the character where news begins behind a request to forget; 0 where none does."""
    text, code = context.turn.text, context.language.code
    if not has_reading(code):
        return 0
    for pause in _PAUSE.finditer(text):
        told = next(iter(statements(text[pause.end() :], code)), None)
        if told is None or not _tells(text[pause.end() :], told, code):
            continue
        if understanding.match_intent(text[pause.end() :]).intent != "statement":
            continue
        before = text[: pause.start()]
        if context.requests.scope.bars_ahead(before) or _names_behind(context, pause.end()):
            continue
        if _only_points(context, before, understanding):
            if _names_subject(told, context, ended=pause[0].strip() in _ENDS):
                return pause.end()
        elif _asks(context, before, understanding) and _replaces(context, pause.end()):
            return pause.end()
    return 0


def _tells(text: str, told: Statement, code: str) -> bool:
    return told.kind is ActKind.TELL and bool(told.subject) and keepable(text, told, code)


def _only_points(context: TurnContext, before: str, understanding: IntentMatcher) -> bool:
    """Says whether words ask to forget what was said last: "no, forget that", "scratch what I said"."""
    starts = (0, *(pause.end() for pause in _PAUSE.finditer(before)))
    for start in starts:
        found = understanding.match_intent(before[start:])
        if found.intent in _POINTING and (not found.slot("topic") or _points(context, found.slot("topic"))):
            return True
    asked = context.requests.read(before)
    return bool(asked) and all(each.points for one in asked for each in one.named) and any(one.named for one in asked)


def _names_behind(context: TurnContext, start: int) -> bool:
    """Says whether what stands from here on names what is to be forgotten: "scrap that, the wage thing"."""
    behind = context.turn.text[start:]
    return context.requests.spoken(behind) is not None or any(one.named for one in context.requests.read(behind))


def _points(context: TurnContext, topic: str) -> bool:
    return topic.casefold().strip(" .,!?") in context.pointers


def _asks(context: TurnContext, before: str, understanding: IntentMatcher) -> bool:
    """Says whether words are a request to forget that names something."""
    named = understanding.match_intent(before).intent.startswith("forget")
    spoken = context.requests.spoken(before)
    return named or spoken is not None or any(one.named for one in context.requests.read(before))


def _names_subject(told: Statement, context: TurnContext, *, ended: bool) -> bool:
    """Says whether a statement says by itself whom it tells of; behind a full stop "she" says it too. What the speaker
    says of themselves is often why: "forget that, I was wrong" tells nothing of a kind that is known.
    """
    if SPEAKER in told.subject_keys and len(told.subject_keys) == 1:
        turn = replace(context.turn, text=told.text)
        facts = extract_facts(turn, context.language, context.policy)
        return ended or any(not fact.key.startswith("statement:") for fact in facts)
    return ended or context.language.third_person.match(told.text) is None


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
