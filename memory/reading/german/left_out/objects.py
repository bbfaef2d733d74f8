"""Pure: says where "den" or "die" stands without its noun, which was just named: "ich hab den auf freitag verlegt"."""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Clause


def is_object_alone(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "den" or "die" behind the verb is a thing named before, to which is done what is done to things."""
    inside = clause.first <= clause.verb < at < clause.main and clause.lemma in line.words.sets["done_to_things"]
    after, words = line.word(at + 1), line.words
    alone = at + 1 == clause.main or after in words.prepositions | words.adverbs | words.middle | words.days
    return inside and alone and line.word(at) in ("den", "die") and line.word(at - 1) not in words.prepositions
