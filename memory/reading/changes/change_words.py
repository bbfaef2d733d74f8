"""Pure: the words by which a statement tells of a change, and about whom or what it tells."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.gaps import tells_job
from memory.reading.facts.same_relation import among, without_time
from memory.reading.facts.statement_words import Forms, is_year
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import ActKind, Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.stemming import split_words

CHANGING = frozenset((Mark.NOW, Mark.FIX, Mark.INSTEAD, Mark.NEW, Mark.CONTRAST, Mark.OVER, Mark.AGAIN))
"""Marks with which a different value takes the place of the old one."""

HAPPENED = (Modality.FACT, Modality.PLAN, Modality.REPORTED)
UNREAL = (Modality.CONDITIONAL, Modality.GENERAL, Modality.PAST_ONLY)


def is_marked(new: Statement, meaning: Meaning) -> bool:
    """Says whether words beside the verb tell of a change: "now", "instead", "in the end", "this year"."""
    return bool(new.clause.marks & CHANGING) or new.kind is ActKind.CORRECT or new.once(_is_of_late, meaning.language)


def _is_of_late(new: Statement, language: str) -> bool:
    return _of_late(language).search(f" {new.text.casefold()} ") is not None


@cache
def _of_late(language: str) -> re.Pattern[str]:
    """Returns a pattern of the phrases that tell of a change, each between blanks."""
    phrases = sorted(load_meaning(language).set_of("of_late"))
    return re.compile(f" (?:{'|'.join(map(re.escape, phrases))}) " if phrases else "(?!x)x")


def without_new_of_both(new: Statement, old: Statement) -> Statement:
    """Returns the new statement without the mark of change that both have: each is of "the new boat"."""
    if Mark.NEW not in old.clause.marks:
        return new
    return replace(new, clause=replace(new.clause, marks=new.clause.marks - {Mark.NEW}))


def holds_beside(text: str, meaning: Meaning) -> bool:
    """Says whether a word or phrase lets what is told stand beside what was known: "too", "as well"."""
    said = f" {' '.join(split_words(text))} "
    return any(f" {phrase} " in said for phrase in meaning.set_of("beside others"))


def spoken_in(one: Statement) -> frozenset[str]:
    """Returns the words of a statement as they were said."""
    return one.spoken


def joins_things(one: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells of two things, so that what ends one of them leaves the other: "tea and milk"."""
    joined = bool(one.spoken & load_closed_words(meaning.language).conjunctions) or "," in one.text
    return joined and len(one.others) > 1


def says(one: Statement, sort: str, meaning: Meaning) -> bool:
    """Says whether the verb of a statement is one of a sort of change; its particle stands anywhere in the clause."""
    verbs, lemma = meaning.changes.get(sort), one.clause.lemma
    if not verbs:
        return False
    if lemma not in verbs and lemma not in meaning.set_of("auxiliary"):
        return False
    return one.once(_says_beside, sort, meaning)


def _says_beside(one: Statement, sort: str, meaning: Meaning) -> bool:
    verbs, lemma = meaning.changes[sort], one.clause.lemma
    beside = [*verbs.get(lemma, ())]
    if lemma in meaning.set_of("auxiliary"):
        beside += [each for forms in one.rest_words for form in forms if form in verbs for each in verbs[form]]
    return bool(beside) and ("" in beside or not one.spoken.isdisjoint(beside))


def rest_words(one: Statement) -> tuple[Forms, ...]:
    """Returns the words beside the subject."""
    return one.rest_words


def is_passive(one: Statement, meaning: Meaning) -> bool:
    """Says whether a statement is passive, with "be" or "get": "jonas was paid", "gets paid"."""
    line, clause = line_of(one.text, meaning.language), one.clause
    before = {line.word(at) for at in range(clause.verb - clause.first, clause.main - clause.first)}
    return bool(before & (line.words.be.keys() | meaning.set_of("passive")))


def things_in(one: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words after the verb that name something: no time, no verb of change, no particle."""
    return one.once(_things_in, meaning)


def _things_in(one: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    plain = meaning.soft | meaning.set_of("generic") | {one.clause.lemma}
    return tuple(forms for forms in without_time(rest_words(one), meaning) if not forms & plain)


def moved_thing(one: Statement, meaning: Meaning) -> tuple[Forms, ...] | None:
    """Returns the words of what somebody moves, the car in "i moved the car to level one"; None of who moves home."""
    first = one.others[0] if one.others and one.clause.lemma in meaning.set_of("moving oneself") else None
    if first is None or first.start != one.clause.rest or first.is_person or SPEAKER in first.keys:
        return None
    heads = {key.rpartition(">")[2] for key in first.keys}
    if heads & (meaning.set_of("moved into") | load_closed_words(meaning.language).units):
        return None
    return tuple(forms for forms in one.words if any(forms & set(head.split()) for head in heads))


def moves_another(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody moves a thing that the older statement is not about: whoever moves the sofa lives where
    she did.
    """
    moved = moved_thing(new, meaning)
    return moved is not None and not (moved and among(moved, old.words))


def begins(one: Statement, name: str, slot: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a statement gives a slot a new value by its verb: "i've started at the bakery" names a job.

    Verbs that are said of much else need a value of the slot beside them: "i made a cake" names none, nor does "i start
    work at nine".
    """
    if not says(one, f"{name} begins", meaning):
        return False
    spoken, alone = spoken_in(one), meaning.set_of(f"{name} alone")
    if "once" in spoken or any(map(is_year, spoken)):
        return False  # "i got engaged in 2012" is no news
    if one.clause.lemma in alone or any(forms & alone for forms in rest_words(one)):
        return True
    if any(entity.name and not entity.is_person for entity in one.others):
        return True
    values = _values_of_slot(meaning.language, name)
    return any(forms & values or forms & slot for forms in things_in(one, meaning))


@cache
def _values_of_slot(language: str, name: str) -> frozenset[str]:
    """Returns the words that are values of a slot beside its own nouns."""
    meaning = load_meaning(language)
    kinds = frozenset(form for kind in meaning.set_of(f"{name} kinds") for form in meaning.kinds.get(kind, ()))
    return kinds | meaning.set_of(f"{name} values")


def gets_another_thing(new: Statement, old: Statement) -> bool:
    """Says whether what comes from somewhere is not the same: "our bread from the market" beside "our eggs from the
    farm".
    """
    first = [next((each for each in one.others if each.start >= one.clause.rest), None) for one in (new, old)]
    got = [each for each in first if each is not None and not each.is_person and not each.name]
    return new.clause.lemma == old.clause.lemma == "get" and len(got) == 2 and got[0].keys.isdisjoint(got[1].keys)


def gives_up(one: Statement, meaning: Meaning) -> bool:
    """Says whether somebody gives something up: not who stops at a shop, falls out of bed, or leaves work at five."""
    if not says(one, "quits", meaning) or leaves_for_today(one):
        return False
    words = load_closed_words(meaning.language)
    line = line_of(one.text, meaning.language)
    beside = meaning.changes["quits"].get(one.clause.lemma, ())  # the "in" of "packed in the florist job"
    after = one.clause.rest + (line.word(one.clause.rest) in {*beside} | words.particles)
    led = line.word(after) in words.prepositions and line.word(after) not in meaning.set_of("giving up on")
    return not led or meaning.language != "en"


def goes_on_again(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether what was given up goes on, by words that do not name it: "but tom's started again"."""
    again = Mark.AGAIN in new.clause.marks or "back" in spoken_in(new)
    if not again or new.clause.negated or old.clause.negated or not gives_up(old, meaning):
        return False
    alike = new.subject_keys == old.subject_keys or all(one.pronoun for one in new.subject)
    named = [one for one in new.others if not one.pronoun and not one.keys & frozenset(old.keys)]
    timed = new.has_time and len(named) <= 1
    return alike and says(new, "begins", meaning) and (not named or timed)


def leaves_for_today(one: Statement) -> bool:
    """Says whether work is only over for the day: "i finished work early", "i left work at five"."""
    spoken = spoken_in(one)
    return "work" in spoken and (one.has_time or one.has_number or bool(spoken & {"early", "late"}))


def puts_off(one: Statement, meaning: Meaning) -> bool:
    """Says whether a verb that is said of much else tells where to something is put off: "changed to friday"."""
    plain = one.clause.lemma in meaning.set_of("changing at all")
    return not plain or bool(meaning.set_of("putting off") & spoken_in(one))


def is_membership(old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody belongs to something: "i'm in the camera club"."""
    within = bool({"in", "at", "for", "with", "of", "on"} & spoken_in(old))
    return within and old.clause.lemma in meaning.set_of("belonging")


def is_planned(old: Statement) -> bool:
    """Says whether it is a plan, a wish or a duty."""
    return old.clause.modality in (Modality.PLAN, Modality.WISH, Modality.DUTY)


def is_about_people(old: Statement) -> bool:
    """Says whether somebody is its subject: "my phone is with vodafone" tells of a thing."""
    return SPEAKER in old.subject_keys or any(entity.is_person or entity.name for entity in old.subject)


def splits_thing(new: Statement) -> bool:
    """Says whether a thing is split, and nobody parts: "i split the bill with ella"."""
    if new.clause.lemma not in ("split", "separate") or not new.others:
        return False
    first, somebody = new.others[0], any(one.is_person or one.name for one in new.others)
    return not (first.is_person or first.name) and (first.start == new.clause.rest or not somebody)


def tells_home_by_sort(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether one tells the town and the other the sort of a home: "in norwich", "in a flat above a bakery"."""
    if not {new.clause.lemma, old.clause.lemma} <= meaning.set_of("homes"):
        return False
    sort = meaning.slots.get("home", frozenset()) | meaning.set_of("floors")
    one, other = (any(forms & sort for forms in each.words) for each in (new, old))
    return one != other


def shares_sort(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both name the same thing, or things of one kind: an oak table and a pine one, two towns."""
    one, other = ({form for forms in things_in(each, meaning) for form in forms} for each in (new, old))
    return bool(one & other) or any(one & members and other & members for members in meaning.kinds.values())


def linked(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether both are about one person or thing, or about what that person has: "she" and "my mum's phone"."""
    one = about_of(new, names, meaning)
    if is_same(new, old, names, meaning):
        return True
    things = frozenset(key for entity in old.subject if not entity.is_person for key in all_keys(entity.keys, names))
    return any(key.rpartition(">")[0] in one for key in things)


def about_of(one: Statement, names: Names, meaning: Meaning) -> frozenset[str]:
    """Returns the keys of the subject; of "they've put me on earlies" those of the person to whom it is done."""
    keys = all_keys(one.subject_keys, names)
    unnamed = all(entity.pronoun == "many" for entity in one.subject) or one.clause.lemma in meaning.set_of("done_to")
    if not unnamed:
        return keys
    patient = next((entity for entity in one.others if entity.is_person), None)
    if patient is not None and patient.start > one.clause.rest and one.clause.lemma in meaning.set_of("moving oneself"):
        return keys  # "we've moved to crewe"
    return keys - {SPEAKER} | all_keys(patient.keys, names) if patient is not None else keys


def is_same(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether both are about one person or thing: the glass bin is not the bin for food."""
    if not about_of(new, names, meaning) & about_of(old, names, meaning):
        return False
    things = [each for each in (*new.subject, *old.subject) if not each.is_person and not each.name]
    if len(things) < len(new.subject) + len(old.subject) or not new.subject_words or not old.subject_words:
        return True
    return among(new.subject_words, old.subject_words) or among(old.subject_words, new.subject_words)


def is_done(new: Statement) -> bool:
    """Says whether a statement tells what has happened: also "i had to cancel the haircut"."""
    duty = new.clause.modality is Modality.DUTY and (new.clause.past or "had" in spoken_in(new))
    return duty or new.clause.modality in HAPPENED


def owned_parts(one: Statement, names: Names) -> frozenset[str]:
    """Returns whose each named thing is, word by word: my birthday is not my sister's."""
    keys = all_keys(one.keys, names) - {SPEAKER}
    return frozenset(
        f"{root}>{word}" for key in keys for root, _, last in (key.rpartition(">"),) for word in last.split()
    )


def is_anothers(new: Statement, old: Statement, language: str) -> bool:
    """Says whether a statement tells of what is the speaker's, and another of what is somebody else's: "my appointment
    has been moved" says nothing of "tom's appointment".
    """
    line, words = line_of(new.text, language), load_closed_words(language)
    own = [each for each in new.subject if line.word(each.start) in words.speaker | words.together]
    keys = frozenset(key for each in own for key in each.keys)
    owners = {key.rpartition(BETWEEN)[0] for key in old.subject_keys if BETWEEN in key}
    return bool(keys) and keys.isdisjoint(old.keys) and not owners <= {SPEAKER}


def told_labels(one: Statement, meaning: Meaning) -> frozenset[str]:
    """Returns the keys of what is only told: who lost the landlord's number has not made it another."""
    every = (key for entity in one.others for key in entity.keys)
    return frozenset(key for key in every if key.rpartition(BETWEEN)[2].split()[-1] in meaning.set_of("labels"))


def names_day(one: Statement, meaning: Meaning) -> bool:
    """Says whether a day or a date is named, and not the hour alone."""
    words = load_closed_words(meaning.language)
    days = words.days | words.months | words.ordinals | {phrase[0] for phrase in words.day_words}
    return any(forms & days for forms in one.words) or not spoken_in(one).isdisjoint(words.units | {"days", "weeks"})


def differ(new: Statement, old: Statement) -> bool:
    """Says whether the statements do not tell the same."""
    return not (among(new.words, old.words) and among(old.words, new.words))


def is_of_other_days(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether what is no more was on other days than the older statement tells of: "she doesn't work tuesdays any
    more" leaves "she works mondays", and where she works.
    """
    days = load_closed_words(meaning.language).days
    one, other = (frozenset(word.removesuffix("s") for word in each.spoken if word in days) for each in (new, old))
    named = [forms for forms in things_in(new, meaning) if not forms & days]
    return bool(one) and not one & other and (bool(other) or not named)


def linking_words(one: Statement, meaning: Meaning) -> frozenset[str]:
    """Returns the prepositions of a statement that tell how it takes its value."""
    spoken = spoken_in(one) & meaning.set_of("linking")
    return spoken - {"to"} if one.clause.modality is Modality.WISH else spoken


def times_in(one: Statement, meaning: Meaning) -> frozenset[str]:
    """Returns the words of days and times."""
    left = without_time(one.words, meaning)
    return frozenset(form for forms in one.words if forms not in left for form in forms)


def is_in_slot(one: Statement, name: str, slot: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a statement gives a value to a slot: by its verb, or by a noun after "be", "have" or "get"."""
    if name == "job" and tells_job(one, meaning):
        return not any(forms & meaning.set_of("diets") for forms in one.words)
    if name == "partner" and one.clause.lemma == "see" and not _sees_as_partner(one, slot):
        return False
    if says(one, name, meaning):
        return one.has_place or name not in ("home",)
    nouned = one.clause.lemma in meaning.set_of("auxiliary") | {"start"} and any(
        forms & slot for forms in rest_words(one)
    )
    return nouned and (one.has_place or name not in ("home",))


def _sees_as_partner(one: Statement, slot: frozenset[str]) -> bool:
    """Says whether somebody goes out with whom they see: not "i see my counsellor every thursday"."""
    roles = {entity.role for entity in one.others if entity.role}
    return "seeing" in spoken_in(one) and not one.has_time and roles <= slot


def looked_up_beside(new: Statement, language: str = "en") -> tuple[str, ...]:
    """Returns the words of facts that a statement may change although it has none of them: "i've switched to starling"
    looks for a bank.
    """
    meaning = load_meaning(language)
    found: dict[str, None] = {}
    for name, slot in meaning.slots.items():
        if says(new, f"{name} begins", meaning) or (is_marked(new, meaning) and is_in_slot(new, name, slot, meaning)):
            verbs = (verb for verb in meaning.changes.get(name, ()) if verb not in meaning.set_of("auxiliary"))
            found |= dict.fromkeys((*verbs, *sorted(slot), *meaning.common.get(name, ())))
    rota = meaning.set_of("rota")
    if (says(new, "puts", meaning) or Mark.NOW in new.clause.marks) and any(forms & rota for forms in new.words):
        found |= dict.fromkeys(sorted(rota))
    return tuple(found)


def are_numbers_of_one(new: Statement, old: Statement) -> bool:
    """Says whether both tell the number of one thing: "my locker is number two" and "my locker number is six"."""
    mark = " number"
    if not (new.has_number and old.has_number and new.clause.lemma == old.clause.lemma == "be"):
        return False
    if any(mark.strip() not in one.text.casefold().split() for one in (new, old)):
        return False
    one, other = (
        frozenset(key.removesuffix(mark) for key in each.subject_keys if BETWEEN in key) for each in (new, old)
    )
    return bool(one & other)


def is_owned_by_seller(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a thing belongs to whoever gives it away: after "she sold the polo" the speaker still has one."""
    if any(entity.is_person and SPEAKER not in entity.keys for entity in old.subject):
        return False
    seller = frozenset(key for entity in new.subject if entity.is_person for key in entity.keys)
    if seller and SPEAKER not in seller and not load_closed_words(meaning.language).together & old.spoken:
        return any(key.rpartition(BETWEEN)[0] in seller for key in old.subject_keys)
    return any(key.split(">")[0] == SPEAKER for key in old.subject_keys)
