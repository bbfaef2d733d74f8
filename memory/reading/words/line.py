"""Pure: one tokenised utterance with its language's tables, and what a single word in it may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeVar

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.words.closed_words import ClosedWords, Phrases
from memory.reading.words.tokens import STOPS, Token
from memory.reading.words.word_table import WordForm, WordTable

_ENDS = STOPS | {""}
"""What stands at the end of a clause; the empty word is outside of the utterance."""


class Certainty(IntEnum):
    """How surely a word is a finite verb."""

    NO = 0
    POSSIBLE = 1
    SURE = 2


class _WordsByPlace(dict[int, str]):
    """The words of an utterance; a place outside it holds the empty one."""

    def __missing__(self, place: int) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Line:
    """The tokens of an utterance. A position outside it holds the empty word."""

    tokens: tuple[Token, ...]
    words: ClosedWords
    table: WordTable
    forms: tuple[WordForm | None, ...] = ()
    """The table's entry of each token."""
    word: Callable[[int], str] = field(init=False, repr=False, compare=False)
    """Returns the folded word at a position. Every rule asks for words: no other call takes as much of a reading."""
    auxiliaries: dict[int, bool] = field(init=False, repr=False, compare=False)
    """Whether the words that were asked about are auxiliaries."""
    open_words: dict[int, bool] = field(init=False, repr=False, compare=False)
    """Whether the words that were asked about are of no closed class."""
    places: dict[str, int] = field(init=False, repr=False, compare=False)
    """Places of the line that are looked for once."""
    verbs: dict[int, int] = field(init=False, repr=False, compare=False)
    """The finite verbs of clauses, by the places where these were asked to begin."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "word", _WordsByPlace(enumerate(token.text for token in self.tokens)).__getitem__)
        object.__setattr__(self, "auxiliaries", {})
        object.__setattr__(self, "open_words", {})
        object.__setattr__(self, "places", {})
        object.__setattr__(self, "verbs", {})

    def __len__(self) -> int:
        return len(self.tokens)

    def form(self, at: int) -> WordForm | None:
        """Returns the table's entry of a word; None for one that the table does not have."""
        return self.forms[at] if 0 <= at < len(self.forms) else None

    def length_of(self, phrases: Phrases, at: int) -> int:
        """Returns how many words of the longest of these phrases stand here; 0 for none."""
        beginning = phrases.by_first.get(self.word(at))
        if beginning is None:
            return 0
        for phrase in beginning:
            length = len(phrase)
            if length == 1 or all(self.word(at + place) == phrase[place] for place in range(1, length)):
                return length
        return 0

    def is_in(self, at: int, name: str) -> bool:
        """Says whether the word is in one of the small sets of its language."""
        return self.word(at) in self.words.sets[name]

    def is_stop(self, at: int) -> bool:
        """Says whether punctuation, or the end, is here."""
        return self.word(at) in _ENDS

    def has_form(self, at: int, forms: str) -> bool:
        """Says whether the word can be one of these verb forms: b, s, d, n, g."""
        found = self.form(at)
        return found is not None and any(form in forms for _, form in found.verbs)

    def usual(self, at: int) -> str:
        """Returns the usual class of the word: n for one that is not in the table."""
        found = self.form(at)
        return found.usual if found is not None else "n"

    def is_auxiliary(self, at: int) -> bool:
        """Says whether the word is a finite form of be, have or do, or a modal. "'s" is decided elsewhere."""
        known = self.auxiliaries.get(at)
        if known is None:
            known = self.auxiliaries[at] = self._is_auxiliary(at)
        return known

    def _is_auxiliary(self, at: int) -> bool:
        word, words = self.word(at), self.words
        return (
            (words.be.get(word, "n") in "13pd" and not (self.is_number(at - 1) and self.is_in(at, "clock_forms")))
            or words.have.get(word, "g") in "b3d"
            or (word in words.do and not self._is_party(at))
            or (word in words.modals and not self.is_month(at))
        )

    def _is_party(self, at: int) -> bool:
        """Says whether "do" is a noun: "a leaving do", "our christmas do", but not "the kids do"."""
        words = self.words
        led = self.word(at - 2) in words.indefinite | words.possessives or self.is_in(at - 2, "definite_article")
        if self.word(at) == "do" and self.word(at - 1) == "'s" and words.be.get(self.word(at + 1), "n") in "3p":
            return True  # "mum's do is on friday"
        asks = self.is_time(at - 1) or self.word(at + 1) in words.subjects | words.possessives  # "a week do i work"
        single = not self.is_plural(at - 1) and self.word(at - 1) not in words.subjects
        return led and self.word(at) == "do" and at > 1 and single and not asks

    def is_month(self, at: int) -> bool:
        """Says whether "may" or "march" is the month: beside a number or after a preposition."""
        if self.word(at) not in self.words.months:
            return False
        before = self.word(at - 1)
        beside = (
            self.is_number(at - 1)
            or before in self.words.sets["of"]
            or (self.is_number(at + 1) and before not in self.words.nominative)
        )
        return (
            beside
            or (before in self.words.prepositions and before not in self.words.sets["to"])
            or before in self.words.sets["this"] | self.words.sets["early_or_late"]
        )

    def is_number(self, at: int) -> bool:
        """Says whether the word is a number or an ordinal."""
        word = self.word(at)
        return word[:1].isdigit() or word in self.words.numbers or word in self.words.ordinals

    def in_number(self, at: int) -> bool:
        """Says whether the word belongs to a number or an hour: "half past eight", "a hundred and thirty"."""
        if self.is_number(at):
            return not self.is_in(at, "this")
        beside = self.is_number(at - 1) and self.is_number(at + 1)
        hour = self.is_in(at, "hour_words") and (self.is_number(at - 1) or self.is_number(at + 1))
        counted = self.word(at) in self.words.indefinite and self.is_in(at + 1, "counted_by_a")
        return hour or counted or (beside and self.is_in(at, "inside_numbers"))

    def is_time(self, at: int) -> bool:
        """Says whether the word is a day, a month, or a unit or part of time."""
        word, words = self.word(at), self.words
        return (
            word in words.days
            or word in words.months
            or self.table.singular(word) in words.units
            or self.is_part_of_day(at)
        )

    def is_titled_name(self, begin: int, stop: int) -> bool:
        """Says whether a title and one word stand here, also behind "a": "my dentist is a | mister okafor"."""
        return self.is_in(begin, "forms_of_address") and stop == begin + len(("mister", "okafor"))

    def is_part_of_day(self, at: int) -> bool:
        """Says whether a part of the day or a season begins here, in the plural too: "in the mornings"."""
        single = self.table.singular(self.word(at))
        return bool(self.length_of(self.words.parts, at)) or (single,) in self.words.parts.by_first.get(single, ())

    def finite(self, at: int) -> Certainty:
        """Says how surely the word is a finite verb, whatever stands around it."""
        if self.is_auxiliary(at):
            return Certainty.SURE
        found = self.form(at)
        if found is None or self.is_month(at) or not self.has_form(at, "bsd"):
            return Certainty.NO
        return Certainty.SURE if found.usual == "v" else Certainty.POSSIBLE

    def skip_middle(self, at: int) -> int:
        """Returns the position after adverbs and negation that may stand before or inside a verb group."""
        while self.word(at) in self.words.middle or self.length_of(self.words.over, at):
            at += self.length_of(self.words.over, at) or 1  # "we no longer get"
        return at

    def is_plural(self, at: int) -> bool:
        """Says whether a noun has a plural form."""
        word = self.word(at)
        return self.table.singular(word) != word or word in self.words.sets["always_plural"]

    def names_thing(self, at: int) -> bool:
        """Says whether one's own or a known thing is named here, by a pronoun only where another clause follows it."""
        owned = self.word(at) in self.words.possessives or self.is_in(at, "definite_article")
        return owned or (self.is_in(at, "had_things") and self.word(at + 1) in self.words.nominative)

    def called_at(self, at: int) -> int:
        """Returns where "called" stands that names the noun before `at`, also behind a short phrase: "a lad with us |
        called jaden"; -1 without one.
        """
        after = at + 2 if self.word(at) in self.words.prepositions else at
        return next((place for place in (at, after) if self.word(place) in ("called", "named")), -1)

    def find_noun(self, at: int) -> bool:
        """Says whether a word of the table that is no noun is missing here: it may be a name."""
        return self.form(at) is None or self.usual(at) == "n"

    def is_noun_only(self, at: int) -> bool:
        """Says whether the table has no other class for the word than a noun or a name."""
        return 0 <= at < len(self.tokens) and self.form(at) is None and self.is_open(at)

    def is_open(self, at: int) -> bool:
        """Says whether the word is of no closed class: a noun, name, verb, adjective or number."""
        known = self.open_words.get(at)
        if known is None:
            known = self.open_words[at] = self._is_open(at)
        return known

    def _is_open(self, at: int) -> bool:
        word, words = self.word(at), self.words
        return not self.is_stop(at) and not (
            word in words.determiners
            or word in words.possessives
            or word in words.subjects
            or word in words.objects
            or word in words.prepositions
            or word in words.conjunctions
            or word in words.subordinators
            or word in words.negators
            or word in words.clitics
            or self.is_auxiliary(at)
        )


_AnyLine = TypeVar("_AnyLine")


def run_end(line: _AnyLine, at: int, end: int, fits: Callable[[_AnyLine, int], bool]) -> int:
    """Returns where the words of a line that fit end, from `at` on."""
    while at < end and fits(line, at):
        at += 1
    return at


def last_run(line: _AnyLine, stop: int, fits: Callable[[_AnyLine, int], bool]) -> tuple[int, int] | None:
    """Returns the last words of a line before `stop` that fit; None where they are too far from it."""
    end = stop
    while end > 0 and not fits(line, end - 1):
        end -= 1
    at = end
    while at > 0 and fits(line, at - 1):
        at -= 1
    return (at, end) if at < end and stop - end < MAX_REPAIRED_TOKENS else None
