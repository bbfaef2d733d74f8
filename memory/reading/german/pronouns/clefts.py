"""Pure: reads a German cleft as a plain clause: "es ist mein bruder der spielt" as "mein bruder spielt".

What is brought out stands first, the verb of the relative clause second: "die rote ist es die ich mag" says "die rote
mag ich". Only what is known is brought out; "es war ein mann der geklingelt hat" tells of somebody new.
"""

from __future__ import annotations

from memory.reading.german.beginnings import after_openers, last_verb
from memory.reading.german.german_line import GermanLine
from memory.reading.german.noun_phrases import nouns_end
from memory.reading.words.given_names import is_given_name

_EMPTY = "es"


def plain_order(line: GermanLine) -> tuple[int, ...]:
    """Returns the tokens of the plain clause that a cleft stands for, in their order; empty for all else."""
    first = after_openers(line, 0)
    opened = line.word(first) == _EMPTY and line.word(first + 1) in line.words.be
    begin = first + 2 * opened
    end = _known_end(line, begin)
    closed = line.word(end) in line.words.be and line.word(end + 1) == _EMPTY
    relative = end if opened else end + 2
    if end == begin or not (opened or closed) or line.word(relative) not in line.words.relatives:
        return ()
    verb = last_verb(line, relative + 1)
    if verb <= relative + 1 or verb != len(line) - 1 - line.is_stop(len(line) - 1):
        return ()
    led = line.word(relative) in ("den", "dem") and line.word(begin) in ("der", "die", "das")
    thing = (relative, *range(begin + 1, end)) if led else tuple(range(begin, end))
    return (*range(first), *thing, verb, *range(relative + 1, verb))


def _known_end(line: GermanLine, at: int) -> int:
    """Returns where a name, or a noun of somebody's or with "der", ends; `at` where none begins."""
    if is_given_name(line.word(at)):
        return at + 1
    led = line.word(at) in line.words.possessives | {"der", "die", "das"}
    end = max(nouns_end(line, at), at + 2 * line.is_quality(at + 1)) if led else at  # "die rote"
    return next((place for place in range(at + 2, end) if line.word(place) in line.words.relatives), end)
