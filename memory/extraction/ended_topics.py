"""Pure: finds the topics that a sentence ends: "my dog died", "I sold my car", "we got divorced".

Facts told of such a topic before were true and are over; after "I got a new car" they are in doubt, and Selene asks.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.model.atoms import Atom, Kind
from memory.text.language_rules import Language
from memory.text.normalise import same_value, subject_key

_LASTING = frozenset({Kind.PREFERENCE, Kind.VOCABULARY, Kind.DECISION, Kind.INSTRUCTION, Kind.LANGUAGE, Kind.NAME})
"""Facts that stay true when somebody dies or something is sold, such as a name."""


@dataclass(frozen=True, slots=True)
class EndedTopics:
    """The topics that are over: every fact about one of `topics`, or about the person with the name `name`."""

    topics: tuple[str, ...]
    name: str = ""
    doubtful: bool = False
    """The end is not certain: Selene asks before she uses these facts again."""
    project: bool = False
    """Only the project with one of these names is over, not what else is told of it."""


def find_ended_topics(text: str, language: Language) -> EndedTopics | None:
    """Returns the topics that the sentence ends; None when it ends none."""
    for end in language.revising.ended:
        found = end.say.fullmatch(text)
        if found is not None:
            named = {name: words or "" for name, words in found.groupdict().items()}
            topics = (subject_key(topic.format(**named), language) for topic in end.about)
            return EndedTopics(tuple(filter(None, topics)), named.get("name", ""), end.doubtful, end.project)
    return None


def concerns_topic(topic: str, who: str, atom: Atom, language: Language) -> bool:
    """Says whether an atom is a fact about a topic: "car color" and "i have red car" are facts about the car.

    `who` is the voice that speaks; facts of another voice are about another car.
    """
    told = _told_by(who, atom, language)
    if atom.kind in _LASTING or not told:
        return False
    at_end = language.revising.having.match(told) is not None or atom.kind is Kind.DATE
    if language.revising.lending.match(told) is not None and f" {topic} " in f" {told} ":
        return True
    return f"{told} ".startswith(f"{topic} ") or (at_end and f" {told}".endswith(f" {topic}"))


def is_project(end: EndedTopics, who: str, atom: Atom, language: Language) -> bool:
    """Says whether an atom is the project that is over; that of another voice is another one."""
    return atom.kind is Kind.PROJECT and _told_by(who, atom, language) in end.topics


def is_called(name: str, who: str, atom: Atom, language: Language) -> bool:
    """Says whether an atom gives somebody this name."""
    named = atom.kind is Kind.RELATIONSHIP and same_value(atom.value, name, language)
    return named and bool(_told_by(who, atom, language))


def _told_by(who: str, atom: Atom, language: Language) -> str:
    """Returns the subject of an atom told by the voice `who`; a second voice's facts are filed under its name."""
    told = atom.key.partition(":")[2]
    own = f"{subject_key(who, language)} " if who else ""
    return told.removeprefix(own) if told.startswith(own) else ""
