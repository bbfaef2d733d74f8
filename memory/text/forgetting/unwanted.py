"""Pure: reads turns that say what is unwanted, and then give an order that only points at it, or none at all.

"The lottery business isn't ours to hold, so drop it" asks to forget the lottery, "Vera would rather that wasn't written
down, take it out" what was told last of Vera, and "hang on, that's my aunt's number, get rid of it" what was just told.
A pattern of a language file reads one sentence or two as a whole; what it names is its group `named`, a second thing
`also`; `whole` names what everything is to be forgotten about, `last` whose last telling is meant, `told` what was told
in the words of a sentence.

Most patterns begin with the same polite words and end with the same orders. These are compiled once and matched apart:
written into each of them they would make up most of the time in which a command starts. Those that begin and end alike
are tried as one first: most turns are like none. Most have not even one of the pieces of words that all of them need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from memory.core.policy import MAX_ENDING_WORDS
from memory.text.forgetting.named_values import Span
from memory.text.language_file import Data, table, texts
from memory.text.lazy_pattern import PatternReader, filled_pattern, lazy_pattern

_GROUPS = ("named", "also", "whole", "last", "told")
_EDGES = " \t\n\"'“”‘’.,;:!?-–—"
_SHAPE = re.compile(
    r"(?P<lead><lead>)?(?P<body>.*?)"
    r"(?P<end>(?:<then><(?:order|sure|hard|unknow)>|\(\?:<then><(?:order|sure|hard|unknow)>\)\?)?(?:<after>)?)",
    re.DOTALL,
)
_ORDER = re.compile(r"<(order|sure|hard|unknow)>")
_NAME = re.compile(r"\(\?P<\w+>")
_GAP = re.compile(r"[\s,;:.!?–—-]+")
_WORD_EDGE = re.compile(r"(?<!\w)(?=\w)")
_PLAIN_I = str.maketrans("İı", "ii")
"""Letters that a pattern takes for an "i" whatever its case, though none is one when it is folded."""


@dataclass(frozen=True, slots=True)
class Unwanted:
    """Characters of a turn that ask to forget something, and what they name; nothing when they only point."""

    start: int
    end: int
    named: tuple[Span, ...] = ()
    whole: bool = False
    """All about what is named."""
    last: bool = False
    """Only what was told last of who is named."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A pattern of a turn, without the words that many of them begin and end with."""

    led: bool
    """Whether polite words may stand before it."""
    body: re.Pattern[str]
    end: int
    """Which of the ends that patterns share."""


class UnwantedReader(PatternReader):
    """The patterns of one language, compiled once. A language without them reads nothing."""

    def __init__(self, data: Mapping[str, Data], lead: str) -> None:
        said = table(data.get("forget_unwanted", {}))
        self._needed = tuple(piece.casefold() for piece in texts(said.get("needed", [])))
        shared = {name: str(words) for name, words in table(said.get("shared", {})).items()}
        shared["lead"] = rf"(?:(?:{lead})\b[\s,.!:;–—-]*)*"
        self._lead = lazy_pattern(shared["lead"])
        self._tag = lazy_pattern(filled_pattern(rf"(?<![\s,])(?:{shared.get('tag', '(?!x)x')})$", shared))
        self._pronoun = lazy_pattern(filled_pattern(shared.get("pronoun", r"(?!x)x"), shared))
        shapes = [_shape(str(pattern)) for pattern in table(said.get("turns", {})).values()]
        ends = list(dict.fromkeys(shape["end"] for shape in shapes))
        filled = [filled_pattern(end, shared) for end in ends]
        self._ends = [lazy_pattern(end) for end in filled]
        self._any_end = lazy_pattern(filled_pattern(_any_end(ends, shared), shared))
        bodies = [filled_pattern(one["body"], shared) for one in shapes]
        self._turns = [
            _Turn(bool(one["lead"]), lazy_pattern(body), ends.index(one["end"]))
            for one, body in zip(shapes, bodies, strict=True)
        ]
        alike: dict[tuple[bool, int], list[str]] = {}
        for turn, body in zip(self._turns, bodies, strict=True):
            alike.setdefault((turn.led, turn.end), []).append(_NAME.sub("(?:", body))
        self._any = {kind: lazy_pattern("|".join(f"(?:{each})" for each in several)) for kind, several in alike.items()}

    def is_pronoun(self, words: str) -> bool:
        """Says whether words only point."""
        return self._pronoun.fullmatch(words.strip(_EDGES)) is not None

    def read(self, text: str, sentences: list[Span]) -> tuple[Unwanted, ...]:
        """Returns the sentences, and pairs of them, that ask to forget something."""
        if not self.may_ask(text):
            return ()
        made: list[Unwanted] = []
        at = 0
        while at < len(sentences):
            found = next(self._at(text, sentences, at), None)
            if found is not None:
                made.append(found[0])
            at += found[1] if found else 1
        return tuple(made)

    def may_ask(self, text: str) -> bool:
        """Says whether a text has one of the pieces of which every pattern needs one."""
        folded = text.translate(_PLAIN_I).casefold()
        return not self._needed or any(piece in folded for piece in self._needed)

    def _at(self, text: str, sentences: list[Span], at: int) -> Iterator[tuple[Unwanted, int]]:
        for count in (2, 1):
            if at + count <= len(sentences):
                start, end = sentences[at][0], sentences[at + count - 1][1]
                found = self._matched(text, start, end)
                if found is not None:
                    yield found, count

    def _matched(self, text: str, start: int, end: int) -> Unwanted | None:
        said = text[start:end]
        first, until = start + len(said) - len(said.lstrip(_EDGES)), start + len(said.rstrip(_EDGES))
        tag = self._tag.search(text[first:until])
        until = first + tag.start() if tag else until
        starts = self._after_lead(text, first, until)
        gaps = [gap.start() for gap in _GAP.finditer(text, first, until)][-MAX_ENDING_WORDS:]
        gaps.append(until)
        gaps = [at for at in gaps if self._any_end.fullmatch(text, at, until)]
        stops = [[at for at in gaps if end.fullmatch(text, at, until)] for end in self._ends]
        likely = {
            (led, end)
            for (led, end), pattern in self._any.items()
            if _fits(pattern, text, starts if led else [first], stops[end])
        }
        for turn in self._turns if likely else ():
            if (turn.led, turn.end) not in likely:
                continue
            found = _fits(turn.body, text, starts if turn.led else [first], stops[turn.end])
            if found is None:
                continue
            groups = {name: found.span(name) for name in _GROUPS if turn.body.groupindex.get(name) and found[name]}
            spans = tuple(
                span for name, span in groups.items() if name == "told" or not self.is_pronoun(text[span[0] : span[1]])
            )
            return Unwanted(start, end, spans, whole="whole" in groups, last="last" in groups)
        return None

    def _after_lead(self, text: str, first: int, until: int) -> list[int]:
        """Returns where a turn may begin behind its polite words, the latest first; without any, at its beginning."""
        longest = self._lead.match(text, first, until)
        edges = [found.start() for found in _WORD_EDGE.finditer(text, first + 1, longest.end() + 1)] if longest else []
        return [at for at in reversed(edges) if self._lead.fullmatch(text, first, at)] + [first]


def _shape(pattern: str) -> re.Match[str]:
    shape = _SHAPE.fullmatch(pattern)
    assert shape is not None  # it fits whatever is written
    return shape


def _any_end(ends: Iterable[str], shared: Mapping[str, str]) -> str:
    """Returns a pattern of all ends, and of few other words, that begins only once with what stands before an order."""
    orders = dict.fromkeys(found[1] for end in ends for found in _ORDER.finditer(end))
    order = f"(?:<then>(?:{'|'.join(f'<{name}>' for name in orders)}))?" if orders else ""
    return order + ("(?:<after>)?" if "after" in shared else "")


def _fits(pattern: re.Pattern[str], text: str, starts: list[int], stops: list[int]) -> re.Match[str] | None:
    """Returns the match of a pattern between one of the beginnings and one of the places where an order begins."""
    for start in starts:
        for stop in stops:
            found = pattern.fullmatch(text, start, stop) if start < stop else None
            if found is not None:
                return found
    return None
