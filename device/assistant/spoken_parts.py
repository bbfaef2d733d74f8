"""Pure: cuts an utterance into what it tells and what it asks, as `memory/reading` reads it.

The intent table has already claimed what is a command as a whole; this splits what is left: "thanks and what's my
sister's name", "we need milk and when does the plumber come". What puts itself right ("it's on monday no tuesday") is
decided by what was meant; the archive keeps the words as they were said, and facts point at them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from device.core.policy import MAX_BARE_CORRECTION_WORDS, MIN_LISTED_PARTS
from device.nlu.intent_matcher import IntentMatch, IntentMatcher
from device.skills.instructions.manner import REPLACED
from device.skills.memory.bare_answers import with_whole_turn
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Atom
from memory.reading.facts.entities import BETWEEN, SPEAKER
from memory.reading.facts.keeping import completes_question, keepable, leads_to_question
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.change_marks import marks_before
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Act, ActKind, Mark
from memory.reading.grammar.clause_starts import starts_statement
from memory.reading.grammar.embedded import bare_cleft
from memory.reading.grammar.reader import complement, line_of, read
from memory.reading.grammar.repairs import Mended, mend
from memory.reading.grammar.verb_groups import read_verb_group
from memory.reading.words.closed_words import has_reading
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import load_meaning
from memory.rules.mention_target import TELLING
from memory.text.secret_detector import MASK
from memory.text.several_asked import SeveralAsked

_UNCLAIMED = frozenset({"statement", "question", "recall_one", "recall_about", "request"})
"""Intents of what no command claims."""
MANNERS = frozenset(REPLACED) | {"call_me", "stop_calling_me", "use_units", "answer_in_other"}
"""Intents of instructions on how to answer, which a reason may follow."""
EXPLAINED = MANNERS | {"add_to_list", "cross_off_list", "standing_wish"}
"""Commands behind which somebody tells why, without a word between: "put milk on the list | we've run out"."""


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """Characters of an utterance that are told or asked."""

    start: int
    end: int
    asks: bool
    orders: bool = False
    """It reads like a command, so that the intent table should see it by itself."""
    corrects: bool = False


def spoken_parts(text: str, language: str) -> tuple[SpokenPart, ...]:
    """Returns the parts in order; statements beside each other are one, and courtesies belong to none."""
    end, news = _news_after_value(text, language)
    if news:
        return SpokenPart(0, end, asks=False, corrects=True), SpokenPart(news, len(text), asks=False)
    parts: list[SpokenPart] = []
    told = [one for one in statements(text, language) if one.kind is ActKind.TELL]
    named = {one.start for one in told if leads_to_question(text, one, language)}
    asked = {one.start for one in told if completes_question(text, one, language)}
    for act in read(text, language).acts:
        if act.kind is ActKind.COURTESY or act.start in named:
            continue
        asks, orders = act.kind is ActKind.ASK, act.kind is ActKind.COMMAND
        if act.start in asked and parts:
            parts[-1] = replace(parts[-1], end=act.end)
            continue
        corrects = bool(parts) and parts[-1].corrects
        if parts and not (asks or orders or corrects or parts[-1].asks or parts[-1].orders):
            parts[-1] = SpokenPart(parts[-1].start, act.end, asks=False)
        else:
            start = act.clause.start if orders else act.start
            parts.append(SpokenPart(start, act.end, asks, orders, _corrects(act, language)))
    return tuple(parts)


def _corrects(act: Act, language: str) -> bool:
    """Says whether an act puts something right: "no she's seven", "no saint agnes", "wednesday now"."""
    marked = not act.clause.marks.isdisjoint((Mark.FIX, Mark.NOW))
    bare = language == "en" and act.kind is ActKind.FRAGMENT and marked
    return bare or act.kind is ActKind.CORRECT


def between_acts(joints: Iterable[re.Match[str]], text: str, language: str) -> Iterator[re.Match[str]]:
    """Yields the joints before which no question is left open: none of "we live in bath, don't we?"."""
    for joint in joints:
        acts = read(text, language).acts if has_reading(language) else ()
        if not any(act.kind is ActKind.ASK and act.start < joint.start() < joint.end() < act.end for act in acts):
            yield joint


def statement_starts(text: str, language: str) -> tuple[int, ...]:
    """Returns the characters where a statement or a reason may begin after other words: "because i want to"."""
    line = line_of(text, language)
    first = line.word(0)
    if first in line.words.subjects or first in line.words.questions:
        return ()
    if isinstance(line, GermanLine):
        told = (at for at in range(1, len(line)) if line.word(at) in line.words.nominative and line.finite(at + 1))
        return tuple(line.tokens[at].start for at in told)
    places = (at for at in range(1, len(line)) if not line.is_stop(at))
    return tuple(
        line.tokens[at].start
        for at in places
        if line.word(at) in line.words.subordinators or starts_statement(line, at, run_on=True)
    )


def _news_after_value(text: str, language: str) -> tuple[int, int]:
    """Returns where the value of "nein Ute und sie wohnt in Trier" ends and the news begins; zeros in any other turn.

    What stands before it is a value that corrects, and no second subject: the verb is of one person.
    """
    line = line_of(text, language)
    if not isinstance(line, GermanLine):
        return 0, 0
    marks, first = marks_before(line, 0)
    joint = next((at for at in range(first + 1, len(line) - 2) if line.word(at) == "und"), 0)
    value = [at for at in range(first, joint) if not line.is_stop(at)]
    bare = Mark.FIX in marks and 0 < len(value) <= MAX_BARE_CORRECTION_WORDS
    told = line.word(joint + 1) in line.words.sets["one_person"] and line.finite(joint + 2)
    if not bare or not told or any(line.finite(at) == Certainty.SURE for at in value):
        return 0, 0
    verb = line.word(joint + 2)
    alone = verb.endswith("t") or verb in line.words.sets["verbs_of_one"]
    return (line.tokens[joint].start, line.tokens[joint + 1].start) if alone else (0, 0)


def instruction_starts(text: str, language: str, may_order: Callable[[str], bool]) -> tuple[tuple[int, int], ...]:
    """Returns where a reason ends and what follows from it begins: "i'm hard of hearing | so | keep it short".

    `may_order` says whether words may be an order; of most words behind a "so" it is known that they are none.
    """
    line, leading = line_of(text, language), load_meaning(language).set_of("leading on")
    places = (at for at in range(1, len(line) - 1) if line.word(at) in leading)
    spans = ((line.tokens[at].start, line.tokens[at + 1].start) for at in places)
    ordered = (span for span in spans if may_order(text[span[1] :]))
    return tuple(span for span in ordered if any(_tells_reason(one) for one in statements(text[: span[0]], language)))


def _tells_reason(one: Statement) -> bool:
    """Says whether a clause tells something, as the "put" of "put so and so's book on the list" does not."""
    return one.kind is ActKind.TELL and one.clause.verb >= 0


def only_values(text: str, language: str) -> bool:
    """Says whether every clause only gives a value to the same: "no it's on tuesday and it's at ten".

    "No it's eric and he's from leeds" puts a name right, and tells of him besides.
    """
    acts = [act for act in read(text, language).acts if act.kind is not ActKind.COURTESY]
    line = line_of(text, language)
    people = line.words.sets.get("single_people", frozenset())
    of_person = [bool(people & {line.word(at) for at in range(*act.clause.subject)}) for act in acts]
    if acts and puts_right_by_cleft(line, acts[0]):
        return True
    if len(acts) > 1 and not of_person[0] and any(of_person[1:]):
        return False
    return all(complement(text, act, language) or act.kind is ActKind.FRAGMENT for act in acts)


def puts_right_by_cleft(line: Line, act: Act) -> bool:
    """Says whether a correction tells again what it puts right: "actually it's wednesdays the bins go out"."""
    told = act.clause.verb >= 0 and Mark.FIX in act.clause.marks and not isinstance(line, GermanLine)
    return told and bare_cleft(line, read_verb_group(line, act.clause.verb)) is not None


def gives_value_first(text: str, parts: tuple[SpokenPart, ...], language: str) -> bool:
    """Says whether a corrected value comes before other words: "actually it's fifty i forgot about the discount"."""
    first = read(text, language).acts[0] if parts else None
    if first is None or len(parts) < 2 or not parts[0].corrects or puts_right_by_cleft(line_of(text, language), first):
        return False
    bare = language == "en" and first.kind is ActKind.FRAGMENT  # "no saint agnes and she's in the blue class"
    return bare or bool(complement(text, first, language) or _news_after_value(text, language)[1])


def only_tells(text: str, language: str, addressee: str = "") -> bool:
    """Says whether every clause has a subject of its own and tells something: "book club's moved to thursdays".

    What is told to an addressee, who stands before the subject, is a message: "text brenda i'm running late".
    """
    acts = read(text, language).acts
    if addressee and acts and text.split()[acts[0].clause.subject[0] :][:1] not in (text.split()[:1], []):
        return False
    return bool(acts) and all(
        act.kind in (ActKind.TELL, ActKind.CORRECT) and act.clause.subject[1] > act.clause.subject[0] for act in acts
    )


def is_one_question(asked: SeveralAsked, intent: str) -> bool:
    """Says whether what was read as `intent` is one question for several things, or a bid that no command claims.

    "For the landlord, give me the day, the bill and the price" is one, whatever its commas. An imperative that asks is
    a question: "summarise", "draft a note about".
    """
    if asked.drafts:
        return intent in _UNCLAIMED or intent.startswith("cannot_")
    if intent not in _UNCLAIMED:
        return False
    lists = asked.listed and bool(asked.parts)
    if intent == "statement":
        return asked.bids or asked.leads
    several = lists or len(asked.parts) >= MIN_LISTED_PARTS or (asked.leads and intent != "recall_about")
    return several or (asked.whole and intent == "question")


def states_something(text: str, language: str) -> bool:
    """Says whether a clause of the text is worth keeping."""
    return has_reading(language) and any(keepable(text, one, language) for one in statements(text, language))


def tells_of_somebody(text: str, language: str) -> bool:
    """Says whether words before an order tell something that it may mean: "my aunt drinks", and not "he lied"."""
    if not states_something(text, language):
        return False
    told = (one for one in statements(text, language) if one.kind is ActKind.TELL and one.subject)
    return any(
        not one.clause.past if SPEAKER in one.subject_keys else not any(who.pronoun for who in one.subject)
        for one in told
    )


_MENDED = TELLING | {"question", "recall_one", "not_so"}
"""Intents of words that are read as they were meant; a command has rules of its own for what is put right."""


def mended_context(context: TurnContext, understanding: IntentMatcher) -> TurnContext:
    """Returns the context with the words as they were meant; the same one where nothing is put right."""
    found = _found(context)
    if found is None:
        return context
    understood = understanding.match_intent(found.text)
    if understood.intent not in _MENDED:
        return context
    return replace(context, turn=replace(context.turn, text=found.text), understood=understood)


def _found(context: TurnContext) -> Mended | None:
    text, code = context.turn.text, context.language.code
    plain = context.understood.intent in _MENDED and MASK not in text and len(text) <= context.policy.max_command_chars
    return mend(text, code) if plain and has_reading(code) and not context.barred else None


def with_original_spans(context: TurnContext, meant: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome of mended words with the places of the words that were said."""
    if meant is context:
        return outcome
    found = _found(context)
    if found is None:  # the words are a bare answer, and nothing in them was put right
        return with_whole_turn(context, outcome)
    return replace(
        outcome,
        new=tuple(_placed(atom, context.turn.turn_id, found) for atom in outcome.new),
        changed=tuple(_placed(atom, context.turn.turn_id, found) for atom in outcome.changed),
        hide=tuple(found.original(*span) for span in outcome.hide),
    )


def _placed(atom: Atom, turn_id: str, found: Mended) -> Atom:
    sources = []
    for source in atom.sources:
        start, end = found.original(source.start, source.end)
        sources.append(replace(source, start=start, end=end) if source.turn_id == turn_id else source)
    return replace(atom, sources=tuple(sources))


_SET = frozenset({"set_timer", "set_alarm"})
_TIMED = _SET | {"set_reminder"}
_OF_SKILLS = _TIMED | {
    *("cancel_schedule", "pause_schedule", "resume_schedule", "list_schedules", "time_left", "tell_time"),
    *("add_to_list", "cross_off_list", "empty_list", "read_list", "name_lists", "is_on_list"),
}
"""Intents of timers, alarms, reminders and lists that may stand beside each other in one sentence."""
_DECLINED = frozenset({"cannot_know_outside", "cannot_switch"})
"""Intents of what Selene cannot do, whose words end before what is told."""
_TIME_SLOTS = ("when", "span", "clock", "then", "clocked", "minute")


_LIST_SLOTS = ("list", "titled", "headed")
"""The slots that may name a list."""


def skill_commands(text: str, whole: IntentMatch, matcher: IntentMatcher, language: str) -> tuple[SpokenPart, ...]:
    """Returns the parts of commands about schedules and lists that one "and" joins: "put milk on the list and set a
    timer for five minutes", or of one and what is told beside it. None where a part is nothing by itself, or timers
    and alarms are set together.
    """
    spans = _joined_commands(text, whole, matcher) or _told_beside_command(text, whole, matcher, language)
    return tuple(SpokenPart(*span, _only_asks(text[slice(*span)], language)) for span in spans)


def _joined_commands(text: str, whole: IntentMatch, matcher: IntentMatcher) -> tuple[tuple[int, int], ...]:
    if whole.intent not in _OF_SKILLS | {"statement", "request"}:
        return ()
    spans, start = list[tuple[int, int]](), 0
    for joint in matcher.times.words.between_settings.finditer(text):
        each = text[start : joint.start()], text[joint.end() :]
        if not all(matcher.may_begin_with(part, _OF_SKILLS) for part in each):
            continue  # most sentences with an "and" are no commands
        before, after = map(matcher.match_intent, each)
        apart = not ({before.intent, after.intent} <= _SET or _names_more(before, after))
        if apart and _is_complete(before) and _is_complete(after):
            spans.append((start, joint.start()))
            start = joint.end()
    return (*spans, (start, len(text))) if spans else ()


def _told_beside_command(
    text: str, whole: IntentMatch, matcher: IntentMatcher, language: str
) -> tuple[tuple[int, int], ...]:
    """Returns the spans of a command and of what is told or asked before or behind its "and": "put milk on the list |
    my mum's coming on friday". None where either is nothing by itself.
    """
    if whole.intent not in _OF_SKILLS | _UNCLAIMED | _DECLINED | {"remember"} or not has_reading(language):
        return ()
    for joint in reversed(list(matcher.times.words.between_settings.finditer(text))):
        head, tail = text[: joint.start()], text[joint.end() :]
        if not any(matcher.may_begin_with(words, _OF_SKILLS | _DECLINED | {"remember"}) for words in (head, tail)):
            continue
        before, after = matcher.match_intent(head), matcher.match_intent(tail)
        anew = whole.intent != "add_to_list" or after.intent != whole.intent or after.span("items")[0]
        bid = after.intent in _TIMED and {act.kind for act in read(tail, language).acts} == {ActKind.COMMAND}
        ordered = _is_complete(after) or (whole.intent in _UNCLAIMED and bid)  # "stell mal nen timer"
        said = anew and ordered and _is_said(head, before, language)
        ends = _ends(before) or before.intent == "remember"
        follows = _goes_before(before, tail, language) or (
            ends and after.intent in _UNCLAIMED and _only_asks(tail, language)
        )
        if (follows and whole.intent in {before.intent, *_UNCLAIMED}) or said:
            first = _joined_commands(head, before, matcher) or ((0, joint.start()),)
            further = _joined_commands(tail, after, matcher) or ((0, len(tail)),)
            return (*first, *((start + joint.end(), end + joint.end()) for start, end in further))
    return ()


def _ends(found: IntentMatch) -> bool:
    """Says whether words are a whole command, or one that Selene cannot do."""
    return found.intent in _DECLINED or _is_complete(found)


def _is_said(text: str, found: IntentMatch, language: str) -> bool:
    """Says whether words before a command are something by themselves: news, a question, thanks."""
    greets = found.intent not in _UNCLAIMED and {act.kind for act in read(text, language).acts} == {ActKind.COURTESY}
    told = found.intent == "remember" or _only_tells_of_own(text, language)
    return greets or told or (found.intent in _UNCLAIMED and _only_asks(text, language))


def _only_asks(text: str, language: str) -> bool:
    """Says whether words only ask for what was told."""
    kinds = {act.kind for act in read(text, language).acts} if has_reading(language) else set()
    return ActKind.ASK in kinds and kinds <= {ActKind.ASK, ActKind.COURTESY}


def _goes_before(found: IntentMatch, told: str, language: str) -> bool:
    """Says whether a command stands before what is told: a reminder only before news of the speaker and their own."""
    return _ends(found) and _only_tells_of_own(told, language, speaker=found.intent == "set_reminder")


def _only_tells_of_own(text: str, language: str, *, speaker: bool = False) -> bool:
    """Says whether words only tell what is worth keeping, beginning with whom it is about; with `speaker` with them."""
    each = [one for one in statements(text, language) if one.kind is not ActKind.COURTESY]
    told = all(one.kind is ActKind.TELL and not one.clause.modality.is_conditional for one in each)
    first = each[0].clause if each else None
    led = first is not None and first.subject[0] < first.subject[1] and _begins_surely(text, each[0], language)
    own = bool(each) and (not speaker or any(key.split(BETWEEN)[0] == SPEAKER for key in each[0].subject_keys))
    return led and told and own and any(keepable(text, one, language) for one in each)


def _begins_surely(text: str, one: Statement, language: str) -> bool:
    """Says whether a clause begins with a word that no thing of a list begins with: "bin bags" may be things."""
    line, first, verb = line_of(text, language), one.clause.subject[0], one.clause.verb
    words, opens = line.words, one.clause.first
    if verb < first:  # "morgen ist müllabfuhr", "den topf nimmt tom mit"
        return isinstance(line, GermanLine) and (line.is_time(opens) or line.is_in(opens, "object_articles"))
    closed = words.subjects | words.possessives | words.determiners | words.nominative
    related = any(entity.role for entity in one.subject)  # "dad's coming", and no bin bags
    return line.word(first) in closed or related or line.is_auxiliary(verb) or line.word(verb) in words.clitics


def _names_more(before: IntentMatch, after: IntentMatch) -> bool:
    """Says whether words name further things for one list: the screws of "add nails and screws to my list"."""
    adds = before.intent == after.intent == "add_to_list" and not any(map(before.slot, _LIST_SLOTS))
    return adds and bool(after.slot("items")) and not after.span("items")[0]


def _is_complete(found: IntentMatch) -> bool:
    return found.intent in _OF_SKILLS and (found.intent not in _TIMED or any(found.slot(name) for name in _TIME_SLOTS))


def lists_what_it_asks(text: str, spoken: tuple[SpokenPart, ...]) -> bool:
    """Says whether what follows a question goes on with it: "give me the plan, the window, and who pays"."""
    one_sentence = re.search(r"[.!?]\s", text) is None
    first = spoken[0]
    return one_sentence and text.count(",") > 1 and (first.asks or first.orders) and not first.start
