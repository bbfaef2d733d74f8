"""Pure: says whether what is told ends a passing state: the car is back from the garage, the lost glasses are found.

"My bike's in the repair shop", "i've lost my glasses", "my cousin's pregnant" and "we need milk" hold until the
opposite has happened.
What is only planned, or told of somebody else, ends nothing: "i'm getting the bike back on friday".
"""

from __future__ import annotations

from functools import cache

from memory.reading.changes.change_words import is_same, joins_things, spoken_in, things_in
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names
from memory.reading.facts.same_relation import among
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning


def is_back_again(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether `new` tells that the passing state of `old` is over."""
    if meaning.language != "en" or new.clause.negated or old.clause.negated:
        return False
    if _is_sure_now(new, old, names, meaning):
        return True
    if new.clause.modality is not Modality.FACT or not new.once(_has_happened, meaning) or joins_things(old, meaning):
        return False
    return any(rule(new, old, names, meaning) for rule in _RULES)


def _has_happened(new: Statement, meaning: Meaning) -> bool:
    """Says whether a clause tells what is or was done, and not what is being done or set for a day."""
    spoken, clause = spoken_in(new), new.clause
    if line_of(new.text, "en").has_form(clause.main - clause.first, "g"):
        return False
    done = clause.past or bool(spoken & meaning.set_of("being done"))
    return done or not new.has_time or bool(spoken & meaning.set_of("just now"))


def _returns(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Got the bike back this morning" ends "my bike's in the repair shop", and "mum's home" "mum's in hospital"."""
    away = any(forms & meaning.set_of("away places") for forms in old.words)
    if not away or old.clause.lemma != "be" or old.clause.past or not spoken_in(new) & meaning.set_of("coming back"):
        return False
    if new.clause.lemma in meaning.set_of("coming") and is_same(new, old, names, meaning):
        return True
    return new.clause.lemma in meaning.set_of("getting back") and bool(_things_in(new) & old.subject_keys)


def _is_found(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Found my glasses" ends "i've lost my glasses", and "my glasses turned up" does."""
    turned_up = new.clause.lemma in meaning.set_of("turning up") and "up" in spoken_in(new)
    found = turned_up or new.clause.lemma in meaning.set_of("finding")
    if not found or old.clause.lemma not in meaning.set_of("losing"):
        return False
    if any(entity.is_person for entity in new.others) or spoken_in(new) & load_closed_words("en").indefinite:
        return False  # "a new job"
    if _is_anothers(new, old) or (turned_up and _has_object(new)):
        return False
    return bool((_things_in(new) | (new.subject_keys - {SPEAKER})) & _things_in(old))


def _is_born(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "My cousin's had the baby" ends "my cousin's pregnant" and "my cousin's having a baby"."""
    born = new.clause.lemma in meaning.set_of("bearing children") and _names_child(new, meaning)
    planned = "having" in spoken_in(old) and any(forms & meaning.set_of("born") for forms in old.words)
    expecting = planned or any(forms & meaning.set_of("expecting") for forms in old.words)
    if new.has_time and not spoken_in(new) & meaning.set_of("just now"):
        return False  # "my cousin had a baby in 2015"
    return born and expecting and not old.clause.past and is_same(new, old, names, meaning)


def _is_need_met(new: Statement, old: Statement, _names: Names, meaning: Meaning) -> bool:
    """ "I bought milk" ends "we need milk", and "the boiler's been fixed" ends "the boiler needs fixing"."""
    if old.clause.lemma not in meaning.set_of("needing") or old.clause.past or old.clause.modality is not Modality.FACT:
        return False
    needed = tuple(forms for forms in things_in(old, meaning) if not forms & meaning.set_of("needed anew"))
    if any(new.clause.lemma in forms for forms in needed):
        return among(old.subject_words, new.words)
    line, first = line_of(new.text, "en"), new.clause.rest - new.clause.first
    named = line.form(first) is None and not line.is_number(first) and line.word(first) not in old.spoken
    if named and not any(line.word(first) in forms for forms in needed):
        return False  # "i bought jess new shoes" leaves tom without
    return new.clause.lemma in meaning.set_of("getting needed") and among(needed, new.words)


def _is_otherwise(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "The heating's fixed" ends "the heating's broken", and "the shop's open" ends "the shop's shut"."""
    before, after = old.spoken, new.spoken
    is_so = old.clause.lemma == "be" or before & {"'s", "'re", *load_closed_words("en").be}  # "shut" may be a verb
    more = len(things_in(old, meaning)) > 1 or len(things_in(new, meaning)) > 1
    if not is_so or more or old.clause.past or not is_same(new, old, names, meaning):
        return False
    return any((before & one and after & other) or (before & other and after & one) for one, other in _opposites())


@cache
def _opposites() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Returns the pairs of states of which a thing has one or the other."""
    lines = sorted(load_meaning("en").set_of("opposite states"))
    halves = ([half.split() for half in line.split(" / ")] for line in lines)
    return tuple((frozenset(one), frozenset(other)) for one, other in halves)


def _is_sure_now(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Tom's definitely coming" ends "tom might be coming on sunday"."""
    sure = new.clause.modality in (Modality.FACT, Modality.PLAN) and not new.clause.past
    if old.clause.modality is not Modality.HEDGED or new.clause.lemma != old.clause.lemma or not sure:
        return False
    more = tuple(forms for forms in things_in(new, meaning) if not forms & meaning.set_of("surely"))
    known = all(any(forms & other for other in old.words) for forms in more)
    return known and is_same(new, old, names, meaning)


_RULES = (_returns, _is_found, _is_born, _is_need_met, _is_otherwise)


def _is_anothers(new: Statement, old: Statement) -> bool:
    """Says whether a thing of somebody else is told of whom the older statement does not name: "the keys of bob"."""
    owned = {key for entity in new.entities for key in entity.keys if key.count(BETWEEN) > 1}
    return not owned <= old.keys


def _has_object(new: Statement) -> bool:
    """Says whether something is turned up, and nothing has turned up by itself: "the ring turned up the value"."""
    line, first = line_of(new.text, "en"), new.clause.first
    after = (entity for entity in new.others if line.word(entity.start - first - 1) == "up")
    return any(not line.is_time(entity.end - first - 1) for entity in after)


def _names_child(new: Statement, meaning: Meaning) -> bool:
    """Says whether a child or a birth is named: "a baby", "a baby boy", "the twins", and no "baby shower"."""
    line, first, born = line_of(new.text, "en"), new.clause.first, meaning.set_of("born")
    things = [entity for entity in new.others if not entity.is_person]
    beside = {place - first for entity in things for place in range(entity.start, entity.end - 1)}
    return any(line.word(place) in born and place not in beside for place in range(len(line)))


def _things_in(one: Statement) -> frozenset[str]:
    return frozenset(key for entity in one.others if not entity.is_person for key in entity.keys)
