"""Pure: the closed-class words of a language, from `memory/languages/reading_*.yaml`: they shape a clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from memory.languages import read_table

Words = frozenset[str]


class Phrases(tuple[tuple[str, ...], ...]):
    """Phrases of one or several words, the longest first, found by their first or their last word."""

    by_first: Mapping[str, tuple[tuple[str, ...], ...]]
    by_last: Mapping[str, tuple[tuple[str, ...], ...]]

    def __new__(cls, phrases: Iterable[tuple[str, ...]] = ()) -> Phrases:
        """Keeps the order of `phrases`."""
        made = super().__new__(cls, phrases)
        made.by_first, made.by_last = _by_word(made, 0), _by_word(made, -1)
        return made


def _by_word(phrases: tuple[tuple[str, ...], ...], place: int) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Returns the phrases by their word at a place, in their order."""
    index: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        index.setdefault(phrase[place], []).append(phrase)
    return {word: tuple(each) for word, each in index.items()}


@dataclass(frozen=True, slots=True)
class ClosedWords:
    """The words of one language by class; `Phrases` are of several words, the longest first."""

    language: str
    rewritten: Mapping[str, tuple[str, ...]]
    clitics: tuple[str, ...]
    compounds: Mapping[str, str]
    subjects: Words
    nominative: Words
    speaker: Words
    together: Words
    third: Mapping[str, str]
    objects: Words
    possessives: Words
    determiners: Words
    indefinite: Words
    prepositions: Words
    particles: Words
    be: Mapping[str, str]
    have: Mapping[str, str]
    do: Mapping[str, str]
    modals: Words
    negators: Words
    nothing: Words
    conjunctions: Words
    reasons: Words
    subordinators: Words
    conditions: Words
    relatives: Words
    questions: Words
    middle: Words
    adverbs: Words
    openers: Phrases
    closers: Phrases
    courtesies: Phrases
    fixes: Phrases
    repairs: Phrases
    """Words between what was said and what was meant in one utterance."""
    weak_repairs: Phrases
    """Words that are so only between values of one sort."""
    now: Phrases
    over: Phrases
    again: Phrases
    instead: Phrases
    new: Phrases
    hedges: Phrases
    thinking: Words
    orders: Words
    unreal: Words
    reporting: Words
    wishes: Words
    months: Words
    days: Words
    day_words: Phrases
    parts: Phrases
    units: Words
    numbers: Words
    ordinals: Words
    measures: Words
    gaps: Mapping[str, str]
    """What each question word leaves open."""
    degrees: Mapping[str, str]
    """What "how" leaves open with one of these after it."""
    modalities: Mapping[str, str]
    """How a clause with this modal verb is meant."""
    leading_verbs: Mapping[str, str]
    """How a verb before "to" and another verb makes a clause meant."""
    imagined: Phrases
    idle: Phrases
    """Sayings and words of the moment: a clause with one states nothing to keep, unless it names a time."""
    unknowing: Phrases
    """A clause that begins with one says what the speaker does not know."""
    sets: Mapping[str, Words]
    """Small sets that one rule of the grammar asks for, by name."""


@cache
def load_closed_words(language: str) -> ClosedWords:
    """Loads the table of a language, once, when it is first needed. Raises `KeyError` for a missing part."""
    data: Mapping[str, Any] = read_table(f"reading_{language}")
    parts = data["rewritten"]
    return ClosedWords(**{each.name: _compiled(each.type, data[each.name], parts) for each in fields(ClosedWords)})


@cache
def has_reading(language: str) -> bool:
    """Says whether there are tables for a language."""
    return (files("memory.languages") / f"reading_{language}.yaml").is_file()


def _compiled(kind: object, data: Any, parts: Mapping[str, Any]) -> Any:
    """Returns an entry of the file in the type of its field."""
    if kind == "str":
        return str(data)
    if kind == "Words":
        return frozenset(str(word) for word in data)
    if kind == "Phrases":
        every = {tuple(_pieces(phrase, parts)) for each in data for phrase in _spelt_out(str(each))}
        return Phrases(sorted(every, key=lambda each: (-len(each), each)))
    if kind == "tuple[str, ...]":
        return tuple(str(each) for each in data)
    if kind == "Mapping[str, str]":
        return {str(word): str(value) for word, value in data.items()}
    if kind == "Mapping[str, Words]":
        return {str(name): frozenset(str(word) for word in words) for name, words in data.items()}
    return {str(word): tuple(str(part) for part in parts) for word, parts in data.items()}


def _spelt_out(phrase: str) -> list[str]:
    """Returns every phrase that "[das] stimmt [ja|gar] nicht" stands for: what is in brackets may be left out, what is
    in round ones is chosen from.
    """
    made = [""]
    for part in re.findall(r"\[[^]]*\]|\([^)]*\)|[^\s(\[]+", phrase):
        chosen = part.strip("[]()").split("|") if part[0] in "[(" else [part]
        made = [f"{each} {one}".strip() for each in made for one in (chosen if part[0] != "[" else ["", *chosen])]
    return made


def _pieces(phrase: str, parts: Mapping[str, Any]) -> list[str]:
    """Returns the tokens of a phrase of the file: clitics stand apart as in `tokenise`."""
    made: list[str] = []
    for word in phrase.split():
        if word in parts and "'" in word:
            made += [str(part) for part in parts[word]]
            continue
        cut = next((at for at in (word.find("n't"), word.find("'")) if at > 0), -1)
        made += [word[:cut], word[cut:]] if cut > 0 else [word]
    return made
