"""Pure: says whether two statements give a value to the same single-valued relation, and which words are its value.

Also whether what is told goes from and to the same as what is asked: "i owe femi" tells of no debt of femi's.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory.reading.facts.entities import BETWEEN, SPEAKER, Entity, Names, all_keys
from memory.reading.facts.gaps import tells_age
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german.nouns import is_joined_of
from memory.reading.german_facts.told_things import tells_what_is_done_to
from memory.reading.grammar.clause import ActKind, Gap, Mark, Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.reading.words.word_table import load_word_table


def among(some: tuple[Forms, ...], every: tuple[Forms, ...]) -> bool:
    """Says whether every word of the first is among the second; false when the first has none."""
    for forms in some:
        for other in every:
            if not forms.isdisjoint(other):
                break
        else:
            return False
    return bool(some)


def relation_words(one: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words after the subject that carry meaning, without those of change."""
    return one.once(_relation_words, meaning)


def _relation_words(one: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    soft, changed = meaning.soft, meaning.sets["changed"]
    return tuple(forms for forms in one.rest_words if forms.isdisjoint(soft) and forms.isdisjoint(changed))


def _told_by_two(new: Statement, old: Statement) -> bool:
    """Says whether two others say it: what dad says of the key ends nothing of what mum says."""
    reported = all(one.clause.modality is Modality.REPORTED for one in (new, old))
    return reported and not new.clause.marks and new.text.split()[:2] != old.text.split()[:2]


def relocates_thing(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "The tyres are on the shelf now" replaces "i keep the tyres in the cellar": a thing is in one place."""
    if _told_by_two(new, old):
        return False
    if (
        not (new.has_place and old.has_place and {new.clause.lemma, old.clause.lemma} <= meaning.sets["placing"])
        or new.has_time
        or new.clause.modality is Modality.PAST_ONLY  # "she used to be a midwife"
        or (old.has_time and new.clause.lemma not in meaning.moving)
    ):
        return False
    if new.clause.negated or old.clause.negated or not (_is_put(new, meaning) and _is_put(old, meaning)):
        return False
    one, other = (thing_put(each, meaning) for each in (new, old))
    if one is None or other is None:
        return False
    joined = is_joined_of(new.subject_words, old.subject_words) or is_joined_of(old.subject_words, new.subject_words)
    return one == other or (meaning.language == "de" and joined)


def _is_put(one: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells where a thing is, and not from where it is seen or to where it goes."""
    spoken = set(one.text.casefold().split())
    owned = one.clause.lemma == "belong" and "to" in spoken
    return meaning.language != "en" or not (owned or meaning.set_of("bearings") & spoken)


def thing_put(one: Statement, meaning: Meaning) -> str | None:
    """Returns the key of the thing that a statement puts somewhere."""
    put = one.clause.past and one.clause.lemma != "be" and all(who.is_person or who.pronoun for who in one.subject)
    put = put or (one.clause.lemma in meaning.moving and any(what.start == one.clause.rest for what in one.others))
    named = one.others if SPEAKER in one.subject_keys or (one.subject and put) else one.subject
    first = next((entity for entity in named if not entity.is_person and not entity.pronoun), None)
    if first is None or first.name or (SPEAKER in one.subject_keys and one.clause.lemma == "be"):
        return None
    return max((key for key in first.keys if ">" in key), key=lambda key: (len(key), key), default=None)


def recounts(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Sam has seven trees now" and "sam owns two trees" count the same."""
    if not (new.has_number and old.has_number and {new.clause.lemma, old.clause.lemma} <= meaning.sets["having"]):
        return False
    if new.has_time or old.has_time:
        return False
    one, other = (
        tuple(
            forms
            for forms in without_time(relation_words(each, meaning), meaning)
            if not forms & meaning.sets["counted_having"]
        )
        for each in (new, old)
    )
    return among(one, other) and among(other, one)


def changes_hands(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody has borrowed a thing or brought it back, so that it is no more where it was."""
    return _takes_along(new, old, meaning) or _gives_back(new, old, meaning)


def _gives_back(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Gary brought the ladder back" ends "gary's borrowed the ladder", and "i lent gary the ladder"."""
    clause = new.clause
    if clause.lemma != "return" and clause.lemma not in meaning.set_of("handing_back"):
        return False
    lent = old.clause.lemma in meaning.set_of("borrowing") | meaning.set_of("lending")
    if clause.modality is not Modality.FACT or clause.negated or old.clause.negated or clause.lemma == old.clause.lemma:
        return False
    if meaning.language == "en" and _is_still_to_come(new):
        return False  # "she's bringing it back on sunday"
    back = clause.lemma == "return" or (clause.lemma in meaning.set_of("handing_back") and "back" in new.text.split())
    held = old.clause.lemma in meaning.sets["having"] and SPEAKER not in old.subject_keys and not old.has_time
    one, other = (_things_of(each) for each in (new, old))
    return back and (lent or held) and bool(one & other)


def _is_still_to_come(one: Statement) -> bool:
    """Says whether an English clause tells what is being done, or is set for a day."""
    doing = any(word.endswith("ing") for forms in one.words for word in forms & one.spoken)
    return not one.clause.past and (doing or one.has_time)


def _things_of(one: Statement) -> frozenset[str]:
    return frozenset(key for entity in one.others if not entity.is_person for key in entity.keys if BETWEEN in key)


def _takes_along(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Gary's borrowed the ladder" ends "i keep the ladder in the garage"."""
    if new.clause.lemma not in meaning.set_of("borrowing") or new.clause.modality is not Modality.FACT:
        return False
    if new.clause.negated or old.clause.negated or not old.has_place or old.clause.lemma not in meaning.sets["placing"]:
        return False
    taken = frozenset(key for entity in new.others if not entity.is_person for key in entity.keys)
    return SPEAKER not in new.subject_keys and thing_put(old, meaning) in taken


def retimes_event(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Pottery class is on tuesdays now" replaces "i have pottery class on wednesdays"."""
    if not (new.has_time and old.has_time and new.clause.lemma == "be" and old.clause.lemma in meaning.sets["holding"]):
        return False
    things = frozenset(key for entity in new.subject if not entity.is_person for key in entity.keys if ">" in key)
    longest = max(things, key=lambda key: (len(key), key), default="")
    return bool(longest) and longest in {key for entity in old.others for key in entity.keys}


def same_relation(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both give a value to the same single-valued relation of the same subject."""
    contrast = Mark.CONTRAST in new.clause.marks and bool(meaning.sets["but"] & set(new.text.split()))
    if (new.clause.negated and not contrast) or old.clause.negated or new.clause.modality is not old.clause.modality:
        return False
    if recounts(new, old, meaning) or _puts_name_right(new, old):
        return True
    if new.clause.lemma != old.clause.lemma:
        return False
    if new.clause.past != old.clause.past:
        return False
    speaker = SPEAKER in new.subject_keys
    if new.clause.lemma == "be" and not speaker:
        return _same_slot(new, old, meaning)
    if new.clause.lemma == "be" and new.has_number and old.has_number and not new.has_time:
        return _same_but_time(new, old, meaning)
    if new.clause.lemma in meaning.sets["single"] and _calls_in(new, meaning):
        return False
    if new.clause.lemma in meaning.sets["single"]:
        return not any(entity.plain for entity in new.others)
    if new.clause.lemma in meaning.sets["homes"] or _tells_origin(new, old, meaning):
        return new.has_place and old.has_place and new.has_time == old.has_time
    if new.clause.lemma == "belong" and all("to" in each.text.casefold().split() for each in (new, old)):
        return SPEAKER not in new.subject_keys and not any(one.is_person for one in new.subject)
    if _measures(new, old, meaning) or _runs_on(new, old, meaning) or _is_made_once(new, old, meaning):
        return True
    if new.clause.lemma == "play" and not (new.has_time or old.has_time):
        places = meaning.set_of("playing positions")
        return all(not places.isdisjoint(each.text.casefold().split()) for each in (new, old))
    if new.has_time and old.has_time:
        return _same_but_time(new, old, meaning)
    return False


def _puts_name_right(new: Statement, old: Statement) -> bool:
    """ "No, my physio is carol" puts right "my physio's called carla": what is said to be wrong was the name."""
    corrects = (new.kind is ActKind.CORRECT or Mark.FIX in new.clause.marks) and not (new.has_place or new.has_time)
    named = {new.clause.lemma, old.clause.lemma} <= {"be", "call", "name"} and new.subject_keys == old.subject_keys
    right, wrong = ({name for _, name in each.named} for each in (new, old))
    return corrects and named and len(new.rest_words) == 1 and bool(right and wrong) and right.isdisjoint(wrong)


def _tells_origin(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both tell where somebody comes from: "nan was born in mayo", "she grew up in bath"."""
    one, other = (f" {each.text.casefold()} " for each in (new, old))
    return any(f" {phrase} " in one and f" {phrase} " in other for phrase in meaning.set_of("origins"))


def _measures(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both tell one measure of a thing or person: "the tent sleeps four", "... six people".

    What somebody did twice are two deeds: "tess ran five miles". What somebody has can be counted again, and may be two
    things.
    """
    if not (new.has_number and old.has_number) or new.has_time or old.has_time or SPEAKER in new.subject_keys:
        return False
    lasting = not new.clause.past or new.clause.lemma in meaning.set_of("measuring")
    persons = any(entity.is_person or entity.name for entity in new.subject)
    many = meaning.sets["having"] | (meaning.set_of("many_valued") if persons else frozenset(("be",)))
    if not lasting or new.clause.lemma in many:
        return False
    one, other = (without_time(relation_words(each, meaning), meaning) for each in (new, old))
    return among(one, other) or among(other, one)


def _runs_on(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both tell what a thing runs on: "the boat runs on petrol"."""
    things = not any(entity.is_person or entity.name for entity in (*new.subject, *old.subject))
    fuels = all(any(forms & meaning.set_of("fuels") for forms in each.words) for each in (new, old))
    return things and fuels and SPEAKER not in new.subject_keys


def _is_made_once(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both tell where or when one thing was made: "the clock was made in york", "... in whitby"."""
    if new.clause.lemma not in meaning.set_of("made_once") or SPEAKER in new.subject_keys or not new.clause.past:
        return False
    passive = all({"was", "were"} & set(each.text.casefold().split()) for each in (new, old))
    alike = (new.has_time, new.has_place, new.has_number) == (old.has_time, old.has_place, old.has_number)
    return passive and alike and (new.has_time or new.has_place or new.has_number)


def _calls_in(one: Statement, meaning: Meaning) -> bool:
    """Says whether "called" names nothing: "he's called in sick"."""
    spoken = one.text.casefold().split()
    at = spoken.index("called") + 1 if "called" in spoken else len(spoken)
    return spoken[at : at + 1] != [] and spoken[at] in load_closed_words(meaning.language).particles


def _same_slot(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Of two sentences with "be": both a time, both a place, both a number, or both a bare value."""
    persons = any(entity.is_person or entity.name for entity in new.subject)
    if persons and tells_age(new, meaning) and tells_age(old, meaning):
        return True
    if new.has_time != old.has_time:
        return False
    if new.has_time:
        return True
    plain = any(entity.plain for entity in (*new.others, *old.others))
    if persons and _differ_in_rank(new, old, meaning):
        return True
    if persons:
        counted = all(each.has_number and "both" not in each.spoken for each in (new, old))
        return counted and not plain
    return not plain and new.has_place == old.has_place and new.has_number == old.has_number


def _differ_in_rank(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both tell what somebody was in one and the same place: "a baker in the navy", "a stoker in ..."."""
    first = [next(iter(each.others), None) for each in (new, old)]
    if meaning.language != "en" or any(one is None or not one.plain for one in first):
        return False
    if not (new.clause.past and old.clause.past and new.has_place and old.has_place):
        return False
    heads = [{word for key in one.keys for word in key.rpartition(">")[2].split()} for one in first if one is not None]
    one, other = (
        tuple(forms for forms in relation_words(each, meaning) if not forms & head)
        for each, head in zip((new, old), heads, strict=True)
    )
    return among(one, other) and among(other, one)


def _same_but_time(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether only the time differs: "the bins go out on thursday", "... on friday"."""
    one, other = (without_time(relation_words(each, meaning), meaning) for each in (new, old))
    return among(one, other) and among(other, one)


def without_time(words: tuple[Forms, ...], meaning: Meaning) -> tuple[Forms, ...]:
    """Leaves out words of days, times and numbers."""
    times = meaning.sets["times"] | meaning.set_of("feasts")
    return tuple(forms for forms in words if forms.isdisjoint(times) and not any(form[:1].isdigit() for form in forms))


def is_reversed(question: Statement, told: Statement, names: Names, language: str) -> bool:
    """Says whether the one who does it in the question is the one to whom it is done in the statement, or reverse."""
    lemma = question.clause.lemma
    if lemma == "owe" and told.clause.lemma in ("borrow", "lend") and question.subject:
        owing = told.subject if told.clause.lemma == "borrow" else told.others
        return not _keys(question.subject, names) & _keys(owing, names)
    if {lemma, told.clause.lemma} == {"lend", "borrow"}:  # "what did i lend carlos" is not what i borrowed from him
        return bool(_keys(question.subject, names) & _keys(told.subject, names))
    if lemma != told.clause.lemma or not told.subject or _is_mutual(told, language):
        return False
    if _is_passive(question, language) or _is_passive(told, language):
        return False
    doing = _keys(told.subject, names)
    if question.subject:
        asked = _keys(question.subject, names)
        return not asked & doing and bool(asked & _with_owners(told.others, names))
    thing = not any(one.is_person or one.role for one in question.others)
    if language == "de" and lemma == "be" and question.clause.asks is Gap.WHAT and "mit" in question.spoken and thing:
        return False  # "was ist mit meinem zug"
    open_subject = question.clause.asks in (Gap.WHO, Gap.WHAT)
    alone = question.text.lower().replace("'s", "s'").split()  # "jonas's arm" is no jonas
    named = question.clause.asks is Gap.WHO and any(one.name in alone for one in told.subject if one.name)
    return open_subject and (named or bool(_keys(question.others, names) & doing))


def _is_mutual(told: Statement, language: str) -> bool:
    """Says whether people do it with each other, or the verb says only what somebody is or has."""
    sets, words = load_meaning(language).sets, frozenset(told.text.casefold().split())
    return told.clause.lemma in sets["mutual"] or bool(words & sets["together_with"])


def _keys(entities: Iterable[Entity], names: Names) -> frozenset[str]:
    return all_keys(frozenset(key for entity in entities for key in entity.keys), names)


def _with_owners(entities: Iterable[Entity], names: Names) -> frozenset[str]:
    """Returns the keys, and those of whom a thing belongs to: "my tent" is lent by me."""
    keys = _keys(entities, names)
    return keys | {key.rpartition(BETWEEN)[0] for key in keys if BETWEEN in key}


def _is_passive(one: Statement, language: str) -> bool:
    """Says whether something is done to the subject: "i was given a book", "wann wird der zaun gestrichen"."""
    if language == "de":
        return tells_what_is_done_to(one)
    words, said = load_closed_words(language), one.text.casefold().split()
    forms = load_word_table(language).forms_of(one.clause.lemma)
    before = (said[max(at - 2, 0) : at] for at, word in enumerate(said) if word in forms and not word.endswith("ing"))
    return any(word in words.be for each in before for word in each)
