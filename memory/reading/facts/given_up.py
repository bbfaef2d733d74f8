"""Pure: says whether a statement gives up a whole class of things, and which facts tell of one of them.

"Ich trink keinen alkohol mehr" ends "ich trink abends ein bier", and "i don't eat meat any more" "i have a steak on
fridays". Only the classes that the tables name so are given up as a whole, and only what somebody does of a habit.
"""

from __future__ import annotations

from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning

_CLASSES = "classes given up"


def gives_up_class(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement gives up the class of what an older one tells that somebody has or does."""
    if not new.once(_classes_given_up, meaning) or not _is_habit(old, meaning):
        return False
    if not _is_same_person(new, old, names, meaning) or not _times(new, meaning) <= _times(old, meaning):
        return False
    members = frozenset(members_given_up(new, meaning))
    return any(_is_member(form, members, meaning) for forms in old.words for form in forms)


def members_given_up(new: Statement, meaning: Meaning) -> tuple[str, ...]:
    """Returns what belongs to the classes that a statement gives up: "beer" and "wine" of alcohol; else nothing."""
    found = (other for kind in new.once(_classes_given_up, meaning) for other in meaning.kinds.get(kind, ()))
    return tuple(dict.fromkeys(sorted(found)))


def denies_class_of(word: frozenset[str], told: Statement, meaning: Meaning) -> bool:
    """Says whether a denial of a class answers for a word: "i don't drink alcohol" for "do i drink beer"."""
    if not told.clause.negated:
        return False
    if told.clause.lemma in meaning.sets["having"] and _is_of_none(word, told, meaning):
        return True
    classes = (form for forms in told.words for form in forms & meaning.set_of(_CLASSES))
    return any(_is_member(form, meaning.kinds.get(kind, frozenset()), meaning) for kind in classes for form in word)


def _is_of_none(word: frozenset[str], told: Statement, meaning: Meaning) -> bool:
    """Says whether who has none of a class has not this one of it: "keine geschwister", and so no brother."""
    owned = frozenset(key.rpartition(BETWEEN)[2] for one in told.others for key in one.keys)
    classes = owned & meaning.set_of("classes denied")
    beside = [forms for forms in told.words if forms not in told.subject_words]  # "keine zeit für kinder"
    alone = len(beside) == 1 and not told.has_time
    return alone and any(word & meaning.kinds.get(kind, frozenset()) for kind in classes)


def _classes_given_up(new: Statement, meaning: Meaning) -> tuple[str, ...]:
    """Returns the classes that a statement gives up."""
    clause = new.clause
    over = clause.negated and bool(clause.marks & {Mark.OVER, Mark.NOW})
    stopped = not clause.negated and not meaning.set_of("giving up").isdisjoint(new.spoken | {clause.lemma})
    if not (over or stopped) or clause.modality is not Modality.FACT or (clause.past and not stopped):
        return ()
    named = sorted({form for forms in new.words for form in forms & meaning.set_of(_CLASSES)})
    return tuple(named)


def _is_habit(old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody is told to have, take or do something at present."""
    clause = old.clause
    real = clause.modality is Modality.FACT and not (clause.negated or clause.past or clause.asks)
    return real and clause.lemma in meaning.set_of("habits of living")


def _is_same_person(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether both are about one person; what several do together goes on without one of them."""
    together = load_closed_words(meaning.language).together
    if not together.isdisjoint(old.spoken) and together.isdisjoint(new.spoken):
        return False
    one, other = all_keys(new.subject_keys, names), all_keys(old.subject_keys, names)
    return (SPEAKER in one) is (SPEAKER in other) and bool(one & other)


def _times(one: Statement, meaning: Meaning) -> frozenset[str]:
    """Returns the days and parts of a day that a statement names, of "abends" and "jeden abend" the same."""
    words = load_closed_words(meaning.language)
    single = frozenset(phrase[0] for phrase in (*words.day_words, *words.parts) if len(phrase) == 1)
    return frozenset(word.removesuffix("s") for word in one.spoken & (words.days | words.months | single))


def _is_member(form: str, members: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a word is one of these, in German also a compound of one: "feierabendbier"."""
    return form in members or (meaning.language == "de" and form.endswith(tuple(sorted(members))) and bool(members))
