"""Pure: says an English statement or question again in the other ways in which people say the same.

Who says "my brother stacks shelves at the co-op" is asked "where does my brother work", and who has told where the
stopcock is asks where to turn the water off. The tables are in `memory/languages/restating_en.yaml`; what is said again
only answers questions, and the words of the answer stay those that were told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from memory.languages import read_table
from memory.reading.words.sentence_frames import compile_frame, plain_sentence

_PLURAL = frozenset(("we", "you", "they"))
_IRREGULAR = {
    "be": ("am", "is", "are"),
    "was": ("was", "was", "were"),
    "have": ("have", "has", "have"),
    "do": ("do", "does", "do"),
    "go": ("go", "goes", "go"),
    "self": ("me", "them", "us"),
}
_OBJECTS = {"me": "i", "us": "we", "him": "he", "her": "she", "them": "they"}
_OWNERS = {"i": "my", "we": "our", "he": "his", "she": "her", "they": "their", "you": "your"}
_OWNED = re.compile(r"\b(i|we|he|she|they|you)'s(?= \w)")
_PARTS_OF_VERB = re.compile(r"\{(\w+)\}")
_PIECES = re.compile(r"[\w'-]+")


@dataclass(frozen=True, slots=True)
class _Frame:
    told: re.Pattern[str]
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Frames:
    facts: Mapping[str, tuple[_Frame, ...]]
    """The frames of each word of which one must stand in the sentence."""
    questions: Mapping[str, tuple[_Frame, ...]]
    names: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]
    """Names of one thing by their first word, each with the name that stands for all of them."""
    made_of: Mapping[str, tuple[str, ...]]
    """What each thing to eat is made of, or of what kind it is."""


def restatements(text: str) -> Iterator[str]:
    """Returns the sentences that say the same as an English sentence in another frame."""
    if plain := plain_sentence(text):
        yield from _again(plain, _load().facts)


def questions_alike(text: str) -> Iterator[str]:
    """Returns the questions that ask the same as an English question."""
    if plain := plain_sentence(text):
        again = tuple(_again(plain, _load().questions))
        yield from again
        yield from dict.fromkeys(whole for each in (plain, *again) for whole in _of_what_it_is_made(each))


def _of_what_it_is_made(plain: str) -> Iterator[str]:
    """Returns "am i allergic to shellfish" for "am i allergic to prawns"."""
    for mark in ("allergic to ", " eat ", " have "):
        begin, found, eaten = plain.rpartition(mark)
        bidden = mark == "allergic to " or begin.startswith(("can ", "could ", "may "))
        if found and bidden:
            yield from (f"{begin}{mark}{kind}" for kind in _load().made_of.get(eaten.split(" ")[-1], ()))


def _again(plain: str, frames: Mapping[str, tuple[_Frame, ...]]) -> Iterator[str]:
    said = {plain: None}
    renamed = _renamed(plain)
    for each in dict.fromkeys((plain, renamed)):
        words = dict.fromkeys(_PIECES.findall(each.replace("'", " '")))
        for frame in dict.fromkeys(frame for word in words for frame in frames.get(word, ())):
            found = frame.told.fullmatch(each)
            if found is not None:
                said |= dict.fromkeys(_filled(meant, found.groupdict()) for meant in frame.means)
    said |= {renamed: None}
    yield from list(said)[1:]


def _renamed(plain: str) -> str:
    """Returns the sentence with each thing under the name that stands for its other names."""
    names = _load().names
    for word in dict.fromkeys(_PIECES.findall(plain.replace("'", " '"))):
        for pattern, name in names.get(word, ()):
            plain = pattern.sub(name, plain)
    return plain


def _filled(meant: str, parts: Mapping[str, str | None]) -> str:
    """Puts the parts into a sentence, and each verb in braces into the person of its subject."""
    given = {name: words or "" for name, words in parts.items()}
    who = given.get("who", "")
    given["who"] = who = _OBJECTS.get(who, who)
    plural = who in _PLURAL or given.get("v", "") in ("are", "were", "have", "'re", "'ve")
    person = 0 if who == "i" else 2 if plural else 1
    given |= {name: _form(name, person) for name in _PARTS_OF_VERB.findall(meant) if name not in given}
    return _OWNED.sub(lambda found: _OWNERS[found[1]], " ".join(meant.format_map(given).split()))


def _form(verb: str, person: int) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb][person]
    if person != 1:
        return verb
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("ch", "sh", "ss", "x")) else f"{verb}s"


@cache
def _load() -> _Frames:
    """Loads the tables, once, when they are first needed. Raises `KeyError` for a missing part."""
    data: Mapping[str, Any] = read_table("restating_en")
    parts = data["parts"]
    facts, questions = _by_word(data["facts"], parts), _by_word(data["questions"], parts)
    return _Frames(facts, questions, _names(data["names"]), _made_of(data["made_of"]))


def _by_word(entries: list[Mapping[str, Any]], parts: Mapping[str, str]) -> Mapping[str, tuple[_Frame, ...]]:
    found: dict[str, tuple[_Frame, ...]] = {}
    for each in entries:
        frame = _Frame(compile_frame(each["told"], parts), tuple(each["means"]))
        for word in each["with"].split():
            found[word] = (*found.get(word, ()), frame)
    return found


def _names(lines: list[str]) -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
    found: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {}
    for line in lines:
        first, *others = (name.strip() for name in line.split("/"))
        for other in others:
            word = other.split()[0]
            found[word] = (*found.get(word, ()), (re.compile(rf"(?<![\w'-]){re.escape(other)}(?![\w-])"), first))
    return found


def _made_of(lines: list[str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        kind, _, eaten = line.partition(" / ")
        found |= {word: (*found.get(word, ()), kind) for word in eaten.split()}
    return found
