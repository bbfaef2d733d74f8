"""Pure: says whether German gives what was just told another value without naming it again.

"Jetzt sinds noch elf" after "ich hab zwölf völker", "kommt erst um zwei" after "der monteur kommt um zehn", "die neue
heißt farah" after "meine ärztin heißt wenzel".
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, is_about_same, things_of, verbs_in
from memory.reading.grammar.clause import ActKind, Mark
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import load_meaning

_ANEW = frozenset((Mark.NOW, Mark.FIX, Mark.INSTEAD))
_NAMING = ("be", "call")


def tells_last_anew(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether `new` gives `old`, which was told in the turn before, another count, time or holder."""
    rules = (_counts(new, old, names), _times(new, old, names), _is_new_holder(new, old), _takes_over(new, old))
    return any(rules) or _closes(new, old) or _is_moved(new, old) or _steps_in(new, old)


def is_so_again(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether somebody does again what they did not: "jetzt frisst er wieder" after "er frisst nichts"."""
    denied = old.clause.negated or bool(spoken_in(old) & load_meaning(LANGUAGE).set_of("nothing said"))
    again = Mark.AGAIN in new.clause.marks and not new.clause.negated and new.clause.lemma == old.clause.lemma
    plain = new.clause.lemma not in load_meaning(LANGUAGE).set_of("said by every fact")
    return denied and again and plain and is_about_same(new, old, names)


def _is_bare(new: Statement) -> bool:
    """Says whether the subject is left out or a pronoun, so that what was just told is meant."""
    return all(entity.pronoun or SPEAKER in entity.keys for entity in new.subject) and not any(
        entity.is_person and SPEAKER not in entity.keys for entity in new.others
    )


def _counts(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether only another number is told: "jetzt sinds noch elf", "sie hat inzwischen vier"."""
    marked = bool(new.clause.marks & _ANEW) and not new.clause.past and new.has_number and old.has_number
    if not marked or not _tells_only_when(new) or {"um", "uhr"} & spoken_in(new):
        return False
    if not _is_bare(new) and not is_about_same(new, old, names):
        return False
    if new.clause.lemma == "be":
        plural = any(word.startswith("sind") for word in spoken_in(new))  # "jetzt ist es acht"
        return plural and bool(old.others) and not (old.has_time and old.clause.lemma in ("have", "be"))
    priced = load_meaning(LANGUAGE).set_of("priced by")  # "jetzt will er fünfzehn" after "er kriegt zwölf euro"
    again = new.clause.lemma == old.clause.lemma or {new.clause.lemma, old.clause.lemma} <= priced
    return again and bool(old.others) and SPEAKER not in new.subject_keys - old.subject_keys


def _times(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether only another time is told: with the same verb, or as what somebody has now."""
    spoken = spoken_in(new)
    marked = bool(new.clause.marks & _ANEW) or new.kind is ActKind.CORRECT or "erst" in spoken or "schon" in spoken
    if not (marked and new.has_time and old.has_time) or new.clause.past or not _tells_only_when(new):
        return False
    if new.clause.lemma == "have" and Mark.NOW in new.clause.marks:
        return SPEAKER in old.subject_keys and (not new.subject or SPEAKER in new.subject_keys)
    unnamed = not new.subject or all(one.pronoun and not one.keys for one in new.subject)
    same = new.clause.lemma == old.clause.lemma and (unnamed or is_about_same(new, old, names))
    return same and not (new.clause.lemma == "be" and not unnamed) and _is_bare(new)


def _is_moved(new: Statement, old: Statement) -> bool:
    """Says whether "wurde auf dienstag verlegt" moves what was just told, as nothing else is named."""
    verbs = {new.clause.lemma, *verbs_in(new)} & load_meaning(LANGUAGE).set_of("retiming")
    spoken = spoken_in(new)
    bare = not new.others and all(SPEAKER in one.keys for one in new.subject)  # "ich" is only taken to be left out
    passive = bool(spoken & load_meaning(LANGUAGE).set_of("passive helpers"))
    return bool(verbs) and bare and passive and new.has_time and old.has_time and not new.clause.negated


def _takes_over(new: Statement, old: Statement) -> bool:
    """Says whether "jetzt macht das die anna" names who does now what somebody else did."""
    spoken = spoken_in(new)
    does = new.clause.lemma in ("do", "machen") and "das" in spoken
    does = does or new.clause.lemma in load_meaning(LANGUAGE).set_of("taking over")
    named = any(entity.name for entity in new.entities) and SPEAKER not in new.subject_keys
    held = old.clause.lemma in _NAMING and any(BETWEEN in key and name for key, name in old.named)
    return does and Mark.NOW in new.clause.marks and named and held and not new.clause.past


def _steps_in(new: Statement, old: Statement) -> bool:
    """Says whether "die jule springt ein" names who does what somebody else was to do, as nothing else is named."""
    meaning, spoken = load_meaning(LANGUAGE), spoken_in(new)
    steps = new.clause.lemma in meaning.set_of("taking over") and not new.clause.negated
    people = [one for one in new.entities if one.is_person and not one.pronoun and SPEAKER not in one.keys]
    own = frozenset(form for one in people for form in one.name.split()) | meaning.set_of("taking over")
    things = [forms for forms in things_of(new, meaning) if not forms & own]
    alone = not things and (new.clause.lemma == "einspringen" or "das" in spoken)
    somebody = len(people) == 1 and SPEAKER not in new.subject_keys
    keys = frozenset(key for one in people for key in one.keys)
    other = keys.isdisjoint(old.subject_keys) and (SPEAKER not in old.subject_keys or "mich" in spoken)
    acted = bool(old.subject) and all(one.is_person or one.role for one in old.subject) and not old.clause.past
    return steps and alone and somebody and other and acted


def _closes(new: Statement, old: Statement) -> bool:
    """Says whether "hab es zugemacht" undoes what was left open or on: "ich hab das fenster offen gelassen"."""
    meaning = load_meaning(LANGUAGE)
    closed = bool({new.clause.lemma, *verbs_in(new)} & meaning.set_of("closing")) and new.clause.past
    pointing = any(entity.pronoun and not entity.keys for entity in new.others) and not things_of(new, meaning)
    return closed and pointing and bool(spoken_in(old) & meaning.set_of("left open")) and not new.clause.negated


def _tells_only_when(new: Statement) -> bool:
    """Says whether beside subject and verb stand only times: "hab jetzt dienstag halb vier", not "montag frei"."""
    line = line_of(new.text, LANGUAGE)
    words, first, marks = line.words, new.clause.first, load_meaning(LANGUAGE).set_of("frame marks")
    own = {*range(new.clause.subject[0] - first, new.clause.subject[1] - first), new.clause.verb - first}
    small = words.adverbs | words.middle | words.sets["hour_words"] | marks | {"erst", "schon"}
    for at in range(len(line)):
        own |= set(range(at, at + line.length_of(words.now, at)))
    rest = (at for at in range(len(line)) if at not in own and line.is_open(at) and line.word(at) not in small)
    return all(line.is_time(at) or line.is_number(at) for at in rest)


def _is_new_holder(new: Statement, old: Statement) -> bool:
    """Says whether "die neue heißt farah" names who is now what somebody else was."""
    line_words = load_closed_words(LANGUAGE).new
    points = all(one.pronoun and not one.keys for one in new.subject) and Mark.NOW in new.clause.marks
    only_new = len(new.subject_words) == 1 and any(line_words.by_first.get(form) for form in new.subject_words[0])
    called = (
        new.clause.lemma in _NAMING and old.clause.lemma in _NAMING and bool(new.clause.marks & {Mark.NEW, Mark.NOW})
    )
    held = any(BETWEEN in key and name for key, name in old.named)
    named = any(entity.name for entity in new.others)
    pointed = points and (not new.subject or "das" in spoken_in(new)) and not new.has_place
    return (only_new or pointed) and called and held and named and not new.clause.negated
