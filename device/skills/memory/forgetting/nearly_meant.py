"""Pure: finds the facts that a request may mean by another name: "my car" for a Skoda, "the present" for a scarf.

What would answer "what is X" comes first, then what is of the kind that X names or stands in a word that means the
same, then what is told in the words in which people tell of such a thing. It is a guess: Selene asks before she forgets
any of it. What nobody may see is not offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from device.nlu.intent_registry import load_question_types
from device.nlu.question_types import TypedQuestion
from device.skills.turn_context import TurnContext
from memory.core.policy import MIN_COMPOUND_CHARS, MIN_HEAD_CHARS
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom
from memory.reading.facts.entities import BETWEEN
from memory.reading.facts.statements import statements
from memory.reading.nearest.german_topic import parts_of_compound
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import load_meaning
from memory.retrieval.answerability import names_no_person, speaks_about_speaker
from memory.rules.freshness import LIVING
from memory.text.stemming import split_words, stems

Tells = Callable[[Atom], bool]
_WORD = re.compile(r"[^\W\d_]+")
_PLURALS = ("s", "n", "en", "e")
_OWNER = re.compile(r"([^\W\d_]+)['’]s?\b|(?<=\S )([A-ZÄÖÜ][^\W\d_]+)")


def facts_by_other_names(context: TurnContext) -> tuple[Atom, ...]:
    """Returns the facts that the topic may mean, the newest first; none when it names no kind of thing."""
    topic = context.requests.naming(context.understood.slot("topic"))
    told: tuple[Atom, ...] | None = None
    for tells, named in _ways(context, topic):
        told = readable_facts(context) if told is None else told
        found = [atom for atom in told if tells(atom)]
        if meant := _of_same_owner(context, topic, named, found):
            return meant
    return ()


def _ways(context: TurnContext, topic: str) -> Iterator[tuple[Tells, tuple[str, ...]]]:
    """Yields how a fact may tell of the topic, each with the words of the topic that say so."""
    yield from _typed(context, topic)
    for word in reversed(_words_in(topic)):
        if alike := _alike(word, context.language.code):
            yield _with_word(alike), (word,)
        owner = is_given_name(word) or is_given_name(word.removesuffix("s"))
        if context.language.code == "de" and len(word) >= MIN_COMPOUND_CHARS and not owner:
            yield _with_ending(word, context.language.code), (word,)
    for word, other in context.requests.otherwise.of(topic):
        yield _matching(other), (word,)
    for word in _words_in(topic) if context.language.code == "de" else ():
        heads = " ".join(head for _, head in parts_of_compound(word) if len(head) >= MIN_HEAD_CHARS)
        for _, other in context.requests.otherwise.of(heads):  # "Parteiaustritt" is told as "Austritt" is
            yield _matching(other), (word,)


def _typed(context: TurnContext, topic: str) -> Iterator[tuple[Tells, tuple[str, ...]]]:
    """Yields the facts that answer a question for the topic that has a type: "my job" asks "what is my job"."""
    types = load_question_types(context.language.code)
    for question in context.requests.scope.questions_of(topic):
        asked = types.asked(question)
        if asked is None or asked.thing or not asked.concept.tells.pattern:
            continue
        yield (
            _tells_answer(context, asked),
            tuple(word for word in _words_in(topic) if word not in _words_in(asked.person)),
        )


def _tells_answer(context: TurnContext, asked: TypedQuestion) -> Tells:
    """Returns what says whether a fact answers a question of a type; one about the speaker must tell of them."""

    def answers(atom: Atom) -> bool:
        told = asked.concept.tells.search(atom.text) is not None
        return told and (bool(asked.person) or speaks_about_speaker(atom.text, context.language))

    return answers


def _with_word(words: frozenset[str]) -> Tells:
    return lambda atom: not words.isdisjoint(_words_in(atom.text))


def _with_ending(word: str, language: str) -> Tells:
    """Returns what says whether a fact has a compound of this word: "Katzenhaarallergie" for "Allergie"."""
    return lambda atom: has_heads(atom, (word,), language)


def has_heads(atom: Atom, words: Sequence[str], language: str) -> bool:
    """Says whether a memory has each of these words, by itself or as the end of a compound of a thing. A word for a
    relative or a person is none, "Mutter" of "Großmutter", nor is a name: "Anna" of "Johanna", "Stadt" of "Darmstadt".
    """
    told = split_words(atom.text.casefold())
    ending = {(word, one) for word in words for one in told if one.endswith(word)}
    if not all(any(word == named for named, _ in ending) for word in words):
        return False
    persons = _words_for_persons(atom, language)
    fits = {word for word, one in ending if word == one or persons.isdisjoint((word, one, *stems(one)))}
    return fits.issuperset(words)


def _words_for_persons(atom: Atom, language: str) -> frozenset[str]:
    """Returns the words for relatives and other persons, and the names in a memory."""
    named = (one for each in statements(atom.text, language) for one in (*each.subject, *each.others))
    keys = (key.replace(BETWEEN, " ") for one in named if one.is_person for key in one.keys)
    return frozenset(load_meaning(language).roles).union(*(split_words(key) for key in keys))


def _matching(pattern: re.Pattern[str]) -> Tells:
    return lambda atom: pattern.search(atom.text) is not None


def alike_words(words: Sequence[str], language: str) -> frozenset[str]:
    """Returns the words that mean nearly the same as one of these, and those of the kinds that they name."""
    return frozenset().union(*(_alike(word, language) for word in words))


def _alike(word: str, language: str) -> frozenset[str]:
    """Returns the words that mean nearly the same as a word, and those of the kind that it names."""
    if not has_reading(language):
        return frozenset()
    meaning = load_meaning(language)
    found = [
        others.get(form, frozenset())
        for form in dict.fromkeys((word, *(word.removesuffix(ending) for ending in _PLURALS)))
        for others in (meaning.kinds, meaning.groups)
    ]
    return frozenset().union(*found) - meaning.soft - meaning.light - {word}


def readable_facts(context: TurnContext) -> tuple[Atom, ...]:
    """Returns all living facts that may be seen, the newest first."""
    every = context.reader.atoms_by_id(context.control, context.queries.all_atom_ids(context.turn.user_id))
    return tuple(
        sorted((atom for atom in every if atom.status in LIVING), key=lambda atom: (-atom.learned_at_ms, atom.atom_id))
    )


def _of_same_owner(context: TurnContext, topic: str, named: tuple[str, ...], found: Sequence[Atom]) -> tuple[Atom, ...]:
    """Returns those of the facts that hold what else the topic says; none that is of somebody else than it names, or
    has nothing of what other facts tell of.
    """
    others = telling_stems(stems(topic)) - frozenset(stems(" ".join(named)))
    held = [len(others & frozenset(stems(atom.text))) for atom in found]
    most = max(held, default=0)
    if others and not most:
        elsewhere = any(context.queries.atoms_holding(context.turn.user_id, (one,), 1) for one in sorted(others))
        return () if elsewhere or names_owner(context, topic, named) else tuple(found)
    best = tuple(atom for atom, share in zip(found, held, strict=True) if share == most)
    return best if others else own_facts(context, topic, best)


def own_facts(context: TurnContext, topic: str, found: Sequence[Atom]) -> tuple[Atom, ...]:
    """Returns the facts that tell of the speaker, before those that name nobody; of "my job" none of somebody else."""
    code = context.language.code
    mine = has_reading(code) and not load_closed_words(code).speaker.isdisjoint(_words_in(topic)[:1])
    told = tuple(atom for atom in found if speaks_about_speaker(atom.text, context.language))
    return told or tuple(atom for atom in found if not mine or names_no_person(atom.text, context.language))


def names_owner(context: TurnContext, topic: str, named: tuple[str, ...]) -> bool:
    """Says whether the topic names whose the thing is, or a person: "Ben's surgery", "the gift for my sister"."""
    code = context.language.code
    roles = load_meaning(code).roles if has_reading(code) else {}
    return _OWNER.search(topic) is not None or any(word in roles for word in _words_in(topic) if word not in named)


def _words_in(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))
