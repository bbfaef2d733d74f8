"""Pure: compiles the memory's part of a language file. `device/languages` reads the file; this takes its data.

Patterns are regular expressions over one clause, anchored at both ends; `<name>` in a pattern inserts a macro. A clause
is capped before it is matched (policy `max_clause_chars`), so that no text can be slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias, TypeVar

from memory.model.atoms import Kind
from memory.text.language_rules import (
    DatePatterns,
    EndingPattern,
    FactPattern,
    Language,
    QuestionPatterns,
    RevisionPatterns,
    SharedPattern,
)
from memory.text.lazy_pattern import lazy_pattern
from memory.text.stemming import split_words

Data: TypeAlias = "Mapping[str, Data] | Sequence[Data] | str | int | bool"

_Value = TypeVar("_Value")
_MACRO = re.compile(r"(?<!\?P)<([a-z]+)>")
_DIGITS = r"(?<!\d)\d{1,2}(?!\d)"


def language_from(data: Mapping[str, Data]) -> Language:
    """Compiles the data of a language file. A missing or bad part raises `KeyError`, `TypeError` or `re.error`."""
    macros = _macros(data)
    made = {
        "digit_run": _compiled(r"\b<digit>(?:[\s,-]+<digit>){8,24}\b", macros),
        "number_words": _compiled(r"\d|\b<count>\b", macros),
        "color": _compiled("<color>", macros),
    }
    return Language(
        **made,
        **_patterns(Language, data, macros, but=made),
        code=_text(data["language"]),
        facts=_facts(data["facts"], macros),
        remembered=_facts(data["remembered"], macros),
        shared=tuple(_shared(table(entry), macros) for entry in _sequence(data["shared"])),
        articles=frozenset(texts(data["articles"])),
        synonyms=_text_table(data["synonyms"]),
        same_values={" ".join(split_words(said)): meant for said, meant in _text_table(data["same_values"]).items()},
        abbreviations=frozenset(texts(data["abbreviations"])),
        asking=QuestionPatterns(**_patterns(QuestionPatterns, table(data["asking"]), macros)),
        secret_codes=tuple(_compiled(said, macros) for said in texts(data["secret_codes"])),
        digits=_text_table(data["digits"]),
        numbers=_counts(data["numbers"]),
        ordinals=_counts(data["ordinals"]),
        dates=_dates(table(data["dates"]), macros, _as_number(data)),
        revising=_revision_patterns(table(data["revising"]), macros),
    )


def _patterns(of: type, data: Mapping[str, Data], macros: Mapping[str, str], but: Iterable[str] = ()) -> dict[str, Any]:
    """Compiles the fields of a class that are one pattern each, from the entries of the same names."""
    names = [field.name for field in fields(of) if field.type == "re.Pattern[str]" and field.name not in but]
    return {name: _compiled(_text(data[name]), macros) for name in names}


def _revision_patterns(data: Mapping[str, Data], macros: Mapping[str, str]) -> RevisionPatterns:
    return RevisionPatterns(
        **_patterns(RevisionPatterns, data, macros),
        pronouns=_rewrites(data["pronouns"], macros),
        never={word: frozenset(texts(who)) for word, who in table(data["never"]).items()},
        people=frozenset(texts(data["people"])),
        somewhere=_rewrites([data["somewhere"]], macros)[0],
        ended=tuple(_ending_pattern(table(entry), macros) for entry in _sequence(data["ended"])),
        retired=_rewrites(data["retired"], macros),
        denied=_rewrites(data["denied"], macros),
        both=tuple(_compiled(both, macros) for both in texts(data["both"])),
    )


def _ending_pattern(entry: Mapping[str, Data], macros: Mapping[str, str]) -> EndingPattern:
    say = _compiled(_text(entry["say"]), macros)
    flags = (bool(entry.get(name, False)) for name in ("doubtful", "project"))
    return EndingPattern(say, texts(entry["about"]), *flags)


def _rewrites(data: Data, macros: Mapping[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = map(_sequence, _sequence(data))
    return tuple((_compiled(_text(pair[0]), macros), _text(pair[1])) for pair in pairs)


def _macros(data: Mapping[str, Data]) -> dict[str, str]:
    """Returns the file's macros, with those built from its tables of months and numbers."""
    macros = {name: _text(value) for name, value in table(data["macros"]).items()}
    dates = table(data["dates"])
    macros["month"] = "|".join(_with_plain({names[0]: "" for names in map(texts, _sequence(dates["months"]))}))
    macros["weekday"] = "|".join(texts(dates["weekdays"]))
    macros["ordinal"] = "|".join(_longest_first(_with_plain(_counts(data["ordinals"]))))
    digits = _longest_first(_with_plain(_text_table(data["digits"])))
    macros["digit"] = "|".join(digits)
    macros["runstart"] = _run_start(digits)
    macros["count"] = "|".join(
        _longest_first([*_with_plain(_text_table(data["digits"])), *_with_plain(_counts(data["numbers"])), _DIGITS])
    )
    return macros


def _run_start(digits: Iterable[str]) -> str:
    """Returns the pattern of a place that is not inside a run of spoken digits.

    A search that began again at each digit of a long run would take its time squared.
    """
    behind = "".join(rf"(?<!(?<!\d[ ./-])\b{digit}[\s,-])" for digit in digits)
    return rf"(?=\w)(?:(?!<digit>\b)|{behind})"


def _with_plain(words: Mapping[str, _Value]) -> dict[str, _Value]:
    """Adds each word as a recogniser that knows no umlauts writes it: "funf", "marz"."""
    return {**{" ".join(split_words(word)): value for word, value in words.items() if not word.isascii()}, **words}


def _as_number(data: Mapping[str, Data]) -> dict[str, str]:
    """Maps every number in words to digits, except words that are no whole number by themselves."""
    spelled = {**_counts(data["ordinals"]), **_counts(data["numbers"])}
    numbers = {word: str(number) for word, number in spelled.items() if number}
    return _with_plain({**numbers, **_text_table(data["digits"])})


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))


def _dates(data: Mapping[str, Data], macros: Mapping[str, str], as_number: Mapping[str, str]) -> DatePatterns:
    spelled = re.compile(rf"\b(?:{'|'.join(map(re.escape, _longest_first(as_number)))})\b")
    return DatePatterns(
        **_patterns(DatePatterns, data, macros, but=["spelled"]),
        spelled=spelled,
        as_number=as_number,
        rewrite=_rewrites(data["rewrite"], macros),
        spans=tuple((name, _compiled(said, macros)) for name, said in _text_table(data["spans"]).items()),
        steps=_rewrites(data["steps"], macros),
        weekdays=texts(data["weekdays"]),
        months=tuple(map(texts, _sequence(data["months"]))),
        day_first=bool(data["day_first"]),
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
        given=bool(entry.get("given", False)),
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
    return lazy_pattern(text)


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


def _text_table(data: Data) -> dict[str, str]:
    return {key: _text(value) for key, value in table(data).items()}


def _counts(data: Data) -> dict[str, int]:
    return {key: _count(value) for key, value in table(data).items()}
