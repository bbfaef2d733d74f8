"""Pure: reads from the words of a turn how the person feels: pleasant or not, and how stirred.

Words of a lexicon count with what stands before them: "not" turns them round, "very" makes them stronger. A clause
about somebody else says nothing of the speaker, and neither does a question. No word is kept: the result is two
numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from memory.core.policy import (
    FEELING_LEAD_WORDS,
    LESS_PERCENT,
    MAX_FEELING,
    MAX_FEELING_CHARS,
    MORE_PERCENT,
    OUTCRY_ACTIVATION,
    TURNED_PERCENT,
)
from memory.languages import read_table
from memory.text.stemming import split_words, stem

Words = frozenset[str]
_SENTENCE_END = re.compile(r"[.!?]+")
_PIECE = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|[.,;:!?]")


@dataclass(frozen=True, slots=True)
class Feeling:
    """How somebody feels: each from -100 to 100."""

    valence: int = 0
    """Unpleasant or pleasant."""
    activation: int = 0
    """Calm or stirred."""


NOTHING_FELT = Feeling()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words for feelings of one language, by their stems."""

    felt: Mapping[str, Feeling]
    states: Mapping[str, Feeling]
    """Words that tell a feeling only after a verb of feeling: "i feel good"."""
    feeling_verbs: Words
    turning: Words
    more: Words
    less: Words
    own: Words
    """Words with which a speaker names themselves."""
    others: Words
    """Words with which they name somebody else."""
    told_of: Words
    """Of these the ones that are the subject of what is felt: "he is very sad"."""
    joints: Words
    alike: Mapping[str, tuple[str, ...]]
    """The words for the same feeling, by the stem of each."""


def words_alike(text: str, language: str) -> dict[str, str]:
    """Returns the words for the feelings that a text names, by their stems: "worried" and "anxious" for "worry"."""
    lexicon = load_lexicon(language)
    named = dict.fromkeys(stem(word) for word in split_words(text))
    groups = (lexicon.alike[root] for root in named if root in lexicon.alike) if lexicon else ()
    return {stem(each): word for group in groups for word in group for each in split_words(word)[:1]}


def read_feeling(text: str, language: str) -> Feeling | None:
    """Returns what the words of a turn tell of the speaker's feelings; None when they tell none."""
    lexicon = load_lexicon(language)
    if lexicon is None or text.rstrip().endswith("?"):
        return None
    told = [one for clause in _own_clauses(text, lexicon) for one in _felt_in(clause, lexicon)]
    if not told:
        return None
    cried = OUTCRY_ACTIVATION if "!" in text else 0
    valence, activation = (sum(numbers) // len(told) for numbers in zip(*told, strict=True))
    return Feeling(_bounded(valence), _bounded(activation + cried))


def _own_clauses(text: str, lexicon: Lexicon) -> Iterator[list[str]]:
    """Yields the clauses about the speaker. One that names nobody goes on about whom its sentence is about: "my sister
    is sad and lonely".
    """
    for sentence in _SENTENCE_END.split(text[:MAX_FEELING_CHARS]):
        of_another = False
        for clause in _clauses(sentence, lexicon):
            own = not lexicon.own.isdisjoint(clause)
            of_another = not own and (of_another or not lexicon.others.isdisjoint(clause))
            if not of_another:
                yield clause
            of_another = of_another or _of_another(clause, lexicon)


def _clauses(text: str, lexicon: Lexicon) -> Iterator[list[str]]:
    clause: list[str] = []
    for found in _PIECE.finditer(text.casefold().replace("\u2019", "'")):
        piece = found[0]
        if piece in ".,;:!?" or piece in lexicon.joints:
            yield clause
            clause = []
        else:
            clause.append(piece)
    yield clause


def _felt_in(clause: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Yields valence and activation of each word for a feeling of the speaker."""
    feels = not lexicon.own.isdisjoint(clause) and not lexicon.feeling_verbs.isdisjoint(clause)
    for at, word in enumerate(clause):
        found = lexicon.felt.get(stem(word)) or (lexicon.states.get(stem(word)) if feels else None)
        if found is not None and not _of_another(clause[:at], lexicon):
            yield _in_its_place(found, clause[max(0, at - FEELING_LEAD_WORDS) : at], lexicon)


def _of_another(before: Sequence[str], lexicon: Lexicon) -> bool:
    """Says whether the person named last before a feeling is somebody else: "he told me he is sad"."""
    named = [word for word in before if word in lexicon.own or word in lexicon.told_of]
    return bool(named) and named[-1] not in lexicon.own


def _in_its_place(found: Feeling, before: Sequence[str], lexicon: Lexicon) -> tuple[int, int]:
    """Applies what stands before a word: "not at all", "very", "a bit"."""
    percent = 100
    if not lexicon.more.isdisjoint(before):
        percent = MORE_PERCENT
    if not lexicon.less.isdisjoint(before):
        percent = LESS_PERCENT
    valence, activation = (_scaled(number, percent) for number in (found.valence, found.activation))
    if lexicon.turning.isdisjoint(before):
        return valence, activation
    return -_scaled(found.valence, TURNED_PERCENT), -_scaled(found.activation, TURNED_PERCENT)


def _scaled(number: int, percent: int) -> int:
    """Scales towards zero, so that both signs round alike."""
    return abs(number) * percent // 100 * (1 if number >= 0 else -1)


def _bounded(number: int) -> int:
    return max(-MAX_FEELING, min(MAX_FEELING, number))


@cache
def load_lexicon(language: str) -> Lexicon | None:
    """Loads the words of a language, once; None for a language without any."""
    if not (files("memory.languages") / f"emotion_{language}.yaml").is_file():
        return None
    data = read_table(f"emotion_{language}")
    names = ("turning", "more", "less", "own", "others", "told_of", "joints")
    sets = {name: frozenset(data[name]) for name in names}
    return Lexicon(
        felt=_by_stem(data["felt"]),
        states=_by_stem(data["states"]),
        feeling_verbs=frozenset(data["feeling_verbs"]),
        alike={stem(word): tuple(group["words"]) for group in data["felt"] for word in group["words"]},
        **sets,
    )


def _by_stem(groups: Sequence[Mapping[str, Any]]) -> dict[str, Feeling]:
    return {
        stem(word): Feeling(int(group["valence"]), int(group["activation"]))
        for group in groups
        for word in group["words"]
    }
