"""Pure: reads words that only say of whom or what of several something told right before holds: "no only ida", "ella
isn't actually", "not the ramipril".

Such words name some of them, and have besides only a word for "only" or "not", and what stands for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of
from memory.reading.members.several import Several, ToldPart, told_of_several
from memory.reading.words.line import Line


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A fact of several that holds of some alone."""

    rest: str
    """What is so."""
    denied: tuple[str, ...]
    """What is not so of the others, where they are persons."""


def narrowed(told: str, said: str, language: str) -> Narrowed | None:
    """Returns what words leave of a fact of several; None where they say anything else."""
    line = line_of(said, language)
    for several in told_of_several(told, language):
        kept = _kept(line, several)
        if kept and len(kept) < len(several.parts):
            others = tuple(part for part in several.parts if part not in kept and part.keys)
            return Narrowed(several.only(kept), tuple(filter(None, (several.denied(part) for part in others))))
    return None


def _kept(line: Line, several: Several) -> tuple[ToldPart, ...]:
    """Returns the parts of which it holds; none where the words say more than that."""
    sets, places = line.words.sets, [at for at in range(len(line)) if not line.is_stop(at)]
    only = any(line.word(at) in sets["only_these"] for at in places)
    denies = any(line.word(at) in line.words.negators for at in places)
    telling = [line.word(at) for at in places if not _is_beside(line, at)]
    named = tuple(part for part in several.parts if _names(part, telling))
    every = {word for part in named for word in part.text.casefold().split()}
    if not named or not set(telling) <= every or only == denies:
        return ()
    return named if only else tuple(part for part in several.parts if part not in named)


def _is_beside(line: Line, at: int) -> bool:
    """Says whether a word only stands for what was told: "it 's", "is", "doesn't", "actually"."""
    word, words = line.word(at), line.words
    marks = words.sets["only_these"] | words.negators | words.sets["standing_for_told"] | words.sets["joining_parts"]
    return word in marks or line.is_auxiliary(at) or word in words.clitics or word in words.determiners


def _names(part: ToldPart, words: list[str]) -> bool:
    """Says whether words have the last word of a part, which is its noun or name."""
    return bool(words) and any(word in words for word in part.text.casefold().split()[-1:])


def denials(texts: tuple[str, ...], language: str) -> Iterator[str]:
    """Returns those texts that read as one statement which denies."""
    for text in texts:
        each = statements(text, language)
        if len(each) == 1 and each[0].clause.negated:
            yield text
