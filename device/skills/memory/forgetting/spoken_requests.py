"""Pure: decides spoken requests to forget: with what is to stay, taken back in the same breath, or of doubtful meaning.

One memory that fits is forgotten at once; Selene asks when several do, or when the order may be about the thing itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from device.nlu.intent_matcher import IntentMatch, IntentMatcher, Slot
from device.skills.memory.forgetting.asked_facts import facts_told_of
from device.skills.memory.forgetting.cut_memory import forget_clause
from device.skills.memory.forgetting.exceptions import kept_atoms, names_a_sort
from device.skills.memory.forgetting.forget_commands import forget_referenced
from device.skills.memory.forgetting.matters.named_sort import chosen_by_noun
from device.skills.memory.forgetting.matters.told_on import with_told_on
from device.skills.memory.forgetting.outcomes import forget_outcome
from device.skills.memory.forgetting.told_apart import with_owner
from device.skills.memory.forgetting.whole_topic import FORGET_ABOUT, all_known, atoms_forgotten
from device.skills.memory.forgetting.worded_facts import needed_forms
from device.skills.memory.memory_controls import ask_which_atom, topic_span
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom
from memory.text.stemming import stems

SPOKEN, KEPT, TAKEN_BACK, DOUBTFUL = "spoken", "kept", "taken_back", "doubtful"
"""Slots of a spoken request: that it is one, what is to stay, and how it is meant."""


def forget_spoken(context: TurnContext) -> TurnOutcome:
    """Handles "the gym one you can chuck", and every other request that names what it is about."""
    context = with_owner(context)
    outcome = _forget_spoken(context)
    if context.understood.slot(KEPT):
        return outcome
    chosen = outcome if context.understood.slot(DOUBTFUL) else chosen_by_noun(context, outcome)
    return with_told_on(context, chosen)


def _forget_spoken(context: TurnContext) -> TurnOutcome:
    named = {slot.name: slot for slot in context.understood.slots}
    if SPOKEN not in named:
        return _with_what_follows(context, forget_referenced(context))
    if TAKEN_BACK in named:
        return TurnOutcome(context.understood.intent, ("KEPT_BY_USER",), hide=topic_span(context))
    bare = tuple(slot for slot in context.understood.slots if slot.name not in (KEPT, DOUBTFUL))
    plain = replace(context, understood=IntentMatch(context.understood.intent, bare))
    outcome = _with_what_follows(plain, forget_referenced(plain))
    asks_for_all = FORGET_ABOUT in outcome.reasons and KEPT not in named and DOUBTFUL not in named
    if offered := () if asks_for_all else _offered(context, outcome):
        left = _without_kept(context, offered, named[KEPT].text if KEPT in named else "")
        if (
            DOUBTFUL not in named
            and len({atom.key for atom in left}) == 1
            and all(_is_named(plain, one) for one in left)
        ):
            return forget_outcome(plain, left)
        cut = forget_clause(plain, offered, named[KEPT].text) if KEPT in named and not left else None
        return ask_which_atom(plain, left) if left else cut or outcome
    if KEPT in named:
        outcome = _leaving(plain, outcome, named[KEPT].text)
    return _asked_first(plain, outcome) if DOUBTFUL in named else outcome


def _with_what_follows(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Forgets with all about somebody what was told of them in the same breath: "I saw Rory, he works at the zoo"."""
    whole = context.understood.slot("scope") == "whole" or context.understood.intent == "forget_all_about"
    gone = atoms_forgotten(context, outcome) if whole else ()
    after = tuple(atom.atom_id for one in gone for atom in _told_after(context, one) if atom not in gone)
    return replace(outcome, forget=tuple(dict.fromkeys((*outcome.forget, *after)))) if after else outcome


def _told_after(context: TurnContext, one: Atom) -> Iterator[Atom]:
    """Returns the memories that the words right after a memory made, as long as they begin with "he" or "she"."""
    for source in one.sources[:1]:
        made = context.queries.mentioned_in(context.turn.user_id, source.turn_id)
        beside = ((part.start, atom) for atom in made for part in atom.sources if part.turn_id == source.turn_id)
        later = sorted((each for each in beside if each[0] > source.start), key=lambda each: (each[0], each[1].atom_id))
        yield from takewhile(
            lambda atom: context.language.third_person.match(atom.text) is not None, (atom for _, atom in later)
        )


def asked_before(context: TurnContext, understanding: IntentMatcher) -> TurnContext | None:
    """Returns the context of the question in "tell me what I owe Tom and then forget it"; None where none is asked."""
    brief = len(context.turn.text) <= context.policy.max_command_chars  # the patterns try every pause
    span = context.requests.first.question(context.turn.text) if brief else None
    if span is None:
        return None
    asked = replace(context.turn, text=context.turn.text[: span[1]])
    return replace(context, turn=asked, understood=understanding.match_intent(asked.text))


def forget_told(context: TurnContext, told: tuple[Atom, ...]) -> TurnOutcome:
    """Forgets what was told in answer to a question, which names it."""
    text = context.turn.text
    topic = Slot("topic", text, 0, len(text))
    return forget_outcome(replace(context, understood=IntentMatch("forget_topic", (topic,))), told)


def finds_something(outcome: TurnOutcome) -> bool:
    """Says whether a request names anything that is kept, or what it tells itself and is not to be kept."""
    found = outcome.forget or outcome.forget_turns or outcome.forget_phrases or outcome.forget_words
    asked = any(question.atom_ids for question in outcome.questions)
    return bool(found) or asked or outcome.reasons == ("NOTHING_KEPT",)


def _offered(context: TurnContext, outcome: TurnOutcome) -> tuple[Atom, ...]:
    """Returns the memories that an outcome asks about, as they may be seen."""
    ids = tuple(option for question in outcome.questions for option in question.atom_ids)
    return context.reader.atoms_by_id(context.control, ids) if ids and not outcome.forget else ()


def _is_named(context: TurnContext, atom: Atom) -> bool:
    """Says whether a memory has every telling word of the topic in some form, or answers the clause that it is."""
    said, topic = frozenset(stems(f"{atom.key} {atom.text}")), context.understood.slot("topic")
    worded = any(all(forms & said for forms in needed) for needed in needed_forms(context, topic))
    return worded or (context.requests.scope.is_clause(topic) and atom in facts_told_of(context, topic))


def _without_kept(context: TurnContext, atoms: Sequence[Atom], kept: str) -> tuple[Atom, ...]:
    stays = _kept_of(context, atoms, kept) if kept else ()
    return tuple(atom for atom in atoms if atom not in stays)


def _kept_of(context: TurnContext, atoms: Sequence[Atom], kept: str) -> tuple[Atom, ...]:
    named = telling_stems(stems(context.requests.telling(kept)))
    holding = tuple(atom for atom in atoms if named and named <= frozenset(stems(f"{atom.key} {atom.text}")))
    return holding or kept_atoms(context, atoms, context.understood.slot("topic"), kept)


def _leaving(context: TurnContext, outcome: TurnOutcome, kept: str) -> TurnOutcome:
    """Returns the outcome without what is to stay; asks where a memory perhaps holds both, or nothing known is that."""
    atoms = atoms_forgotten(context, outcome)
    stays = _kept_of(context, atoms, kept)
    if not stays:
        return outcome if not atoms or _stands_elsewhere(context, atoms, kept) else ask_which_atom(context, atoms)
    left = tuple(atom for atom in atoms if atom not in stays)
    if not left:
        return forget_clause(context, atoms, kept) or ask_which_atom(context, atoms)
    turns = frozenset(source.turn_id for atom in stays for source in atom.sources)
    made = forget_outcome(context, left, tuple(turn for turn in outcome.forget_turns if turn not in turns))
    return replace(made, forget_words=tuple(cut for cut in outcome.forget_words if cut[0] not in turns))


def _stands_elsewhere(context: TurnContext, atoms: Sequence[Atom], kept: str) -> bool:
    """Says whether what is to stay is another thing that is known: "forget the bank thing but not the shed code"."""
    if context.understood.slot("scope") == "whole" or (len(atoms) == 1 and names_a_sort(context, kept)):
        return False
    return bool(_kept_of(context, atoms_forgotten(context, all_known(context)), kept))


def _asked_first(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Asks about the memories that an order may mean, where it may as well be about the thing itself."""
    atoms = atoms_forgotten(context, outcome)
    return ask_which_atom(context, atoms) if atoms else TurnOutcome(context.understood.intent, ("NOTHING_TO_FORGET",))
