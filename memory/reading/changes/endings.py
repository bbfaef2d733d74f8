"""Pure: says whether a statement with a word or verb of change ends an older one, or takes its place.

People seldom repeat the words of what has changed: "they've put me on earlies", "i traded the panda in for a clio". So
the verb of change says what sort of thing is over, and the thing or the person that both name says which. Nothing is
taken for a change that has no such verb or mark, nor what is told beside the old: "i play bowls too".
"""

from __future__ import annotations

from memory.reading.changes.change_words import (
    HAPPENED,
    UNREAL,
    about_of,
    begins,
    differ,
    gets_another_thing,
    gives_up,
    is_about_people,
    is_done,
    is_in_slot,
    is_marked,
    is_membership,
    is_planned,
    is_same,
    joins_things,
    linked,
    linking_words,
    moves_another,
    names_day,
    owned_parts,
    puts_off,
    rest_words,
    says,
    spoken_in,
    things_in,
    times_in,
)
from memory.reading.changes.left_places import is_left_empty, leaves_place
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.gaps import is_trade, tells_age, tells_job
from memory.reading.facts.same_relation import among, without_time
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import JOB_WORDS
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning


def ends_or_replaces(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether what `new` tells is news that ends `old` or gives it another value."""
    if not meaning.changes or not new.once(_is_news, meaning) or not _may_change(new, old, meaning):
        return False
    return any(rule(new, old, names, meaning) for rule in _RULES)


def _is_news(new: Statement, meaning: Meaning) -> bool:
    clause = new.clause
    if clause.negated or clause.modality in UNREAL:
        return False
    known = is_marked(new, meaning) or any(forms & meaning.change_verbs for forms in new.words)
    return (known or clause.lemma in meaning.set_of("auxiliary")) and not spoken_in(new) & meaning.set_of("adding")


def _may_change(new: Statement, old: Statement, meaning: Meaning) -> bool:
    over = old.clause.negated or old.clause.past or old.clause.modality in UNREAL
    told_end = old.clause.lemma in meaning.ending and not says(old, "moves", meaning)
    return not over and not told_end and bool(new.words) and bool(old.words)


def _quits(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I've left the camera club" ends "i'm in the camera club"; "i packed in the trams" ends "i drive a tram"."""
    if not gives_up(new, meaning) or not is_done(new) or not linked(new, old, names, meaning):
        return False
    if _quits_pointed(new, meaning) and bool(is_same(new, old, names, meaning)):
        return tells_job(old, meaning) or is_trade(old, meaning)
    held = (old.clause.lemma in meaning.set_of("held") and not old.has_time) or not is_about_people(old)
    if (
        held
        or old.clause.lemma in meaning.set_of("liking")
        or (new.clause.lemma == "leave" and not is_membership(old, meaning))
    ):
        return False
    things = things_in(new, meaning)
    plain = tuple(forms for forms in things if not forms & JOB_WORDS)  # the florist of "the florist job"
    return among((plain or things)[:2], old.words)


def _quits_pointed(new: Statement, meaning: Meaning) -> bool:
    """Says whether what is given up is only pointed at: "he's jacked that in and gone into roofing"."""
    return line_of(new.text, meaning.language).word(new.clause.rest) in meaning.set_of("pointed at")


def _disposes(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I traded the panda in for a clio" ends "i drive a fiat panda"."""
    if not says(new, "disposes", meaning) or not is_done(new) or old.clause.lemma not in meaning.set_of("keeping"):
        return False
    if new.clause.lemma == "give" and not {"to", "away"} & spoken_in(new):
        return False
    things = things_in(new, meaning)[:1]
    return among(things, old.words) and linked(new, old, names, meaning) and not old.has_time


def _is_gone(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "The raleigh got nicked" ends "i ride an old raleigh to work"."""
    if not says(new, "gone", meaning) or SPEAKER in new.subject_keys or not is_done(new):
        return False
    if any(entity.is_person and entity.role not in meaning.animals for entity in new.subject):
        return False  # "my uncle has sold his boat": he is not what is gone
    held = old.clause.lemma in meaning.set_of("keeping") and (
        SPEAKER in old.subject_keys or bool(is_same(new, old, names, meaning))
    )
    return held and among(new.subject_words, old.words)


def _fails(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "The italy trip fell through" ends "i'm going to italy in august"."""
    if not says(new, "fails", meaning) or not is_done(new) or not (old.has_time or is_planned(old)):
        return False
    named = things_in(new, meaning) if SPEAKER in new.subject_keys else (*new.subject_words, *things_in(new, meaning))
    named = without_time(tuple(named), meaning)
    things = tuple(forms for forms in named if not forms & meaning.set_of("occasions"))
    every = tuple(forms for forms in named if forms & meaning.set_of("occasions"))
    return among(things or every, old.words)


def _reschedules(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "They've brought my scan forward to the second" replaces "my scan is on the ninth"."""
    moved = says(new, "moves", meaning) and puts_off(new, meaning)
    if new.clause.lemma == old.clause.lemma not in meaning.moving and not is_marked(new, meaning):
        return False  # "the class starts on thursday" contradicts
    shifted = moved and bool(spoken_in(new) & load_closed_words(meaning.language).units)
    if not (new.has_time or shifted) or not old.has_time or old.clause.modality is Modality.WISH:
        return False
    if joins_things(old, meaning) or (names_day(old, meaning) and not names_day(new, meaning)):
        return False  # "it's at four now" leaves the day of the appointment
    if not (moved or is_marked(new, meaning)) or (new.clause.past != old.clause.past and not moved):
        return False
    person = SPEAKER in new.subject_keys or all(entity.is_person for entity in new.subject)
    named = [things_in(new, meaning)] if person else [without_time(new.subject_words, meaning)]
    named += [things_in(new, meaning)] if moved and not person else []
    each = [tuple(forms for forms in one if not forms & (meaning.moving | meaning.change_verbs)) for one in named]
    things = next((one for one in each if among(one, old.words)), ())
    own = among(things, old.subject_words) or not (person and _is_elsewhere(new, old, names, meaning))
    return own and bool(things) and bool(owned_parts(new, names) & owned_parts(old, names))


def _is_elsewhere(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether both are about persons, and not about the same one."""
    people = all(entity.is_person for each in (new, old) for entity in each.subject)
    return people and not is_same(new, old, names, meaning) and any(not entity.pronoun for entity in new.subject)


def _fills_slot(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "He's gone over to the railway" replaces "my son works for the post office"."""
    if new.clause.modality not in (*HAPPENED, Modality.DUTY):
        return False
    marked = is_marked(new, meaning)
    for name, slot in meaning.slots.items():
        if not begins(new, name, slot, meaning) and not (marked and is_in_slot(new, name, slot, meaning)):
            continue
        if moves_another(new, old, meaning) or (
            name in _OF_OWNER and old.has_time
        ):  # an appointment with somebody is no contract with them
            continue
        if not is_in_slot(old, name, slot, meaning) and not says(old, f"{name} begins", meaning):
            continue
        about = linked(new, old, names, meaning) if name in _OF_OWNER else is_same(new, old, names, meaning)
        if about and differ(new, old) and (name not in _SAME_SORT or _shares_noun(new, old, slot)):
            return name not in _OF_OWNER or not gets_another_thing(new, old)
    return False


_OF_OWNER = frozenset(("provider",))
_SAME_SORT = frozenset(("club", "school"))


def _shares_noun(new: Statement, old: Statement, slot: frozenset[str]) -> bool:
    one, other = (frozenset(form for forms in each.words for form in forms & slot) for each in (new, old))
    named = bool(one or other) if "school" in slot else bool(one & other)
    return named or "for" in spoken_in(new) & spoken_in(old)


def _recounts(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "The doctor's put me up to three tablets" replaces "i take two tablets a day"."""
    if not (new.has_number and old.has_number):
        return False
    spoken = spoken_in(new)
    risen = bool({"up", "down"} & spoken) and "to" in spoken and new.clause.lemma in meaning.set_of("rising")
    if not risen and not (new.clause.marks & {Mark.NOW, Mark.OVER} and new.clause.lemma == old.clause.lemma):
        return False
    plain = meaning.set_of("rising") | meaning.soft
    named = (forms for forms in without_time(new.words, meaning) if not forms & plain)
    counted = tuple(forms for forms in named if not _names_person(forms, new))
    which = "and" not in old.spoken or not among(counted, old.subject_words)  # of "five of ramipril and ten of statin"
    return which and linked(new, old, names, meaning) and among(counted, old.words) and differ(new, old)


def _names_person(forms: Forms, one: Statement) -> bool:
    return any(forms & {entity.role, *entity.name.split()} for entity in one.subject if entity.is_person)


def _in_same_frame(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "We're doing chicken on sunday now" replaces "we're having lamb on sunday"."""
    took_to = _takes_to(new, old, meaning)
    if (
        not (is_marked(new, meaning) or took_to)
        or not is_same(new, old, names, meaning)
        or not _is_alike(new, old, meaning)
    ):
        return False
    if (
        new.has_time != old.has_time
        or (new.has_time and not times_in(new, meaning) & times_in(old, meaning))
        or not differ(new, old)
    ):
        return False
    before, after = (linking_words(each, meaning) for each in (old, new))
    named = things_in(new, meaning), things_in(old, meaning)
    if not all(named) or (before != after and not (took_to and new.has_place and old.has_place)):
        return False
    shared = any(forms & other for forms in named[0] for other in named[1])
    if new.clause.lemma in meaning.set_of("many_valued") and Mark.INSTEAD not in new.clause.marks:
        return bool(after) and (shared or bool(after & {"with", "on"} and new.clause.lemma == "be"))
    return True


def _is_alike(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both have one verb, or verbs that stand for each other: "having" and "doing" a meal."""
    if new.clause.modality is not old.clause.modality:
        return False
    if new.clause.lemma == old.clause.lemma or {new.clause.lemma, old.clause.lemma} <= meaning.set_of("doing"):
        return True
    wished = new.clause.modality is Modality.WISH and any(
        forms & other for forms in rest_words(new)[:1] for other in rest_words(old)[:2]
    )
    return wished or _takes_to(new, old, meaning)


def _takes_to(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "The cat's taken to sleeping in the cupboard": the verb of the old statement, begun anew."""
    begun = says(new, "takes to", meaning)
    return begun and any(old.clause.lemma in forms for forms in rest_words(new))


def _switches(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "We've gone over to virgin for the broadband" replaces "our broadband is from sky"."""
    if not says(new, "switches", meaning) or not is_done(new) or "to" not in spoken_in(new):
        return False
    return any(_switched_by(before, new, old, names, meaning) for before in ("from", "for"))


def _changes_thing(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I've changed trainers" ends "my trainer is zac"."""
    forced = " had to " in new.text.casefold()  # "we've had to change doctors"
    if not says(new, "changes", meaning) or not is_done(new) or new.text.casefold().split().count("to") > forced:
        return False
    things = things_in(new, meaning)
    owned = any(key.rpartition(">")[0] in about_of(new, names, meaning) for key in old.subject_keys)
    return among(things, old.words) and (owned or is_same(new, old, names, meaning)) and not new.has_time


def _switched_by(before: str, new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether what stands after "from" or "for" is of the old statement."""
    words = new.text.casefold().split()
    if before not in words:
        return False
    after = words[words.index(before) + 1 :]
    named = tuple(forms for forms in things_in(new, meaning) if forms & set(after[:4]))
    return among(named[:2], old.words) and linked(new, old, names, meaning)


def _stands_instead(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I swim every morning instead of running" replaces "i run every morning"."""
    words = new.text.casefold().split() if new.spoken & {"instead", "rather"} else []
    at = next((place for place, word in enumerate(words) if word in ("instead", "rather")), -1)
    if at < 0 or words[at + 1 : at + 2] not in (["of"], ["than"]) or not is_same(new, old, names, meaning):
        return False
    after = set(words[at + 2 : at + 6]) - {"the", "a", "my", "our", "now"}
    left = tuple(forms for forms in new.words if forms & after)
    return among(left, old.words)


def _renames(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I've got a new boss called renate" replaces "my boss is stefan"."""
    if not is_marked(new, meaning):
        return False
    called = {key: name for key, name in old.named if ">" in key and key.rpartition(">")[2] != name}
    return any(key in called and called[key] != name and key.rpartition(">")[2] != name for key, name in new.named)


def _repaints(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "The hall's been painted grey now" replaces "the hall is yellow"."""
    colours = meaning.kinds.get("colour", frozenset())
    if not is_marked(new, meaning):
        return False
    one, other = (frozenset(form for forms in each.words for form in forms & colours) for each in (new, old))
    things = tuple(
        forms for forms in (*new.words,) if not forms & (colours | meaning.soft | {"paint", "colour", "now"})
    )
    things = tuple(forms for forms in things if new.clause.lemma not in forms)
    return bool(one and other and one != other) and among(things, old.words)


def _ages(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "He turned ten" replaces "my nephew is nine"."""
    return (
        new.clause.lemma == "turn"
        and tells_age(new, meaning)
        and tells_age(old, meaning)
        and is_same(new, old, names, meaning)
    )


def _takes_over(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Lucy's bringing the salad instead" replaces "tom is bringing the salad"."""
    if not new.clause.marks & {Mark.NOW, Mark.INSTEAD, Mark.FIX} or new.clause.lemma != old.clause.lemma:
        return False
    if (
        new.clause.lemma in meaning.set_of("many_valued") | {"live", "work"}
        or is_same(new, old, names, meaning)
        or not new.subject_words
    ):
        return False
    one, other = things_in(new, meaning), things_in(old, meaning)
    return among(one, other) and among(other, one) and linking_words(new, meaning) == linking_words(old, meaning)


def _is_put_elsewhere(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "They've moved me to lates" replaces "i'm on earlies", and "he's been put in set one" "he's in set two"."""
    if not says(new, "puts", meaning) or not is_done(new) or old.clause.lemma not in meaning.set_of("placing_person"):
        return False
    if not {"to", "on", "onto", "in", "into", "full"} & spoken_in(new) or not differ(new, old):
        return False
    placed = meaning.set_of("placed")
    one, other = (frozenset(form for forms in rest_words(each) for form in forms & placed) for each in (new, old))
    timed = all(each & meaning.set_of("rota") for each in (one, other))
    about = about_of(new, names, meaning) & about_of(old, names, meaning)
    return (bool(about) and (timed or bool(one & other))) or (
        bool(one & other) and _is_place_of_ours(new, old, meaning)
    )


def _is_place_of_ours(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "They've moved our team to the third floor" tells of "my desk is on the ninth floor", too."""
    ours = any(key in {f"{SPEAKER}>{body}" for body in meaning.bodies} for one in new.others for key in one.keys)
    mine = any(key.startswith(f"{SPEAKER}>") for one in old.subject if not one.is_person for key in one.keys)
    return ours and mine and any(forms & meaning.set_of("workplaces") for forms in old.subject_words)


def _departs(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Mandy's left" ends "my hairdresser is mandy"."""
    if not says(new, "departs", meaning) or things_in(new, meaning) or old.clause.lemma not in ("be", "call", "name"):
        return False
    name = {entity.name for entity in new.subject if entity.name}
    return any(value in name and ">" in key and key.rpartition(">")[2] != value for key, value in old.named)


def _succeeds(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Bev is captain now" replaces "the captain of our team is rashid"."""
    if not is_marked(new, meaning) or new.clause.lemma != "be" or old.clause.lemma not in ("be", "call"):
        return False
    if not any(entity.name for entity in new.subject) or is_same(new, old, names, meaning):
        return False
    return among(things_in(new, meaning), old.subject_words)


_RULES = (
    _is_put_elsewhere, _departs, _succeeds, _changes_thing,
    _quits, _disposes, _is_gone, _fails, _reschedules, _fills_slot, _recounts, _in_same_frame, _switches,
    _stands_instead, _renames, _repaints, _ages, _takes_over,
)  # fmt: skip


def resumes(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I've taken up the guitar again" replaces "i gave up the guitar", and "i eat meat again" "i don't eat meat"."""
    again = Mark.AGAIN in new.clause.marks or "back" in spoken_in(new)
    ended = old.clause.negated or (gives_up(old, meaning) and (again or not old.has_time))
    dieted = new.clause.lemma in ("eat", "drink") and any(forms & meaning.set_of("diets") for forms in old.words)
    if dieted and not new.clause.negated and is_same(new, old, names, meaning):
        return bool(new.clause.marks & {Mark.AGAIN, Mark.NOW}) and old.clause.lemma == "be"
    if not meaning.changes or not ended or new.clause.negated or not is_same(new, old, names, meaning):
        return False
    together, begins = "together" in spoken_in(new) & spoken_in(old), says(new, "begins", meaning)
    named = tuple(forms for forms in things_in(new, meaning) if not forms & {"take", "up"})
    bare = again and begins and not named and not old.clause.negated  # "but i started again last week"
    return together or ((again or begins) and (bare or among(named, old.words)))


def is_no_more(new: Statement, old: Statement, names: Names, language: str = "en") -> bool:
    """ "Nana doesn't bother with the news any more" ends "nana watches the news at six"."""
    meaning = load_meaning(language)
    if language == "en" and (leaves_place(new, old, names, meaning) or is_left_empty(new, old, meaning)):
        return True
    over = new.clause.negated and Mark.OVER in new.clause.marks and not old.clause.negated
    if not meaning.changes or not over or new.clause.lemma in ("be", "have") or old.clause.lemma in ("be", "have"):
        return False
    things = things_in(new, meaning)
    return not old.clause.past and among(things, old.words) and is_same(new, old, names, meaning)
