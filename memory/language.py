"""Rules: what a language file tells the memory, compiled. `device/languages` reads the file; this reads its data.

Patterns are regular expressions over one clause, anchored at both ends; `<name>` in a pattern inserts a macro.
A clause is capped before it is matched (policy `max_clause_chars`), so that no text can be slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

from memory.records import Kind
from memory.words import words

Data: TypeAlias = "Mapping[str, Data] | Sequence[Data] | str | int | bool"

_MACRO = re.compile(r"(?<!\?P)<([a-z]+)>")


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
class Ending:
    """One way of saying that something is over. `about` names it; `{about}` in it stands for that group."""

    say: re.Pattern[str]
    about: tuple[str, ...]
    doubtful: bool = False
    """It may be over."""


@dataclass(frozen=True, slots=True)
class Revising:
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
    ended: tuple[Ending, ...]
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
class Asking:
    """How one asks, and of whom words tell (`memory/about.py`)."""

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
    asking: Asking
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
    secret: re.Pattern[str]
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
    revising: Revising


def language_from(data: Mapping[str, Data]) -> Language:
    """Compile the data of a language file. A missing or bad part raises `KeyError`, `TypeError` or `re.error`."""
    macros = _macros(data)

    def pattern(name: str) -> re.Pattern[str]:
        return _compiled(_text(data[name]), macros)

    return Language(
        code=_text(data["language"]),
        facts=_facts(data["facts"], macros),
        remembered=_facts(data["remembered"], macros),
        shared=tuple(_shared(table(entry), macros) for entry in _sequence(data["shared"])),
        together=pattern("together"),
        articles=frozenset(texts(data["articles"])),
        synonyms=_words(data["synonyms"]),
        same_values={" ".join(words(said)): meant for said, meant in _words(data["same_values"]).items()},
        abbreviations=frozenset(texts(data["abbreviations"])),
        ordinal_point=pattern("ordinal_point"),
        clause_break=pattern("clause_break"),
        subject_only=pattern("subject_only"),
        beside_secret=pattern("beside_secret"),
        lead=pattern("lead"),
        tail=pattern("tail"),
        repair=pattern("repair"),
        another=pattern("another"),
        asking=_asking(table(data["asking"]), macros),
        hedges=pattern("hedges"),
        hedge_lead=pattern("hedge_lead"),
        question=pattern("question"),
        joint=pattern("joint"),
        transient=pattern("transient"),
        describing=pattern("describing"),
        pronoun_object=pattern("pronoun_object"),
        third_person=pattern("third_person"),
        cue=pattern("cue"),
        private=pattern("private"),
        confiding=pattern("confiding"),
        commanding=pattern("commanding"),
        secret=pattern("secret_words"),
        secret_before=pattern("secret_before"),
        secret_codes=tuple(_compiled(said, macros) for said in texts(data["secret_codes"])),
        secret_not=pattern("secret_not"),
        secret_end=pattern("secret_end"),
        id_words=pattern("id_words"),
        digits=_words(data["digits"]),
        digit_run=_compiled(r"\b<digit>(?:[\s,-]+<digit>){8,24}\b", macros),
        number_words=_compiled(r"\d|\b<count>\b", macros),
        numbers=_counts(data["numbers"]),
        ordinals=_counts(data["ordinals"]),
        amounts=pattern("amounts"),
        color=_compiled("<color>", macros),
        dates=_dates(table(data["dates"]), macros, _as_number(data)),
        revising=_revising(table(data["revising"]), macros),
    )


def _asking(data: Mapping[str, Data], macros: Mapping[str, str]) -> Asking:
    return Asking(**{name.name: _compiled(_text(data[name.name]), macros) for name in fields(Asking)})


def _revising(data: Mapping[str, Data], macros: Mapping[str, str]) -> Revising:
    names = ("denial", "mark", "filler", "after", "clock", "loose")
    denial, mark, filler, after, clock, loose = (_compiled(_text(data[name]), macros) for name in names)
    return Revising(
        denial=denial,
        mark=mark,
        filler=filler,
        after=after,
        pronouns=_rewrites(data["pronouns"], macros),
        never={word: frozenset(texts(who)) for word, who in table(data["never"]).items()},
        people=frozenset(texts(data["people"])),
        somewhere=_rewrites([data["somewhere"]], macros)[0],
        ended=tuple(_ending(table(entry), macros) for entry in _sequence(data["ended"])),
        having=_compiled(_text(data["having"]), macros),
        lending=_compiled(_text(data["lending"]), macros),
        retired=_rewrites(data["retired"], macros),
        denied=_rewrites(data["denied"], macros),
        both=tuple(_compiled(both, macros) for both in texts(data["both"])),
        clock=clock,
        loose=loose,
    )


def _ending(entry: Mapping[str, Data], macros: Mapping[str, str]) -> Ending:
    say = _compiled(_text(entry["say"]), macros)
    return Ending(say, texts(entry["about"]), bool(entry.get("doubtful", False)))


def _rewrites(data: Data, macros: Mapping[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = map(_sequence, _sequence(data))
    return tuple((_compiled(_text(pair[0]), macros), _text(pair[1])) for pair in pairs)


def _macros(data: Mapping[str, Data]) -> dict[str, str]:
    """The file's macros, with those that follow from its tables of months and numbers."""
    macros = {name: _text(value) for name, value in table(data["macros"]).items()}
    dates = table(data["dates"])
    macros["month"] = _text(dates["month"])
    macros["weekday"] = "|".join(texts(dates["weekdays"]))
    macros["ordinal"] = "|".join(_longest_first(_counts(data["ordinals"])))
    macros["digit"] = "|".join(_longest_first(_words(data["digits"])))
    macros["count"] = "|".join(
        _longest_first([*_words(data["digits"]), *_counts(data["numbers"]), r"(?<!\d)\d{1,2}(?!\d)"])
    )
    return macros


def _as_number(data: Mapping[str, Data]) -> dict[str, str]:
    """Every number in words as digits, but for those that say no whole number of their own."""
    spelled = {**_counts(data["ordinals"]), **_counts(data["numbers"])}
    return {**{word: str(number) for word, number in spelled.items() if number}, **_words(data["digits"])}


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))


def _dates(data: Mapping[str, Data], macros: Mapping[str, str], as_number: Mapping[str, str]) -> DatePatterns:
    rewrite = _rewrites(data["rewrite"], macros)
    names = ("sure", "find", "relative", "yearly", "past", "before_hour")
    sure, find, relative, yearly, past, before_hour = (_compiled(_text(data[name]), macros) for name in names)
    spelled = re.compile(rf"\b(?:{'|'.join(map(re.escape, _longest_first(as_number)))})\b")
    spans = tuple((name, _compiled(said, macros)) for name, said in _words(data["spans"]).items())
    return DatePatterns(
        sure=sure,
        find=find,
        relative=relative,
        yearly=yearly,
        past=past,
        before_hour=before_hour,
        spelled=spelled,
        as_number=as_number,
        rewrite=rewrite,
        spans=spans,
        weekdays=texts(data["weekdays"]),
        weekday_and_day=_compiled(_text(data["weekday_and_day"]), macros),
    )


def _facts(data: Data, macros: Mapping[str, str]) -> tuple[FactPattern, ...]:
    return tuple(_fact(table(entry), macros) for entry in _sequence(data))


def _fact(entry: Mapping[str, Data], macros: Mapping[str, str]) -> FactPattern:
    return FactPattern(
        kind=Kind(_text(entry["kind"])),
        key=_text(entry["key"]),
        say=_compiled(_text(entry["say"]), macros),
        dated=bool(entry.get("dated", False)),
        undated=bool(entry.get("undated", False)),
        named=bool(entry.get("named", False)),
        steady=bool(entry.get("steady", False)),
        is_object=bool(entry.get("object", False)),
        about=_text(entry.get("about", "")),
        weight_bp=_count(entry.get("weight", 9_000)),
    )


def _shared(entry: Mapping[str, Data], macros: Mapping[str, str]) -> SharedPattern:
    return SharedPattern(_compiled(_text(entry["say"]), macros), _compiled(_text(entry["at"]), macros))


def _compiled(text: str, macros: Mapping[str, str]) -> re.Pattern[str]:
    while _MACRO.search(text):
        text = _MACRO.sub(lambda match: f"(?:{macros[match[1]]})", text)
    return re.compile(text, re.IGNORECASE)


def table(data: Data) -> Mapping[str, Data]:
    """The data as a table. Raises `TypeError`."""
    if not isinstance(data, Mapping):
        raise TypeError("a language file has a list or a word where a table belongs")
    return data


def _sequence(data: Data) -> Sequence[Data]:
    if isinstance(data, str | Mapping) or not isinstance(data, Sequence):
        raise TypeError("a language file has a table or a word where a list belongs")
    return data


def _text(data: Data) -> str:
    if not isinstance(data, str):
        raise TypeError(f"a language file has {data!r} where words belong; quote it")
    return data


def _count(data: Data) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise TypeError("a language file has something else where a whole number belongs")
    return data


def texts(data: Data) -> tuple[str, ...]:
    """The data as a list of words. Raises `TypeError`."""
    return tuple(_text(item) for item in _sequence(data))


def _words(data: Data) -> dict[str, str]:
    return {key: _text(value) for key, value in table(data).items()}


def _counts(data: Data) -> dict[str, int]:
    return {key: _count(value) for key, value in table(data).items()}
