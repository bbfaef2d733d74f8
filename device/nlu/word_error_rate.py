"""Pure: how well spoken words were heard: errors at the terms that matter, and at all other words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[\w'’&+]+(?:-[\w'’&+]+)*")


def transcript_words(text: str) -> tuple[str, ...]:
    """Lower case, without punctuation; a hyphen inside a word stays."""
    return tuple(_WORD.findall(unicodedata.normalize("NFC", text).lower()))


def word_errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """Words to put in, take out or change."""
    return _aligned(said, heard, [False] * len(said))[0]


def term_errors(terms: Iterable[str], heard: Sequence[str]) -> int:
    """Terms whose words do not stand in `heard`, one after another."""
    return sum(not _term_positions(transcript_words(term), heard) for term in terms)


def other_errors(said: Sequence[str], terms: Iterable[str], heard: Sequence[str]) -> tuple[int, int]:
    """Errors at the words of `said` that belong to no term, and how many such words there are.

    A word too many counts, unless it stands where a term was said: that error is the term's.
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
    """The fewest errors, and how many of them fall outside terms; among equals, the fewest outside."""
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
