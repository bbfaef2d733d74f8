"""Pure: parses a question into a `Query` of concepts. The same text gives the same query; nothing is looked up.

A concept is the stems that count as one word of the question: the stem itself, the other forms of an irregular word
and, with less weight, its synonyms (`memory/text/synonyms.py`). Question words and stop words give no concept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory.core.policy import MAX_QUESTION_CHARS, MAX_QUESTION_CONCEPTS
from memory.text.stemming import split_words
from memory.text.stemming import stem as stem_of
from memory.text.synonyms import RELATED, STOP_WORDS, SYNONYMS, WORD_FORMS

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_WHEN = frozenset({"when", "date", "day", "month", "year", "ago"})
_AMOUNT = re.compile(r"\bhow (?:many|much|long|often|old)\b")
_PAST = re.compile(
    r"\b(?:did|was|were|had|has|have|before|first|originally|previously|earlier|formerly|used to|ago|when)\b"
)
_ABOUT = re.compile(r"\b(?:(?:does|did) (?:(?:my|our|the|his|her|their) )?|(?:is|are|was|were) (?:my|our) )(\S+) \S")
"""The subject of the question: "where does paul live"."""
_HOW = frozenset(
    {
        "next",
        "first",
        "last",
        "new",
        "old",
        "recent",
        "big",
        "small",
        "littl",
        "main",
        "best",
        "favorit",
        "usual",
        "current",
    }
)
"""Words that only select: "my next appointment"."""
_OVERVIEW = frozenset({"summari", "summar", "summaris", "recap", "overview"})
_TALKED = frozenset({"mention", "convers", "discuss"})
"""Stems that speak of the talk itself: what was mentioned seldom has the word."""
_ME = frozenset({"i", "me", "my", "mine", "im", "ive", "id", "ill", "myself"})
_REQUEST = re.compile(r"\b(?:can|could|will|would) you (?:please )?\S+(?: (?:me|us))?(?= \S)")
"""What Selene is asked to do: "can you show me" asks for no showing."""
_OF_SELENE = re.compile(r"\bdid you\b")
"""Asks what Selene said: "what did you recommend"."""


@dataclass(frozen=True, slots=True)
class QueryConcept:
    """One concept that is asked for."""

    stem: str
    forms: tuple[str, ...]
    """Stems of the same word, the stem itself first."""
    synonyms: tuple[str, ...]
    """Stems of its synonyms."""
    related: tuple[str, ...] = ()
    """The synonyms without other things of the same sort."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed question, as far as retrieval needs it."""

    concepts: tuple[QueryConcept, ...] = ()
    words: frozenset[str] = frozenset()
    """All words as said, for the names of voices."""
    first_person: bool = False
    asks_time: bool = False
    asks_amount: bool = False
    asks_replies: bool = False
    """Selene's side of the talk is asked for: by a summary, which covers both, or by "what did you recommend"."""
    about: QueryConcept | None = None
    """The stems of the question's subject: an answer must mention it."""
    only_which: frozenset[str] = frozenset()
    """Stems of words that only select: "favourite"."""
    subject: frozenset[str] = frozenset()
    """The stems of the name that a question about the present is about; empty for any other question."""


def parse_query(text: str) -> Query:
    """Parses `text`. A text of stop words only gives a query without concepts."""
    asked = text[:MAX_QUESTION_CHARS]
    said = split_words(asked)
    known, folded = frozenset(said), " ".join(said)
    telling = {word: stem_of(word) for word in said if word not in STOP_WORDS}
    wanted = _wanted_stems(_REQUEST.sub(" ", folded).split()) or _wanted_stems(said)
    concepts = tuple(_concept(stem, wanted) for stem in wanted)
    return Query(
        concepts=concepts,
        words=known,
        first_person=bool(known & _ME),
        asks_time=bool(known & _WHEN),
        asks_amount=bool(_AMOUNT.search(folded)),
        asks_replies=not _OVERVIEW.isdisjoint(map(stem_of, said)) or bool(_OF_SELENE.search(folded)),
        only_which=_HOW.intersection(wanted),
        about=_topic_concept(folded, telling, concepts),
        subject=frozenset() if _PAST.search(folded) else _name(asked, telling),
    )


def _wanted_stems(words: Iterable[str]) -> list[str]:
    """Returns the stems that are asked for, each once; those of the talk itself only when there are no others."""
    found = dict.fromkeys(stem_of(word) for word in words if word not in STOP_WORDS)
    wanted = [stem for stem in found if stem not in STOP_WORDS]
    return ([stem for stem in wanted if stem not in _TALKED] or wanted)[:MAX_QUESTION_CONCEPTS]


def _concept(stem: str, wanted: list[str]) -> QueryConcept:
    """Returns the concept of a stem: its forms and synonyms that no other word of the question asks for."""
    others = STOP_WORDS.union(wanted) - {stem}
    forms = (stem, *sorted(WORD_FORMS.get(stem, frozenset()) - others - {stem}))
    synonyms, related = (
        tuple(sorted(frozenset().union(*(table.get(form, frozenset()) for form in forms)) - others - set(forms)))
        for table in (SYNONYMS, RELATED)
    )
    return QueryConcept(stem, forms, synonyms, related)


def _topic_concept(folded: str, telling: dict[str, str], concepts: tuple[QueryConcept, ...]) -> QueryConcept | None:
    found = _ABOUT.search(folded)
    stem = telling.get(found[1]) if found else None
    if stem is None or stem in _HOW:
        return None
    return next((concept for concept in concepts if concept.stem == stem), None)


def _name(text: str, telling: dict[str, str]) -> frozenset[str]:
    """Returns the stems of the longest run of capitalised words after the beginning of the text; the first of
    several.
    """
    runs: list[list[str]] = [[]]
    for place, word in enumerate(_WORD.findall(text)):
        named = [telling[part] for part in split_words(word) if part in telling] if word[0].isupper() and place else []
        if named:
            runs[-1] += named
        elif runs[-1]:
            runs.append([])
    longest: list[str] = max(runs, key=lambda run: len(run))
    return frozenset(longest)
