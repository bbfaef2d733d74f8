"""Pure: finds the names, or the places, of several that are asked for together: "what are my brothers called".

Each fact tells of one of them: "one brother's called neil", "biscuit's the ginger cat". One alone is no answer for
several.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.answers import Told
from memory.reading.facts.entities import BETWEEN, SPEAKER
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.next_sentence import asks_name
from memory.reading.words.line import Line


def named_members(want: Wanted, told: Sequence[Told], language: str) -> tuple[Told, ...]:
    """Returns the facts that name or place those asked for, the oldest first; empty where these are fewer than two."""
    question = want.question
    asked = asks_name(question) or want.gap is Gap.WHERE
    others = any(key.partition(BETWEEN)[0] != SPEAKER for key in question.subject_keys)
    if language != "en" or not asked or others or question.clause.negated:
        return ()
    line = line_of(question.text, language)
    nouns = {line.table.singular(line.word(at)) for at in range(len(line)) if line.is_plural(at) and line.is_open(at)}
    nouns -= {"name"}
    fits = _names_one if asks_name(question) else _places_one
    found = {each.ref: each for each in told if len(nouns) == 1 and fits(each.statement, *nouns)}
    several = sorted(found.values(), key=lambda each: (each.at_ms, each.ref))
    return tuple(several) if len(several) > 1 else ()


def _names_one(told: Statement, noun: str) -> bool:
    """Says whether a fact names one of a sort: by "called" of a subject of it, or as what a name is."""
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or told.clause.negated or told.clause.past:
        return False
    line, clause, first = line_of(told.text, "en"), told.clause, told.clause.first
    begin, end = (at - first for at in clause.subject)
    if clause.lemma in ("call", "name"):
        return line.word(end - 1) == noun and _begins_as_one(line, begin)
    named = end - begin == 1 and line.is_open(begin) and clause.lemma == "be"
    return named and line.word(clause.last - first - 1) == noun and line.is_in(clause.rest - first, "definite_article")


def _places_one(told: Statement, noun: str) -> bool:
    """Says whether a fact tells where one of several is: "one key's in the shed", "the other key's with mum"."""
    line, clause, first = line_of(told.text, "en"), told.clause, told.clause.first
    so = told.kind in (ActKind.TELL, ActKind.CORRECT) and clause.lemma == "be" and not (clause.negated or clause.past)
    placed = so and line.word(clause.rest - first) in line.words.prepositions
    return (
        placed and line.word(clause.subject[1] - first - 1) == noun and _begins_as_one(line, clause.subject[0] - first)
    )


def _begins_as_one(line: Line, at: int) -> bool:
    """Says whether one of several is the subject: "one brother", "the other brother", "my other brother"."""
    other = any(line.is_in(place, "the_other") for place in (at, at + 1))
    return line.is_in(at, "one") or other
