"""Pure: tells by the noun that a request names which of several facts it means: "my brother's divorce" is told by "Mark
and Julie are getting divorced", and not by what else is told of the brother.

Where the noun stands in one fact in some form, that is forgotten; where a fact only is of the sort or the field of life
that the noun names, such as an illness for "Carol's health", Selene asks about that one alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from device.skills.memory.forgetting.outcomes import forget_outcome
from device.skills.memory.forgetting.told_apart import is_one_fact
from device.skills.memory.forgetting.worded_facts import needed_forms
from device.skills.memory.memory_controls import ask_which_atom
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.paraphrase import telling_words
from memory.model.atoms import Atom
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.rules.life_areas import topic_cover
from memory.text.stemming import split_words, stems

AMBIGUOUS = ("AMBIGUOUS",)
"""Why it is asked which of several memories is meant."""


def chosen_by_noun(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome that asks which of several memories is meant as one about those that its noun means."""
    ids = tuple(option for question in outcome.questions for option in question.atom_ids)
    noun = noun_of(context, context.understood.slot("topic")) if outcome.reasons == AMBIGUOUS else ""
    if len(ids) < 2 or not noun or outcome.forget or outcome.new:
        return outcome
    atoms = context.reader.atoms_by_id(context.control, ids)
    worded = tuple(atom for atom in atoms if _has_word(context, noun, atom))
    if 0 < len(worded) < len(atoms) and is_one_fact(context, worded):
        return forget_outcome(context, worded)
    meant = worded or tuple(atom for atom in atoms if is_of_sort(context, noun, atom))
    return ask_which_atom(context, meant) if 0 < len(meant) < len(atoms) else outcome


def noun_of(context: TurnContext, topic: str) -> str:
    """Returns the noun that a topic names, without whose or of what it is; empty where that is a person, or only says
    what sort of value is meant.
    """
    code = context.language.code
    if not has_reading(code) or context.requests.scope.is_clause(topic) or context.points("topic"):
        return ""
    closed, words = load_closed_words(code), split_words(context.requests.naming(topic))
    inner = closed.prepositions | closed.possessives | context.language.articles
    first = next(iter(words), "")
    rest = words[1:] if first in inner else words
    head = tuple(takewhile(lambda word: word not in inner, rest))
    noun = head[-1] if head else ""
    person = noun in load_meaning(code).roles and not any(context.requests.otherwise.of(noun))
    return "" if person or context.requests.scope.is_label(noun) else noun


def is_of_sort(context: TurnContext, noun: str, atom: Atom) -> bool:
    """Says whether a fact is of the sort of thing that a noun names, or of its field of life."""
    field = topic_cover(noun)
    return tells_of(context, noun, atom) or (bool(field.areas) and field.covers(atom.text))


def tells_of(context: TurnContext, words: str, atom: Atom) -> bool:
    """Says whether a fact is told as the sorts of things are that words name: "I've applied" as an "interview"."""
    return any(pattern.search(atom.text) for _, pattern in context.requests.otherwise.of(words))


def tells_matter(context: TurnContext, words: str, atom: Atom) -> bool:
    """Says whether a fact is told as what happened is that words name, and not as what somebody is or has."""
    return any(pattern.search(atom.text) for pattern in context.requests.otherwise.matters_of(words))


def _has_word(context: TurnContext, noun: str, atom: Atom) -> bool:
    said = frozenset(stems(atom.text))
    return any(all(forms & said for forms in needed) for needed in needed_forms(context, noun))


def words_of_sort(context: TurnContext, topic: str) -> Sequence[str]:
    """Returns the words of a topic that may name a sort of thing: no person, and none that only labels another."""
    code = context.language.code
    roles = load_meaning(code).roles if has_reading(code) else {}
    named = (word for word in split_words(topic) if telling_words(word) and word not in context.language.articles)
    return [word for word in named if word not in roles and not context.requests.scope.is_label(word)]
