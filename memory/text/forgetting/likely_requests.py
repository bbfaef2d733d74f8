"""Pure: weighs the words of a turn: how likely it asks, in words that no pattern reads, that something be forgotten.

People ask in more ways than patterns can list: "the sum shouldn't be lying around in your notes", "let the wig slip
your mind". A linear model weighs the words of a turn, and those that stand beside each other, for each sort of order.
Its weights are whole numbers in `memory/languages/requests_*.tsv`, learned from `fixtures/requests`
(fixtures/learn_requests.py). It only proposes: Selene asks before she forgets anything on its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files

from memory.core.policy import LEAST_ORDER_MARGIN
from memory.text.language_file import Data, table
from memory.text.lazy_pattern import PatternReader, filled_pattern, lazy_pattern

_TOKEN = re.compile(r"\w+(?:['’]\w+)?")
_BIAS = ""
_NEVER = "(?!x)x"


class Likely(Enum):
    """What a turn likely orders."""

    FORGET = "F"
    """Something told earlier is not to be kept any longer."""
    NOT_KEPT = "N"
    """What the turn itself tells is not to be kept."""
    NEVER_KEPT = "R"
    """Nothing about a topic is to be kept from now on."""
    NOT_SAID = "M"
    """Something is not to be mentioned."""


class LikelyRequests(PatternReader):
    """The words of one language that orders are made of, and those around what is to stay."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = table(data.get("forget_likely", {}))
        shared = {name: str(words) for name, words in table(said.get("shared", {})).items()}

        def compiled(words: Data) -> re.Pattern[str]:
            return lazy_pattern(filled_pattern(str(words), shared))

        self._order = compiled(said.get("order", _NEVER))
        self._points = compiled(said.get("points", _NEVER))
        self._against, self._confided = (compiled(said.get(name, _NEVER)) for name in ("against", "confided"))
        self._permits, self._joint = (compiled(said.get(name, _NEVER)) for name in ("permits", "joint"))
        self._told, self._just = (compiled(said.get(name, _NEVER)) for name in ("told", "just"))
        self._person = compiled(said.get("person", _NEVER))
        self._telling = compiled(said.get("telling", _NEVER))
        self._kept = [compiled(words) for words in table(said.get("kept", {})).values()]
        self._topic = [compiled(words) for words in table(said.get("topic", {})).values()]

    def without_order(self, text: str) -> str:
        """Returns the words of a text that are not those of the order itself, as "notes" and "slip" are."""
        return self._order.sub(" ", text)

    def tells_of_telling(self, text: str) -> bool:
        """Says whether all that was told at some time is meant: "everything I told you that day"."""
        return self._telling.search(text) is not None

    def speaks_against(self, text: str) -> bool:
        """Says whether an order to keep, or what is done with a thing itself, has the words of a request."""
        return self._against.search(text) is not None

    def is_confided(self, text: str) -> bool:
        """Says whether a text is told in confidence, which is kept, and not told to others."""
        return self._confided.search(text) is not None

    def permits(self, text: str) -> bool:
        """Says whether a text allows to keep something: "you can keep money things from now on"."""
        return self._permits.search(text) is not None

    def each(self, text: str) -> tuple[str, ...]:
        """Returns the pieces of a text that are joined by "and": "no kiln and no garage" names two things."""
        return tuple(self._joint.split(text))

    def means_person(self, text: str) -> bool:
        """Says whether a pronoun of a text means a person: "take him off"."""
        return self._person.search(text) is not None

    def says_told(self, text: str) -> bool:
        """Says whether a text names the telling itself: "what I told you", "the last thing"."""
        return self._told.search(text) is not None

    def means_just_now(self, text: str) -> bool:
        """Says whether what was told last is meant: "what I said just now"."""
        return self._just.search(text) is not None

    def points(self, text: str) -> bool:
        """Says whether a text points at what was told, or says that it was: "that last bit", "what I just said"."""
        return self._points.search(text) is not None

    def kept(self, text: str) -> str:
        """Returns the words for what is to stay."""
        found = self._stays(text)
        return found["kept"].strip() if found else ""

    def dropped(self, text: str) -> str:
        """Returns the text without what is to stay."""
        found = self._stays(text)
        return f"{text[: found.start('kept')]} {text[found.end('kept') :]}" if found else text

    def topic(self, text: str) -> tuple[int, int]:
        """Returns where a text names what nothing is to be kept or said of; an empty place where it does not."""
        found = next((one for pattern in self._topic if (one := pattern.search(text))), None)
        return found.span("topic") if found else (0, 0)

    def _stays(self, text: str) -> re.Match[str] | None:
        return next((one for pattern in self._kept if (one := pattern.search(text))), None)


@dataclass(frozen=True, slots=True)
class LikelyOrder:
    """The most likely order of a turn, and by how much it is likelier than none, in hundredths of a logit."""

    kind: Likely
    margin: int
    forgetting: int
    """By how much an order to forget is likelier than none."""


def likely_order(text: str, language: str) -> LikelyOrder | None:
    """Returns the order that a turn likely gives; None where it likely gives none, or the language has no weights."""
    return order_by(_weights(language), text)


def order_by(weights: Mapping[str, tuple[int, ...]], text: str) -> LikelyOrder | None:
    """Returns the order that a turn likely gives by these weights, one for each sort of order; None where none is."""
    scores = [0] * len(Likely)
    for feature in (_BIAS, *features_of(text)):
        for place, weight in enumerate(weights.get(feature, ())):
            scores[place] += weight
    best = max(range(len(scores)), key=lambda place: (scores[place], -place))
    forgetting = scores[tuple(Likely).index(Likely.FORGET)]
    return LikelyOrder(tuple(Likely)[best], scores[best], forgetting) if scores[best] >= LEAST_ORDER_MARGIN else None


def features_of(text: str) -> frozenset[str]:
    """Returns the words of a text, those beside each other, and those with one or two others between them."""
    words = ["^", *(word.replace("’", "'") for word in _TOKEN.findall(text.casefold())), "$"]
    return frozenset(_pieces(words)) - {"^", "$"}


def _pieces(words: list[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        yield word
        after = words[at + 1 : at + 4]
        if after:
            yield f"{word} {after[0]}"
        if len(after) > 1:
            yield f"{word} {after[0]} {after[1]}"
            yield f"{word} _ {after[1]}"
        if len(after) == 3:
            yield f"{word} __ {after[2]}"


class _Weights(Mapping[str, tuple[int, ...]]):
    """The weights of a language, read from their line when they are first asked for: most never are."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = dict(line.split("\t", 1) for line in lines)

    def __getitem__(self, feature: str) -> tuple[int, ...]:
        return tuple(map(int, self._lines[feature].split("\t")))

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


@cache
def _weights(language: str) -> Mapping[str, tuple[int, ...]]:
    """Loads the weights of a language, once, when they are first needed; none for a language without them."""
    table = files("memory.languages") / f"requests_{language}.tsv"
    return _Weights(table.read_text(encoding="utf-8").splitlines() if table.is_file() else [])
