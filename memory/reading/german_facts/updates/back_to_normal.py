"""Pure: says whether German tells that all is as before: "paul ist wieder zurück", "das knie ist gut".

A holiday, an illness, a leave and a pain are over when somebody is back, well or at work again. A search ends with what
was found, and what is worn for a time with what is off.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, is_about_same, things_of, verbs_in
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning

_STATES = ("away", "unwell", "on leave", "aching", "out of order", "blocked", "searching")


def is_back_to_normal(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a passing state that an older statement tells is over."""
    if new.clause.modality not in (Modality.FACT, Modality.ABILITY) or new.clause.asks or old.clause.asks:
        return False
    if old.clause.past:  # "ich hab mir den knöchel verstaucht", "die straße ist gesperrt"
        return any(_is_over(state, new, old, names, meaning) for state in ("aching", "blocked"))
    return (
        any(_is_over(state, new, old, names, meaning) for state in _STATES)
        or _is_search_over(new, old, names, meaning)
        or _is_taken_off(new, old, meaning)
        or _is_born(new, old, meaning)
        or _has_come(new, old, names, meaning)
    )


def _is_over(state: str, new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether one sort of state is over, by a word that says so alone or beside "wieder"."""
    told, words = spoken_in(old), meaning.set_of(f"passing {state}")
    failed = (
        state == "out of order" and old.clause.negated and old.clause.lemma in meaning.set_of("failing when negated")
    )
    if not (told & words or failed) or (old.clause.negated and not failed) or new.clause.negated:
        return False
    spoken = spoken_in(new) | {new.clause.lemma}
    again = Mark.AGAIN in new.clause.marks and spoken & meaning.set_of(f"again {state}")
    if not (again or spoken & meaning.set_of(f"after {state}")):
        return False
    if state == "aching" and new.clause.past and things_of(new, meaning)[:1]:
        return all(any(forms & own for own in old.subject_words) for forms in things_of(new, meaning)[:1])
    hurt = state == "aching" and SPEAKER not in new.subject_keys and bool(new.subject_words)
    if hurt and all(any(forms & own for own in old.words) for forms in new.subject_words):
        return True
    return _concerns_same(new, old, names) and (not old.clause.past or state == "blocked")


def _concerns_same(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether both are about one person or thing, which a dative may name: "der oma geht es wieder gut"."""
    if is_about_same(new, old, names):
        return True
    whom = frozenset(key for entity in new.others for key in entity.keys) - {SPEAKER}
    mine = new.clause.lemma == "go" and bool({"mir", "uns"} & spoken_in(new)) and SPEAKER in old.subject_keys
    dative = new.clause.lemma == "go" and bool(all_keys(whom, names) & all_keys(old.subject_keys, names))
    named = bool(new.subject_words) and all(
        any(forms & own for own in old.subject_words) for forms in new.subject_words
    )
    return mine or dative or (named and SPEAKER not in new.subject_keys)


def _is_search_over(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether what is sought was found: "wir haben eine wohnung gefunden" after "wir suchen eine wohnung"."""
    sought = old.clause.lemma == "suchen" and not old.clause.negated
    found = new.clause.past and bool({new.clause.lemma, *verbs_in(new)} & meaning.set_of("finding"))
    if not (sought and found) or new.clause.negated:
        return False
    things = tuple(forms for forms in things_of(new, meaning) if not forms & meaning.set_of("finding"))
    return is_about_same(new, old, names) and are_named_in(things[-1:], old, meaning)


def _is_taken_off(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether what is worn for a time is off: "die zahnspange ist raus"."""
    worn, spoken = meaning.set_of("worn for a time"), spoken_in(new)
    off = new.clause.lemma in ("be", "kommen", "turn") and bool(spoken & meaning.set_of("taken off"))
    had = old.clause.lemma in ("have", "get", "tragen") and not old.clause.negated
    shared = spoken & spoken_in(old) & worn
    return off and had and bool(shared) and not new.clause.negated and not new.clause.modality.is_conditional


def _is_born(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a child that was expected is there: "unser baby ist da"."""
    expected = bool(spoken_in(old) & meaning.set_of("expecting")) and not old.clause.negated
    child = bool(spoken_in(new) & meaning.set_of("newly born")) and new.clause.lemma in ("be", "gebären", "kommen")
    there = bool(spoken_in(new) & meaning.set_of("being born"))
    if not (expected and child and there) or new.clause.negated or not new.subject:
        return False
    owners = {key.rpartition(BETWEEN)[0] for key in new.subject_keys if BETWEEN in key}
    words = load_closed_words(LANGUAGE)
    ours = bool(spoken_in(new) & (words.possessives | words.determiners))
    mothers = (key for key in old.subject_keys if key == SPEAKER or key.startswith(f"{SPEAKER}{BETWEEN}"))
    return ours and bool(owners & (old.subject_keys | {SPEAKER})) and any(mothers)


def _has_come(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether who or what was to come is there: "das paket ist da" after "das paket kommt am dienstag"."""
    awaited = old.clause.lemma in meaning.set_of("coming") and not old.clause.negated
    there = new.clause.lemma == "be" and spoken_in(new) & {"da", "angekommen", "eingetroffen", "hier"}
    arrived = bool(there) or (new.clause.past and bool(verbs_in(new) & meaning.set_of("arriving")))
    often = {word for word in spoken_in(old) if word in load_closed_words(LANGUAGE).days and word.endswith("s")}
    if arrived and old.clause.lemma in ("warten", "wait") and new.subject_words and not old.clause.negated:
        return all(any(forms & own for own in old.rest_words) for forms in new.subject_words)
    if not (awaited and arrived) or new.clause.negated or often or SPEAKER in new.subject_keys:
        return False
    return _concerns_same(new, old, names)
