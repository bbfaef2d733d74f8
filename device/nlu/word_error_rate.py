"""Pure: counts recognition errors: at the terms, and at all other words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[\w'’&+]+(?:-[\w'’&+]+)*")


def transcript_words(text: str) -> tuple[str, ...]:
    """Returns words in lower case, without punctuation; a hyphen inside a word stays."""
    return tuple(_WORD.findall(unicodedata.normalize("NFC", text).lower()))


def word_errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """Counts insertions, deletions and substitutions of words."""
    return _aligned(said, heard, [False] * len(said))[0]


def term_errors(terms: Iterable[str], heard: Sequence[str]) -> int:
    """Counts terms whose words do not follow each other in `heard`."""
    return sum(not _term_positions(transcript_words(term), heard) for term in terms)


def other_errors(said: Sequence[str], terms: Iterable[str], heard: Sequence[str]) -> tuple[int, int]:
    """Counts errors at the words of `said` that belong to no term, and those words.

    An inserted word counts, unless it is at a term: that error is the term's.
    """
    of_term = [False] * len(said)
    for words in map(transcript_words, terms):
        for place in _term_positions(words, said):
            of_term[place : place + len(words)] = [True] * len(words)
    return _aligned(said, heard, of_term)[1], of_term.count(False)


def _term_positions(words: Sequence[str], among: Sequence[str]) -> list[int]:
    last = len(among) - len(words)
    return [at for at in range(last + 1) if words and tuple(among[at : at + len(words)]) == tuple(words)]


def _aligned(said: Sequence[str], heard: Sequence[str], of_term: Sequence[bool]) -> tuple[int, int]:
    """Returns the fewest errors, and how many of them are outside terms; among equals, the fewest outside."""
    near = [False, *of_term, False]
    row = [(0, 0)]
    for at in range(len(heard)):
        row.append(_more(row[at], not near[1] if said else True))
    for number, word in enumerate(said, 1):
        above, outside = row, not near[number]
        row = [_more(above[0], outside)]
        for at, other in enumerate(heard, 1):
            kept = above[at - 1] if word == other else _more(above[at - 1], outside)
            too_many = _more(row[at - 1], not (near[number] or near[number + 1]))
            row.append(min(kept, _more(above[at], outside), too_many))
    return row[-1]


def _more(errors: tuple[int, int], outside: bool) -> tuple[int, int]:
    return errors[0] + 1, errors[1] + outside
