"""Pure: the skill that remembers, forgets and corrects. It declares each of its intents once."""

from __future__ import annotations

from dataclasses import replace

from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.lists.changing import undo_last_list
from device.skills.memory import (
    corrections,
    memory_controls,
    named_values,
    privacy_rules,
)
from device.skills.memory.acknowledgement import acknowledge
from device.skills.memory.correcting import spelling
from device.skills.memory.correcting.described import adds_part_of_time, only_tells_quality, tells_of_whom
from device.skills.memory.correcting.meant_value import meant_alone
from device.skills.memory.correcting.misquoted import correct_misquoted
from device.skills.memory.correcting.undone import undo_last_correction
from device.skills.memory.correcting.whom_meant import correct_whom
from device.skills.memory.fact_storage import store_statement
from device.skills.memory.forgetting import forget_commands, forget_ladder, forgotten_again, spoken_requests
from device.skills.memory.forgetting.cut_memory import leaving_rest
from device.skills.memory.forgetting.forget_time_range import forget_time_range, forget_topic_in_range
from device.skills.memory.forgetting.matters import likely_meant
from device.skills.memory.home_codes import forget_code_of_thing, forget_every_code, forget_told_code, keep_on_request
from device.skills.memory.told_updates import update_told_facts
from device.skills.schedules.change_schedule import revise_last_schedule, undo_last_schedule
from device.skills.skill import DecideRule, Intent, IntentSkill
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.rules.clarification import new_question

_PAUSES = (",", ".", ";", ":", "-", "–", "—")


class MemorySkill(IntentSkill):
    """Decides by intent, except for forgetting a time range, which may be said in many words."""

    def decide(self, context: TurnContext) -> TurnOutcome | None:
        """Reads a time range first, then applies the rule of the intent."""
        if context.understood.intent.startswith("forget"):
            by_time = _forget_by_time(context)
            if by_time is not None:
                return by_time
        return IntentSkill.decide(self, context)


def _forget_by_time(context: TurnContext) -> TurnOutcome | None:
    stretch = context.fact_keys.spans.of(context.turn.text, context.turn.at)
    if stretch is not None:
        return forget_time_range(context, stretch)
    about = context.understood.intent in ("forget", "forget_topic", "forget_all_about")
    return _forget_topic_in_period(context) if about else None


def _forget_topic_in_period(context: TurnContext) -> TurnOutcome | None:
    """Reads "Forget what I said about tea yesterday", unless it names a thing: "the party on Saturday"."""
    found = context.fact_keys.spans.topic_and_range(context.turn.text, context.turn.at)
    return None if found is None or memory_controls.atoms_of_topic(context) else forget_topic_in_range(context, *found)


def _forget_values_or_thing(context: TurnContext) -> TurnOutcome | None:
    """Forgets the thing where what stands behind it is no value of it: "that gate pin will ya they change them"."""
    outcome, slots = forget_ladder.forget_values(context), context.understood.slots
    value, thing = ([slot for slot in slots if slot.name == name] for name in ("value", "thing"))
    code = context.language.code
    read = statements(value[0].text, code) if len(value) == 1 and has_reading(code) else ()
    worded = any(one.kind is ActKind.TELL and one.clause.verb >= 0 for one in read)
    if outcome.forget or outcome.phrase_atoms or not worded or value[0].start <= thing[0].start:
        return outcome
    said = thing[0].text[: value[0].start - thing[0].start].strip()
    topic = Slot("topic", said, thing[0].start, thing[0].start + len(said))
    return _forget_or_update(replace(context, understood=IntentMatch("forget_topic", (topic,))))


def _decide_spelling(context: TurnContext) -> TurnOutcome:
    """Reads "It's spelled S A R A H"; without letters, "it's spelled Sarah", it is a plain sentence."""
    outcome = spelling.start_spelling(context)
    one_word = len(context.understood.slot("letters").split()) == 1
    unclear = "CORRECTION_UNCLEAR" in outcome.reasons and one_word
    return corrections.revise_or_store(context) if unclear else outcome


def _lift_or_tell(context: TurnContext) -> TurnOutcome:
    """Reads "my ankle is all right again" as news where no rule holds for it; else the rule is dropped."""
    outcome, code = privacy_rules.lift_rules(context), context.language.code
    tells = outcome.reasons == ("NOTHING_MEANT",) and has_reading(code)
    told = statements(context.turn.text, code) if tells else ()
    if len(told) != 1 or not keepable(context.turn.text, told[0], code):
        return outcome
    return corrections.revise_or_store(replace(context, understood=IntentMatch("statement")))


def _start_review(context: TurnContext) -> TurnOutcome:
    """Starts a review of memories, which is a reason to ask again (2.11.12)."""
    keys = context.fact_keys.keys(context.understood.slot("about"))
    found = next((atom for key in keys for atom in context.known(key)), None)
    if found is None:
        return TurnOutcome("review", ("NOTHING_FOUND",))
    question = new_question(context.turn, found.key, "USER_REQUEST", (found,))
    return TurnOutcome("review", ("USER_REQUEST",), focus=(found.atom_id,)).with_question(question)


def _correct(context: TurnContext) -> TurnOutcome | None:
    """Corrects what is quoted, what was just set when the words are a time, or what was last mentioned."""
    if only_tells_quality(context):
        return TurnOutcome("statement", ("NOTHING_TO_KEEP",))  # "it should be sugar free" is no other cake
    revised = correct_misquoted(context) or correct_whom(context)
    if revised is None and (tells_of_whom(context) or adds_part_of_time(context)):
        return replace(store_statement(context), intent="statement")
    revised = revised or revise_last_schedule(context, context.understood.slot("meant"))
    if revised is not None:
        return revised
    context = replace(context, understood=meant_alone(context.understood, context.language.code))
    chosen = named_values.correct_chosen(context) or named_values.correct_by_reading(context)
    outcome = chosen or memory_controls.correct_mentioned(context)
    return _or_told(context, outcome)


def _not_so(context: TurnContext) -> TurnOutcome | None:
    """Takes back or puts right what was mentioned; where nothing was, what is told beside the denial is kept."""
    outcome = corrections.negate_statement(context)
    plain = _without_no_longer(context) if "CORRECTION_UNCLEAR" in outcome.reasons else context
    contrast = named_values.correct_contrast(plain) if plain.turn.text != context.turn.text else None
    return contrast or _or_told(context, outcome)


def _without_no_longer(context: TurnContext) -> TurnContext:
    """Returns the turn with blanks for "anymore", so that "it isn't ten anymore it's twelve" is a plain contrast."""
    text, line = context.turn.text, line_of(context.turn.text, context.language.code)
    for at, token in enumerate(line.tokens):
        if size := line.length_of(line.words.over, at):
            end = line.tokens[at + size - 1].end
            text = text[: token.start] + " " * (end - token.start) + text[end:]
    return replace(context, turn=replace(context.turn, text=text))


def _or_told(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Keeps what a correction tells, where there is nothing that it may correct: "i said i'd ring lisa back"."""
    if "CORRECTION_UNCLEAR" not in outcome.reasons:
        return outcome
    if not context.understood.slot("heard"):
        revised = corrections.revise_or_store(replace(context, understood=IntentMatch("statement")))
        if revised.corrections or (revised.changed and revised.new):
            return revised  # "no she's called jean" after "the teacher's called joan"
    if not _names_subject(context):
        return outcome
    told = update_told_facts(context) or store_statement(context)
    return replace(told, intent="statement") if told.new or told.changed else outcome


def _names_subject(context: TurnContext) -> bool:
    """Says whether a clause of the turn tells of the speaker or of somebody or something that it names itself."""
    code = context.language.code
    told = statements(context.turn.text, code) if code == "en" else ()
    own = [one for one in told if one.kind in (ActKind.TELL, ActKind.CORRECT) and one.subject]
    reporting = load_closed_words("en").reporting
    return any(not one.subject[0].pronoun and one.clause.lemma not in reporting for one in own)


def _undo_or(forget: DecideRule) -> DecideRule:
    """Takes back what the last turn set; without that it forgets."""

    def undo(context: TurnContext) -> TurnOutcome | None:
        return undo_last_schedule(context) or undo_last_list(context) or forget(context)

    return undo


def _unsay(context: TurnContext) -> TurnOutcome:
    """Takes back what the last turn corrected, else forgets what the person stated last."""
    return undo_last_correction(context) or forget_commands.forget_said(context)


def _forget_or_update(context: TurnContext) -> TurnOutcome | None:
    """Forgets a topic; where nothing is known of it, reads what follows "forget that," as news, and so a paid debt:
    "forget about that he's paid me back". "Forget that I moved" tells nothing.
    """
    outcome = forget_told_code(context) or forget_every_code(context)
    outcome = outcome or leaving_rest(context, spoken_requests.forget_spoken(context))
    if outcome.reasons == ("NOTHING_TO_FORGET",):
        outcome = forget_code_of_thing(context) or outcome
    start, end = context.understood.span("topic")
    if outcome.reasons != ("NOTHING_TO_FORGET",) or end <= start or not has_reading(context.language.code):
        return outcome
    topic, sets = context.turn.text[start:end], load_closed_words(context.language.code).sets
    pointing = sets["repaired_things"] | sets["that"]
    first, space, rest = topic.partition(" ")
    before = context.turn.text[:start].split()[-1:]
    if first.rstrip("".join(_PAUSES)) in pointing:
        before, start, topic = [first], start + len(first + space), rest
    paused = any(word.endswith(_PAUSES) and word.rstrip("".join(_PAUSES)) in pointing for word in before)
    told = replace(context.turn, text=" " * start + topic)
    news = update_told_facts(replace(context, turn=told))
    why = (one.kind in (ActKind.TELL, ActKind.COURTESY) for one in statements(topic, context.language.code))
    if news is None and paused and any(why):  # "forget that, I was wrong" names no topic
        return forget_commands.forget_referenced(replace(context, understood=IntentMatch("forget")))
    return news if news is not None and (paused or _pays_debt(topic, news, context.language.code)) else outcome


def _pays_debt(topic: str, news: TurnOutcome, language: str) -> bool:
    """Says whether the one thing that news ends is a debt, and it tells of none itself."""
    owing = load_meaning(language).set_of("owing")
    ended = [one.clause.lemma for atom in news.changed for one in statements(atom.text, language)]
    told = (one.clause.lemma for one in statements(topic, language))
    return bool(ended) and owing.issuperset(ended) and owing.isdisjoint(told)


def _ask_if_sure(context: TurnContext) -> TurnOutcome | None:
    """Reads "sicher" right after an answer as the question whether it is sure; None for a plain yes."""
    code, turn = context.language.code, context.turn
    said = turn.text.strip(" ?.!,").casefold()
    if not has_reading(code) or said not in load_closed_words(code).sets.get("asking_if_sure", frozenset()):
        return None
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    answered = set(context.queries.intents(last).values()) & {"question", "recall_one", "recall_about"}
    return TurnOutcome("are_you_sure") if answered else None


def _control(name: str, decide: DecideRule, sentence: str = "acknowledged") -> Intent:
    """Declares a command on memories, which may follow another in one utterance."""
    return Intent(name, decide, sentence=sentence, follows=True)


def _answer_only(name: str, sentence: str = "nothing_open") -> Intent:
    """Declares an intent that only answers a question: without an open one it does nothing."""
    return Intent(name, sentence=sentence, reasons=("NOTHING_OPEN",))


MEMORY = MemorySkill(
    "memory",
    (
        Intent("statement", corrections.revise_or_store, idle=True),
        _control("remember", keep_on_request, "remembered"),
        _control("insist", keep_on_request, "remembered"),
        _control("forget", _undo_or(forget_commands.forget_referenced)),
        _control("forget_topic", _forget_or_update),
        _control("forget_all_about", spoken_requests.forget_spoken),
        _control(likely_meant.INTENT, likely_meant.forget_likely),
        _control(likely_meant.NOT_KEPT, likely_meant.leave_unkept),
        _control("forget_said", _undo_or(_unsay)),
        _control("forget_values", _forget_values_or_thing),
        Intent(forgotten_again.ASKED, forgotten_again.keep_no_guess, sentence="forgotten_asked"),
        Intent(forgotten_again.TOLD, sentence="forgotten_told", reasons=("FORGOTTEN_BEFORE",)),
        _control("forget_both", forget_commands.forget_both),
        _control("forget_them_all", forget_commands.forget_them_all),
        _control("forget_nth", forget_commands.forget_nth),
        _control("forget_everything", forget_commands.forget_everything),
        _control("dont_remember", privacy_rules.bar_topic, "wont_remember"),
        _control("stop_mentioning", privacy_rules.stop_mentioning, "wont_mention"),
        Intent("mention_again", _lift_or_tell, sentence="may_mention"),
        Intent("remember_again", privacy_rules.lift_rules, sentence="may_remember_again"),
        Intent("drop_rule", privacy_rules.drop_rules, privacy_rules.tell_dropped, follows=True),
        Intent("drop_all_rules", privacy_rules.drop_rules, privacy_rules.tell_dropped, follows=True),
        Intent("list_rules", answer=privacy_rules.tell_rules, asks=True, writes_nothing=True),
        _control("pin", memory_controls.mark_memory, "pinned"),
        _control("unpin", memory_controls.mark_memory, "unpinned"),
        _control("may_say", privacy_rules.may_say, "may_say"),
        _control("keep_to_text", memory_controls.mark_memory, "keep_to_text"),
        _control("keep_inside", memory_controls.mark_memory, "keep_inside"),
        Intent("correct", _correct),
        Intent("spell", _decide_spelling),
        Intent("swap", memory_controls.replace_word),
        Intent("not_so", _not_so),
        Intent("change", memory_controls.change_key_value),
        Intent("review", _start_review),
        Intent("confirm", _ask_if_sure, sentence="nothing_open", reasons=("NOTHING_OPEN",)),
        _answer_only("deny", "nothing_denied"),
        _answer_only("choose"),
        _answer_only("choose_all"),
        _answer_only("choose_none"),
        _answer_only("keep_both"),
    ),
    acknowledge=acknowledge,
)
