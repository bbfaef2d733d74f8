"""Pure: the signs that a fact answers a question: which words are linked, what is asked for, when it was told.

A sign is a name and how often it is there. There are signs of each fact, and some that nothing known answers. Weights
for them are learned from talks (fixtures/learn_answers.py); nothing here decides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from memory.languages import read_table
from memory.reading.fitting.former_things import tells_of_the_new
from memory.reading.weighed.policy import (
    FEW_WORDS,
    KEPT_LINKS,
    MAX_COUNT,
    MAX_LENGTH,
    NEEDED_PARTS,
    NEEDS_ALL_NAMED,
    NEW_WORD,
    RARE_WORD,
    SHORT_QUESTION_WORDS,
    SUBJECT_WORDS,
    TOLD_AGES,
    VERB_RARITY,
    WORDS_A_LENGTH,
)
from memory.reading.weighed.word_links import Link, LinkedWords, base_of, linked_words, words_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import load_meaning
from memory.reading.words.word_table import load_word_table
from memory.text.word_caches import cache_for_words

Signs = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question, and the turn before it."""

    text: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that may answer: its words, the turn that told it and that turn's words."""

    ref: str
    text: str
    turn_id: str
    turn: str
    told_ms: int
    is_spoken_of: bool = False
    """Whether the turn before told it or asked about it."""
    is_turn: bool = False
    """Whether it is a whole turn of which no fact was made."""


def signs_of(asked: OpenQuestion, known: Sequence[Known], language: str) -> tuple[tuple[Signs, ...], Signs]:
    """Returns the signs of each fact, and those that none of them answers."""
    question = _Question(asked, language)
    ages = {turn: age for age, turn in enumerate(dict.fromkeys(one.turn_id for one in _newest_first(known)))}
    spoken = frozenset(one.turn_id for one in known if one.is_spoken_of)
    closest: dict[str, Link] = {}
    before = _told_before(known)
    each = tuple(
        question.signs_of(one, ages[one.turn_id], one.turn_id in spoken, closest)
        + question.signs_before(before[one.ref])
        for one in known
    )
    return tuple(map(_counted, each)), question.signs_of_none(closest, len(known))


def relevant_facts(asked: OpenQuestion, known: Sequence[Known], language: str) -> dict[str, bool]:
    """Returns the references of the facts that share an entity or a relation with the question (2.13): something that
    it names and no stray word, or what was just spoken of where the question points at it or names nothing; and whether
    they or their turns have all that it names. A fact without a number answers no "how much", and one without a place
    no "where".
    """
    question = _Question(asked, language)
    spoken = frozenset(one.turn_id for one in known if one.is_spoken_of)
    shared = (one for one in known if question.is_shared_by(one, one.turn_id in spoken))
    return {one.ref: question.is_held_by(one) for one in shared if question.may_be_answered_by(one)}


def _people_named(words: Sequence[str], language: str) -> frozenset[str]:
    """Returns the given names of some words, but no usual word that is a name too, such as "will" and "rose"."""
    bare = (word.removesuffix("'s") for word in words)
    table = load_word_table(language)
    return frozenset(word for word in bare if is_given_name(word, language) and table.find(word) is None)


def _newest_first(known: Sequence[Known]) -> list[Known]:
    return sorted(known, key=lambda one: (-one.told_ms, one.ref))


def _told_before(known: Sequence[Known]) -> dict[str, str]:
    """Returns for each fact the words of the one that its turn told right before it."""
    in_order = sorted(known, key=lambda one: (one.turn_id, one.turn.find(one.text), one.ref))
    pairs = zip(in_order, in_order[:1] + in_order, strict=False)
    return {one.ref: other.text if one.turn_id == other.turn_id and one != other else "" for one, other in pairs}


class _Question:
    """One question, and what is read of it once for all facts."""

    def __init__(self, asked: OpenQuestion, language: str) -> None:
        self._language, self._text, self._words = language, asked.text, words_of(asked.text)
        rarity, self._asking = _frequent(language), _asking_words(language)
        said = (word for word in dict.fromkeys(self._words) if rarity.get(word, RARE_WORD))
        self._said = [(linked_words(word, language), rarity.get(word, RARE_WORD)) for word in said]
        before = (word for word in dict.fromkeys(words_of(asked.before)) if rarity.get(word, RARE_WORD))
        self._before = [linked_words(word, language) for word in before]
        which = next((at for at, word in enumerate(self._words) if word in self._asking.which), len(self._words))
        self._part_asked = load_meaning(language).set_of("rooms asked").intersection(self._words[which + 1 : which + 2])
        self._size = f"{min(len(self._said), FEW_WORDS)} words"
        self._kind = self._asking.kind(asked.text)
        self._points = not self._asking.pointing.isdisjoint(self._words)
        first = self._words[:1]
        self._follows = bool(first) and first[0] in self._asking.following and len(self._words) <= SHORT_QUESTION_WORDS
        self._naming = [
            each
            for each, rarity in self._said
            if each.word not in self._asking.labels and _names(each.word, rarity, language)
        ]
        self._roles = _roles(asked.text, language)
        self._about = self._asking.about(self._words, language)

    def is_shared_by(self, one: Known, told_with: bool) -> bool:
        """Says whether a fact or its turn shares what the question names, or is what it points at."""
        if told_with and (self._points or self._follows or not self._naming):
            return True
        return any(link is not None and link is not Link.SIBLING for link in self._links(one))

    def is_held_by(self, one: Known) -> bool:
        """Says whether a fact or its turn has each thing that the question names, or one near in meaning; a compound is
        one of what its end names: "ersatzschlüssel" is a "schlüssel".
        """
        said = words_of(f"{one.text} {one.turn}")
        return all(
            link is not None and (link <= Link.KIND or any(word.endswith(each.word) for word in said))
            for each, link in zip(self._naming, self._links(one), strict=True)
        )

    def _links(self, one: Known) -> tuple[Link | None, ...]:
        told = (*_stemmed(one.text, self._language), *_stemmed(one.turn, self._language))
        return tuple(_closest_link(each, told) for each in self._naming)

    def may_be_answered_by(self, one: Known) -> bool:
        """Says whether a fact, or its turn, has a part of the sort that is asked for, where the sort needs one, and is
        of the person and the thing asked for.
        """
        needed, text = NEEDED_PARTS.get(self._kind, ()), f"{one.text} {one.turn}"
        if self._names_another(text) or tells_of_the_new(self._text, one.text, self._language):
            return False
        if self._asking.tells_rival(self._words, words_of(one.text)):
            return False
        if not self._part_asked <= frozenset(words_of(text)) or self._asks_age_of_dated(text):
            return False
        if self._kind in NEEDS_ALL_NAMED and not self.is_held_by(one):
            return False
        if not needed or not set(needed).isdisjoint(self._asking.parts(text, self._language)):
            return True
        return NEW_WORD in needed and any(map(self._may_be_name, words_of(text)))

    def _asks_age_of_dated(self, text: str) -> bool:
        """Says whether an age is asked for and a date told: "how old is my wife" of "her birthday is in june"."""
        dated = "time" in self._asking.parts(text, self._language)
        return self._kind == "age" and dated and self._asking.ages.isdisjoint(words_of(text))

    def _names_another(self, text: str) -> bool:
        """Says whether the question names somebody and these words only others: "what rent does jule pay" is not
        answered by what lena pays.
        """
        asked = _people_named(self._words, self._language)
        told = _people_named(words_of(text), self._language) if asked else frozenset()
        others = _roles(text, self._language) if self._roles else frozenset()
        return (bool(told) and told.isdisjoint(asked)) or (bool(others) and others.isdisjoint(self._roles))

    def _may_be_name(self, word: str) -> bool:
        """Says whether a word is rare, in no table of the language, and not of the question."""
        bare = word.removesuffix("'s")
        known = word in self._words or bare in self._words or bare.isdigit() or bare in _frequent(self._language)
        return not known and load_word_table(self._language).find(bare) is None

    def signs_of(self, one: Known, age: int, told_with: bool, closest: dict[str, Link]) -> Counter[str]:
        signs: Counter[str] = Counter(whole=int(one.is_turn))
        self._count_words(one, signs, closest)
        self._count_before(one, signs)
        self._count_age(age, signs)
        self._count_turn(one, told_with, signs)
        signs.update(f"{self._kind} of {part}" for part in self._asking.parts(one.text, self._language))
        self._count_persons(one, signs)
        signs[f"length {min(len(words_of(one.text)) // WORDS_A_LENGTH, MAX_LENGTH)}"] = 1
        return signs

    def signs_before(self, told: str) -> Counter[str]:
        """Returns the signs of what was told right before a fact in its turn."""
        stemmed = _stemmed(told, self._language)
        links = (_closest_link(each, stemmed) for each, _ in self._said)
        return Counter({"after its word": sum(link is not None and link <= Link.SUBJECT for link in links)})

    def signs_of_none(self, closest: Mapping[str, Link], known: int) -> Signs:
        signs = Counter({"none": 1, f"none: {self._kind}": 1, f"none: {self._size}": 1})
        signs["none: points"], signs["none: follows"] = int(self._points), int(self._follows)
        signs[f"none: {known.bit_length()} bits of facts"] = 1
        signs.update(f"none: {_name(closest.get(each.word))} {rarity}" for each, rarity in self._said)
        return _counted(signs)

    def _count_words(self, one: Known, signs: Counter[str], closest: dict[str, Link]) -> None:
        told, turn = _stemmed(one.text, self._language), _stemmed(one.turn, self._language)
        held = 0
        for each, rarity in self._said:
            link = _closest_link(each, told)
            if link is not None:
                signs[f"{_name(link)} {rarity}"] += 1
                held += link is not Link.SIBLING
                closest[each.word] = min(link, closest.get(each.word, link))
            elif (beside := _closest_link(each, turn)) is not None:
                signs[f"beside: {_name(beside)}"] += 1
            else:
                signs[f"missing {rarity}"] += 1
        signs["every word"] = int(0 < len(self._said) == held)
        signs["two words"] = int(held > 1)
        signs["no word"] = int(not held and bool(self._said))
        signs[f"no word of {self._size}"] = int(not held)

    def _count_before(self, one: Known, signs: Counter[str]) -> None:
        told = _stemmed(one.text, self._language)
        links = (_closest_link(each, told) for each in self._before)
        shared = min(sum(link is not None and link <= Link.ALIKE for link in links), 2)
        signs[f"before, {self._size}"] = shared
        signs["before, points"] = shared * self._points

    def _count_age(self, age: int, signs: Counter[str]) -> None:
        name = f"age {sum(age >= end for end in TOLD_AGES)}"
        signs.update((name, f"{name}, {self._size}"))
        signs[f"{name}, points"], signs[f"{name}, follows"] = int(self._points), int(self._follows)

    def _count_turn(self, one: Known, told_with: bool, signs: Counter[str]) -> None:
        if one.is_spoken_of or told_with:
            name = "spoken of" if one.is_spoken_of else "told with it"
            way = f"{'points' * self._points} {'follows' * self._follows}".strip()
            signs.update((f"{name}, {self._size}", f"{name}, {way or 'plain'}"))

    def _count_persons(self, one: Known, signs: Counter[str]) -> None:
        roles = _roles(one.text, self._language)
        signs["role"], signs["role missing"] = len(self._roles & roles), len(self._roles - roles)
        other = bool(roles) and not roles & self._roles
        signs["other role"], signs["other role than asked"] = int(other), int(other and bool(self._roles))
        about = self._asking.about(words_of(one.text)[:SUBJECT_WORDS], self._language)
        signs[f"{about} for {self._about}"] = 1


def _names(word: str, rarity: int, language: str) -> bool:
    """Says whether a word names a thing, a person or a deed: no adjective, and no verb of everything, as "go"."""
    form = load_word_table(language).find(word)
    if form is None:
        return True
    return form.usual == "n" or (form.usual == "v" and rarity >= VERB_RARITY)


def _counted(signs: Counter[str]) -> Signs:
    return {name: min(count, MAX_COUNT) for name, count in signs.items() if count}


def _name(link: Link | None) -> str:
    return "unlinked" if link is None else link.name.lower()


def _closest_link(each: LinkedWords, told: tuple[tuple[str, str], ...]) -> Link | None:
    links = (each.link(word, stem) for word, stem in told)
    return min((link for link in links if link is not None), default=None)


@cache_for_words(KEPT_LINKS)
def _stemmed(text: str, language: str) -> tuple[tuple[str, str], ...]:
    return tuple((word, base_of(word, language)) for word in words_of(text))


@cache_for_words(KEPT_LINKS)
def _roles(text: str, language: str) -> frozenset[str]:
    """Returns the persons that a text names by what they are to somebody."""
    meaning = load_meaning(language)
    words = (word.removesuffix("'s") for word in words_of(text))
    roles = (meaning.roles.get(word) or meaning.roles.get(word.removesuffix("s"), "") for word in words)
    return frozenset(role for role in roles if role and meaning.is_person(role))


class _AskingWords:
    """What a question of one language asks for, by its words, and what of this a fact may have."""

    def __init__(self, language: str) -> None:
        data = read_table(f"weighed_{language}")
        self.own, self.pointing = frozenset(data["own"]), frozenset(data["pointing"])
        self.following, self.labels = frozenset(data["following"]), frozenset(data["labels"])
        self._kinds = [(re.compile(rf"\b(?:{words})"), kind) for kind, words in data["kinds"].items()]
        self._parts = {name: re.compile(words) for name, words in data["parts"].items()}
        self.ages, self.which = frozenset(data["ages"]), frozenset(data["which"])
        self._articles = frozenset(data["articles"])
        self._essential = [frozenset(group) for group in data["essential"]]
        self._rivals = [[frozenset(group) for group in family] for family in data["rivals"]]
        self._colours = load_meaning(language).kinds.get(data["colour"], frozenset())

    def tells_rival(self, asked: Sequence[str], told: Sequence[str]) -> bool:
        """Says whether a fact lacks the verb that matters, "what does he think", or tells the opposite of what is asked
        for or what goes with it: where somebody lives, and not works.
        """
        verbs = [word for before, word in pairwise(("", *asked)) if before not in self._articles]  # not "in the end"
        if any(not group.isdisjoint(verbs) and group.isdisjoint(told) for group in self._essential):
            return True
        for family in self._rivals:
            wanted = [group for group in family if not group.isdisjoint(asked)]
            others = [group for group in family if not group.isdisjoint(told)]
            if wanted and others and not any(group in others for group in wanted):
                return True
        return False

    def about(self, words: Sequence[str], language: str) -> str:
        """Returns about whom words are: a relative, the speaker, somebody they point at, or another."""
        if _roles(" ".join(words), language):
            return "relative"
        own, pointing = (not some.isdisjoint(words) for some in (self.own, self.pointing))
        return "speaker" if own else "pointed at" if pointing else "other"

    def kind(self, text: str) -> str:
        """Returns what a question asks for; whether something is so where it has no question word."""
        said = " ".join(words_of(text))
        return next((kind for pattern, kind in self._kinds if pattern.search(said)), "whether")

    def parts(self, text: str, language: str) -> tuple[str, ...]:
        """Returns what a fact has of what may be asked for."""
        words, rarity = words_of(text), _frequent(language)
        said = " ".join(words)
        found = [name for name, pattern in self._parts.items() if pattern.search(said)]
        found += ["colour"] * (not self._colours.isdisjoint(words))
        found += ["rare word"] * any(rarity.get(word, RARE_WORD) == RARE_WORD for word in words)
        found += ["person"] * bool(_roles(text, language))
        return tuple(found)


@cache
def _asking_words(language: str) -> _AskingWords:
    return _AskingWords(language)


@cache
def _frequent(language: str) -> Mapping[str, int]:
    """Loads how rare the frequent words of talk are, 0 for the most frequent; once."""
    lines = (files("memory.languages") / f"frequent_{language}.tsv").read_text(encoding="utf-8").splitlines()
    return {word: int(rarity) for word, rarity in (line.split("\t") for line in lines)}
