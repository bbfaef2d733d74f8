"""Pure: says whether an English statement tells that somebody has left a place, or that nobody is in it any more."""

from __future__ import annotations

from memory.reading.changes.change_words import is_done, says, spoken_in
from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.same_relation import among, without_time
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.words.meaning import Meaning


def leaves_place(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Anton's gone back to poland for good" ends "anton has the back bedroom"; so does "we don't sing in there any
    more" with "choir's in the church hall".
    """
    if old.clause.negated or old.clause.past or old.clause.modality is not Modality.FACT:
        return False
    return _is_gone_for_good(new, old, names, meaning) or _is_there_no_more(new, old, names, meaning)


def _is_gone_for_good(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    spoken = spoken_in(new)
    gone = new.clause.lemma in meaning.set_of("leaving") and bool(spoken & meaning.set_of("leaving for"))
    lasting = gone and bool(spoken & meaning.set_of("leaving for good"))
    if not (lasting or says(new, "moves out", meaning)) or new.clause.negated or not is_done(new) or old.has_time:
        return False
    people = [one for one in new.subject if one.is_person or one.name]
    one, other = all_keys(new.subject_keys, names), all_keys(old.subject_keys, names)
    return bool(people) and SPEAKER not in one and bool(one & other) and _tells_lodging(old, meaning)


def _tells_lodging(old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody lives, sleeps or works somewhere, or has a bedroom or a bed."""
    housed = old.has_place and old.clause.lemma in meaning.set_of("lodged")
    roomed = any(forms & meaning.set_of("rooms") for forms in old.words)
    return housed or (roomed and old.clause.lemma in meaning.set_of("auxiliary") | meaning.set_of("lodged"))


def _is_there_no_more(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether what is done is not done "there" any more, and the older statement says where "there" is."""
    over = new.clause.negated and Mark.OVER in new.clause.marks and "there" in spoken_in(new)
    if not over or not old.has_place or old.has_time:
        return False
    verb = new.clause.lemma
    near = meaning.groups.get(verb, frozenset()) | {verb}
    done = old.clause.lemma == verb or any(forms & near for forms in old.words)
    same = bool(all_keys(new.subject_keys, names) & all_keys(old.subject_keys, names))
    return done or (same and old.clause.lemma in meaning.set_of("lodged"))


def is_left_empty(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "The back bedroom's empty" ends "my lodger has the back bedroom"."""
    if new.clause.lemma not in ("be", "stand", "lie", "sit") or new.clause.negated or new.clause.past or new.has_time:
        return False
    if old.clause.negated or old.clause.past or not new.subject_words or SPEAKER in new.subject_keys:
        return False
    rest = [forms for forms in without_time(new.words, meaning) if forms not in new.subject_words]
    empty = bool(rest) and all(forms & meaning.set_of("unoccupied") for forms in rest)
    people = any(one.is_person or one.name for one in old.subject)
    beside = tuple(forms for forms in old.words if forms not in old.subject_words)
    return empty and people and among(new.subject_words, beside)
