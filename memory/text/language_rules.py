"""Pure: the memory's rules for a language, compiled from a language file by `memory/text/language_file.py`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.model.atoms import Kind


@dataclass(frozen=True, slots=True)
class FactPattern:
    """One way of saying a fact. `key` holds `{value}`, `{about}` or `{other}` for the matched words."""

    kind: Kind
    key: str
    say: re.Pattern[str]
    dated: bool = False
    """The value must hold a date."""
    undated: bool = False
    """The value must not hold a date."""
    named: bool = False
    """The value must look like a name."""
    given: bool = False
    """The value must be a given name of the list."""
    steady: bool = False
    """The value must not be a passing state ("tired")."""
    is_object: bool = False
    """The subject must be a thing, not "it" or "how ..."."""
    about: str = ""
    """The subject of the fact when the pattern does not name it."""
    weight_bp: int = 9_000
    """Confidence when it is stated plainly."""


@dataclass(frozen=True, slots=True)
class SharedPattern:
    """A sentence that lists several things: groups `head` and `each`, which is cut `at`."""

    say: re.Pattern[str]
    at: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class DatePatterns:
    """How dates are said in the language."""

    sure: re.Pattern[str]
    """Words that make a value a date."""
    find: re.Pattern[str]
    relative: re.Pattern[str]
    same_day: re.Pattern[str]
    """Words for the day on which they are said: "this morning"."""
    day_before: re.Pattern[str]
    """Words for the day before, other than "yesterday": "last night"."""
    single_day: re.Pattern[str]
    """Words that name one day, as "three days ago" does and "last week" does not."""
    part_of_month: re.Pattern[str]
    """Words before a month that leave its day open: "the first week of", "early"."""
    yearly: re.Pattern[str]
    repeated: re.Pattern[str]
    """Words that make it more than one day: "every monday", "until friday"."""
    ranged: re.Pattern[str]
    """The first and the last of some days: groups `first` and `last`, each a number or a day of the week."""
    past: re.Pattern[str]
    before_hour: re.Pattern[str]
    """Some minutes before an hour: groups `hour`, and one of `quarter`, `minutes` and, where it is said so, `half`."""
    spelled: re.Pattern[str]
    """A number in words."""
    as_number: Mapping[str, str]
    rewrite: tuple[tuple[re.Pattern[str], str], ...]
    spans: tuple[tuple[str, re.Pattern[str]], ...]
    """Words for more than a day: `weekend`, `week`, `month`."""
    steps: tuple[tuple[re.Pattern[str], str], ...]
    """Words for a step from the moment of the turn, and the step: `+2 week`; abbreviations too."""
    passed_over: re.Pattern[str]
    """Words around a date that do not change it: "on", "the"."""
    months: tuple[tuple[str, ...], ...]
    """January first, each with its abbreviations."""
    day_first: bool
    """The day comes before the month in 3/4/2026."""
    weekdays: tuple[str, ...]
    """Monday first."""
    weekday_alone: re.Pattern[str]
    """A day of the week by its name: group `weekday`, and a group `next`, `last` or `this` for a word that says so."""
    weekday_and_day: re.Pattern[str]
    nth_weekday: re.Pattern[str]
    """A day of the week with its number in the month: groups `weekday` and `day`."""


@dataclass(frozen=True, slots=True)
class EndingPattern:
    """One way of saying that something is over. `about` names it; `{about}` in it stands for that group."""

    say: re.Pattern[str]
    about: tuple[str, ...]
    doubtful: bool = False
    """The end is possible, not certain."""
    project: bool = False
    """It ends only a project that somebody works on: "the shed is done"."""


@dataclass(frozen=True, slots=True)
class RevisionPatterns:
    """How a person takes back an earlier statement, in a sentence of its own (2.4.4)."""

    denial: re.Pattern[str]
    """Words before a sentence that say that the last statement was wrong."""
    mark: re.Pattern[str]
    """Words before a sentence that announce a correction: "actually", "wait"."""
    filler: re.Pattern[str]
    """Words before a sentence that announce nothing."""
    after: re.Pattern[str]
    """Words at its end that are no part of it; group `mark` announces as the pattern of that name does."""
    misquoted: re.Pattern[str]
    """A sentence that quotes what was told, group `told`, and puts it right, group `meant`."""
    nothing_wrong: re.Pattern[str]
    """A whole sentence that begins like a denial and says nothing otherwise: "no rush", "neither did i"."""
    pronouns: tuple[tuple[re.Pattern[str], str], ...]
    """A sentence about the last mentioned topic, group `who`, and the same with `{about}` in its place."""
    never: Mapping[str, frozenset[str]]
    """Subjects that a pronoun does not refer to."""
    people: frozenset[str]
    """Pronouns for a person."""
    somewhere: tuple[re.Pattern[str], str]
    """A word for a place that was named before, and words for any place."""
    ended: tuple[EndingPattern, ...]
    """Ends without a named topic: "my dog died", "I quit my job"."""
    having: re.Pattern[str]
    """Beginnings of the keys of possessions."""
    lending: re.Pattern[str]
    """Beginnings of the keys of relations between persons."""
    retired: tuple[tuple[re.Pattern[str], str], ...]
    """A sentence that ends a fact, and the sentence that it takes back."""
    denied: tuple[tuple[re.Pattern[str], str], ...]
    """A sentence that denies, and the sentence that it denies."""
    both: tuple[re.Pattern[str], ...]
    """The right and the wrong word in a short sentence: groups `heard` and `meant`."""
    clock: re.Pattern[str]
    """A time of day: group `hour` after a word like "at", or group `exact`."""
    loose: re.Pattern[str]
    """Words that are left out of the key of a free statement: a number at its end, a place that something is in."""


@dataclass(frozen=True, slots=True)
class QuestionPatterns:
    """How questions are asked, and whom statements are about (`memory/retrieval/answerability.py`)."""

    around: re.Pattern[str]
    """Words around a question: "do you know if"."""
    aside: re.Pattern[str]
    """Words before what a person tells: "I heard that"."""
    own: re.Pattern[str]
    """A question about its speaker: "do I"."""
    yes_or_no: re.Pattern[str]
    sort: re.Pattern[str]
    """The beginning of a question for a type of thing: group `sort`."""
    anyone: re.Pattern[str]
    """The beginning of a question for a person: "who likes tea"."""
    named: re.Pattern[str]
    """A question for a thing by its name: group `named`."""
    done: re.Pattern[str]
    """The beginning of a question whether something was done."""
    telling: re.Pattern[str]
    """A question about what was told."""
    over: re.Pattern[str]
    """A statement of what was once so."""
    past: re.Pattern[str]
    """Words of a question about the past."""
    unreal: re.Pattern[str]
    """A statement of something imagined."""
    state: re.Pattern[str]
    """A question about somebody's state: group `name`."""
    wished: re.Pattern[str]
    """A statement of a wish."""
    reported: re.Pattern[str]
    """Words after a person that report their speech."""
    weak: re.Pattern[str]
    """Words of a question that an answer need not repeat: "see" of "when do I see the dentist"."""
    owner: re.Pattern[str]
    """The owner of a thing: group `owner`."""
    speaker: re.Pattern[str]
    """Words for the speaker."""
    and_me: re.Pattern[str]
    """Words that make a sentence about somebody else one about the speaker too."""
    nobody: re.Pattern[str]
    """The beginning of a sentence that is about no person."""


@dataclass(frozen=True, slots=True)
class Language:
    """All rules of one language."""

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
    """Words before an "and" that form no clause: "my sister and I"."""
    beside_secret: re.Pattern[str]
    """Where a clause with a secret may be split from the rest of its sentence."""
    lead: re.Pattern[str]
    """Words before a clause that are no part of it; `tail` after it."""
    tail: re.Pattern[str]
    repair: re.Pattern[str]
    """Between words and their correction in the same sentence: "no wait"."""
    another: re.Pattern[str]
    """The beginning of a sentence about another person: group `who`."""
    asking: QuestionPatterns
    hedges: re.Pattern[str]
    hedge_lead: re.Pattern[str]
    question: re.Pattern[str]
    joint: re.Pattern[str]
    transient: re.Pattern[str]
    describing: re.Pattern[str]
    """A single word that describes somebody and is no name."""
    pronoun_object: re.Pattern[str]
    third_person: re.Pattern[str]
    """Pronouns that refer to an earlier topic."""
    cue: re.Pattern[str]
    private: re.Pattern[str]
    in_company: re.Pattern[str]
    """Words at the end of a topic that say before whom it is not to be mentioned."""
    confiding: re.Pattern[str]
    """Words that make the whole turn private."""
    commanding: re.Pattern[str]
    secret_words: re.Pattern[str]
    secret_before: re.Pattern[str]
    secret_bare: re.Pattern[str]
    """A secret right behind its name, with no verb between: "the wifi has the password ..."."""
    secret_codes: tuple[re.Pattern[str], ...]
    """Words that mark a secret only together with a number."""
    secret_not: re.Pattern[str]
    insisting: re.Pattern[str]
    """A whole utterance that insists on what was refused."""
    correcting_secret: re.Pattern[str]
    """A whole utterance that puts another secret, `meant`, in its place; `sure` when its words say so."""
    secret_grave: re.Pattern[str]
    """What makes a secret one of the gravest sort: passwords, cards, banks."""
    secret_mild: re.Pattern[str]
    """Names of secrets that are of the milder sort although a grave word is in them: the password of a network."""
    secret_beside: re.Pattern[str]
    """Words up to a secret that name it beside a network: "the wifi is called Finch and the password is"."""
    secret_home: re.Pattern[str]
    """Things of the home whose codes are kept at once, for writing: its network, its gates, padlocks."""
    secret_not_home: re.Pattern[str]
    """What takes a code out of those: an alarm, a safe, a phone, an account, somewhere to work."""
    secret_next: re.Pattern[str]
    """Where a code of the home ends because another clause begins."""
    secret_plain: re.Pattern[str]
    """The words around a code that do not say what it opens."""
    secret_asked: re.Pattern[str]
    """The words with which a code is asked for."""
    secret_denied: re.Pattern[str]
    """Words that a code is another one no longer: that one, `over`, and the one that is, `meant`."""
    secret_changed: re.Pattern[str]
    """Words that tell that a code is another one now."""
    secret_repair: re.Pattern[str]
    """Words between two values of which only the second is meant; `sure` where they are part of no phrase."""
    secret_tag: re.Pattern[str]
    """Words after a code that ask whether it is right."""
    secret_joint: re.Pattern[str]
    """Words between the name of a code and the code that no sentence needs: ", it's"."""
    secret_noting: re.Pattern[str]
    """An order to note something, before what is to be noted."""
    secret_every: re.Pattern[str]
    """All codes that are kept, as what is to be forgotten."""
    secret_harmless: re.Pattern[str]
    """Whose codes and numbers are no secret: an order, the gate of an allotment."""
    secret_own: re.Pattern[str]
    """What has a code of one person's own wherever it stands: a locker at the gym."""
    secret_last: re.Pattern[str]
    """Words for the last digits of a number."""
    secret_end: re.Pattern[str]
    """Where a secret ends although its sentence goes on with a fact."""
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
