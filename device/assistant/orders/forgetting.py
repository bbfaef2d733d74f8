"""Pure: cuts a turn with requests to forget into commands: each request with what it names, and what is told besides.

The commands of the language files come first: a single plain sentence that they read is theirs.
"""

from __future__ import annotations

import re
from dataclasses import replace

from device.assistant.compound_commands import CommandPart
from device.assistant.orders.claims import BARRING, FORGETTING, HIDING, UNCLAIMED
from device.assistant.spoken_parts import states_something
from device.core.policy import MAX_TARGET_WORDS
from device.nlu.intent_matcher import IntentMatch, IntentMatcher, Slot
from device.nlu.thing_names import is_same_name
from device.skills.lists.changing import anywhere
from device.skills.lists.list_items import split_items
from device.skills.lists.spoken_list import context_lists
from device.skills.memory.forgetting.spoken_requests import (
    DOUBTFUL,
    KEPT,
    SPOKEN,
    TAKEN_BACK,
    finds_something,
    forget_spoken,
)
from device.skills.memory.news_after_request import intent_behind, news_start
from device.skills.turn_context import TurnContext
from memory.rules.mention_target import PASSING
from memory.text.dates import day_spans
from memory.text.forgetting.forget_requests import ForgetRequests
from memory.text.forgetting.named_values import code_in
from memory.text.forgetting.request_sentence import Named, RequestSentence, beside_each_other, with_whom_is_meant
from memory.text.secret_detector import MASK
from memory.text.stemming import split_words

_ANSWERING = frozenset({"not_so"})
"""What a turn may begin with that then names what to forget: "he's not keen so drop all you know about Ben"."""
_ASKING = ("question", "recall_one", "recall_about", "remember", "insist")
_DAY = re.compile(r"[0-3]?\d(?:st|nd|rd|th)?\.?")  # of the month after it
_SENTENCE_END = re.compile(r"[.!?;]\s")


def forget_parts(context: TurnContext, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Returns the commands of a turn that asks to forget something; none when the templates read it as well."""
    if news := news_start(context, understanding):
        return _with_news(context, understanding, news)
    intent, said = context.understood.intent, context.requests.spoken(context.turn.text)
    open_to = (UNCLAIMED - {"remember"}) | FORGETTING | BARRING
    if said is not None and said.kept and not said.start:
        open_to |= {"remember"}  # "remember where Clara lives, the rest about her can go"
    corrects = intent == "correct" and bool(context.understood.slot("heard"))  # "it's forget everything, not Anna"
    if intent == "forget_said" and _SENTENCE_END.search(context.turn.text) is None:
        return ()  # all of the one sentence is read, and it points to what was told last
    if order := _order_to_keep(context):
        return order
    if intent in UNCLAIMED | {"forget_topic"} and context.requests.forbids(context.turn.text):
        return (CommandPart(IntentMatch("statement"), 0, len(context.turn.text)),)
    claimed = corrects or (intent not in open_to and not intent.startswith("cannot_"))
    if said is None or claimed or (_leaves_something(context) and not said.kept):
        return _written_parts(context, understanding)
    thread = understanding.match_intent(context.turn.text[said.start : said.end])
    if thread.intent == "forget_thread" and not thread.slots:
        return (*_told_before(context, said.start, understanding), CommandPart(thread, said.start, said.end))
    if off_list := _off_list(context, said, understanding):
        return off_list
    spoken = _spoken_parts(context, said, understanding)
    written = () if intent in BARRING else _written_parts(context, understanding)
    if not said.plain and _finds_all(context, spoken) and not _as_clear(context, written, said):
        return spoken
    if written or intent in FORGETTING | BARRING:
        return written
    return spoken if said.sure or _finds_all(context, spoken) else ()


def _with_news(context: TurnContext, understanding: IntentMatcher, start: int) -> tuple[CommandPart, ...]:
    """Returns the commands of a request to forget, and what is told behind it."""
    text = context.turn.text
    found = understanding.match_intent(text[:start])
    asked = replace(context, turn=replace(context.turn, text=text[:start]), understood=found)
    plain = CommandPart(found if found.intent.startswith("forget") else IntentMatch("forget"), 0, start, requests=True)
    requests = forget_parts(asked, understanding) or (plain,)
    behind = intent_behind(text, start, context.language.code, understanding)
    return (*requests, CommandPart(behind, start, len(text)))


def _order_to_keep(context: TurnContext) -> tuple[CommandPart, ...]:
    """Reads "vergiss die Milch nicht" as an order to remember the milk, and leaves what "don't delete it" spares."""
    text, found = context.turn.text, context.requests.keeping.read(context.turn.text)
    if found is None or context.understood.intent not in UNCLAIMED | FORGETTING | BARRING:
        return ()
    if states_something(text[slice(*found.thing)], context.language.code):
        return ()
    if found.spares:
        spared = (Slot(SPOKEN, "yes", 0, 0), Slot(TAKEN_BACK, "yes", 0, 0), Slot("request", text, 0, len(text)))
        return (CommandPart(IntentMatch("forget_topic", spared), 0, len(text), requests=True),)
    return (CommandPart(IntentMatch("remember", (_slot("statement", text, *found.thing),)), 0, len(text)),)


def _off_list(context: TurnContext, said: RequestSentence, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Reads "the bananas can go" as an order to cross them off a list; of "forget the bananas" it asks."""
    lists = context_lists(context)
    if said.kept or not said.named or not lists.open or any(thing.told for thing in said.named):
        return ()
    names = [name for thing in said.named for name in split_items(thing.said, context.list_words)]
    found = [anywhere(lists, name) for name in names]
    if not names or not all(found):
        return ()
    crossed = tuple(
        CommandPart(IntentMatch("cross_off_list", (Slot("items", one.said, one.start, one.end),)), said.start, said.end)
        for one in said.named
    )
    asked = _spoken_parts(context, replace(said, doubtful=True), understanding) if said.of_memory else ()
    if said.of_memory:
        same = all(is_same_name(name, on[0].text) for name, on in zip(names, found, strict=True))
        if not same or not _finds_all(context, asked):
            return ()
    asking = (part for part in asked if part.requests)
    return (*_told_before(context, said.start, understanding), *crossed, *asking)


def _leaves_something(context: TurnContext) -> bool:
    """Says whether a request is read with what it leaves: "all about my aunt but her age"."""
    scope = context.requests.scope
    about = context.understood.slot("topic") if context.understood.intent == "forget_all_about" else ""
    return bool(scope.keep_only(context.turn.text)) or bool(about and scope.exception(about)[1])


def _as_clear(context: TurnContext, written: tuple[CommandPart, ...], said: RequestSentence) -> bool:
    """Says whether the sentences name a value, or what a spoken request names and no more, and all of it is found."""
    asking = [part for part in written if part.requests]
    if any(part.understood.intent == "forget_values" for part in asking):
        return True
    named = [frozenset(split_words(part.understood.slot("topic"))) for part in asking]
    spoken = [frozenset(split_words(thing.said)) for thing in said.named]
    if said.kept or not named or len(named) != len(spoken):
        return False
    if not all(each <= whole for each, whole in zip(named, spoken, strict=True)):
        return False
    found = [forget_spoken(replace(context, understood=part.understood)) for part in asking]
    return all(finds_something(one) and not one.questions for one in found)


def _finds_all(context: TurnContext, parts: tuple[CommandPart, ...]) -> bool:
    """Says whether every request of a turn names something that is kept, or is taken back."""
    asking = [replace(context, understood=part.understood) for part in parts if part.requests]
    return bool(asking) and all(
        each.understood.slot(TAKEN_BACK) or finds_something(forget_spoken(each)) for each in asking
    )


def _spoken_parts(context: TurnContext, said: RequestSentence, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Returns a command for each thing that a spoken request names, and what is told before and after it."""
    text = context.turn.text
    request = Slot("request", text[said.start : said.end], said.start, said.end)
    marks = [Slot(SPOKEN, "yes", said.start, said.start)]
    if said.doubtful:
        marks.append(Slot(DOUBTFUL, "yes", said.start, said.start))
    if said.kept:
        marks.append(Slot(KEPT, said.kept, said.start, said.start))
    if said.taken_back:
        marks.append(Slot(TAKEN_BACK, "yes", said.start, said.start))
        understood = IntentMatch("forget_topic", (*marks, request))
        return (CommandPart(understood, 0, len(text), requests=True),)
    made = [_told_before(context, said.start, understanding)]
    for thing in said.named:
        if context.requests.scope.is_all(thing.said):
            every = CommandPart(IntentMatch("forget_everything"), said.start, said.end)
            made.append([replace(_all_but(said, context.requests) if said.kept else every, requests=True)])
            continue
        scope = (Slot("scope", "whole", thing.start, thing.start),) if thing.whole else ()
        slots = (Slot("topic", thing.said, thing.start, thing.end), *scope, *marks, request)
        made.append([CommandPart(IntentMatch("forget_topic", slots), said.start, said.end, requests=True)])
    if said.end < len(text):
        made.append(_told(text, RequestSentence(said.end, len(text)), understanding))
    return tuple(part for parts in made for part in parts)


def _all_but(one: RequestSentence, requests: ForgetRequests) -> CommandPart:
    """Returns the command to forget all that is known without what is to stay."""
    topic = Slot("topic", requests.scope.all_but(one.kept), one.start, one.end)
    return CommandPart(IntentMatch("forget_all_about", (topic,)), one.start, one.end)


def _told_before(context: TurnContext, end: int, understanding: IntentMatcher) -> list[CommandPart]:
    """Returns what is told or asked before a spoken request; what only says that it was told is none."""
    told, code = context.requests.news(context.turn.text[:end]), context.language.code
    if not (states_something(told, code) or understanding.match_intent(told).intent.startswith(_ASKING)):
        return []
    return _told(context.turn.text, RequestSentence(0, len(told)), understanding)


def _tells_anew(context: TurnContext, kept: str) -> bool:
    """Says whether what is to stay is told only now: "remember that tom plays chess, forget the rest"."""
    if context.understood.intent != "remember" or context.requests.scope.is_clause(kept):
        return False
    return states_something(kept, context.language.code)


def _written_parts(context: TurnContext, understanding: IntentMatcher) -> tuple[CommandPart, ...]:
    """Returns the commands of a turn whose requests are read sentence by sentence."""
    text, whole, requests = context.turn.text, context.understood, context.requests
    sentences = requests.read(text)
    asking = [one for one in sentences if one.named]
    excused = whole.intent in HIDING and (requests.is_excused(text) or any(not _only_points(one) for one in asking))
    if not (excused or whole.intent in UNCLAIMED | FORGETTING | _ANSWERING or whole.intent.startswith("cannot_")):
        return ()
    kept = requests.scope.keep_only(text)
    if kept and not _tells_anew(context, kept):
        return (_all_but(RequestSentence(0, len(text), kept=kept), requests),)
    unclaimed = excused or whole.intent in UNCLAIMED
    if len(sentences) == len(asking) == 1 and _only_points(asking[0]) and unclaimed:
        return (CommandPart(IntentMatch("forget", _marks(asking[0].named[0])), 0, len(text)),)
    several = any(_names_several(text, one, requests) for one in asking)
    misread = whole.intent == "forget_topic" and all(_only_points(one) for one in asking)
    if whole.intent in _ANSWERING and all(_only_points(one) for one in asking):
        return ()
    if not asking or (whole.intent in FORGETTING and all(one.plain for one in asking) and not several and not misread):
        return ()
    if whole.intent == "remember" and not asking[0].start <= len(text) - len(text.lstrip()):
        return ()
    if all(each.points for one in asking for each in one.named) and _read_by_templates(text, asking, understanding):
        return ()
    if any(_is_command(text, each, understanding) for one in asking for each in one.named[1:]):
        return ()
    parts: list[CommandPart] = []
    for one in beside_each_other(with_whom_is_meant(text, sentences)):
        parts += _asked(context, one, understanding) if one.named else _told(text, one, understanding)
    return () if any(one.doubtful for one in asking) and not _finds_all(context, tuple(parts)) else tuple(parts)


def _only_points(one: RequestSentence) -> bool:
    """Says whether a request names nothing: "on second thoughts, don't hold on to that"."""
    return all(each.points for each in one.named)


def _names_several(text: str, one: RequestSentence, requests: ForgetRequests) -> bool:
    """Says whether a request names several things, each in a few words or as a question."""
    return len(one.named) > 1 and all(
        len(said.split()) <= MAX_TARGET_WORDS or requests.scope.is_clause(said)
        for said in (text[each.start : each.end] for each in one.named)
    )


def _is_command(text: str, named: Named, understanding: IntentMatcher) -> bool:
    """Says whether what seems to be one more target is a command of its own: "forget tea and pin my favourite"."""
    start, end = named.thing if named.thing[1] else (named.start, named.end)
    return not named.points and " " in text[start:end].strip() and understanding.is_command(text[start:end])


def _read_by_templates(text: str, asking: list[RequestSentence], understanding: IntentMatcher) -> bool:
    """Says whether every "forget that" is a command of the language file, and none the name of a thing."""
    read = (understanding.match_intent(text[one.start : one.end]).intent for one in asking)
    return all(intent.startswith("forget") and intent != "forget_topic" for intent in read)


def _told(text: str, one: RequestSentence, understanding: IntentMatcher) -> list[CommandPart]:
    found = understanding.match_intent(text[one.start : one.end])
    if found.intent in PASSING or (found.intent in FORGETTING and not found.slot("topic")):
        return []  # beside a request, an order that only points means what that names
    slots = tuple(Slot(slot.name, slot.text, slot.start + one.start, slot.end + one.start) for slot in found.slots)
    return [CommandPart(IntentMatch(found.intent, slots), one.start, one.end)]


def _asked(context: TurnContext, one: RequestSentence, understanding: IntentMatcher) -> list[CommandPart]:
    """Returns a command for the values that a request names, and one for each other thing."""
    text = context.turn.text
    request = Slot("request", text[one.start : one.end], one.start, one.end)
    values = [each for each in one.named if each.is_value]
    made = []
    if values:
        slots = (slot for each in values for slot in (_value(context, each), _thing(text, each)))
        found = IntentMatch("forget_values", (*slots, request))
        made.append(CommandPart(found, one.start, one.end, requests=True))
    for each in one.named:
        if not each.is_value:
            command = _command(text, each, context.requests, understanding)
            found = IntentMatch(command.intent, (*command.slots, *_marks(each, doubtful=one.doubtful), request))
            made.append(CommandPart(found, one.start, one.end, requests=True))
    return made


def _marks(named: Named, *, doubtful: bool = False) -> tuple[Slot, ...]:
    """Returns the slots of what is unwanted in words of one's own, and of what may be said of the thing itself."""
    doubts = tuple(Slot(name, "yes", named.start, named.start) for name in (SPOKEN, DOUBTFUL)) if doubtful else ()
    return (*doubts, Slot("scope", "loose", named.start, named.start)) if named.loose else doubts


def _value(context: TurnContext, named: Named) -> Slot:
    """Returns the value as it was said: one that looks like a secret is not in the text of the turn."""
    text = context.turn.text
    before, masked = text[: named.start].count(MASK), text[named.start : named.end + 1]
    if MASK.strip("[]") in masked and before < len(context.masked):
        return Slot("value", code_in(context.masked[before]), named.start, named.end)
    end = named.end
    for start, until in day_spans(text, context.language) if _DAY.fullmatch(masked[: end - named.start]) else ():
        end = max(end, until) if len(text[end:start].split()) <= 1 else end  # "3rd of May"
    return _slot("value", text, named.start, end)


def _thing(text: str, named: Named) -> Slot:
    return _slot("thing", text, *(named.thing if named.thing[1] else (named.start, named.end)))


def _slot(name: str, text: str, start: int, end: int) -> Slot:
    return Slot(name, text[start:end], start, end)


def _command(text: str, named: Named, requests: ForgetRequests, understanding: IntentMatcher) -> IntentMatch:
    """Reads "what I told you about tea" as the templates read the same after the plainest verb."""
    if named.points:
        return IntentMatch("forget")
    thing = text[named.start : named.end]
    topic = Slot("topic", named.said or thing, named.start, named.end)
    if named.whole or named.last or named.said:
        scope = Slot("scope", "whole" if named.whole else "last", named.start, named.start)
        return IntentMatch("forget_topic", (topic, scope) if named.whole or named.last else (topic,))
    command = requests.as_command(thing)
    found, shift = understanding.match_intent(command), named.start - (len(command) - len(thing))
    if not found.intent.startswith("forget"):
        return IntentMatch("forget_topic", (_slot("topic", text, named.start, named.end),))
    slots = (replace(one, start=one.start + shift, end=one.end + shift) for one in found.slots)
    return IntentMatch(found.intent, tuple(slots))
