"""Pure: says whether a statement tells how many or how often, also without a number."""

from __future__ import annotations

from dataclasses import replace

from memory.reading.facts.entities import MEMBER, Names
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning


def can_be_counted(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a number is told without one: "twice", "triplets", or several of the kind that is counted."""
    counted = meaning.set_of("times counted") | meaning.set_of("numbers_born")
    if not counted.isdisjoint(told.text.casefold().split()):
        return True
    line, at = line_of(told.text, meaning.language), told.clause.subject[0]
    several = line.is_number(at) or line.word(at) in meaning.set_of("parts of several")
    if several and line.word(at + 1) == "of":
        return True  # "two of the hens are bantams"
    if _lists_places(told):
        return True
    members = frozenset(other for each in want.question.sort for form in each for other in meaning.kinds.get(form, ()))
    return sum(bool(forms & members) for forms in told.words) > 1


def _lists_places(told: Statement) -> bool:
    """Says whether things are told one after another: "the dentist then the bank", "in ely on tuesday in bath on"."""
    spoken = told.text.casefold().split()
    days = sum(word in load_closed_words("en").days for word in spoken)
    return "then" in spoken[2:] or days > 2


def recurs(told: Statement, meaning: Meaning) -> bool:
    """Says whether a repetition is told: "every other sunday", "on mondays", "fortnightly"."""
    spoken, words = told.text.casefold().split(), load_closed_words(meaning.language)
    days = any(word in words.days and word.endswith("s") and word[:-1] in words.days for word in spoken)
    return days or not meaning.set_of("recurring").isdisjoint(spoken)


def asks_sum(want: Wanted) -> bool:
    """Says whether all are to be counted together: "how many pets is that altogether"."""
    spoken = f" {want.question.text.casefold().strip(' ?.!')} "
    return any(f" {words} " in spoken for words in ("altogether", "all together", "in total", "in all"))


def with_members(told: Statement, names: Names, meaning: Meaning) -> Statement:
    """Returns an English statement of several with those who are known to be of them: "my kids are allergic to kiwi"
    tells it of mia, one of the kids.
    """
    one = told.subject[0] if len(told.subject) == 1 else None
    if one is None or one.name or not one.role or meaning.language != "en" or not _is_of_several(told):
        return told
    members = frozenset(
        key.removeprefix(MEMBER) for key, roles in names.items() if key[:1] == MEMBER and roles & one.keys
    )
    return replace(told, subject=(replace(one, keys=one.keys | members),)) if members else told


def _is_of_several(told: Statement) -> bool:
    """Says whether the subject is said in the plural: "my kids", "both my brothers"."""
    line, first = line_of(told.text, "en"), told.clause.first
    return any(line.is_plural(at - first) for at in range(*told.clause.subject) if first <= at < first + len(line))


def only_restricts(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether something is given up only with something, or on some days: "i stopped taking it with milk"."""
    limits = (new.spoken - old.spoken) & meaning.set_of("limits")
    return bool(limits) and not new.spoken.isdisjoint(meaning.set_of("giving up"))


_RANKS = ("elder", "younger", "between elder and younger")


def are_of_two(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether the subjects are told apart by their age: my older brother is not the younger one."""
    one, other = (each.once(_rank, meaning) for each in (new, old))
    return bool(one and other) and one != other


def _rank(one: Statement, meaning: Meaning) -> str:
    if meaning.language != "en":
        return ""
    every = frozenset(form for forms in one.subject_words for form in forms)
    return next((rank for rank in _RANKS if every & meaning.set_of(rank)), "")
