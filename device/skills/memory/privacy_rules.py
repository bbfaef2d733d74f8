"""Pure: the standing rules of a person on what may be mentioned and kept: made, told, and undone (2.11.11).

A rule is a record of the vault, so it holds at once for all that is kept, and on every device. Who listens cannot be
known: "when others are here" is a rule for always. No command here makes a memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from device.core.policy import MAX_RULE_LOOK_BACK_TURNS, SAID_BEFORE_TURNS
from device.skills.memory.forgetting.asked_facts import facts_told_of
from device.skills.memory.forgetting.matters.told_on import offer_too
from device.skills.memory.forgetting.outcomes import forget_outcome, turns_without_memory
from device.skills.memory.forgetting.worded_facts import facts_worded
from device.skills.memory.memory_controls import (
    atoms_covered,
    atoms_of_topic,
    build_rules,
    mark_memory,
    target_atoms,
    without_existing_rules,
)
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Atom
from memory.model.changes import Rule, RuleKind
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import load_meaning
from memory.rules.controls import (
    allow_recall,
    is_unmentionable,
    restricted_as_ruled,
    rule_topic,
    rules_for_topic,
)
from memory.rules.life_areas import is_life_area
from memory.rules.mention_target import TELLING
from memory.text.normalise import subject_words
from memory.text.stemming import split_words

_SENTENCE_END = re.compile(r"[.!?;]\s+")
RULE_DROPPED, WHICH_RULE = "RULE_DROPPED", "WHICH_RULE"
_SPEAKING_OF_RULES = frozenset({
    "stop_mentioning", "only_if_asked", "dont_remember", "list_rules", "drop_rule", "drop_all_rules", "hear_anyway",
})  # fmt: skip


def stop_mentioning(context: TurnContext) -> TurnOutcome:
    """Adds a do-not-mention rule for each topic that is named, or for what "that" means."""
    intent = context.understood.intent
    if not context.points(_slot(context)):
        topics = named_topics(context)
    else:
        topics = [rule_topic(atom, context.language) for atom in target_atoms(context)]
        if not topics:
            lines = context.reader.lines_by_id(context.control, context.mentioned().turn_ids)
            topics = [line.text for line in lines]
    rules = tuple(rule for topic in topics for rule in build_rules(context, RuleKind.DO_NOT_MENTION, topic))
    if not rules:
        return TurnOutcome(intent, ("NOTHING_MEANT",))
    return TurnOutcome(intent, ("DO_NOT_MENTION",), new_rules=without_existing_rules(context, rules))


def recall_when_asked(context: TurnContext) -> TurnOutcome:
    """Handles "only mention my weight if I ask": restricts what is known of it, and by a rule what will be told."""
    marked = mark_memory(context)
    if context.points("topic") or marked.questions:
        return marked
    made = [rule for topic in named_topics(context) for rule in build_rules(context, RuleKind.ONLY_IF_ASKED, topic)]
    rules = without_existing_rules(context, tuple(made))
    if not made or (not rules and not marked.changed):
        return marked
    return replace(marked, reasons=("ONLY_IF_ASKED",), new_rules=rules)


def with_ruled_recall(outcome: TurnOutcome, rules: tuple[Rule, ...]) -> TurnOutcome:
    """Returns an outcome whose memories are told only when asked for, where a rule of the person wants that."""
    rules = tuple(rule for rule in rules if rule.rule_id not in outcome.drop_rules)
    new = tuple(restricted_as_ruled(atom, rules) for atom in outcome.new)
    return replace(outcome, new=new, changed=tuple(restricted_as_ruled(atom, rules) for atom in outcome.changed))


def hide_told_facts(context: TurnContext, told: TurnOutcome) -> TurnOutcome | None:
    """Adds the rule for what the same utterance told before: "my pay is forty a year, never say that in company"."""
    if (
        context.understood.intent != "stop_mentioning"
        or not context.points(_slot(context))
        or not (told.new or told.changed)
    ):
        return None
    topics = dict.fromkeys(rule_topic(atom, context.language) for atom in (*told.new, *told.changed))
    rules = tuple(rule for topic in topics for rule in build_rules(context, RuleKind.DO_NOT_MENTION, topic))
    reasons = ("DO_NOT_MENTION",) if rules else ("NOTHING_MEANT",)
    return TurnOutcome("stop_mentioning", reasons, new_rules=without_existing_rules(context, rules))


def named_topics(context: TurnContext) -> list[str]:
    """Returns the topic without the words that say before whom; each of several when they are fields of life."""
    start, end = context.understood.span(_slot(context))
    said = context.turn.text[start:end]  # with its commas
    kept = context.language.in_company.sub("", said)
    topic = context.understood.slot(_slot(context)) if kept == said else kept
    kind = context.requests.scope.kind_in(topic)
    topic = kind if is_life_area(subject_words(kind, context.language)) else topic  # "anything about my faith"
    each = context.fact_keys.each(kept)
    fields = bool(each) and all(is_life_area(subject_words(one, context.language)) for one in each)
    return list(each) if fields else [topic]


def _slot(context: TurnContext) -> str:
    """Returns the slot of the topic; "where I am" has one of its own."""
    return "hidden_clause" if context.understood.slot("hidden_clause") else "topic"


def bar_topic(context: TurnContext) -> TurnOutcome:
    """Adds a do-not-store rule for the topic; forgets what is stored of it, and asks where that is a field of life."""
    known: tuple[Atom, ...] = ()
    if context.points("topic"):
        mentioned = context.mentioned()
        topics = [rule_topic(atom, context.language) for atom in mentioned.atoms]
        lines = context.reader.lines_by_id(context.control, mentioned.turn_ids)
        topics += [line.text for line in lines]
        found, turns = mentioned.atoms, mentioned.turn_ids
    else:
        topics = _barred_topics(context)
        found, turns = atoms_of_topic(context, topics[0]), turns_without_memory(context)
        if not found and not turns:
            found = _named_otherwise(context, topics[0])
        known = () if found else atoms_covered(context, surely=False)
    rules = tuple(rule for topic in topics for rule in build_rules(context, RuleKind.DO_NOT_STORE, topic))
    if not rules:
        return TurnOutcome(context.understood.intent, ("NOTHING_MEANT",))
    outcome = replace(forget_outcome(context, found, turns), new_rules=without_existing_rules(context, rules))
    kept = tuple(reason for reason in outcome.reasons if reason == "FORGOTTEN_BY_USER")
    barred = replace(outcome, reasons=kept).with_reasons("WONT_STORE")
    return offer_too(context, barred, known)


def _named_otherwise(context: TurnContext, topic: str) -> tuple[Atom, ...]:
    """Returns the one fact that a topic asks for or names in other forms: "don't keep where the spare key is"."""
    found = facts_told_of(context, topic) or facts_worded(context, topic)
    return found if len({atom.key for atom in found}) == 1 else ()


def _barred_topics(context: TurnContext) -> list[str]:
    """Returns the topic; each of several when they are fields of life: "my health or my finances"."""
    topic, (start, end) = context.understood.slot("topic"), context.understood.span("topic")
    said, *besides = _SENTENCE_END.split(context.turn.text[start:end])
    topic = said if besides else topic
    each = context.fact_keys.each(said)  # with its commas
    if each and all(is_life_area(subject_words(one, context.language)) for one in each):
        return list(each)
    return [_name_of_person(topic, context.language.code) or topic]


def _name_of_person(topic: str, language: str) -> str:
    """Returns "josh" of "my stepson josh", who is spoken of by his name alone; nothing where more is named."""
    *before, name = split_words(topic) or ("",)
    roles = load_meaning(language).roles if has_reading(language) else {}
    owned = load_closed_words(language).possessives if roles else frozenset()
    of_role = bool(before) and before[-1] in roles and owned.issuperset(before[:-1])
    return name if of_role and (is_given_name(name) or name not in roles) else ""


def lift_rules(context: TurnContext) -> TurnOutcome:
    """Handles "You may mention ... again", "you may remember ... again": drops the rules for the topic."""
    mentions = context.understood.intent == "mention_again"
    if context.points("topic"):
        return (_recall_again(context) if mentions else None) or drop_rules(context)
    kinds = (RuleKind.DO_NOT_MENTION, RuleKind.ONLY_IF_ASKED) if mentions else (RuleKind.DO_NOT_STORE,)
    dropped = [rule for topic in named_topics(context) for rule in _on_topic(context, topic, kinds)]
    again = _recall_again(context) if mentions else None
    if dropped:
        return replace(_dropped(context, dropped), changed=again.changed if again else ())
    return again or TurnOutcome(context.understood.intent, ("NOTHING_MEANT",))


def _recall_again(context: TurnContext) -> TurnOutcome | None:
    """Ends "only recall this if I ask" for the memories that are meant; None when it holds for none of them."""
    freed = (allow_recall(atom, context.language) for atom in target_atoms(context))
    changed = tuple(atom for atom in freed if atom is not None)[: context.policy.max_changed_atoms_per_turn]
    if not changed:
        return None
    ids = tuple(atom.atom_id for atom in changed)
    return TurnOutcome(context.understood.intent, (changed[0].reason_code,), changed=changed, focus=ids)


def may_say(context: TurnContext) -> TurnOutcome:
    """Handles "You may say that again": drops the rule that was just spoken of, else lets a memory be said aloud. What
    was asked for and is kept for writing is said, this once.
    """
    rule = _rule_spoken_of(context) if context.points("topic") else None
    if rule is not None:
        return replace(_dropped(context, [rule]), intent="mention_again")
    marked = mark_memory(context)
    again = None if marked.changed else _recall_again(context)
    if again is not None:
        return replace(again, intent="mention_again")
    unsaid = context.points("topic") and marked.reasons == ("NOTHING_MEANT",) and _has_just_asked(context)
    return TurnOutcome("hear_anyway", ("USER_REQUEST",)) if unsaid else marked


def drop_rules(context: TurnContext) -> TurnOutcome:
    """Handles "Drop that rule", "drop the rule about my kids", "drop all rules"; asks nothing and drops none on a
    guess.
    """
    topic = context.understood.slot("topic")
    if topic and not context.points("topic"):
        found = [rule for one in named_topics(context) for rule in _on_topic(context, one, tuple(RuleKind))]
    elif context.understood.intent == "drop_all_rules":
        found = list(context.rules)
    else:
        spoken_of = _rule_spoken_of(context)
        found = [spoken_of] if spoken_of is not None else list(context.rules)
        if len(found) > 1:
            return TurnOutcome("drop_rule", (WHICH_RULE,))
    return _dropped(context, found) if found else TurnOutcome("drop_rule", ("NOTHING_MEANT",))


def tell_dropped(view: ReplyContext) -> SkillReply:
    """Says that a rule is gone, or which there are."""
    rules, reasons = view.memory.reader.rules(view.gate.user_id), view.heard.reason_codes
    if RULE_DROPPED in reasons:
        return Reply(view.say("rule_dropped"), reasons), view.look_up("")
    if WHICH_RULE in reasons:
        return Reply(view.say("which_rule", items=_named(view, rules)), reasons), view.look_up("")
    return tell_rules(view)


def tell_rules(view: ReplyContext) -> SkillReply:
    """Names the rules that the person has set: their topics, and nothing that they hide."""
    rules = view.memory.reader.rules(view.gate.user_id)
    if not rules:
        return Reply(view.say("no_rules"), ("NOTHING_FOUND",)), view.look_up("")
    return Reply(view.say("rules_listed", items=_named(view, rules)), ("CURRENT_STATE",)), view.look_up("")


def asked_to_hear(view: ReplyContext) -> ReplyContext | None:
    """Returns the view of a question whose answer is to be heard all the same: "tell me my salary out loud", or "say it
    aloud" after a question. What is kept for writing is then spoken, this once; None when a rule hides it.
    """
    turn = view.heard.turn
    topic = dict(view.heard.slots).get("topic", "")
    before = view.memory.queries.said_up_to(turn.user_id, turn.turn_id, SAID_BEFORE_TURNS)
    asked, hidden = (topic, False) if topic else next(iter(before[1:]), ("", False))
    if hidden or is_unmentionable(asked, view.memory.reader.rules(turn.user_id)):
        return None
    slots = (("about", topic),) if topic else ()
    heard = replace(view.heard, turn=replace(turn, text=asked), slots=slots)
    return replace(view, heard=heard, gate=replace(view.gate, text_allowed_aloud=True))


def _named(view: ReplyContext, rules: Iterable[Rule]) -> str:
    """Returns the topics of the rules, by what each rule forbids."""
    by_kind = [(kind, [rule.topic for rule in rules if rule.kind is kind]) for kind in RuleKind]
    return view.replies.join_words(
        [view.say(f"rule_{kind.value}", items=view.replies.join_words(topics)) for kind, topics in by_kind if topics]
    )


def _on_topic(context: TurnContext, topic: str, kinds: tuple[RuleKind, ...]) -> list[Rule]:
    return [rule for kind in kinds for rule in rules_for_topic(topic, kind, context.rules, context.language)]


def _dropped(context: TurnContext, rules: list[Rule]) -> TurnOutcome:
    gone = tuple(dict.fromkeys(rule.rule_id for rule in rules))
    return TurnOutcome(context.understood.intent, (RULE_DROPPED,), drop_rules=gone)


def _has_just_asked(context: TurnContext) -> bool:
    last = context.queries.recent_turns(context.turn.user_id, context.turn.session_id, 1)
    return any(
        intent == "question" or intent.startswith("recall_") for intent in context.queries.intents(last).values()
    )


def _rule_spoken_of(context: TurnContext) -> Rule | None:
    """Returns the rule that the last turns of this conversation were about: the newest, when they were about rules."""
    turn = context.turn
    last = context.queries.recent_turns(turn.user_id, turn.session_id, MAX_RULE_LOOK_BACK_TURNS)
    about = [at for at in last if context.queries.intents((at,)).get(at) in _SPEAKING_OF_RULES]
    told = [at for at in last if context.queries.intents((at,)).get(at) in TELLING]
    if not about or not context.rules or (told and last.index(told[0]) < last.index(about[0])):
        return None
    newest = max(rule.made_at_ms for rule in context.rules)
    latest = [rule for rule in context.rules if rule.made_at_ms == newest]
    return latest[0] if len(latest) == 1 else None
