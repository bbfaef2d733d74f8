"""Pure: says whether a clause states something to keep, and not a mood, the weather or a condition."""

from __future__ import annotations

from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.keeping import states_fact
from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def keepable(text: str, one: Statement, language: str = "en") -> bool:
    """Says whether a clause states something to keep: no question, condition, passing state, or talk about the talk."""
    clause, meaning = one.clause, load_meaning(language)
    told = one.kind in (ActKind.TELL, ActKind.CORRECT) and clause.modality is not Modality.CONDITIONAL
    if not told or not 0 <= clause.verb < clause.last:
        return False
    line = line_of(text, language)
    if isinstance(line, GermanLine):
        return states_fact(
            line,
            one.kind,
            clause,
            one.words,
            meaning,
            about_speaker=one.about_speaker,
            timed=one.has_time,
            numbered=one.has_number,
        )
    spoken = [line.word(at) for at in range(clause.subject[0], clause.subject[1])]
    if not one.words or "you" in spoken or clause.lemma in line.words.unreal:
        return False
    rest = [line.word(at) for at in range(max(clause.rest, 0), clause.last) if line.word(at) not in ("not", "n't")]
    if spoken in (["it"], ["that"], ["this"], ["there"]) and clause.lemma in _IMPERSONAL:
        passing = meaning.weather | meaning.passing
        return (one.has_time and clause.past) or any(word not in passing and is_known_open(line, word) for word in rest)
    if one.about_speaker and clause.lemma in ("be", "feel", "get") and not clause.past:
        first = next((word for word in rest if word not in line.words.middle), "")
        if first in meaning.passing and not one.has_time:
            return False
    telling = [
        forms
        for forms in one.words
        if not forms
        & (
            meaning.soft
            | meaning.light
            | {"see", "think", "guess", "mean", "hear", "understand", "agree", "thank", "hope", "i", "care", "mind"}
        )
    ]
    return bool(telling) or one.has_time or one.has_number


_IMPERSONAL = frozenset(
    ["be", "rain", "snow", "get", "look", "sound", "seem", "feel", "matter", "happen", "work", "help", "do"]
)
"""Verbs that say nothing of an "it" that stands for nothing."""


def is_known_open(line: Line, word: str) -> bool:
    """Says whether a word belongs to no closed class."""
    words = line.words
    return (
        word
        not in words.determiners
        | words.prepositions
        | words.adverbs
        | words.middle
        | words.objects
        | words.subjects
        | words.conjunctions
        | words.subordinators
    )


def subject_name(text: str, language: str = "en") -> str:
    """Returns the name of the person that a text is about: "bev" of "my aunt bev lives in hull"; empty without one."""
    first = next(iter(statements(text, language)), None)
    return next((entity.name for entity in first.subject if entity.name and entity.role), "") if first else ""
