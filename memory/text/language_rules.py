"""Pure: what the memory knows of a language. `memory/text/language_file.py` makes it of a language file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.model.atoms import Kind


@dataclass(frozen=True, slots=True)
class FactPattern:
    """One way of saying a fact. `key` holds `{value}`, `{about}` or `{other}` for the words found."""

    kind: Kind
    key: str
    say: re.Pattern[str]
    dated: bool = False
    """The value must hold a date."""
    undated: bool = False
    """The value must not hold a date."""
    named: bool = False
    """The value must look like a name."""
    steady: bool = False
    """The value must not be a passing state ("tired")."""
    is_object: bool = False
    """What it is about must be a thing, not "it" or "how ..."."""
    about: str = ""
    """What the fact is about when the pattern does not name it."""
    weight_bp: int = 9_000
    """Confidence when it was said plainly."""


@dataclass(frozen=True, slots=True)
class SharedPattern:
    """A sentence that says several things of one: groups `head` and `each`, which is cut `at`."""

    say: re.Pattern[str]
    at: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class DatePatterns:
    """How dates are said."""

    sure: re.Pattern[str]
    """Words that make a value a date."""
    find: re.Pattern[str]
    relative: re.Pattern[str]
    yearly: re.Pattern[str]
    past: re.Pattern[str]
    before_hour: re.Pattern[str]
    """A quarter before an hour: the hour is the first group."""
    spelled: re.Pattern[str]
    """A number in words."""
    as_number: Mapping[str, str]
    rewrite: tuple[tuple[re.Pattern[str], str], ...]
    spans: tuple[tuple[str, re.Pattern[str]], ...]
    """Words for more than a day: `weekend`, `week`, `month`."""
    weekdays: tuple[str, ...]
    """Monday first."""
    weekday_and_day: re.Pattern[str]
    """A day of the week with its number in the month: groups `weekday` and `day`."""


@dataclass(frozen=True, slots=True)
class EndingPattern:
    """One way of saying that something is over. `about` names it; `{about}` in it stands for that group."""

    say: re.Pattern[str]
    about: tuple[str, ...]
    doubtful: bool = False
    """It may be over."""


@dataclass(frozen=True, slots=True)
class RevisionPatterns:
    """How a person takes back what they said, in a sentence of its own (2.4.4)."""

    denial: re.Pattern[str]
    """Words before a sentence that say that the last thing was wrong."""
    mark: re.Pattern[str]
    """Words before a sentence that announce another one: "actually", "wait"."""
    filler: re.Pattern[str]
    """Words before a sentence that announce nothing."""
    after: re.Pattern[str]
    """Words at its end that are no part of it; group `mark` announces as `mark` does."""
    pronouns: tuple[tuple[re.Pattern[str], str], ...]
    """A sentence about what was mentioned last, group `who`, and the same with `{about}` in its place."""
    never: Mapping[str, frozenset[str]]
    """Of whom or what a pronoun does not speak."""
    people: frozenset[str]
    """Pronouns that speak of somebody, and not of something."""
    somewhere: tuple[re.Pattern[str], str]
    """A word for a place that was named before, and words that stand for any place."""
    ended: tuple[EndingPattern, ...]
    """What is over without being named: "my dog died", "I quit my job"."""
    having: re.Pattern[str]
    """How what is filed begins that tells what somebody has."""
    lending: re.Pattern[str]
    """How what is filed begins that tells who has something of whom."""
    retired: tuple[tuple[re.Pattern[str], str], ...]
    """A sentence about what is over, and the one it takes back."""
    denied: tuple[tuple[re.Pattern[str], str], ...]
    """A sentence that denies, and the one that it denies."""
    both: tuple[re.Pattern[str], ...]
    """The right word and the wrong one and little else: groups `heard` and `meant`."""
    clock: re.Pattern[str]
    """A time of day: group `hour` after a word like "at", or group `exact`."""
    loose: re.Pattern[str]
    """What a free statement is not filed under: a number at its end, a place that something is in."""


@dataclass(frozen=True, slots=True)
class QuestionPatterns:
    """How one asks, and of whom words tell (`memory/retrieval/answerability.py`)."""

    around: re.Pattern[str]
    """Words around a question: "do you know if"."""
    aside: re.Pattern[str]
    """Words before what a person tells: "I heard that"."""
    own: re.Pattern[str]
    """A question about whoever asks it: "do I"."""
    yes_or_no: re.Pattern[str]
    sort: re.Pattern[str]
    """How a question begins that asks for a sort of thing: group `sort`."""
    anyone: re.Pattern[str]
    """How a question begins that asks who it is: "who likes tea"."""
    named: re.Pattern[str]
    """A question for a thing by its name: group `named`."""
    done: re.Pattern[str]
    """How a question begins that asks whether something was done."""
    telling: re.Pattern[str]
    """A question about what was told."""
    over: re.Pattern[str]
    """What was so once."""
    past: re.Pattern[str]
    """Words of a question about what was."""
    unreal: re.Pattern[str]
    """What is only imagined."""
    state: re.Pattern[str]
    """A question after the state of somebody: group `name`."""
    wished: re.Pattern[str]
    """What was only wished for."""
    reported: re.Pattern[str]
    """After a person: what they say of somebody."""
    weak: re.Pattern[str]
    """Words of a question that an answer need not repeat: "see" of "when do I see the dentist"."""
    owner: re.Pattern[str]
    """Whose a thing is: group `owner`."""
    speaker: re.Pattern[str]
    """Words for whoever speaks."""
    and_me: re.Pattern[str]
    """What makes a sentence about somebody else one about the speaker too."""
    nobody: re.Pattern[str]
    """How a sentence begins that is about no person."""


@dataclass(frozen=True, slots=True)
class Language:
    """Everything the memory knows of one language."""

    code: str
    facts: tuple[FactPattern, ...]
    remembered: tuple[FactPattern, ...]
    shared: tuple[SharedPattern, ...]
    together: re.Pattern[str]
    """Words with "and" between them that are one thing."""
    articles: frozenset[str]
    synonyms: Mapping[str, str]
    same_values: Mapping[str, str]
    abbreviations: frozenset[str]
    ordinal_point: re.Pattern[str]
    """A number whose point makes it an ordinal and ends no sentence: "the 13. of March"."""
    clause_break: re.Pattern[str]
    subject_only: re.Pattern[str]
    """Words before an "and" that are no clause of their own: "my sister and I"."""
    beside_secret: re.Pattern[str]
    """Where a clause that holds a secret may be cut from what is none."""
    lead: re.Pattern[str]
    """Words before a clause that are no part of it; `tail` after it."""
    tail: re.Pattern[str]
    repair: re.Pattern[str]
    """Between words and what replaces them in the same breath: "no wait"."""
    another: re.Pattern[str]
    """How a sentence begins that is about somebody else than its speaker: group `who`."""
    asking: QuestionPatterns
    hedges: re.Pattern[str]
    hedge_lead: re.Pattern[str]
    question: re.Pattern[str]
    joint: re.Pattern[str]
    transient: re.Pattern[str]
    describing: re.Pattern[str]
    """A lone word that says what somebody is like, and is no name."""
    pronoun_object: re.Pattern[str]
    third_person: re.Pattern[str]
    """Pronouns that speak of whoever or whatever was spoken of before."""
    cue: re.Pattern[str]
    private: re.Pattern[str]
    confiding: re.Pattern[str]
    """Words that make all that is told with them private."""
    commanding: re.Pattern[str]
    secret_words: re.Pattern[str]
    secret_before: re.Pattern[str]
    secret_codes: tuple[re.Pattern[str], ...]
    """What counts as secret only when it holds a number."""
    secret_not: re.Pattern[str]
    secret_end: re.Pattern[str]
    """Where a secret ends though its sentence goes on, with a fact."""
    id_words: re.Pattern[str]
    digits: Mapping[str, str]
    digit_run: re.Pattern[str]
    """Nine or more digits said one by one."""
    number_words: re.Pattern[str]
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    amounts: re.Pattern[str]
    color: re.Pattern[str]
    dates: DatePatterns
    revising: RevisionPatterns
