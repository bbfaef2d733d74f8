"""Pure: finds the facts that come nearest to a question that no fact answers surely.

What is known of the thing asked for often holds the answer in other words: "my reading lamp takes them little size two
bulbs" of "what size bulb do i need for my desk". A fact must be of everybody whom the question names and of nothing
that the question tells apart, and is weighed by few signs (`policy.py`). It is told as what it is: the nearest that is
known, and no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memory.reading.answers import Told
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.gaps import all_forms
from memory.reading.facts.held_words import holds_word, same_things
from memory.reading.facts.same_relation import without_time
from memory.reading.facts.statement_words import Forms, forms_at
from memory.reading.facts.statements import Statement
from memory.reading.facts.unify import fills_gap, may_answer
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.fitting.strictly_asked import tells_of_once
from memory.reading.grammar.clause import Gap
from memory.reading.grammar.reader import line_of
from memory.reading.nearest.asked_part import Evidence, evidence_for
from memory.reading.nearest.covering_fact import UNREAL, content_of, is_quantity
from memory.reading.nearest.likely_fact import is_comparable, tells_apart
from memory.reading.nearest.policy import (
    ENOUGH_NEAR,
    FILLS_GAP,
    LACKS_SORT,
    MAX_NEAREST,
    MIN_SHARED_CHARS,
    NEARLY_AS_NEAR,
    SHARES_WORDS,
)
from memory.reading.nearest.topic import keys_needed, parts_of_key
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning
from memory.reading.words.word_table import WordTable, load_word_table

_MEASURED = (Gap.COUNT, Gap.AMOUNT, Gap.DEGREE)


def nearest_facts(want: Wanted, told: Sequence[Told], names: Names, language: str = "en") -> tuple[str, ...]:
    """Returns the references of the facts that come nearest, the nearest first; none that is too far.

    Of German none: there as many such facts misled as helped.
    """
    if language != "en":
        return ()
    if want.gap is Gap.NONE and want.question.spoken & load_meaning(language).set_of("timeliness"):
        return ()  # when the train leaves does not say whether it is late
    nearness: dict[str, tuple[int, int]] = {}
    for each in told:
        if _is_on_topic(want, each.statement, names, language) and not tells_of_once(want, each.statement):
            found = (_nearness(want, each.statement, names, language), each.at_ms)
            nearness[each.ref] = max(nearness.get(each.ref, found), found)
    ranked = sorted(nearness, key=lambda ref: (nearness[ref], ref), reverse=True)
    least = max(ENOUGH_NEAR, nearness[ranked[0]][0] - NEARLY_AS_NEAR) if ranked else ENOUGH_NEAR
    return tuple(ref for ref in ranked[:MAX_NEAREST] if nearness[ref][0] >= least)


def _is_on_topic(want: Wanted, told: Statement, names: Names, language: str) -> bool:
    """Says whether a statement tells what is, of whom the question is about, and shares a word with it."""
    if told.clause.modality in UNREAL or not is_comparable(want, told, names, language):
        return False
    if (SPEAKER in want.question.subject_keys) != (SPEAKER in told.subject_keys) and _is_of_people(want, told):
        return False
    if _is_of_other_owner(want.question, told, names):
        return False
    said = all_keys(told.keys, names)
    people = keys_needed(want.question, names)
    if not all(keys & said for keys in people):
        return False
    spent = frozenset(word for keys in people for key in keys for word in parts_of_key(key))
    meaning = load_meaning(language)
    words = [forms for forms in content_of(want.question, meaning) if not forms & spent]
    present = [forms for forms in words if holds_word(forms, told, meaning, want) or _shares_part(forms, told)]
    missing = [forms for forms in words if forms not in present]
    if _is_of_other_thing(want.question, told, missing):
        return False
    named = [forms for forms in present if want.question.clause.lemma not in forms]
    named = list(without_time(tuple(named), meaning)) if missing else named  # "last week" makes no topic
    sorts = frozenset(want.sort)  # of a town any town is one, so that only its own word makes the topic
    if not any(_is_named(forms, told, meaning, literally=forms in sorts) for forms in named) or any(
        tells_apart(forms, present, want, meaning)
        or _is_told_apart(forms, present, want)
        or _is_of_which(forms, present, want, meaning)
        for forms in missing
    ):
        return False
    if missing and (want.gap is Gap.NONE or (want.gap is Gap.WHO and missing[-1] == words[-1])):
        return False  # "who's got a bad shoulder"
    return _may_have_part(want, told, names, language)


def _is_of_other_thing(question: Statement, told: Statement, missing: Sequence[Forms]) -> bool:
    """Says whether one thing is asked of and another told of: the copier, where the printer takes a cartridge."""
    both = (*question.subject, *told.subject)
    things = bool(question.subject and told.subject) and not any(each.is_person or each.name for each in both)
    named = bool(question.subject_words) and all(forms in missing for forms in question.subject_words)
    return things and named and SPEAKER not in question.subject_keys | told.subject_keys


def _is_named(forms: Forms, told: Statement, meaning: Meaning, *, literally: bool) -> bool:
    """Says whether a statement has a word itself, another name of the same thing, or one of its kind.

    A word that only means nearly the same makes no topic, which shows where many facts are known: who wakes at five
    tells nothing of an alarm.
    """
    every = all_forms(told)
    if literally:
        return not every.isdisjoint(forms)
    near = frozenset(other for form in forms for other in (*same_things(form, meaning), *meaning.kinds.get(form, ())))
    return not every.isdisjoint(forms | near)


def _is_told_apart(missing: Forms, present: Sequence[Forms], want: Wanted) -> bool:
    """Says whether a missing word is what a present adjective tells apart: my favourite instrument is no colour."""
    table = load_word_table("en")
    return any(
        one in present and following == missing and any(_is_adjective(form, table) for form in one)
        for one, following in pairwise(want.question.words)
    )


def _is_of_which(missing: Forms, present: Sequence[Forms], want: Wanted, meaning: Meaning) -> bool:
    """Says whether a missing word tells which thing is asked for: "the extension for pharmacy" is no ward's."""
    if want.gap is not Gap.WHAT or want.question.clause.lemma != "be":
        return False
    line = line_of(want.question.text, "en")
    return any(
        line.is_in(at, "of_which")
        and forms_at(line, at + 1 + _is_article(line, at + 1), meaning) & missing
        and any(forms_at(line, at - 1, meaning) & forms for forms in present)
        for at in range(1, len(line) - 1)
    )


def _is_article(line: Line, at: int) -> bool:
    return line.word(at) in line.words.determiners | line.words.possessives


def _is_adjective(form: str, table: WordTable) -> bool:
    word = table.find(form)
    return word is not None and (word.usual == "a" or "a" in word.other)


def _is_of_people(want: Wanted, told: Statement) -> bool:
    """Says whether both are about somebody, so that it matters who is the speaker."""
    one, other = want.question.subject, told.subject
    return any(each.is_person or each.name for each in one) and any(each.is_person or each.name for each in other)


def _is_of_other_owner(question: Statement, told: Statement, names: Names) -> bool:
    """Says whether the same sort of thing is somebody else's: her birthday, where mine is asked for."""
    asked, said = all_keys(question.subject_keys, names), all_keys(told.subject_keys, names)
    heads = {key.rpartition(BETWEEN)[2] for key in asked if BETWEEN in key}
    return not asked & said and any(BETWEEN in key and key.rpartition(BETWEEN)[2] in heads for key in said)


def _may_have_part(want: Wanted, told: Statement, names: Names, language: str) -> bool:
    """Says whether a statement has that without which it says nothing of what is asked: a name, a trade, a number."""
    naming = want.question.clause.lemma in ("call", "name") or want.aspect is Aspect.NAME
    meaning, asked = load_meaning(language), want.question.clause.lemma
    if (
        want.gap is Gap.WHERE
        and told.clause.lemma not in {asked, "be"} | meaning.sets["placing"] | meaning.sets["homes"]
    ):
        return False  # "where is the lamp" of where it was bought
    said = line_of(told.text, language)
    if asked in meaning.set_of("measuring") and not any(is_quantity(said, at) for at in range(len(said))):
        return False
    if naming or want.aspect in (Aspect.AGE, Aspect.JOB) or want.gap in (*_MEASURED, Gap.WHERE):
        return evidence_for(want, told, names, language) is not Evidence.NONE
    return told.has_time or want.gap is not Gap.WHEN


def _nearness(want: Wanted, told: Statement, names: Names, language: str) -> int:
    """Returns the sum of the signs that a statement on the topic is near."""
    meaning = load_meaning(language)
    held = [holds_word(forms, told, meaning, want) for forms in content_of(want.question, meaning)]
    has_part = evidence_for(want, told, names, language) is not Evidence.NONE
    lacks_sort = (want.gap is Gap.WHO and not has_part) or (want.gap is Gap.WHY and not told.has_reason)
    return (
        FILLS_GAP * fills_gap(want, told, language)
        + has_part
        + may_answer(want, told, names, language)
        + (want.question.clause.lemma == told.clause.lemma)
        + SHARES_WORDS * (sum(held) > 1)
        + LACKS_SORT * lacks_sort
    )


def _shares_part(forms: Forms, told: Statement) -> bool:
    """Says whether a word and one of the statement begin alike, or one is a part of the other."""
    said = [word for word in (each.strip(".,!?'") for each in told.text.casefold().split()) if _is_long(word)]
    return any(
        form in word or word in form or form[:MIN_SHARED_CHARS] == word[:MIN_SHARED_CHARS]
        for form in forms
        if _is_long(form)
        for word in said
    )


def _is_long(word: str) -> bool:
    return len(word) >= MIN_SHARED_CHARS
