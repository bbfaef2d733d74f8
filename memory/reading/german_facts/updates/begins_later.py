"""Pure: says whether German tells from when another value holds: "ab montag fährt mein bus um halb sieben".

Who says from when something is otherwise tells of a change, and is not asked which of both is right.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.told_things import LANGUAGE
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning


def begins_later(new: Statement, old: Statement) -> bool:
    """Says whether the new statement alone names a day, a month or a week from which it holds."""
    return _begins_at(new) and not _begins_at(old)


def holds_once(new: Statement, old: Statement) -> bool:
    """Says whether the new statement alone is of this day or time: "heute fährt er von gleis sechs"."""
    once = load_meaning(LANGUAGE).set_of("for this time")
    return bool(spoken_in(new) & once) and not spoken_in(old) & once


def _begins_at(one: Statement) -> bool:
    line = line_of(one.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    small = line.words.determiners | {"nächster", "nächsten", "nächstem", "kommender", "kommenden", "kommendem"}
    for at in range(len(line) - 1):
        after = at + 1
        while line.word(at) == "ab" and line.word(after) in small:
            after += 1
        if line.word(at) == "ab" and (line.is_time(after) or line.length_of(line.words.day_words, after)):
            return True
        if line.word(at) == "ab" and line.word(after) in line.words.ordinals:
            return True
    return False
