"""Pure: says whether German tells that a passing state is over: what was broken works, what was lost is found.

"Die suppe ist weg" ends "im kühlschrank ist noch suppe", and "die katze hat vier junge bekommen" ends that she was
expecting them.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, is_about_same, things_of, verbs_in
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning


def works_again(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether what was broken works again: "der fernseher geht wieder" after "der fernseher ist kaputt"."""
    broken = old.clause.lemma == "be" and bool(spoken_in(old) & meaning.set_of("broken"))
    broken = (broken or old.clause.lemma in meaning.set_of("breaking")) and not old.clause.past
    fails = old.clause.negated and not old.clause.past and old.clause.lemma in meaning.set_of("failing when negated")
    of_thing = bool(old.subject) and not any(one.is_person or one.role or one.name for one in old.subject)
    fails = fails or (of_thing and Mark.OVER in old.clause.marks and old.clause.negated and not old.others)
    if (broken or fails) and _is_new_one(new, old, meaning):
        return True
    broken = broken or fails
    again = Mark.AGAIN in new.clause.marks or new.clause.past or Mark.NOW in new.clause.marks
    again = again or bool(spoken_in(new) & meaning.set_of("whole again"))
    works = bool({new.clause.lemma, *verbs_in(new)} & meaning.set_of("working again"))
    whole = new.clause.lemma == "be" and bool(spoken_in(new) & meaning.set_of("whole again"))
    if not broken or not again or not (works or whole) or new.clause.negated:
        return False
    each = (new.subject_words, things_of(new, meaning)[:1])
    return any(told and all(any(forms & own for own in old.subject_words) for forms in told) for told in each)


def _is_new_one(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether there is another one of what was broken: "wir haben eine neue waschmaschine gekauft"."""
    got = new.clause.lemma in meaning.set_of("coming to own") | {"have"} and Mark.NEW in new.clause.marks
    things = tuple(forms for forms in things_of(new, meaning) if not forms & {"neu", "new"})
    same = bool(things) and all(any(forms & own for own in old.subject_words) for forms in things[:1])
    return got and same and SPEAKER in new.subject_keys and not new.clause.negated


def is_found_again(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether what was lost is found, by its name or as "ihn": "hab ihn wiedergefunden"."""
    lost = old.clause.past and bool({old.clause.lemma, *verbs_in(old)} & meaning.set_of("losing"))
    found = new.clause.past and bool({new.clause.lemma, *verbs_in(new)} & meaning.set_of("finding"))
    handed_in = new.clause.past and "abgeben" in verbs_in(new) and SPEAKER not in new.subject_keys
    found = found or handed_in
    if not (lost and found) or new.clause.negated or spoken_in(new) & load_closed_words(LANGUAGE).indefinite:
        return False
    things = things_of(new, meaning)[:1] if new.others else new.subject_words
    pointing = any(one.pronoun and not one.keys for one in (*new.others, *new.subject))
    return are_named_in(things, old, meaning) if things else pointing


def ends_state(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a state of somebody is over by its opposite: "bin wieder gesund" after "ich bin krank"."""
    spoken, told = spoken_in(new), spoken_in(old)
    for state in ("ill", "jobless", "unmarried", "hospital"):
        words = meaning.set_of(f"state {state}")
        if not told & words or spoken & words:
            continue
        over = (spoken | verbs_in(new)) & meaning.set_of(f"end {state}")
        plain = new.clause.lemma in meaning.set_of("verbs of states") and not new.clause.negated
        was = any(load_closed_words(LANGUAGE).be.get(word) == "d" for word in told)  # not "bin krankgeschrieben"
        if over and plain and new.clause.modality is Modality.FACT and not was:
            return is_about_same(new, old, names)
    return False


def is_delivered(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether who was pregnant has had the child: "die katze hat vier junge bekommen"."""
    if not spoken_in(old) & meaning.set_of("expecting") or old.clause.past:
        return False
    verbs, spoken = {new.clause.lemma, *verbs_in(new)}, spoken_in(new)
    got = bool(verbs & {"get", "bekommen", "kriegen"}) and bool(spoken & meaning.set_of("newly born"))
    born = got or bool(verbs & meaning.set_of("giving birth"))
    return born and new.clause.past and not new.clause.negated and is_about_same(new, old, names)


def is_used_up(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether there is no more of what was there: "die suppe ist weg" after "im kühlschrank ist noch suppe"."""
    gone = new.clause.lemma == "be" and bool(spoken_in(new) & meaning.set_of("used up"))
    somebody = any(one.is_person or one.name or SPEAKER in one.keys for one in new.subject)
    if not gone or somebody or new.clause.negated or new.clause.past or old.clause.past:
        return False
    had = old.clause.lemma == "have" and (_is_stock(new, old) or bool(spoken_in(new) & meaning.set_of("state ill")))
    there = had or (old.clause.lemma == "be" and old.has_place)
    others = tuple(forms for forms in old.words if forms not in old.subject_words or old.clause.lemma == "be")
    return (
        there and bool(new.subject_words) and all(any(forms & each for each in others) for forms in new.subject_words)
    )


def _is_stock(new: Statement, old: Statement) -> bool:
    """Says whether what somebody has is a stock that comes to an end: "noch drei eier", and not "ein auto"."""
    words = load_closed_words(LANGUAGE)
    return "noch" in spoken_in(old) or ("alle" in spoken_in(new) and not spoken_in(old) & words.indefinite)
