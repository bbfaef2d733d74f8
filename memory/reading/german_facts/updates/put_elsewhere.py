"""Pure: says whether German tells that a thing was put elsewhere than an older statement says that it is.

"Den schlitten hab ich in die garage getan" replaces "der schlitten liegt im keller". A thing is in one place, so that
neither "jetzt" nor another mark is needed; people and what has a name come and go, and are not put anywhere.
"""

from __future__ import annotations

from memory.reading.facts.entities import Entity
from memory.reading.facts.same_relation import thing_put
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, days_in, verbs_in
from memory.reading.grammar.clause import Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning


def is_put_elsewhere(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody has put a thing somewhere, and the older statement tells where it was till then."""
    if not (_tells_place(new, meaning) and _tells_place(old, meaning)) or not new.clause.past or not new.subject:
        return False
    if not verbs_in(new) & (meaning.set_of("carrying") | meaning.set_of("placing")) or new.clause.lemma == "be":
        return False
    if new.clause.lemma == "park" and not _has_object(new):
        return _names_vehicle(old, meaning) and not _says_same(new, old)
    thing = thing_put(new, meaning)
    return thing is not None and thing == thing_put(old, meaning) and not _says_same(new, old)


def _has_object(one: Statement) -> bool:
    """Says whether a statement names what was put: "ich hab am bahnhof geparkt" leaves it out."""
    line, first = line_of(one.text, LANGUAGE), one.clause.first
    return any(line.word(each.start - first - 1) not in line.words.prepositions for each in one.others)


def _tells_place(one: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells where something is or was put, at no other time than today."""
    clause, placing = one.clause, meaning.set_of("placing") | meaning.set_of("carrying") | {"be"}
    timed = one.has_time and not one.spoken & meaning.set_of("for this time")
    timed = timed or bool(one.spoken & load_closed_words(LANGUAGE).sets["habits"])
    told = clause.modality is Modality.FACT and not (clause.negated or clause.asks)
    return told and one.has_place and not timed and not days_in(one) and bool(verbs_in(one) & placing)


def _names_vehicle(one: Statement, meaning: Meaning) -> bool:
    """Says whether a statement names what is parked: a car or a bicycle."""
    return any(forms & meaning.set_of("parked") for forms in one.words)


def _says_same(new: Statement, old: Statement) -> bool:
    """Says whether both name the same places and things."""
    return _keys_of(new.others) | _keys_of(new.subject) == _keys_of(old.others) | _keys_of(old.subject)


def _keys_of(entities: tuple[Entity, ...]) -> frozenset[str]:
    return frozenset(key for entity in entities for key in entity.keys)
