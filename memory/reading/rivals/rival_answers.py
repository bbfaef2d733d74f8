"""Pure: finds older facts that answer a question with another value than the newest one does.

"My boss is karen" and "my manager is called deborah" were told with different words, so neither was taken for a
change of the other; a question for the boss shows that both answer it. To tell the newest alone would be a guess. News
that says it is news ("now", "moved to", a correction) is told alone, and so is what only adds to the older fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.core.policy import MAX_RIVALS
from memory.reading.answers import Told, asks_for_all
from memory.reading.changes.both_times import is_for_one_day, times_complete
from memory.reading.changes.change_words import holds_beside, is_marked, rest_words, spoken_in
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.gaps import all_forms
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement, named_roles
from memory.reading.facts.unify import Fit, fits
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.fitting.strictly_asked import lacks_place
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.dates import spoken_to_digits
from memory.text.language_rules import Language

_TOLD = frozenset((Modality.FACT, Modality.HEDGED, Modality.REPORTED))
_OPEN = frozenset((Gap.NONE, Gap.WHY, Gap.HOW))
_NAMING = frozenset(("be", "call", "name"))
_COUNTED = frozenset((Gap.COUNT, Gap.AMOUNT, Gap.DEGREE))


@dataclass(frozen=True, slots=True)
class Rivals:
    """The facts that answer with different values, the newest first; `single` when only one of them can be right."""

    told: tuple[Told, ...] = ()
    single: bool = False


def rival_answers(want: Wanted, told: Sequence[Told], names: Names, language: Language) -> Rivals:
    """Returns the newest of the facts that answer best, with the older ones that say otherwise; none without such."""
    meaning = load_meaning(language.code)
    if want.gap in _OPEN or asks_for_all(want) or want.question.clause.past:
        return Rivals()
    fitting = [(fit, each) for each in told if (fit := _fit(want, each.statement, names, language))]
    if not fitting:
        return Rivals()
    most = max(fit.matched for fit, _ in fitting)
    answering = [each for fit, each in fitting if fit.matched >= most - 1 and (fit.holds or want.gap is Gap.WHEN)]
    own = [each for each in answering if each.statement.clause.modality is not Modality.REPORTED]
    answering = own or answering  # what one tells oneself comes before what another says
    if len(answering) < 2:
        return Rivals()
    found = sorted(answering, key=lambda each: (-each.at_ms, each.ref))
    newest, *older = found
    if _is_news(want, newest.statement, meaning):
        return Rivals()
    others = [
        each
        for each in older
        if each.at_ms < newest.at_ms and each.ref != newest.ref and _differs(want, newest, each, language)
    ]
    told_once = tuple({each.ref: each for each in (newest, *others)}.values())[:MAX_RIVALS]
    return Rivals(told_once, _is_single(want, newest.statement, language.code)) if others else Rivals()


def _fit(want: Wanted, told: Statement, names: Names, language: Language) -> Fit | None:
    plain = told.clause.modality in _TOLD and not told.clause.negated
    plain = plain and not (language.code == "en" and lacks_place(want, told))
    plain = plain and not _is_of_other_thing(want, told)
    return fits(want, told, names, language.code) if plain else None


def _is_of_other_thing(want: Wanted, told: Statement) -> bool:
    """Says whether a fact is of another thing of the kind asked for: the shed key where the spare key is sought."""
    asked, every = want.question.subject_words, all_forms(told)
    if len(asked) == 1 or any(entity.is_person for entity in (*want.question.subject, *told.subject)):
        return False
    lacking = any(not forms & every for forms in asked)
    return lacking and any(all(not forms & other for other in asked) for forms in told.subject_words)


def _is_news(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a fact tells of a change: "i moved to hull", "we've painted the hall grey", "it's blue now".

    When a bus leaves is no news of where it is.
    """
    lemma = told.clause.lemma
    timed = want.gap is Gap.WHEN and not told.clause.past
    changed = lemma in meaning.set_of("news") or (lemma in meaning.moving and not timed)
    done = bool({"'ve", "have", "has"} & spoken_in(told)) and lemma not in meaning.set_of("auxiliary")
    return changed or done or is_marked(told, meaning)


def _differs(want: Wanted, newest: Told, older: Told, language: Language) -> bool:
    """Says whether two facts fill the gap of a question with different values of one sort."""
    new, old, meaning = newest.statement, older.statement, load_meaning(language.code)
    if new.clause.past != old.clause.past:
        return False
    if want.aspect is Aspect.NAME:
        one, other = (_names_of(want, each) for each in (new, old))
        return bool(one and other) and one.isdisjoint(other)
    if want.aspect is Aspect.AGE or want.gap in _COUNTED:
        one, other = (_numbers(each, language) for each in (new, old))
        return bool(one and other) and one.isdisjoint(other)
    if _asks_number(want, meaning):
        one, other = (_numbers(each, language) for each in (new, old))
        if one and other:
            return one.isdisjoint(other)
    if want.gap is Gap.WHEN:
        apart = is_for_one_day(old.text, new.text, language.code)
        return apart or (_times_differ(new, old, language) and not times_complete(old.text, new.text, language.code))
    if want.aspect is not Aspect.JOB and not _tell_alike(new, old):
        return False
    first, second = (_value_words(want, each, meaning) for each in (new, old))
    return bool(first and second) and not _within(first, second) and not _within(second, first)


def _asks_number(want: Wanted, meaning: Meaning) -> bool:
    """Says whether a number is asked for by its noun: "what's my shoe size"."""
    nouns = meaning.set_of("asks number") | meaning.set_of("digits")
    return any(forms & nouns for forms in (*want.question.words, *want.sort))


def _tell_alike(new: Statement, old: Statement) -> bool:
    """Says whether both give a value in one way: by one verb, or by "be" and "call"."""
    verbs = {new.clause.lemma, old.clause.lemma}
    return len(verbs) == 1 or verbs <= _NAMING


def _value_words(want: Wanted, told: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words of a fact that the question does not have, nor others that stand for them: no "manager" for
    "boss".
    """
    asked = frozenset(form for forms in (*want.question.words, *want.sort) for form in forms)
    near = frozenset(other for form in asked for other in meaning.groups.get(form, ()))
    plain = asked | meaning.soft | {told.clause.lemma}
    spent = tuple(forms for forms in told.subject_words if forms & (asked | near))
    return tuple(forms for forms in told.words if not forms & plain and forms not in spent)


def _within(some: Sequence[Forms], every: Sequence[Forms]) -> bool:
    return all(any(forms & other for other in every) for forms in some)


def _names_of(want: Wanted, told: Statement) -> frozenset[str]:
    asked = want.keys | want.named
    return frozenset(other for one, other in named_roles(told) if one in asked)


def _numbers(told: Statement, language: Language) -> frozenset[str]:
    """Returns the numbers of a fact in digits, each whole: "6 50" of "six fifty"."""
    line, runs = line_of(told.text, language.code), [""]
    for at in range(len(line)):
        runs[-1] += f" {line.word(at)}" if line.is_number(at) else ""
        if runs[-1] and not line.is_number(at):
            runs.append("")
    return frozenset(spoken_to_digits(run.strip(), language) for run in runs if run)


def _times_differ(new: Statement, old: Statement, language: Language) -> bool:
    """Says whether two times differ in a part that both name: the weekday, the month, or the numbers."""
    words = load_closed_words(language.code)
    one, other = (frozenset(form for forms in rest_words(each) for form in forms) for each in (new, old))
    parts = [(one & sort, other & sort) for sort in (words.days, words.months)]
    if not any(first and second for first, second in parts):
        parts.append((_numbers(new, language), _numbers(old, language)))
    return any(first and second and first.isdisjoint(second) for first, second in parts)


def _is_single(want: Wanted, told: Statement, language: str) -> bool:
    """Says whether what is asked for has one value: an age, a number, the time of one thing. What is told with "too"
    stands beside another.
    """
    if holds_beside(told.text, load_meaning(language)):
        return False
    if want.aspect is Aspect.AGE or want.gap in _COUNTED or _asks_number(want, load_meaning(language)):
        return True
    return want.gap is Gap.WHEN and told.clause.lemma == "be" and SPEAKER not in told.subject_keys
