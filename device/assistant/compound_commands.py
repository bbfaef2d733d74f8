"""Pure: splits an utterance into several commands: "remember that I'm vegan, forget that I like steak".

Each part is decided as a turn of its own; the outcomes are merged into one change, with at most one question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from device.assistant.intent_table import IntentTable
from device.assistant.spoken_parts import (
    EXPLAINED,
    SpokenPart,
    between_acts,
    gives_value_first,
    instruction_starts,
    is_one_question,
    lists_what_it_asks,
    only_tells,
    only_values,
    skill_commands,
    spoken_parts,
    statement_starts,
    states_something,
)
from device.core.policy import MAX_COMMAND_PARTS, MAX_FILLER_WORDS, SAID_BEFORE_TURNS
from device.nlu.intent_matcher import IntentMatch, IntentMatcher, Slot
from device.skills.changed_memory import after_earlier
from device.skills.limits.bidden_actions import asks_for_action, asks_for_any
from device.skills.memory.memory_controls import mark_told_facts
from device.skills.memory.privacy_rules import hide_told_facts
from device.skills.recall.further_question import complete_question, may_ask_further, names_first
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.wordings import names_open
from memory.extraction.extract import extract_facts
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import read
from memory.reading.members.part_words import words_in_place
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning
from memory.rules.clarification import OPEN
from memory.rules.mention_target import PASSING, TELLING
from memory.text.language_file import Data, table
from memory.text.several_asked import AskedReader
from memory.text.stemming import split_words

_ANSWERS = frozenset({"confirm", "deny"})
_QUESTIONS = frozenset({"question", "recall_one"})
_TO_KEEP = frozenset({"remember", "insist"})
_FOUND_NOTHING = (("NOTHING_TO_FORGET",), ("NOTHING_MEANT",))
"""The reasons of a command that named nothing that is remembered."""
_READ = _QUESTIONS | _TO_KEEP | {"statement", "correct"}
"""Intents of what no command claims: the reader cuts these."""


@dataclass(frozen=True, slots=True)
class CommandPart:
    """One command: characters `start` to `end` of the utterance, and its intent."""

    understood: IntentMatch
    start: int
    end: int
    loose: bool = False
    """After a bare "and", and of nothing that is the person's own: it may belong to the words before it."""
    requests: bool = False
    """It asks to forget what it names."""


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Compiles once for all assistants of a process: the cache of `re` forgets it among the patterns of a language."""
    return re.compile(text, re.IGNORECASE)


class CommandSplitter:
    """Finds where one command ends and the next begins, in one language."""

    def __init__(
        self, data: Mapping[str, Data], understanding: IntentMatcher, intents: IntentTable, several: AskedReader
    ) -> None:
        """Compiles what joins two commands, begins one, lies between statement and question, and is one's own."""
        patterns = table(data["joined"])
        self._joint = _pattern(rf"(?P<joint>{patterns['joint']})(?={patterns['begins']})")
        self._asks = _pattern(str(patterns["asks"]))
        self._own = _pattern(str(patterns["own"]))
        self._understanding, self._intents = understanding, intents
        self._language = str(data["language"])
        self._several = several

    def parts(self, text: str, whole: IntentMatch) -> tuple[CommandPart, ...]:
        """Returns the commands of an utterance, in order; one when it is a single command."""
        asked = self._several.read(text)
        if asked is not None and is_one_question(asked, whole.intent):
            return self._told_before(text, asked.start)
        joined = skill_commands(text, whole, self._understanding, self._language)
        if joined:
            return tuple(self._spoken_part(text, part) for part in joined[:MAX_COMMAND_PARTS])
        parts, start = list[CommandPart](), 0
        for found in self._joint.finditer(text):
            done = not text[start : found.start()].strip() or len(parts) + 1 == MAX_COMMAND_PARTS
            if done or not self._begins_anew(text, found, whole):
                continue
            parts.append(self._part(text, start, found.start()))
            start = found.end()
        return (*parts, self._part(text, start, len(text))) if parts else self._told_and_asked(text, whole)

    def _told_before(self, text: str, start: int) -> tuple[CommandPart, ...]:
        """Returns one question from `start`, with what is said before it."""
        asked = CommandPart(IntentMatch("question"), start, len(text))
        if not text[:start].strip():
            return (replace(asked, start=0),)
        return (*self.parts(text[:start], self._understanding.match_intent(text[:start])), asked)

    def _told_and_asked(self, text: str, whole: IntentMatch) -> tuple[CommandPart, ...]:
        """Splits "My name is Ana. What's my name?" into two; anything else is one."""
        joints = between_acts(self._asks.finditer(text), text, self._language)
        for found in joints if whole.intent in TELLING | self._intents.recalls else ():
            asked = self._part(text, found.end(), len(text))
            told = self._part(text, 0, found.start()) if asked.understood.intent in self._intents.asks else None
            stated = whole.intent in _READ or states_something(text[: found.start()], self._language)
            if told is not None and told.understood.intent in TELLING and stated:
                return told, asked  # not of "before the move, what did we discuss"
        return self._spoken(text, whole) or (CommandPart(whole, 0, len(text)),)

    def _spoken(self, text: str, whole: IntentMatch) -> tuple[CommandPart, ...]:
        """Splits what no pattern claims as a command into statements and questions."""
        if not has_reading(self._language):
            return ()
        unsure = whole.intent.startswith(("cannot_", "recall_one"))  # "weißt du was ich hab .."
        claimed = names_open(text, self._language) if whole.intent in _READ else False
        claimed = claimed or (unsure and only_tells(text, self._language, whole.slot("callee")))
        if claimed and not asks_for_action(text, self._language):
            return (CommandPart(IntentMatch("statement"), 0, len(text)),)
        if whole.intent not in _READ:
            return self._led_to(text) if whole.intent in EXPLAINED else ()
        if whole.intent in ("statement", "question") and (instructed := self._instructed(text)):
            return instructed
        spoken = spoken_parts(text, self._language)
        if whole.intent == "correct":
            return self._corrected_and_told(text, spoken)
        if whole.intent in _TO_KEEP:
            return self._ordered(text, spoken)
        if whole.intent == "statement" and (
            gives_value_first(text, spoken, self._language) or _renames_first(text, spoken, self._language)
        ):
            return tuple(self._spoken_part(text, part) for part in spoken[:MAX_COMMAND_PARTS])
        if len(spoken) == 1 and whole.intent == "statement" and asks_for_action(text, self._language):
            return (CommandPart(IntentMatch("request"), 0, len(text)),)
        if not spoken or not any(part.asks or part.orders for part in spoken):
            if whole.intent == "statement" and asks_for_any(text, self._language):
                return (CommandPart(IntentMatch("question"), 0, len(text)),)
            told = spoken and whole.intent == "question" and not any(part.asks for part in spoken)
            return (CommandPart(IntentMatch("statement"), 0, len(text)),) if told else ()
        if whole.intent in _QUESTIONS and (len(spoken) == 1 or lists_what_it_asks(text, spoken)):
            return ()
        parts = tuple(self._spoken_part(text, part) for part in spoken[:MAX_COMMAND_PARTS])
        return () if self._points_ahead(parts) else _joined_statements(parts)

    def _instructed(self, text: str) -> tuple[CommandPart, ...]:
        """Splits "answer me in german from now on i'm practising", and "i'm deaf so keep it short", into both."""
        starts = statement_starts(text, self._language) if self._understanding.may_begin_with(text, EXPLAINED) else ()
        for at in starts:
            first = self._part(text, 0, at)
            if first.understood.intent in EXPLAINED:
                return first, self._part(text, at, len(text))
        return self._led_to(text)

    def _led_to(self, text: str) -> tuple[CommandPart, ...]:
        """Splits "it's raining so put umbrellas on the list" into what is told and what follows from it."""
        may_order = partial(self._understanding.may_begin_with, intents=EXPLAINED)
        for end, at in instruction_starts(text, self._language, may_order):
            last = self._part(text, at, len(text))
            if last.understood.intent in EXPLAINED:
                return self._part(text, 0, end), last
        return ()

    def _points_ahead(self, parts: tuple[CommandPart, ...]) -> bool:
        """Says whether a command only points at the words after it: "keep this between us i'm pregnant"."""
        first, *rest = parts
        named = first.understood.slot("topic") or first.understood.slot("statement") or first.understood.slot("about")
        return (
            first.understood.intent in self._intents.follows
            and bool(rest)
            and rest[0].understood.intent == "statement"
            and not named
        )

    def _corrected_and_told(self, text: str, spoken: tuple[SpokenPart, ...]) -> tuple[CommandPart, ...]:
        """Splits "no it's clara and she lives in porto" into the correction and what is told besides."""
        if len(spoken) < 2 or only_values(text, self._language):
            return ()
        first = self._part(text, 0, spoken[0].end)
        if first.understood.intent not in ("correct", "statement"):
            return ()
        return (first, *(self._spoken_part(text, part) for part in spoken[1:MAX_COMMAND_PARTS]))

    def _ordered(self, text: str, spoken: tuple[SpokenPart, ...]) -> tuple[CommandPart, ...]:
        """Splits "remember that the plumber comes on tuesday and forget the boiler" into its commands."""
        parts = tuple(self._part(text, part.start, part.end) for part in spoken[:MAX_COMMAND_PARTS])
        if len(parts) < 2 or parts[0].understood.intent not in _TO_KEEP:
            return ()
        if not all(part.understood.intent in self._intents.follows for part in parts[1:]):
            return ()
        return (parts[0], *(replace(part, loose=self._is_loose(text, part)) for part in parts[1:]))

    def _is_loose(self, text: str, part: CommandPart) -> bool:
        """Says whether "forget the world" may be meant with the "lions sleep and" before it."""
        pause = text[: part.start].rstrip()[-1:] in ",;.!" or text[part.start :].lstrip()[:1] in ",;.!"
        return not pause and self._own.search(text[part.start : part.end]) is None

    def _spoken_part(self, text: str, part: SpokenPart) -> CommandPart:
        found = self._part(text, part.start, part.end)
        ordered = part.orders and part.start and found.understood.intent == "statement"
        if ordered and asks_for_action(text[part.start : part.end], self._language):
            return CommandPart(IntentMatch("request"), part.start, part.end)
        unclaimed = part.asks and found.understood.intent == "statement"
        return found if not unclaimed else CommandPart(IntentMatch("question"), part.start, part.end)

    def _begins_anew(self, text: str, joint: re.Match[str], whole: IntentMatch) -> bool:
        """Says whether a command begins after the joint; after "and" in words to keep, only one of the person's own."""
        tail = text[joint.end() :]
        another = self._joint.search(tail)
        each = (tail, tail[: another.start()]) if another else (tail,)
        heard = (self._understanding.match_intent(piece) for piece in each)
        following = next((found for found in heard if found.intent in self._intents.follows), None)
        if following is None:
            return False
        pause = any(mark in joint["joint"] for mark in ",;.!")
        if pause or whole.intent not in ("remember", "insist"):
            return True
        about = following.slot("topic") or following.slot("statement")
        named = tail[-len(about) - 8 :] if about else ""
        return not about or about.casefold() in self._understanding.pointers or bool(self._own.search(named))

    def _part(self, text: str, start: int, end: int) -> CommandPart:
        found = self._understanding.match_intent(text[start:end])
        slots = tuple(Slot(slot.name, slot.text, slot.start + start, slot.end + start) for slot in found.slots)
        return CommandPart(IntentMatch(found.intent, slots), start, end)


def _joined_statements(parts: tuple[CommandPart, ...]) -> tuple[CommandPart, ...]:
    """Makes one of statements beside each other; nothing is split where no part is a question or a command."""
    made: list[CommandPart] = []
    for part in parts:
        if made and made[-1].understood.intent == part.understood.intent == "statement":
            made[-1] = CommandPart(part.understood, made[-1].start, part.end)
        else:
            made.append(part)
    return tuple(made) if any(part.understood.intent != "statement" for part in made) else ()


def part_contexts(context: TurnContext, parts: Sequence[CommandPart]) -> tuple[TurnContext, ...]:
    """Builds a context for each part; its words keep their positions, the others are blank. Only the first part may
    settle an open question.
    """
    text = context.turn.text
    made = []
    for at, part in enumerate(parts):
        corrects = at > 0 and parts[at - 1].understood.intent == "correct"
        own = words_in_place(text, part.start, part.end, context.language.code if corrects else "")
        asked = context.asked if at == 0 else tuple(question for question in context.asked if question.state != OPEN)
        turn = replace(context.turn, text=own)
        earlier = tuple(text[each.start : each.end] for each in parts[:at])
        made.append(replace(context, turn=turn, understood=part.understood, asked=asked, earlier=earlier))
    return tuple(made)


def is_one_statement(parts: Sequence[CommandPart], outcomes: Sequence[TurnOutcome]) -> bool:
    """Says whether "forget the world" or "unpin the zebra" found nothing, so that it belongs to the words to be
    remembered before it.
    """
    return any(part.loose and outcome.reasons in _FOUND_NOTHING for part, outcome in zip(parts, outcomes, strict=True))


def drop_filler(
    parts: tuple[CommandPart, ...], text: str, pointers: frozenset[str], intents: IntentTable
) -> tuple[CommandPart, ...]:
    """Drops filler before a command: "No, forget that" is "forget that". A question before it is answered."""
    first, *rest = parts
    if not rest or not (_is_retraction(rest[0].understood) or rest[0].understood.intent == "forget_everything"):
        return parts
    intent, said = first.understood.intent, split_words(text[first.start : first.end])
    if intent in intents.recalls:
        return (CommandPart(first.understood, 0, len(text)),)
    short = len(said) <= MAX_FILLER_WORDS or (bool(said) and said[0] in pointers)
    small = intent in PASSING - _ANSWERS or (short and intent in _ANSWERS | {"statement"})
    return tuple(rest) if small else parts


def _asks_further(context: TurnContext, intent: str) -> bool:
    """Says whether the turn only names what differs from the question before it: "and the peppers"."""
    turn, queries, code = context.turn, context.queries, context.language.code
    if not may_ask_further(turn.text, code, intent) or any(question.state == OPEN for question in context.asked):
        return False
    last = queries.recent_turns(turn.user_id, turn.session_id, 1)
    said = queries.said_up_to(turn.user_id, last[0], SAID_BEFORE_TURNS) if last else ()
    return complete_question(turn.text, [text for text, _ in said], code) is not None


def drop_empty_statements(
    parts: tuple[CommandPart, ...], context: TurnContext, intents: IntentTable
) -> tuple[CommandPart, ...]:
    """Drops empty words before a question: "you know, where do I live" only asks. So does "and the peppers"."""
    parts = _without_empty_reason(parts, context)
    asks_of_first = len(parts) == 2 and names_first(context.turn.text, context.language.code) is not None
    if asks_of_first or (len(parts) == 1 and _asks_further(context, parts[0].understood.intent)):
        return (CommandPart(IntentMatch("question"), 0, len(context.turn.text)),)
    if len(parts) != 2 or parts[1].understood.intent not in intents.asks or parts[0].understood.intent != "statement":
        return parts
    told = replace(context.turn, text=context.turn.text[: parts[0].end])
    if states_something(told.text, context.language.code):
        return parts
    if extract_facts(told, context.language, context.policy):
        return parts
    short = len(split_words(told.text)) <= MAX_FILLER_WORDS or context.understood.intent == "statement"
    return parts[1:] if short else (CommandPart(context.understood, 0, len(context.turn.text)),)


def _without_empty_reason(parts: tuple[CommandPart, ...], context: TurnContext) -> tuple[CommandPart, ...]:
    """Drops why something comes off a list, where that tells nothing else: "take the leeks off i've found some"."""
    first, *rest = parts
    reason, text = context.list_words.empty_reason, context.turn.text
    if first.understood.intent != "cross_off_list" or len(rest) != 1:
        return parts
    return parts if reason.fullmatch(text[rest[0].start : rest[0].end].strip(" ,")) is None else (first,)


def decide_each(
    parts: Iterable[TurnContext], decide: Callable[[TurnContext], TurnOutcome]
) -> tuple[tuple[TurnContext, TurnOutcome], ...]:
    """Decides each part. A marking ("..., keep that to text") is applied to what the part before it stated."""
    done: list[tuple[TurnContext, TurnOutcome]] = []
    for part in parts:
        marked = mark_told_facts(part, *done[-1]) if done else None
        if marked is not None:
            done[-1] = (done[-1][0], marked[0])
        hidden = hide_told_facts(part, done[-1][1]) if done and not marked else None
        outcome = marked[1] if marked else hidden or decide(after_earlier(part, [one for _, one in done]))
        done += [(part, outcome)] if outcome else []
    return tuple(done)


def is_retracted(parts: Sequence[CommandPart]) -> bool:
    """Says whether the last of two parts takes back what the first one states."""
    return len(parts) == 2 and parts[0].understood.intent in TELLING and _is_retraction(parts[1].understood)


def retract_outcome(context: TurnContext, told: TurnOutcome) -> TurnOutcome:
    """Stores nothing of the words; atoms that they only repeated are forgotten."""
    # A correction in the same words is dropped; the atom that it was about stays.
    again = tuple(atom.atom_id for atom in told.changed) if told.intent in TELLING else ()
    reason = "FORGOTTEN_BY_USER" if again else "NOTHING_KEPT"
    return TurnOutcome("forget_said", (reason,), forget=again, hide=((0, len(context.turn.text)),))


def _is_retraction(understood: IntentMatch) -> bool:
    """Says whether it is "forget that" or "off the record" without further words that are meant."""
    alone = understood.intent == "dont_remember" and not understood.slot("topic")
    return alone or understood.intent in ("forget", "forget_said", "off_the_record")


def _renames_first(text: str, parts: tuple[SpokenPart, ...], language: str) -> bool:
    """Says whether a name is put right before more is told: "nein der heißt yannis und er studiert in kiel"."""
    acts = [act for act in read(text, language).acts if act.kind is not ActKind.COURTESY] if language == "de" else []
    if len(parts) < 2 or len(acts) != len(parts) or not parts[0].corrects or acts[0].kind is not ActKind.CORRECT:
        return False
    named = acts[0].clause.lemma in load_meaning(language).set_of("giving names")
    return named and all(act.clause.subject[1] > act.clause.subject[0] for act in acts[1:])
