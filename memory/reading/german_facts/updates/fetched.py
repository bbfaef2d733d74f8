"""Pure: says whether German tells that a thing is back from where it was: brought, fetched, or simply had again.

"Felix hat das zelt zurückgebracht" ends "mein zelt ist bei felix", and "hab das auto wieder abgeholt" ends "das auto
steht in der werkstatt". What is still to be fetched is where it was.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, things_of, verbs_in
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import Meaning

_PLACED = frozenset(("be", "have", "lie", "stand", "hang", "stehen", "liegen", "hängen"))


def is_fetched_back(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement tells that what was away, lent or elsewhere is back."""
    if new.clause.modality is not Modality.FACT or new.clause.negated:
        return False
    verbs = verbs_in(new)
    given, lent = _numbers_in(new), _numbers_in(old)
    if given and lent and given.isdisjoint(lent) and not new.has_time:
        return False  # "20 hat er schon zurückgegeben" of sixty
    if _takes_from_us(new, old, meaning) or _has_what_was_left(new, old, meaning):
        return True
    if _is_brought_as_told(new, old, meaning):
        return True
    if not _is_away(old, meaning):
        return False
    people = frozenset(key for entity in new.subject if SPEAKER not in entity.keys for key in entity.keys)
    held = bool(all_keys(people, names) & all_keys(old.keys, names))
    ours = SPEAKER in new.subject_keys or not new.subject
    back = bool(verbs & meaning.set_of("bringing back"))
    back = back or (bool(verbs & meaning.set_of("bringing")) and Mark.AGAIN in new.clause.marks)
    unnamed = all(one.pronoun and not one.keys for one in new.subject)
    back = back and new.clause.past  # "er bringt ihn am samstag zurück" is still to come
    if back and (held or ours or unnamed):
        return are_named_in(things_of(new, meaning)[:1], old, meaning)
    fetched = new.clause.past and bool(verbs & meaning.set_of("fetching"))
    again = new.clause.lemma in ("have", "be") and Mark.AGAIN in new.clause.marks and not new.clause.past
    named = things_of(new, meaning)[:1] or new.subject_words
    return (fetched or (again and new.clause.lemma == "have")) and ours and _is_subject(named, old, meaning)


def _numbers_in(one: Statement) -> frozenset[str]:
    line = line_of(one.text, LANGUAGE)
    return frozenset(line.word(at) for at in range(len(line)) if line.is_number(at))


def _is_brought_as_told(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody has brought back what they were to bring: "er bringt ihn am samstag zurück"."""
    back = new.clause.past and bool(verbs_in(new) & meaning.set_of("bringing back"))
    told = old.clause.lemma == new.clause.lemma and not (old.clause.past or old.clause.negated)
    things = things_of(new, meaning)[:1]
    return back and told and bool(things) and _are_among(things, things_of(old, meaning))


def _takes_from_us(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody fetched what was at the speaker's: "herr krause hat das paket abgeholt"."""
    here = {"mir", "uns", "hier"} & spoken_in(old) and not old.clause.past and not old.clause.negated
    lies = here and old.clause.lemma in ("be", "lie", "stand", "liegen", "stehen", "hang")
    taken = new.clause.past and bool(verbs_in(new) & (meaning.set_of("fetching") | meaning.set_of("taking along")))
    somebody = bool(new.subject) and SPEAKER not in new.subject_keys
    things = things_of(new, meaning)[:1]
    return bool(lies) and taken and somebody and bool(things) and _are_among(things, old.subject_words)


def _has_what_was_left(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether the speaker has again what they had left behind or what was gone: "hab sie wieder abgeholt"."""
    spoken, ours = spoken_in(old), SPEAKER in new.subject_keys or not new.subject
    left = bool(verbs_in(old) & {"lassen", "leave", "vergessen"}) and old.has_place
    gone = old.clause.lemma == "be" and bool(spoken & meaning.set_of("gone")) and not old.clause.past
    again = Mark.AGAIN in new.clause.marks and new.clause.lemma in ("have", "get", "kriegen")
    fetched = new.clause.past and bool(verbs_in(new) & meaning.set_of("fetching"))
    if not (left or gone) or not (again or (fetched and left)) or not ours or new.clause.asks:
        return False
    things = things_of(new, meaning)[:1]
    had = old.subject_words if gone else things_of(old, meaning)[:1]
    return bool(things) and bool(had) and _are_among(things, had)


def _are_among(things: tuple[frozenset[str], ...], words: tuple[frozenset[str], ...]) -> bool:
    return all(any(forms & other for other in words) for forms in things)


def changes_hands_now(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a thing that lay somewhere is with somebody now, or is here: "den schlüssel hat jetzt anna"."""
    if new.clause.modality is not Modality.FACT or new.clause.negated or not _is_away(old, meaning):
        return False
    somebody = bool(new.subject) and all(one.role or is_given_name(one.name.partition(" ")[0]) for one in new.subject)
    held = new.clause.lemma == "have" and Mark.NOW in new.clause.marks and somebody
    if held and SPEAKER not in new.subject_keys:
        return _is_subject(things_of(new, meaning)[:1], old, meaning)
    taken = new.clause.past and bool(verbs_in(new) & meaning.set_of("taking along")) and bool(new.subject)
    if _is_handed_on(new, meaning) or taken:
        return _is_subject(things_of(new, meaning)[:1], old, meaning)
    here = new.clause.lemma == "be" and new.text.casefold().split()[-1:] == ["da"] and not new.clause.past
    return here and not somebody and _is_subject(new.subject_words, old, meaning)


def _is_handed_on(new: Statement, meaning: Meaning) -> bool:
    """Says whether a thing was given to another person: "die oma hat den schlüssel jetzt dem jonas gegeben"."""
    others = [one for one in new.others if one.is_person or one.role or one.name]
    given = bool(verbs_in(new) & meaning.set_of("handing over")) and new.clause.past
    return given and bool(others) and bool(new.subject)


def _is_away(old: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells where a thing is, or who has it, and not when something is there."""
    lent = old.clause.lemma in meaning.set_of("lending verbs")
    held = (
        old.clause.lemma in ("be", "have", "lie", "stand", "hang", "stehen", "liegen", "hängen") and not old.clause.past
    )
    return (lent or held) and not old.has_time


def _is_subject(things: tuple[frozenset[str], ...], old: Statement, meaning: Meaning) -> bool:
    """Says whether the thing is the one that an older statement tells the place of."""
    placed = old.has_place and not any(SPEAKER in entity.keys for entity in old.subject)
    return placed and bool(things) and all(any(forms & other for other in old.subject_words) for forms in things)
