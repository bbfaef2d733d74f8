"""Pure: forgets what a command points at ("that", "both", "the second one") or names (2.11.11).

Nothing is forgotten on a guess: when the target is unclear, Selene asks once. And she says "I forgot it" only of what
was stored: a refused secret was not.
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_FOUND_ATOMS
from device.languages.reply_templates import quote_text
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.kept_records import kept_records
from device.skills.memory.forgetting.asked_facts import bars_what_it_tells, fact_retold, facts_told_of, is_told_clause
from device.skills.memory.forgetting.counted import ask_which_counted, counted_targets, nth_atom
from device.skills.memory.forgetting.forget_ladder import (
    forget_by_fewer_words,
    forget_by_head,
    forget_in_records,
    holding_its_name,
    nearly_named,
    phrases_outcome,
    values_of_thing,
)
from device.skills.memory.forgetting.last_told import (
    ask_of_last_told,
    forget_last_told_of,
    forget_one_of_its_sort,
    is_just_told,
)
from device.skills.memory.forgetting.nearly_meant import facts_by_other_names, own_facts
from device.skills.memory.forgetting.outcomes import forget_outcome, turns_without_memory
from device.skills.memory.forgetting.told_apart import (
    first_told,
    is_one_fact,
    is_only_newer,
    means_older,
    older_facts,
    told_apart,
    whole_facts,
)
from device.skills.memory.forgetting.whole_topic import (
    about_topic,
    ask_how_many,
    atoms_forgotten,
    atoms_of_kind,
    forget_about,
    forget_all_about,
    forget_whole,
)
from device.skills.memory.forgetting.worded_facts import clauses_worded, facts_in, facts_worded, needed_forms
from device.skills.memory.known_statements import atoms_about_person, person_named, retells
from device.skills.memory.memory_controls import ask_which_atom, atoms_of_topic
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom
from memory.reading.facts.statements import statements
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.given_names import is_given_name
from memory.rules.clarification import new_question
from memory.rules.controls import is_unmentionable, topic_stems
from memory.rules.mention_target import MentionTarget, recently_told
from memory.text.dates import mentions_day
from memory.text.forgetting.forget_scope import Counted
from memory.text.normalise import subject_words
from memory.text.stemming import split_words, stems

_BOTH = 2


def forget_referenced(context: TurnContext) -> TurnOutcome:
    """Handles "Forget that", "forget my boiler": asks which of several, and offers what half of the words name."""
    counted = context.requests.scope.counted(context.understood.slot("topic"))
    if counted is not None:
        return _forget_counted(context, counted)
    if _is_denied(context):
        return TurnOutcome(context.understood.intent, ("NOTHING_MEANT",))
    last = forget_last_told_of(context) if context.understood.slot("scope") == "last" else None
    if last is not None:
        return last
    outcome = _forget_named(context)
    if context.points("topic") or mentions_day(context.understood.slot("topic"), context.language):
        return outcome
    empty = not (outcome.forget or outcome.forget_phrases or outcome.questions)
    if empty and (kind := atoms_of_kind(context)):
        return _forget_kind(context, kind)
    if empty and (kept := forget_in_records(context)):
        return kept
    if outcome.reasons != ("NOTHING_TO_FORGET",):
        return outcome
    if (told := fact_retold(context, context.understood.slot("topic"))) is not None:
        return forget_outcome(context, (told,))
    if worded := facts_worded(context, context.understood.slot("topic")):
        several = len({atom.key for atom in first_told(context, worded)}) > 1
        chosen = told_apart(context, worded) if several else whole_facts(context, worded)
        return forget_outcome(context, chosen) if chosen else ask_which_atom(context, worded)
    if named := forget_by_fewer_words(context):
        return named
    if words := clauses_worded(context, context.understood.slot("topic")):
        made = facts_in(context, words)
        if len({atom.key for atom in made}) > 1:
            chosen = told_apart(context, made)
            return forget_outcome(context, chosen) if chosen else ask_which_atom(context, made)
        return replace(forget_outcome(context, made), forget_words=words, reasons=("FORGOTTEN_BY_USER",))
    if (sort := forget_one_of_its_sort(context) or forget_by_head(context)) is not None:
        return sort
    if bars_what_it_tells(context):
        return TurnOutcome(context.understood.intent, ("NOTHING_KEPT",), hide=((0, len(context.turn.text)),))
    near = facts_by_other_names(context)
    if len(near) == 1 and context.requests.otherwise.is_surely(context.understood.slot("topic"), near[0].text):
        return forget_outcome(context, near)
    near = near or nearly_named(context) or holding_its_name(context)
    if is_only_newer(context, near):
        return TurnOutcome(context.understood.intent, ("NOTHING_KEPT",))
    return ask_which_atom(context, near) if near else ask_of_last_told(context) or outcome


def _forget_kind(context: TurnContext, kind: tuple[Atom, ...]) -> TurnOutcome:
    """Forgets what is of a kind, "anything medical"; asks when that is much, or one thing of the kind was named."""
    topic = context.understood.slot("topic")
    scope, end = context.requests.scope, context.understood.span("topic")[1]
    said = split_words(context.turn.text[:end]) + split_words(context.turn.text[end:])[:1]
    several = len(subject_words(topic, context.language).split()) > 1  # "my love life" is no one thing
    field = several and not scope.is_clause(topic)
    if not (field or scope.names_kind(topic) or any(scope.is_label(word) for word in said)):
        meant = facts_by_other_names(context) or own_facts(context, topic, kind)
        return ask_which_atom(context, meant) if meant else forget_outcome(context, ())
    sure = atoms_of_kind(context, surely=True)
    if not sure:
        return ask_which_atom(context, kind)
    return (
        forget_outcome(context, sure) if len(sure) <= context.policy.max_forget_unasked else ask_how_many(context, sure)
    )


def _forget_counted(context: TurnContext, counted: Counted) -> TurnOutcome:
    """Forgets as many things as the request says, when it is clear which; else asks."""
    if counted.topic:
        about = forget_all_about(about_topic(context, counted.topic))
        atoms = first_told(context, atoms_forgotten(context, about))
        return about if len(atoms) == counted.count else ask_how_many(context, atoms, counted.topic)
    targets = counted_targets(context, counted.count)
    return ask_which_counted(context) if targets is None else forget_outcome(context, *targets)


def _is_denied(context: TurnContext) -> bool:
    """Says whether it is forbidden: by a "not" at its end, "lösche meine Adresse nicht", or by "auf keinen Fall"."""
    topic = context.understood.slot("topic")
    if context.requests.forbids(context.understood.slot("request") or context.turn.text):
        return True
    code, named = context.language.code, split_words(context.requests.scope.exception(topic)[0])
    return bool(named) and has_reading(code) and named[-1] in load_closed_words(code).negators


def _forget_named(context: TurnContext) -> TurnOutcome:
    """Forgets what the words name; says so when that is nothing."""
    if context.points("topic"):
        mentioned = context.mentioned()
        if mentioned.maybe:
            return ask_which_atom(context, mentioned.maybe)
        if not is_just_told(context, mentioned) and (open_question := ask_of_last_told(context)) is not None:
            return open_question
        # after "should I change it?" both old and new are mentioned, of which "that" means one
        several = len({(atom.key, atom.value) for atom in mentioned.atoms}) > 1
        return (
            ask_which_atom(context, _in_told_order(context, mentioned))
            if several
            else forget_outcome(context, mentioned.atoms, mentioned.turn_ids)
        )
    told = values_of_thing(context, context.understood.slot("topic"))
    if told:
        return phrases_outcome(context, told)
    if context.understood.intent == "forget_all_about":
        return forget_whole(context)
    if _says_about(context):
        return forget_about(context)
    found, turns = atoms_of_topic(context), turns_without_memory(context)
    if older := older_facts(context, found):
        return forget_outcome(context, older) if is_one_fact(context, older) else ask_which_atom(context, older)
    if is_only_newer(context, found):
        return TurnOutcome(context.understood.intent, ("NOTHING_KEPT",))  # only the new one was ever kept
    things = context.fact_keys.each(context.understood.slot("topic"))
    if not found and len(things) > 1:
        return _forget_each(context, things, turns)
    found = found if things[1:] else _with_same_topic(context, found)
    found = _with_restatements(context, found)
    asked = facts_told_of(context, context.understood.slot("topic"))
    clause = context.requests.scope.is_clause(context.understood.slot("topic")) and found and not {*asked} & {*found}
    if clause and is_one_fact(context, asked):  # "where my ex lives", of "my ex is called Dominic"
        return forget_outcome(context, _with_restatements(context, asked))
    if _is_part_of(context, found) or (found and not whole_facts(context, found)):
        return ask_which_atom(context, found)
    if not is_one_fact(context, found) and is_one_fact(context, asked):
        return forget_outcome(context, asked)
    if len(found) > 1 and (chosen := told_apart(context, found)):
        return forget_outcome(context, chosen)
    if len({atom.key for atom in first_told(context, found)}) > 1:
        return _ask_which_or_how_many(context, found)
    return forget_outcome(context, found, turns)


def _ask_which_or_how_many(context: TurnContext, found: tuple[Atom, ...]) -> TurnOutcome:
    """Asks which of all that is told about the topic is meant; names their number when they are too many to offer."""
    if context.requests.scope.means_every(context.understood.slot("topic")):
        few = len(found) <= context.policy.max_forget_unasked
        return forget_outcome(context, found) if few else ask_how_many(context, found)
    every = atoms_forgotten(context, forget_all_about(context))
    if len(every) > context.policy.max_forget_choices:
        return ask_how_many(context, every)
    return ask_which_atom(context, tuple(dict.fromkeys((*found, *every))))


def _says_about(context: TurnContext) -> bool:
    """Says whether it is "forget about X" or "forget what I said about X": a preposition stands before the topic; or
    all about it is meant, as it is of a person: "forget Carl".
    """
    if context.understood.slot("scope") == "whole" or _names_person(context, context.understood.slot("topic")):
        return True
    code = context.language.code
    before = split_words(context.turn.text[: context.understood.span("topic")[0]])
    return bool(before) and has_reading(code) and before[-1] in load_closed_words(code).prepositions


def _names_person(context: TurnContext, topic: str) -> bool:
    """Says whether a topic is a person who may be spoken of: "Carl", "my neighbour", but no "former boss"."""
    named = person_named(context, topic)
    if named is None or means_older(context) or is_unmentionable(topic, context.rules):
        return False
    if is_told_clause(context, topic):
        return False  # "that my brother's a plumber"
    if _is_part_of(context, atoms_of_topic(context)):
        return False  # "we keep a cat and a dog"
    who = named.subject[0]
    return bool(who.role) or is_given_name(who.name) or bool(atoms_about_person(context, topic))


def _with_restatements(context: TurnContext, found: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Adds the atoms that tell the same again, so that "i really live in Paris" does not outlast "i live in Paris"."""
    user_id, code = context.turn.user_id, context.language.code
    again = (
        other
        for atom in (*found, *(each for atom in found for each in context.known(atom.key)))
        for other in context.queries.atoms_holding(user_id, _telling(atom), MAX_FOUND_ATOMS)
        if retells(other, atom, code)
    )
    return tuple({atom.atom_id: atom for atom in (*found, *again)}.values())


def _telling(atom: Atom) -> tuple[str, ...]:
    return tuple(sorted(telling_stems(stems(atom.text))))


def _with_same_topic(context: TurnContext, found: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Adds the other atoms that the same words name: "the appointment", when there are two."""
    wanted = topic_stems(context.understood.slot("topic"), context.language)
    if len({atom.key for atom in found}) != 1 or context.fact_keys.fixed_key(context.understood.slot("topic")):
        return found
    holding = context.queries.atoms_holding(context.turn.user_id, wanted, MAX_FOUND_ATOMS)
    alike = (atom for atom in holding if atom.kind is found[0].kind and frozenset(wanted) <= frozenset(stems(atom.key)))
    return tuple(dict.fromkeys((*found, *alike)))


def _is_part_of(context: TurnContext, found: tuple[Atom, ...]) -> bool:
    """Says whether "the dog" names one of several things in a memory: "I have a cat and a dog"."""
    wanted = frozenset(topic_stems(context.understood.slot("topic"), context.language))
    for atom in found:
        if _is_subject(wanted, atom, context.language.code):
            continue
        pieces = [frozenset(stems(piece)) for piece in context.fact_keys.each(atom.value)]
        named_here = [piece for piece in pieces if wanted & piece]
        if len(pieces) > 1 and wanted and 0 < len(named_here) < len(pieces):
            return True
    return False


def _tells_of(wanted: frozenset[str], atom: Atom, language: str) -> bool:
    """Says whether every word that names what an atom is about is one of these stems."""
    if not has_reading(language):
        return False
    told = (one.subject_words for one in statements(atom.text, language))
    return any(words and all(_stems(forms) & wanted for forms in words) for words in told)


def _stems(forms: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for form in forms for stem in (form, *stems(form)))


def _is_subject(wanted: frozenset[str], atom: Atom, language: str) -> bool:
    """Says whether the whole atom tells of what these stems name: "my locker word is tulip, good"."""
    if not has_reading(language):
        return False
    told = (frozenset(form for forms in one.subject_words for form in forms) for one in statements(atom.text, language))
    return any(wanted <= subject for subject in told)


def forget_told_of(context: TurnContext, topic: Slot) -> TurnOutcome | None:
    """Asks whether what was told of this thing is to go: "my account number ends in 8"; None when nothing was."""
    meant = replace(context, understood=IntentMatch("forget_topic", (replace(topic, name="topic"),)))
    outcome, code = forget_referenced(meant), context.language.code
    gone = context.reader.atoms_by_id(context.control, (*outcome.forget, *outcome.phrase_atoms))
    said = frozenset(stems(topic.text))
    read = [said.union(*needed) for needed in needed_forms(context, topic.text)]
    told = bool(gone) and all(any(_tells_of(wanted, atom, code) for wanted in read) for atom in gone)
    return ask_which_atom(meant, gone) if told else None


def _forget_each(context: TurnContext, things: tuple[str, ...], turns: tuple[str, ...]) -> TurnOutcome:
    """Forgets "My dog and my cat" one by one; with one question when one of them is unclear."""
    groups = [atoms_of_topic(context, thing) for thing in things]
    unclear = next((found for found in groups if len({atom.key for atom in found}) > 1), None)
    if unclear:
        return ask_which_atom(context, unclear)
    return forget_outcome(context, tuple(dict.fromkeys(atom for found in groups for atom in found)), turns)


def forget_said(context: TurnContext) -> TurnOutcome:
    """Handles "Ignore that", "forget I said that": what the person stated last, not what Selene said."""
    (told,) = _last_told(context, 1) or (MentionTarget(),)
    return forget_outcome(context, told.atoms, told.turn_ids)


def forget_both(context: TurnContext) -> TurnOutcome:
    """Handles "Forget both": the two that were mentioned together, else the last two stated."""
    mentioned, told = context.mentioned(), _last_told(context, 2)
    if len({(atom.key, atom.value) for atom in mentioned.atoms}) == _BOTH:
        return forget_outcome(context, mentioned.atoms)
    if len(told) == _BOTH:
        atoms = tuple(atom for each in told for atom in each.atoms)
        return forget_outcome(context, atoms, tuple(turn for each in told for turn in each.turn_ids))
    perhaps = mentioned.atoms or mentioned.maybe
    return ask_which_atom(context, perhaps) if perhaps else forget_outcome(context, ())


def forget_them_all(context: TurnContext) -> TurnOutcome:
    """Handles "Forget all of them": everything that was mentioned together."""
    mentioned = context.mentioned()
    if mentioned.maybe:
        return ask_which_atom(context, mentioned.maybe)
    return forget_outcome(context, mentioned.atoms, mentioned.turn_ids)


def forget_nth(context: TurnContext) -> TurnOutcome:
    """Handles "Forget the second one": of those mentioned together, in the order they were said; else of those
    stated. What nobody may see has no number.
    """
    number, mentioned = int(context.understood.slot("ordinal")), context.mentioned()
    if len(mentioned.atoms) > 1:
        return forget_outcome(context, nth_atom(_readable(context, _in_told_order(context, mentioned)), number))
    told = [each for each in reversed(_last_told(context, MAX_FOUND_ATOMS)) if each.atoms]
    atoms = tuple(atom for each in told for atom in _in_told_order(context, each)) or mentioned.atoms or mentioned.maybe
    chosen = nth_atom(_readable(context, atoms), number)
    return ask_which_atom(context, chosen) if chosen else forget_outcome(context, ())


def _readable(context: TurnContext, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    return context.reader.atoms_by_id(context.control, tuple(atom.atom_id for atom in atoms))


def forget_everything(context: TurnContext) -> TurnOutcome:
    """Handles forgetting everything about the person, after one question."""
    user_id = context.turn.user_id
    if not (context.queries.all_turn_ids(user_id) or kept_records(context.reader, user_id)):
        return TurnOutcome(context.understood.intent, ("NOTHING_TO_FORGET",))
    question = new_question(context.turn, "forget_everything", "FORGET_EVERYTHING", ())
    return TurnOutcome(context.understood.intent, ("FORGET_EVERYTHING",)).with_question(question)


def forget_all_confirmed(context: TurnContext) -> TurnOutcome:
    """Forgets everything after a yes."""
    user_id = context.turn.user_id
    return TurnOutcome(
        "forget_everything",
        ("FORGOTTEN_BY_USER",),
        forget=context.queries.all_atom_ids(user_id),
        forget_turns=context.queries.all_turn_ids(user_id),
        drop_records=kept_records(context.reader, user_id),
    )


def _last_told(context: TurnContext, most: int) -> tuple[MentionTarget, ...]:
    return recently_told(context.queries, context.turn.user_id, context.turn.session_id, most)


def _in_told_order(context: TurnContext, mentioned: MentionTarget) -> tuple[Atom, ...]:
    """Returns the atoms in the order in which the reply named them, else the person stated them."""
    replies = context.reader.lines_by_id(context.control, (f"{mentioned.turn_id}/reply",))
    reply = replies[0].text if replies else ""

    def place(atom: Atom) -> tuple[bool, int, int, str]:
        at = reply.find(quote_text(atom.text))
        return at < 0, at, atom.sources[0].start, atom.atom_id

    return tuple(sorted(mentioned.atoms, key=place))
