"""Pure: reads a correction that names another person by the one who was named: "not fred his wife", "no not leo it was
his sister", "nicht fred seine frau".

A possessive pronoun with a noun of kinship is a person of their own, whose the person is that it follows. It takes the
place of the whole of those words that named that person, and of nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.members.agreement import HISSING
from memory.reading.speakers.person_words import load_person_words
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


@dataclass(frozen=True, slots=True)
class OtherPerson:
    """Whom a correction denies, and who is meant: "fred" and "wife" of "not fred his wife"."""

    denied: str
    """The words that are denied; empty where only another is named."""
    kin: str
    """What the other is to this person."""
    owned_by: str
    """The pronoun of whose it is: male, female, thing, many."""


@dataclass(frozen=True, slots=True)
class NamedInstead:
    """The words of a text that named a person, and those that name the other."""

    heard: str
    meant: str


def other_person(said: str, language: str) -> OtherPerson | None:
    """Returns who is denied and who is meant; None for words that say anything else."""
    line = line_of(said, language)
    last = next((at for at in range(len(line)) if line.is_stop(at)), len(line))
    begin = _first_named(line, last)
    owner = next((at for at in range(begin, last) if _is_owner(line, at, last)), -1)
    if owner < 0:
        return None
    kin_end = _kin_end(line, owner + 1, last)
    if kin_end < 0:
        return None
    before = _named(line, begin, owner)
    after = _named(line, kin_end, last)
    if before is None or after is None or (before and after):
        return None
    denies = _has_not(line, 0, owner) if before else _has_not(line, kin_end, last)
    if (before or after) and not denies:
        return None
    if not (before or after) and not _announces(line, begin):
        return None
    kin = " ".join(_text(said, line, owner + 1, kin_end).split())
    return OtherPerson(before or after, kin, _sort_of_owner(line, owner))


def exchanged(told: str, other: OtherPerson, language: str) -> NamedInstead | None:
    """Returns what of a fact or question named the person who is denied, and the words for the other; None where the
    person is not the one of whom it is told, or is not named.
    """
    each = [one for one in statements(told, language) if one.kind in (ActKind.TELL, ActKind.CORRECT, ActKind.ASK)]
    one = each[-1] if each else None
    if one is None or len(one.subject) != 1:
        return None
    line, person = line_of(told, language), one.subject[0]
    if not _is_meant(line, person, other) or SPEAKER in person.keys:
        return None
    heard = _text(told, line, person.start, person.end)
    meant = _owned(heard, person, other, language)
    return NamedInstead(heard, meant) if meant else None


def asked_of_another(said: str, question: str, language: str) -> str | None:
    """Returns the question before of the person whom a correction names: "no not leo his sister" after "what does leo
    drive" asks what leo's sister drives.
    """
    other = other_person(said, language)
    asked = [one for one in statements(question, language) if one.kind is ActKind.ASK]
    if other is None or not asked or statements(question, language)[-1] is not asked[-1]:
        return None
    found = exchanged(question, other, language)
    return question.replace(found.heard, found.meant, 1) if found is not None else None


def _first_named(line: Line, last: int) -> int:
    """Returns where the words begin behind a denial and what announces it: "no", "no it 's", "it was n't"."""
    at = 0
    while at < last and (_announces_at(line, at) or line.word(at) in line.words.negators):
        at += 1
    return at


def _announces_at(line: Line, at: int) -> bool:
    word = line.word(at)
    owner = word in line.words.possessives
    standing = word in line.words.sets["standing_for_told"] or word in line.words.clitics or line.is_auxiliary(at)
    return standing and not owner


def _announces(line: Line, begin: int) -> bool:
    """Says whether a denial stands before: "no his wife", but not "his wife"."""
    return any(line.word(at) in line.words.sets["denials_alone"] for at in range(begin))


def _is_owner(line: Line, at: int, last: int) -> bool:
    third = line.word(at) in line.words.possessives and _sort_of_owner(line, at) in ("male", "female", "many")
    return third and at + 1 < last


def _sort_of_owner(line: Line, at: int) -> str:
    return line.words.third.get(line.word(at), "")


def _kin_end(line: Line, begin: int, last: int) -> int:
    """Returns where the noun of kinship ends, with what tells which: "older brother", "friend from school" is none."""
    meaning = load_meaning(line.words.language)
    at = begin
    while at < last and line.usual(at) == "a" and line.word(at) not in meaning.roles:
        at += 1
    role = meaning.roles.get(line.word(at), "")
    return at + 1 if at < last and role in meaning.persons else -1


def _named(line: Line, begin: int, end: int) -> str | None:
    """Returns the words that name somebody in a span, without what only stands beside; None where it says more."""
    meaning = load_meaning(line.words.language)
    words = [at for at in range(begin, end) if not _announces_at(line, at) and line.word(at) not in line.words.negators]
    for at in words:
        role = line.word(at) in meaning.roles or line.word(at) in line.words.possessives
        if line.is_number(at) or not (role or line.form(at) is None or line.usual(at) == "n"):
            return None
    return " ".join(line.word(at) for at in words)


def _has_not(line: Line, begin: int, end: int) -> bool:
    return any(line.word(at) in line.words.negators for at in range(begin, end))


def _is_meant(line: Line, person: Entity, other: OtherPerson) -> bool:
    """Says whether somebody is the person who is denied: by name, by role, or the only one who is told of."""
    if not (person.is_person or person.name):
        return False
    words = {line.word(at) for at in range(person.start, person.end)}
    male, female = (load_meaning(line.words.language).male, load_meaning(line.words.language).female)
    sex = "male" if person.role in male else "female" if person.role in female else ""
    fits = other.owned_by == "many" or sex in ("", other.owned_by)
    return fits and set(other.denied.split()) <= words


def _owned(heard: str, person: Entity, other: OtherPerson, language: str) -> str:
    """Returns the other as the one of this person: "my uncle fred's wife", "freds frau", "der mann von meiner tante";
    empty where that cannot be said.
    """
    if language != "de":
        return f"{heard}'s {other.kin}"
    first, _, rest = heard.partition(" ")
    if person.name == heard.casefold() and not heard.endswith(HISSING):
        return f"{heard}s {other.kin}"
    meaning, words = load_meaning(language), load_person_words(language)
    role = meaning.roles.get(other.kin, "")
    article = words["article_of"].get("male" if role in meaning.male else "female" if role in meaning.female else "")
    owner = f"{words['dative'][first.casefold()]} {rest}" if first.casefold() in words["dative"] and rest else heard
    known = owner != heard or person.name == heard.casefold()
    return f"{article} {other.kin} von {owner}" if article and known else ""


def _text(text: str, line: Line, begin: int, end: int) -> str:
    return text[line.tokens[begin].start : line.tokens[end - 1].end] if begin < end else ""
