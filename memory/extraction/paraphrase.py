"""Pure: finds sentences that repeat a forgotten fact in other words, by its value and its topic together.

When "I live in Paris" is forgotten, "I don't live in Paris any more" repeats it; "Paris is in France" shares one word
and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory.core.policy import ENOUGH_PARAPHRASE_WORDS, MIN_PARAPHRASE_WORDS
from memory.text.stemming import split_words, stem, stems
from memory.text.synonyms import STOP_WORDS, WORD_FORMS

Span = tuple[int, int]

_SENTENCE = re.compile(r"[^.!?…\n]+(?:[.!?…]+(?!\s|$)[^.!?…\n]*)*[.!?…]*")
_SMALL = """
    aber als am an anymor auch auf aus bei beim bin bist da das dass de dein dem den der die dir doch du ein eine
    einen er es fur hab habe haben ich ihr im in ist ja kein mein meine meinen meiner mich mir mit nein
    nicht noch nun ok okay oh realli really right schon sein sich sie sind so still uber um und uns unser vom von
    was wir yeah ye yes zu zum zur now actual well never any
"""
_GRAMMAR = STOP_WORDS | frozenset(_SMALL.split())
"""Stems without a topic, of all the languages that Selene speaks."""
_NAMING = frozenset({"call", "name", "heisst", "nam"})
"""Words that only say that something has a name are no topic."""
_NO_TOPIC = _GRAMMAR | _NAMING


@dataclass(frozen=True, slots=True)
class FactStems:
    """The stems that identify a fact: those of its value and those of its topic."""

    value: frozenset[str]
    about: frozenset[str]

    @property
    def telling(self) -> frozenset[str]:
        """The stems of value and topic together."""
        return self.value | self.about


def fact_stems_of(key: str, value: str, text: str) -> FactStems:
    """Returns the stems of the fact filed under `key` with the words `text`."""
    said = telling_stems(stems(value))
    name = key.partition(":")[2] or key
    about = (telling_stems(stems(text)) - _NAMING) | telling_stems(stems(name))
    return FactStems(said, about - said)


def telling_stems(said: Iterable[str]) -> frozenset[str]:
    """Returns the stems that are about something, without stop words."""
    return frozenset(said) - _GRAMMAR


def telling_words(text: str) -> tuple[str, ...]:
    """Returns the words of a text that are about something: "I have a dog called Rex" is about a dog and Rex."""
    return tuple(word for word in split_words(text) if word not in _NO_TOPIC and stem(word) not in _NO_TOPIC)


def repeats_fact(said: frozenset[str], forgotten: FactStems) -> bool:
    """Says whether these stems hold the value and part of the topic, or only words of both."""
    if not contains_value(said, forgotten):
        return False
    about = forgotten.about.union(*(WORD_FORMS.get(stem, frozenset()) for stem in forgotten.about))
    if not about:
        enough = len(forgotten.value & said) >= MIN_PARAPHRASE_WORDS
        return enough or telling_stems(said) <= forgotten.value
    return not about.isdisjoint(said) or telling_stems(said) <= forgotten.telling


def contains_value(said: frozenset[str], forgotten: FactStems) -> bool:
    """Says whether the stems hold all of a short value, or at least half of a long one."""
    needed = min(len(forgotten.value), max(ENOUGH_PARAPHRASE_WORDS, (len(forgotten.value) + 1) // 2))
    return 0 < needed <= len(forgotten.value & said)


def repeating_sentences(text: str, forgotten: Iterable[FactStems]) -> tuple[Span, ...]:
    """Returns the sentences of a text that hold the value of one of the facts."""
    facts = tuple(forgotten)
    return tuple(
        found.span()
        for found in _SENTENCE.finditer(text)
        if any(contains_value(frozenset(stems(found[0])), each) for each in facts)
    )


def has_telling_words(text: str) -> bool:
    """Says whether a text still has a word that is about something."""
    return bool(telling_stems(stems(text)))
