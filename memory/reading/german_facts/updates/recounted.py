"""Pure: says whether a German statement gives another number to what was counted or measured.

"Die miete ist auf 820 gestiegen" replaces "die miete beträgt 780 euro", and "wir zahlen jetzt 820" does. Where both
name units, they must share one.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.told_things import (
    LANGUAGE,
    are_named_in,
    is_about_same,
    prepositions_in,
    things_of,
    verbs_in,
)
from memory.reading.grammar.clause import ActKind, Mark
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import Meaning

_ANEW = frozenset((Mark.NOW, Mark.INSTEAD, Mark.FIX))


def gives_new_number(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a verb of rising or falling tells the number to which something has come."""
    if not verbs_in(new) & meaning.set_of("recounting"):
        return False
    lasting = new.has_time and old.has_time and "bis" in spoken_in(new) & spoken_in(old)
    if lasting:
        return are_named_in(new.subject_words, old, meaning) and is_about_same(new, old, names)
    if not (new.has_number and old.has_number) or "auf" not in prepositions_in(new) | spoken_in(new):
        return False
    one, other = _units_in(new), _units_in(old)
    if one & other:
        return is_about_same(new, old, names) or are_named_in(new.subject_words, old, meaning)
    thing = not any(entity.is_person or SPEAKER in entity.keys for entity in new.subject)
    return bool(other) and not one and thing and are_named_in(new.subject_words, old, meaning)


def counts_anew(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether only the number is said again: "wir zahlen jetzt 820" after "wir zahlen 780 euro miete", "er soll
    morgens nur noch 150 gramm kriegen" after "er kriegt morgens 200 gramm".
    """
    less = meaning.set_of("only still") <= spoken_in(new)
    marked = bool(new.clause.marks & _ANEW) or new.kind is ActKind.CORRECT or less
    vague = new.clause.lemma in meaning.set_of("said by every fact") and not (less and _units_in(new))
    if not marked or new.clause.lemma != old.clause.lemma or vague:
        return False
    later = new.has_time and not (less and _times_in(new) <= _times_in(old))
    if later or new.clause.past != old.clause.past or not (new.has_number and old.has_number):
        return False
    named = [forms for forms in things_of(new, meaning) if not forms & _units_in(new)]
    counted = _units_in(old) and _units_in(new) <= _units_in(old)
    return not named and bool(counted) and is_about_same(new, old, names)


def _times_in(one: Statement) -> frozenset[str]:
    line = line_of(one.text, LANGUAGE)
    days = line.words.day_words
    return frozenset(line.word(at) for at in range(len(line)) if line.is_time(at) or line.length_of(days, at))


def is_free_now(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether what had a price costs nothing now: "der kurs ist jetzt umsonst"."""
    free = new.clause.lemma in ("be", "kosten") and bool(spoken_in(new) & meaning.set_of("free of charge"))
    priced = old.clause.lemma in ("kosten", "be") and bool(_units_in(old) & meaning.set_of("measures teuer"))
    return free and priced and old.has_number and are_named_in(new.subject_words, old, meaning)


def _units_in(one: Statement) -> frozenset[str]:
    """Returns the measures and units that a statement names, but no hour."""
    line = line_of(one.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    return (spoken_in(one) & (line.words.measures | line.words.units)) - {"uhr"}
