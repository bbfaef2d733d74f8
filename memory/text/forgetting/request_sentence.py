"""Pure: the sentences of a turn that asks to forget something, and what each of them names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory.text.forgetting.named_values import Span

_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$|\n)[^.!?\n]*)*[.!?\n]*")


@dataclass(frozen=True, slots=True)
class Named:
    """What a request names, characters `start` to `end` of the turn: a value, or a thing."""

    start: int
    end: int
    is_value: bool
    thing: Span = (0, 0)
    """Of a value, the words of the thing that has it, with the value."""
    points: bool = False
    """It only points at what was mentioned: "that one"."""
    whole: bool = False
    """All about it is meant: "forget I ever mentioned the lottery"."""
    told: bool = False
    """What was told of it is meant: "what I said about the gym"."""
    last: bool = False
    """Only what was told last of it is meant: "Vera would rather that wasn't written down"."""
    loose: bool = False
    """Said to be unwanted in words of the person's own, which need not be those it was told in."""
    said: str = ""
    """Its words, where they are not those that stand there: "my height" of "mine"."""

    def shifted(self, by: int) -> Named:
        """Returns it so many characters further on."""
        return replace(self, start=self.start + by, end=self.end + by)


@dataclass(frozen=True, slots=True)
class RequestSentence:
    """A stretch of the turn: a request with what it names, or without any what is said besides."""

    start: int
    end: int
    named: tuple[Named, ...] = ()
    plain: bool = False
    """The commands of a language file may read it as well: one sentence, nothing around it and no value in it."""
    follows: bool = False
    """It only says again of a request what is wanted: "it should never be brought up"."""
    kept: str = ""
    """What is to stay of what it names."""
    taken_back: bool = False
    """It was taken back in the same breath, and names nothing."""
    sure: bool = False
    """The words of the order can only be about what is remembered."""
    doubtful: bool = False
    """It may as well be about the thing itself: "take the bins out"."""

    of_memory: bool = False
    """It says that it is about what is remembered: "forget", "off your notes"; "delete" and "drop" may be of a list."""

    def shifted(self, by: int) -> RequestSentence:
        """Returns it so many characters further on."""
        named = tuple(one.shifted(by) for one in self.named)
        return replace(self, start=self.start + by, end=self.end + by, named=named)


def spans_of_sentences(text: str, ordinal: re.Pattern[str]) -> Iterator[Span]:
    """Yields where each sentence begins and ends; the stop of a number for a day ends none: "am 3. Mai"."""
    masked = ordinal.sub(lambda found: "x" * len(found[0]), text)
    yield from (found.span() for found in _SENTENCE.finditer(masked) if found[0].strip())


def with_whom_is_meant(text: str, sentences: tuple[RequestSentence, ...]) -> tuple[RequestSentence, ...]:
    """Joins to a request for "him" what is told right before it of whom it means, which goes with it."""
    made: list[RequestSentence] = []
    for one in sentences:
        persons = [each.said.casefold() for each in one.named if each.whole and each.said]
        while persons and made and not made[-1].named and _names_one(text, made[-1], persons):
            one = replace(one, start=made.pop().start)
        made.append(one)
    return tuple(made)


def _names_one(text: str, sentence: RequestSentence, persons: list[str]) -> bool:
    return any(who in text[sentence.start : sentence.end].casefold() for who in persons)


def beside_each_other(sentences: tuple[RequestSentence, ...]) -> list[RequestSentence]:
    """Joins what is told side by side, and drops sentences that only say a request again."""
    made: list[RequestSentence] = []
    for one in sentences:
        if one.follows and made:
            made[-1] = replace(made[-1], end=one.end) if made[-1].named else made[-1]
        elif made and not one.named and not made[-1].named:
            made[-1] = replace(made[-1], end=one.end)
        else:
            made.append(one)
    return made
