"""Pure: what a sentence about somebody's life makes an end of: "my dog died", "I sold my car", "we got divorced".

What was told of it before is not wrong, it is over; or, after "I got a new car", in doubt until it is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.model.atoms import Atom, Kind
from memory.text.language_rules import Language
from memory.text.normalise import same_value, subject_key

_LASTING = frozenset({Kind.PREFERENCE, Kind.VOCABULARY, Kind.DECISION, Kind.INSTRUCTION, Kind.LANGUAGE, Kind.NAME})
"""What stays as it is when somebody dies or something is sold."""


@dataclass(frozen=True, slots=True)
class EndedTopics:
    """What is over: whatever was told of `topics`, or of whoever is called `name`."""

    topics: tuple[str, ...]
    name: str = ""
    doubtful: bool = False
    """Not over for certain: it is asked about before it is told again."""


def find_ended_topics(text: str, language: Language) -> EndedTopics | None:
    """What the sentence makes an end of; None when it does not."""
    for end in language.revising.ended:
        found = end.say.fullmatch(text)
        if found is not None:
            named = {name: words or "" for name, words in found.groupdict().items()}
            topics = (subject_key(topic.format(**named), language) for topic in end.about)
            return EndedTopics(tuple(filter(None, topics)), named.get("name", ""), end.doubtful)
    return None


def concerns_topic(topic: str, who: str, atom: Atom, language: Language) -> bool:
    """Whether an atom tells how things are with a topic: "car color" and "i have red car" do of the car.

    `who` is the voice that speaks; another's car is another one.
    """
    told = _told_by(who, atom, language)
    if atom.kind in _LASTING or not told:
        return False
    at_end = language.revising.having.match(told) is not None or atom.kind is Kind.DATE
    if language.revising.lending.match(told) is not None and f" {topic} " in f" {told} ":
        return True
    return f"{told} ".startswith(f"{topic} ") or (at_end and f" {told}".endswith(f" {topic}"))


def is_called(name: str, who: str, atom: Atom, language: Language) -> bool:
    """Whether an atom tells that somebody has this name."""
    named = atom.kind is Kind.RELATIONSHIP and same_value(atom.value, name, language)
    return named and bool(_told_by(who, atom, language))


def _told_by(who: str, atom: Atom, language: Language) -> str:
    """What an atom is about, when it was told by the voice `who`; a second voice's facts are filed under its name."""
    told = atom.key.partition(":")[2]
    own = f"{subject_key(who, language)} " if who else ""
    return told.removeprefix(own) if told.startswith(own) else ""
