"""Pure: the skill that answers from memory. It declares each of its intents once, and changes nothing."""

from __future__ import annotations

from dataclasses import replace

from device.skills.instructions.standing_wish import tell_wish
from device.skills.memory.privacy_rules import asked_to_hear
from device.skills.recall.calendar_answer import asking_for_day, recall_by_day, recall_said_on_day, with_days_left
from device.skills.recall.composed_answer import recall_listed_parts, recall_parts
from device.skills.recall.concept_answer import recall_concept
from device.skills.recall.fact_lookup import recall_about, recall_all, recall_likings, recall_one
from device.skills.recall.further_question import asks_of_next, complete_after, complete_question
from device.skills.recall.guards.answer_guards import (
    asks_of_a_relative,
    is_about_another,
    is_of_other_kind_than_asked,
    is_off_topic,
    lacks_name,
    lacks_thing_asked,
    leaves_open,
    offers_another,
    quotes_no_fact,
)
from device.skills.recall.guards.outside_questions import (
    asks_of_outside,
    asks_of_public,
    asks_of_world,
    asks_what_selene_sees,
)
from device.skills.recall.history.asked_of_last import recall_asked_of_last
from device.skills.recall.history.changes import SINCE_LAST_TALK, recall_changes, recall_when_changed
from device.skills.recall.history.held_then import recall_held_then
from device.skills.recall.history.known_then import recall_known_then
from device.skills.recall.history.told_order import recall_told_order
from device.skills.recall.history.told_since import with_news
from device.skills.recall.history.when_felt import recall_when_felt
from device.skills.recall.history_answer import (
    count_memories,
    explain_last_reply,
    recall_first_told,
    recall_last_told,
    recall_when_told,
    report_forgotten,
)
from device.skills.recall.matters.code_answer import is_code_of_another, recall_home_code
from device.skills.recall.matters.matter_answer import recall_by_matter
from device.skills.recall.people.confided import recall_confided
from device.skills.recall.people.members import recall_members
from device.skills.recall.question_candidates import question_of
from device.skills.recall.reading_answer import (
    recall_by_reading,
    recall_choice,
    recall_covering_fact,
    recall_only_fact,
)
from device.skills.recall.search_answer import news_of_replaced, recall_by_search, reply_nothing_found
from device.skills.recall.unsure.weighed_answer import recall_weighed
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import AnswerRule, Intent, IntentSkill
from device.skills.undecided import is_for_the_person
from memory.reading.english_facts.other_frames import questions_alike
from memory.reading.facts.statements import statements
from memory.reading.german_facts.other_frames import asked_otherwise
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of, read
from memory.reading.next_sentence import leaves_choice
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.retrieval.answerability import is_outdated_answer
from memory.retrieval.context_builder import AssembledContext


def _completed(view: ReplyContext) -> ReplyContext:
    """Returns the view of the whole question, where the turn only names what differs: "and the peppers"."""
    turn, code = view.heard.turn, view.memory.language.code
    said = [text for text, hidden in view.memory.queries.said_up_to(turn.user_id, turn.turn_id, 5) if not hidden]
    bare = _without_greeting(turn.text, code)
    if bare != turn.text:
        return _completed(replace(view, heard=replace(view.heard, turn=replace(turn, text=bare))))
    whole = complete_question(turn.text, said[1:], code)
    if whole is None and said and len(turn.text) != len(turn.text.lstrip()):
        whole = complete_after(said[0], len(turn.text) - len(turn.text.lstrip()), code)
    return replace(view, heard=replace(view.heard, turn=replace(turn, text=whole))) if whole else view


def _without_greeting(text: str, language: str) -> str:
    """Returns a question without what it greets with, so that "guten morgen" names no day."""
    if not has_reading(language):
        return text
    words = text.split()
    plain = [word.casefold().strip(",.!") for word in words]
    greetings = load_closed_words(language).courtesies
    size = max((len(each) for each in greetings if plain[: len(each)] == list(each)), default=0)
    if not 0 < size < len(words):
        return text
    asked = next((act.clause.start for act in read(text, language).acts[:1] if act.kind is ActKind.ASK), 0)
    return min(" ".join(words[size:]), text[asked:], key=len)


def _answer_question(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Answers by the day that is asked for, by the type of the question, and last by its words."""
    if wished := tell_wish(view):
        return wished
    if is_for_the_person(view):
        return Reply(view.say("still_open"), ("NOTHING_FOUND",)), view.look_up("")
    if has_reading(view.memory.language.code) and asks_what_selene_sees(view):
        return Reply(view.say("cannot_do"), ("CANNOT_DO", "NOTHING_FOUND")), view.look_up("")
    if (of_last := recall_asked_of_last(view)) is not None:
        return of_last
    asked, view = view.heard.turn.text, _completed(view)
    if (listed := recall_told_order(view) or _listed(view)) is not None:
        return listed
    by_day = recall_by_day(view)
    whole = by_day if by_day is not None and _is_found(by_day) else _by_reading(view, by_day)
    return whole if _is_found(whole) else _told_of_next(view, asked) or _or_declined(view, _or_nearest(view, whole))


def _listed(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers for each thing that is listed, unless what is found is of somebody else or of another kind."""
    if (said := recall_said_on_day(view)) is not None:
        return said
    listed = recall_listed_parts(view)
    if listed is None or (asks_of_a_relative(view) and is_about_another(view, listed[0])):
        return None
    return None if is_of_other_kind_than_asked(view, listed[0]) else listed


def _by_reading(view: ReplyContext, by_day: tuple[Reply, AssembledContext] | None) -> tuple[Reply, AssembledContext]:
    """Answers by what held then, by reading, by the type of the question, and last by its words."""
    return _or_parts(
        view, by_day or recall_held_then(view) or recall_by_reading(view) or _by_type(view) or _searched(view)
    )


def _is_found(answer: tuple[Reply, AssembledContext]) -> bool:
    return "NOTHING_FOUND" not in answer[0].reasons


def _or_nearest(view: ReplyContext, whole: tuple[Reply, AssembledContext]) -> tuple[Reply, AssembledContext]:
    """Tells beside "I'm not sure" what likeliest answers, where nothing does for sure and the turn told nothing."""
    plain = not view.heard.created and not _is_found(whole) and whole[0].text == view.say("nothing_found")
    of_world = has_reading(view.memory.language.code) and (asks_of_outside(view) or asks_of_world(view))
    return (recall_weighed(view) if plain and not of_world else None) or whole


def _told_of_next(view: ReplyContext, asked: str) -> tuple[Reply, AssembledContext] | None:
    """Tells what is known of whom "and what about her" names, where it does not answer the question before."""
    if view.memory.language.code != "en" or not asks_of_next(asked):
        return None
    question = question_of(view)
    subject = question.subject if question is not None else ()
    if question is None or len(subject) != 1 or not (subject[0].name or subject[0].role):
        return None
    line = line_of(question.text, "en")
    about = question.text[line.tokens[subject[0].start].start : line.tokens[subject[0].end - 1].end]
    told = recall_about(replace(view, heard=replace(view.heard, slots=(("about", about),))))
    return None if told is None or "NOTHING_FOUND" in told[0].reasons else told


def _or_parts(view: ReplyContext, whole: tuple[Reply, AssembledContext]) -> tuple[Reply, AssembledContext]:
    """Answers part by part what is not known as a whole, and last by the one fact that has what is asked.

    What is found but is of another kind than was asked for is no answer.
    """
    fits = _is_found(whole) and not is_of_other_kind_than_asked(view, whole[0])
    fits = fits and not is_code_of_another(view, whole[0])
    open_still = view.memory.language.code == "en" and any(leaves_choice(atom.text) for atom in whole[0].used)
    if (not fits or open_still) and (chosen := recall_choice(view)) is not None:
        return chosen
    if fits:
        return whole
    empty = (reply_nothing_found(view), whole[1]) if _is_found(whole) else whole
    further = recall_parts(view) or recall_only_fact(view)
    further = further or _answer_alike(view) or _covering(view)
    if further is None or is_of_other_kind_than_asked(view, further[0]):
        if (code := recall_home_code(view)) is not None:
            return code
        further = recall_by_matter(view)
    return empty if further is None or is_of_other_kind_than_asked(view, further[0]) else further


def _covering(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers with the one fact that has every word, unless "my son" is asked of and it is of another one's."""
    found = recall_covering_fact(view)
    question = question_of(view) if found is not None and asks_of_a_relative(view) else None
    first = line_of(question.text, view.memory.language.code).word(question.subject[0].start) if question else ""
    own = has_reading(view.memory.language.code) and first in load_closed_words(view.memory.language.code).possessives
    if not own or found is None or question is None:
        return found
    told = (one for atom in found[0].used for one in statements(atom.text, view.memory.language.code))
    return found if any(one.subject_keys & question.subject_keys for one in told) else None


def _answer_alike(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question that asks the same in other words; None where nothing known answers one of these."""
    turn, alike = view.heard.turn, asked_otherwise if view.memory.language.code == "de" else questions_alike
    for text in alike(turn.text) if has_reading(view.memory.language.code) else ():
        again = replace(view, heard=replace(view.heard, turn=replace(turn, text=text)))
        found = recall_by_reading(again) or recall_only_fact(again)
        fits = found is not None and not offers_another(view, found[0])
        if found is not None and fits and not is_of_other_kind_than_asked(again, found[0]):
            return found
    return None


def _answer_one(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    about = dict(view.heard.slots).get("about") or view.heard.turn.text
    if wished := tell_wish(view):
        return wished
    if view.fact_keys.is_liking(about):
        return recall_likings(view, about)
    if (listed := recall_told_order(view) or _listed(view)) is not None:
        return listed
    by_day = recall_by_day(view)
    if by_day is not None and _is_found(by_day):
        return by_day
    whole = by_day or recall_held_then(view) or recall_by_reading(view) or _by_type(view) or _recall_one_or_search(view)
    return _or_declined(view, _or_nearest(view, _or_parts(view, whole)))


def _or_declined(view: ReplyContext, whole: tuple[Reply, AssembledContext]) -> tuple[Reply, AssembledContext]:
    """Says what she can do, where nothing is known and the question is none about the person's world.

    Of what may be either, as whether the library is open, she says that she cannot look it up and may be told.
    """
    if whole[0].text != view.say("nothing_found") or not has_reading(view.memory.language.code):
        return whole
    if asks_of_outside(view):
        return Reply(view.say("cannot_do"), ("CANNOT_DO", "NOTHING_FOUND"), general=asks_of_world(view)), whole[1]
    if any(not item.pushed for item in whole[1].bundle.items) or not asks_of_public(view):
        return whole
    general = asks_of_world(view)
    if whole[1].bundle.items:
        return replace(whole[0], general=general), whole[1]
    return Reply(view.say("not_looked_up"), ("NOTHING_FOUND",), general=general), whole[1]


def _answer_countdown(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    day = asking_for_day(view)
    reply, found = _answer_question(day)
    return with_days_left(day, reply), found


def _answer_changes(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    return recall_changes(view) or _answer_question(view)


def _answer_when_changed(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    return recall_when_changed(view) or _answer_question(view)


def _answer_when_felt(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Answers from the words that tell it and their date, as any question is: no mood is read."""
    return recall_when_felt(view) or _answer_question(view)


def _answer_known_then(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    return recall_known_then(view) or _answer_about(view)


def _answer_about(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    return recall_by_day(view) or recall_concept(view) or recall_about(view) or recall_by_search(view)


def _by_type(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers by the type of the question, unless what it finds is about somebody else."""
    answer = recall_concept(view)
    if answer is None or "OF_ANOTHER" in answer[0].reasons:
        return answer
    if not is_about_another(view, answer[0]) and not (answer[0].used and leaves_open(view, answer[0], strictly=True)):
        return answer
    return reply_nothing_found(view), answer[1]


def _recall_one_or_search(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    about = dict(view.heard.slots).get("about") or view.heard.turn.text
    if wished := tell_wish(view):
        return wished
    if view.fact_keys.is_liking(about):
        return recall_likings(view, about)
    found = recall_one(view, about)
    if found is not None and _tells_what_was(view, found[0]):
        return _searched(view)
    if found is not None and asks_of_a_relative(view) and is_about_another(view, found[0]):
        return _searched(view)
    if found is None or leaves_open(view, found[0], strictly=True) or is_of_other_kind_than_asked(view, found[0]):
        return _searched(view)
    if view.fact_keys.fixed_key(about) or not (is_off_topic(view, found[0]) or lacks_name(view, found[0])):
        return found
    return _searched(view)


def _tells_what_was(view: ReplyContext, reply: Reply) -> bool:
    """Says whether a fact only tells what was once so, where the question asks for what is so."""
    asked, language = view.heard.turn.text, view.memory.language
    return bool(reply.used) and all(is_outdated_answer(asked, atom.text, language) for atom in reply.used)


def _searched(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Answers by words in common, unless what they find is about somebody else."""
    reply, found = recall_by_search(view)
    if "OF_ANOTHER" in reply.reasons and not asks_of_a_relative(view):
        return news_of_replaced(view, found) or reply, found
    wrong = "OF_ANOTHER" in reply.reasons or is_about_another(view, reply) or quotes_no_fact(view, reply)
    wrong = wrong or leaves_open(view, reply)
    wrong = wrong or is_of_other_kind_than_asked(view, reply) or lacks_thing_asked(view, reply)
    if not wrong and reply.used:
        return reply, found
    news = news_of_replaced(view, found)
    return news or (reply_nothing_found(view) if wrong else reply), found


def _answer_anyway(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Answers aloud what is kept for writing, since the person asks to hear it (2.11.11)."""
    again = asked_to_hear(view)
    if again is None:
        return Reply(view.say("asked_not_to_mention"), ("DO_NOT_MENTION",)), view.look_up("")
    return _answer_one(again) if again.heard.slots else _answer_question(again)


def _recall(name: str, answer: AnswerRule) -> Intent:
    """Declares an intent that asks the memory, and is answered although the vault cannot be written."""
    return Intent(name, answer=answer, recalls=True, asks=True, writes_nothing=True)


RECALL = IntentSkill(
    "recall",
    (
        _recall("recall_all", recall_all),
        _recall("recall_one", lambda view: with_news(view, _answer_one(view))),
        _recall("recall_about", _answer_about),
        _recall("question", lambda view: with_news(view, _answer_question(view))),
        _recall("ask_members", recall_members),
        _recall("recall_confided", recall_confided),
        _recall("countdown", _answer_countdown),
        _recall("when_told", recall_when_told),
        _recall("last_told", recall_last_told),
        _recall("first_told", recall_first_told),
        _recall("what_changed", _answer_changes),
        _recall(SINCE_LAST_TALK, _answer_changes),
        _recall("when_changed", _answer_when_changed),
        _recall("when_felt", _answer_when_felt),
        _recall("known_then", _answer_known_then),
        _recall("how_much", count_memories),
        _recall("hear_anyway", _answer_anyway),
        Intent("why", answer=explain_last_reply, writes_nothing=True),
        Intent("what_forgotten", answer=report_forgotten, writes_nothing=True),
    ),
)
