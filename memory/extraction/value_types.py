"""Pure: the type of a correction's words, and the words of an atom that they would replace (2.4.4).

A number replaces a number, a date a date, a name a name. Where the words to replace are unclear, nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from memory.core.policy import MAX_PERSON_NAME_WORDS
from memory.model.atoms import Atom, Kind
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.text.dates import has_date
from memory.text.language_rules import Language
from memory.text.normalise import same_value
from memory.text.stemming import split_words

_WORD = re.compile(r"\S+")
_EDGES = " \t\n\"'“”‘’.,;:!?-–—"
Span = tuple[int, int]


class ValueType(StrEnum):
    """Types of words; one of them never replaces another without a question."""

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    COLOR = "color"
    OTHER = "other"


def value_type_of(text: str, language: Language) -> ValueType:
    """Returns the type of a few words."""
    if has_date(text, language):
        return ValueType.DATE
    spoken = split_words(text)
    counted = any(character.isdigit() for character in text) or language.amounts.search(text) is not None
    if counted or (spoken and _is_number(spoken[-1], language)):
        return ValueType.NUMBER
    if language.color.fullmatch(text.strip()):
        return ValueType.COLOR
    return ValueType.NAME if any(_is_name(part, language) for part in text.split()) else ValueType.OTHER


def may_replace(one: str, other: str, kind: Kind, language: Language) -> bool:
    """Says whether words of one type may replace words of the other; a name may look like any word, for lack of
    capitals.
    """
    sorts = {value_type_of(one, language), value_type_of(other, language)}
    if len(sorts) == 1:
        return True
    if kind is Kind.DATE:
        return sorts == {ValueType.NUMBER, ValueType.DATE}
    short = all(len(text.split()) <= MAX_PERSON_NAME_WORDS for text in (one, other))
    return len(sorts - {ValueType.OTHER}) == 1 and sorts < {ValueType.NAME, ValueType.COLOR, ValueType.OTHER} and short


def find_replaced_words(atom: Atom, meant: str, language: Language) -> tuple[str, str]:
    """Returns the words of the atom that `meant` would replace, as they stand in it, and the words that replace them.

    Both are empty when the words to replace are unclear.
    """
    start, end = value_span(atom, language)
    told = atom.text[start:end]
    hour = _hour_in(atom, told, meant, language)
    if hour:
        return hour
    whole = "" if (start, end) == (0, len(atom.text)) else told
    heard = (
        _day_in(atom, told, meant, language)
        or _window(atom.text, (start, end), meant, atom.kind, language)
        or _only_of_its_type(told, meant, language)
        or whole
    )
    if not heard:
        return "", ""
    first, _, rest = heard.partition(" ")
    if (
        atom.kind is Kind.DATE
        and first.islower()
        and len(rest.split()) == len(meant.split())
        and has_date(rest, language)
    ):
        # "on friday" replaces "on thursday" although only "friday" was said.
        heard = rest
    return heard, _after(atom.text, heard, meant)


def _after(text: str, heard: str, meant: str) -> str:
    """Removes a first word of `meant` that already stands before its place: "on on tuesday"."""
    first, _, rest = meant.partition(" ")
    at = _found(heard, text)
    doubled = at is not None and rest and split_words(text[: at[0]])[-1:] == split_words(first) and split_words(first)
    return rest if doubled else meant


def value_span(atom: Atom, language: Language) -> Span:
    """Returns the span of an atom's text that may be corrected: its value, or what is liked or disliked."""
    at = _found(atom.value, atom.text)
    if at is None:
        return 0, len(atom.text)
    if atom.kind is Kind.PREFERENCE and (atom.value in language.same_values or atom.value in _meanings(language)):
        rest = atom.text[at[1] :]
        left = len(rest) - len(rest.lstrip())
        return (at[1] + left, len(atom.text)) if rest.strip() else at
    return at


def is_only_match(atom: Atom, heard: str, language: Language) -> bool:
    """Says whether `heard` is in the atom's value and no other words of it could be meant."""
    start, end = value_span(atom, language)
    told = atom.text[start:end] if (start, end) != (0, 0) else atom.value
    if _found(heard, told) is None:
        return False
    if (start, end) != (0, len(atom.text)):
        return True
    return sum(value_type_of(piece, language) is value_type_of(heard, language) for piece in _telling(told)) <= len(
        heard.split()
    )


def _hour_in(atom: Atom, told: str, meant: str, language: Language) -> tuple[str, str] | None:
    """Replaces the hour by an hour: "at 3" becomes "at 4"."""
    found, hour = _clock_in(atom, told, language), _hour(meant, language)
    if found is None or not hour:
        return None
    name = "hour" if found["hour"] else "exact"
    at = found.start(name) - found.start()
    return found[0], found[0][:at] + hour


def _day_in(atom: Atom, told: str, meant: str, language: Language) -> str:
    """Replaces the day by a day and keeps the hour."""
    found = _clock_in(atom, told, language)
    if found is None or language.revising.clock.search(meant) or not has_date(meant, language):
        return ""
    return max(told[: found.start()].strip(_EDGES), told[found.end() :].strip(_EDGES), key=len)


def _clock_in(atom: Atom, told: str, language: Language) -> re.Match[str] | None:
    """Returns the one time of day that an atom names."""
    hours = list(language.revising.clock.finditer(told)) if atom.kind is Kind.DATE else []
    return hours[0] if len(hours) == 1 else None


def _hour(meant: str, language: Language) -> str:
    """Returns the time of day when nothing else was said."""
    found = language.revising.clock.fullmatch(meant.strip())
    if found is not None:
        return found["hour"] or found["exact"]
    return meant.strip() if len(meant.split()) == 1 and _counts(meant, language) else ""


def _window(text: str, inside: Span, meant: str, kind: Kind, language: Language) -> str:
    """Finds as many words as were said, some equal and the others of the same type: "level 3" for "level 5"."""
    pieces, said = list(_WORD.finditer(text)), meant.split()
    best: list[tuple[int, str]] = []
    for at in range(len(pieces) - len(said) + 1) if said else ():
        part = pieces[at : at + len(said)]
        start, end = part[0].start(), part[-1].end()
        same = _matching([piece[0] for piece in part], said, kind, language)
        if same and start < inside[1] and end > inside[0]:
            best.append((same, text[start:end].strip(_EDGES)))
    most = max((same for same, _ in best), default=0)
    found = [words for same, words in best if same == most]
    return found[0] if len(found) == 1 else ""


def _matching(held: Sequence[str], said: Sequence[str], kind: Kind, language: Language) -> int:
    """Counts the equal words; 0 when all or none are equal, or when a differing one has another type.

    A determiner stands before the words of its own phrase: "out front" is in the place of "round the corner".
    """
    pairs = list(zip(held, said, strict=True))
    differing = [(one, other) for one, other in pairs if split_words(one) != split_words(other)]
    if not differing or not all(may_replace(one, other, kind, language) for one, other in differing):
        return 0
    if has_reading(language.code):
        determiners = load_closed_words(language.code).determiners
        if any((one in determiners) != (other in determiners) for one, other in differing):
            return 0
    return len(pairs) - len(differing)


def _only_of_its_type(told: str, meant: str, language: Language) -> str:
    """Returns the only number, or the only name, of the value."""
    sort = value_type_of(meant, language)
    if sort not in (ValueType.NUMBER, ValueType.NAME) or len(told.split()) == 1:
        return ""
    runs = list(_runs(told, sort, language))
    return runs[0] if len(runs) == 1 else ""


def _runs(told: str, sort: ValueType, language: Language) -> Iterator[str]:
    """Returns the runs of neighbouring words of one type."""
    run: Span | None = None
    for piece in _WORD.finditer(told):
        fits = _is_name(piece[0], language) if sort is ValueType.NAME else _counts(piece[0], language)
        if fits:
            run = (run[0] if run else piece.start(), piece.end())
        elif run:
            yield told[run[0] : run[1]].strip(_EDGES)
            run = None
    if run:
        yield told[run[0] : run[1]].strip(_EDGES)


def _counts(word: str, language: Language) -> bool:
    bare = word.strip(_EDGES).casefold()
    return any(character.isdigit() for character in bare) or _is_number(bare, language)


def _is_number(word: str, language: Language) -> bool:
    numbers = (*language.numbers, *language.digits)
    return word in numbers or word in split_words(" ".join(numbers))  # a word is compared without its umlaut


def _is_name(word: str, language: Language) -> bool:
    """Says whether a word is written as a name, and is no pronoun or article that begins a sentence: "We've got"."""
    bare = word.strip(_EDGES)
    plain = bare.replace("’", "'").partition("'")[0].casefold()
    closed = load_closed_words(language.code) if has_reading(language.code) else None
    opens = closed is not None and plain in closed.nominative | closed.determiners | closed.possessives
    return bare[:1].isupper() and plain != "i" and not opens


def _telling(told: str) -> list[str]:
    return [piece.strip(_EDGES) for piece in told.split()]


def _found(said: str, text: str) -> Span | None:
    """Finds the words in the text, as whole words, whatever the case."""
    if not said.strip():
        return None
    found = re.search(rf"(?<!\w){re.escape(said)}(?!\w)", text, re.IGNORECASE)
    return found.span() if found else None


def _meanings(language: Language) -> frozenset[str]:
    return frozenset(language.same_values.values())


def atom_says_value(atom: Atom, value: str, language: Language) -> bool:
    """Says whether the atom already has this value."""
    start, end = value_span(atom, language)
    return same_value(atom.value, value, language) or same_value(atom.text[start:end], value, language)
