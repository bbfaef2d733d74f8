"""Pure: the words of one command of a turn, in their places: "und kommt aus leeds" keeps its "er"."""

from __future__ import annotations

from memory.reading.grammar.reader import line_of, read
from memory.reading.words.closed_words import has_reading


def words_in_place(text: str, start: int, end: int, language: str = "") -> str:
    """Returns the words of a command where they stand in the turn, with blanks before them.

    With a language, a clause that shares its subject with the one before it has that subject in the place of the words
    that are left out: what is told behind a correction is told of the same.
    """
    own = " " * start + text[start:end]
    acts = read(text, language).acts if language and has_reading(language) else ()
    first = next((act.clause for act in acts if start <= act.clause.start < end), None)
    if first is None or first.subject[0] < first.subject[1] or first.shared[0] == first.shared[1]:
        return own
    line = line_of(text, language)
    subject = text[line.tokens[first.shared[0]].start : line.tokens[first.shared[1] - 1].end]
    begin = first.start - len(subject) - 1
    return f"{own[:begin]}{subject} {own[first.start :]}" if begin >= 0 and not own[: first.start].strip() else own
