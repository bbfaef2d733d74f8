"""Pure: tells which of several facts a request means: "the old one" the older, "the reason" the one that gives it.

Where that leaves more than one, or a fact tells more than was named, Selene asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.skills.memory.forgetting.worded_facts import facts_worded, needed_forms
from device.skills.memory.known_statements import retells
from device.skills.memory.memory_controls import atoms_of_topic
from device.skills.turn_context import TurnContext
from memory.core.policy import QUALIFYING_WORDS
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom
from memory.reading.facts.statements import statements
from memory.reading.references.antecedents import named_in
from memory.reading.references.choice import agrees
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.rules.freshness import LIVING
from memory.text.stemming import split_words, stems

_PERSONS = ("male", "female")


def with_owner(context: TurnContext) -> TurnContext:
    """Returns the context with whom the pronoun of a topic means, where the turn says it before: "she has paid, so her
    arrears can go", "Marcus is paid, forget what I owe him".
    """
    topic, code, scope = context.understood.slot("topic"), context.language.code, context.requests.scope
    if not topic or not has_reading(code) or context.points("topic"):
        return context
    closed, said = load_closed_words(code), context.turn.text[: context.understood.span("topic")[0]]
    owner = said.split()[-1:]
    if owner and owner[0].casefold() in closed.possessives and owner[0].casefold() in closed.third:
        topic = f"{owner[0]} {topic}"
    words, before = split_words(topic), " ".join((*context.earlier, said)).strip()
    owned = not closed.possessives.union(closed.objects).isdisjoint(words[:1]) or scope.is_clause(topic)
    sorts = [closed.third[word] for word in words if closed.third.get(word) in _PERSONS] if owned else []
    whom = _named_before(before, sorts[0], code) if sorts and before else ""
    if not whom:
        return context
    named = whom if len(words) == 1 else scope.owned_by(topic, whom)
    slots = (replace(one, text=named) if one.name == "topic" else one for one in context.understood.slots)
    return replace(context, understood=replace(context.understood, slots=tuple(slots)))


def _named_before(before: str, sort: str, code: str) -> str:
    """Returns who was named last that a pronoun of this sort may mean, who something is told of before others."""
    told = [one for each in statements(before, code) for one in named_in(each, before, code) if agrees(one.sort, sort)]
    found = [one for one in told if one.is_subject] or told
    return found[-1].words if found else ""


def told_apart(context: TurnContext, found: Sequence[Atom]) -> tuple[Atom, ...]:
    """Returns the one fact of several that the request means; none when that is not clear."""
    scope, topic = context.requests.scope, context.understood.slot("topic")
    request = context.understood.slot("request") or context.turn.text
    if scope.asks_reason(topic):
        left = [atom for atom in found if scope.tells_reason(atom.text)]
    elif scope.asks_amount(topic):
        counted = [atom for atom in found if any(character.isdigit() for character in atom.text)]
        left = [atom for atom in counted if context.language.amounts.search(atom.text)] or counted
    elif context.requests.asks_for_older(request):
        left = sorted(found, key=told_at)[:-1]
    else:
        return ()
    return tuple(left) if len({atom.key for atom in left}) == 1 else ()


def first_told(context: TurnContext, found: Sequence[Atom]) -> tuple[Atom, ...]:
    """Returns the atoms that tell no other one of them again."""
    code = context.language.code
    return tuple(
        atom
        for at, atom in enumerate(found)
        if not any(
            retells(atom, other, code) and (place < at or not retells(other, atom, code))
            for place, other in enumerate(found)
        )
    )


def is_one_fact(context: TurnContext, found: Sequence[Atom]) -> bool:
    """Says whether the atoms tell one fact, some of them again."""
    return len({atom.key for atom in first_told(context, found)}) == 1


def means_older(context: TurnContext) -> bool:
    """Says whether a topic, or a word right before it, means what was before: "my former boss"."""
    start, topic = context.understood.span("topic")[0], context.understood.slot("topic")
    return context.requests.asks_for_older(" ".join((*context.turn.text[:start].split()[-QUALIFYING_WORDS:], topic)))


def older_facts(context: TurnContext, found: Sequence[Atom]) -> tuple[Atom, ...]:
    """Returns those of the facts that a topic with "old" or "former" in it means: those told so, else those that
    another has replaced, else of one key all but the newest. None where all or none of them are.
    """
    topic = context.understood.slot("topic")
    if not means_older(context):
        return ()
    found = found or atoms_of_topic(context, context.requests.telling(topic))
    held = tuple(dict.fromkeys((*found, *_once_so(context, found), *facts_worded(context, topic))))
    told = tuple(atom for atom in held if context.requests.asks_for_older(atom.text))
    over = tuple(atom for atom in held if atom.status not in LIVING)
    before = tuple(sorted(held, key=told_at)[:-1]) if len({atom.key for atom in held}) == 1 else ()
    return next((some for some in (told, over, before) if 0 < len(some) < len(held)), ())


def is_only_newer(context: TurnContext, found: Sequence[Atom]) -> bool:
    """Says whether a topic with "old" in it means what was never kept: all that is known of it tells what is new."""
    if not means_older(context):
        return False
    held = found or atoms_of_topic(context, context.requests.telling(context.understood.slot("topic")))
    held = held or facts_worded(context, context.understood.slot("topic"))
    return bool(held) and all(context.requests.tells_newer(atom.text) for atom in held)


def _once_so(context: TurnContext, found: Sequence[Atom]) -> tuple[Atom, ...]:
    """Returns the readable facts of the same keys that do not hold any more."""
    user_id, keys = context.turn.user_id, dict.fromkeys(one.key for one in found)
    every = (atom for key in keys for atom in context.queries.any_with_key(user_id, key))
    return context.reader.atoms_by_id(context.control, tuple(atom.atom_id for atom in every))


def whole_facts(context: TurnContext, found: Sequence[Atom]) -> tuple[Atom, ...]:
    """Returns the facts when the topic is what each is about; none when it is only a later part of one: "we meet on
    Friday, parking at the mill" is more than "the parking".
    """
    topic = context.understood.slot("topic")
    return () if any(_is_later_part(context, topic, atom) for atom in found) else tuple(found)


def _is_later_part(context: TurnContext, topic: str, atom: Atom) -> bool:
    first, *later = atom.text.split(", ")
    if not later or not telling_stems(stems(first)):
        return False
    return any(
        any(all(forms & frozenset(stems(part)) for forms in needed) for part in later)
        and not any(forms & frozenset(stems(first)) for forms in needed)
        for needed in needed_forms(context, topic)
    )


def told_at(atom: Atom) -> tuple[int, int, str]:
    """Returns what orders memories as they were told."""
    return atom.learned_at_ms, atom.sources[0].start if atom.sources else 0, atom.atom_id
