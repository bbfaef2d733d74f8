"""Pure: resolves pronouns and "the appointment" to the topic that was mentioned before (2.4.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.extraction.extract import Fact
from memory.model.atoms import Atom, Kind
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.text.language_rules import Language
from memory.text.normalise import subject_key

_NAME = re.compile(r" [^\W\d_a-zß-öø-ÿ][\w-]*")
"""A capitalised word."""


def substitute_topic(text: str, topic: str, language: Language) -> Iterator[str]:
    """Replaces "he", "she", "it" or "the ..." by the words of `topic`. Returns None when the pronoun cannot mean it."""
    if _is_sentence(topic, language):
        return
    for pattern, named in language.revising.pronouns:
        found = pattern.fullmatch(text)
        if found is None or not _may_mean(found["who"], topic, language):
            continue
        # The key says "car color"; a person says "my car".
        for name in filter(None, (topic, topic.rpartition(" ")[0])):
            yield named.format(about=name, **found.groupdict())


def refers_to_mentioned(text: str, language: Language) -> bool:
    """Says whether the sentence has a pronoun ("him", "her", "it") or "the ..." as its subject."""
    return any(pattern.fullmatch(text) for pattern, _ in language.revising.pronouns)


def refers_to_person(text: str, language: Language) -> bool:
    """Says whether the pronoun is one for a person ("he", "she"), not "it" or "the ..."."""
    return any(
        (found := pattern.fullmatch(text)) is not None and found["who"].casefold() in language.revising.people
        for pattern, _ in language.revising.pronouns
    )


def related_person_in(fact: Fact | Atom, language: Language) -> str:
    """Returns the speaker's relation that a fact is about, with a name that was told: "daughter Mia"; else empty."""
    found = language.another.match(fact.text)
    if found is None:
        return fact.key.partition(":")[2] if fact.kind is Kind.RELATIONSHIP else ""
    name = _NAME.match(fact.text, found.end())
    return f"{found['who']}{name[0] if name else ''}"


def _is_sentence(topic: str, language: Language) -> bool:
    """Says whether a topic tells something, as "ben teacher is mrs holt" does, and so names nobody."""
    being = load_closed_words(language.code).be if has_reading(language.code) else {}
    return any(word in being for word in topic.split()[1:])


def _may_mean(who: str, topic: str, language: Language) -> bool:
    """Says whether a pronoun, or words like "the appointment", can refer to the topic."""
    if " " in who:
        return set(subject_key(who, language).split()) <= set(topic.split())
    never = language.revising.never.get(who.casefold(), frozenset())
    plain = topic.casefold()
    return not never & {plain, plain.rpartition(" ")[2], plain.partition(" ")[0]}
