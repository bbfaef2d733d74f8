"""Pure: says whether an English or German statement tells that a duty is done, a debt is paid, or a habit is over."""

from __future__ import annotations

from memory.reading.changes.change_words import is_passive, says
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.gaps import tells_job
from memory.reading.facts.same_relation import among, relation_words
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import Meaning, load_meaning


def is_finished(new: Statement, old: Statement, names: Names, meaning: Meaning, *, same: bool) -> bool:
    """Says whether `new` tells that what `old` told of is done, paid or over. `same`: both have one subject."""
    if _loses_work(new, old, meaning, same=same) or (same and has_come(new, old, meaning)):
        return True
    if same and (_is_duty_done(new, old, meaning) or _is_repaid(new, old, meaning)):
        return True
    if _is_had_by(new, old, names, meaning):
        return True
    return _is_thing_done(new, old, meaning) or _is_thing_over(new, old, names, meaning)


def _cannot_then(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody cannot at the time that was told: "he can't do thursday now" of "he's coming thursday"."""
    unable = new.clause.negated and new.clause.modality is Modality.ABILITY
    if not unable or new.clause.lemma not in meaning.set_of("being there") or old.clause.negated:
        return False
    line = line_of(new.text, meaning.language)
    days = {line.word(at) for at in range(len(line)) if line.word(at) in line.words.days}
    return bool(days) and days <= old.spoken


def _is_duty_done(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "I've called the insurance now" ends "i have to call the insurance"."""
    if not old.clause.modality.is_ahead or old.clause.lemma != new.clause.lemma:
        return False
    words = set(new.text.replace("'", " '").split())
    if not (new.clause.past or {"'ve", "have", "has", "already", "finally", "now"} & words):
        return False
    before = new.text.casefold().partition(" now ")[0]  # "i've rung the council now took me an hour"
    own = frozenset(before.replace("'", " '").split())
    every = [forms for forms in relation_words(new, meaning) if new.clause.lemma not in forms]
    objects = [forms for forms in every if forms & own] or every
    return bool(objects) and among(tuple(objects), old.words)


def _loses_work(new: Statement, old: Statement, meaning: Meaning, *, same: bool) -> bool:
    """ "They laid me off at the mill" ends "i work at the mill", and "tom's been made redundant" what tom did."""
    said = f" {' '.join(new.text.casefold().split())} "
    lost, taken = (
        any(f" {phrase} " in said for phrase in meaning.set_of(name)) for name in ("losing work", "taking work away")
    )
    own = (lost and same) or (taken and SPEAKER in old.subject_keys)
    long_ago = "once" in new.spoken or new.clause.modality is not Modality.FACT
    if not own or long_ago or new.clause.negated or old.clause.past or not tells_job(old, meaning):
        return False
    places = [each for each in new.others if not each.is_person and SPEAKER not in each.keys]
    named = [forms for forms in old.words if forms & meaning.sets["working"] == frozenset()]
    told = frozenset(form for each in places for key in each.keys for form in key.rpartition(">")[2].split())
    return not told or new.has_time > new.has_place or any(forms & told for forms in named)


def comes_to_nothing(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "We're not moving after all" ends "we're moving to hamburg in august"."""
    if _cannot_then(new, old, meaning):
        return True
    said = f" {' '.join(new.text.casefold().split())} "
    phrases = meaning.set_of("contrary to plan")
    if not new.clause.negated or old.clause.negated or old.clause.past or new.clause.lemma != old.clause.lemma:
        return False
    line, main = line_of(old.text, meaning.language), old.clause.main - old.clause.first
    planned = old.clause.modality.is_ahead or line.has_form(main, "g") or (old.clause.lemma == "be" and old.has_time)
    words = {word for phrase in phrases for word in phrase.split()} | {new.clause.lemma}
    named = tuple(forms for forms in relation_words(new, meaning) if not forms & words)
    contrary = planned and any(f" {phrase} " in said for phrase in phrases)
    return contrary and (not named or among(named, old.words))


def has_come(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells that what was due is there, whoever had it: "the baby came last night"; a person
    who is due only has a child: "anna arrived yesterday" ends nothing.
    """
    if not (old.spoken & meaning.set_of("expected") and old.has_time) or new.clause.negated or old.clause.negated:
        return False
    expected = meaning.set_of("those expected")
    grown = any(one.is_person for one in new.subject) and not any(forms & expected for forms in new.subject_words)
    came = bool((new.spoken | {new.clause.lemma}) & meaning.set_of("being born" if grown else "having come"))
    born = new.clause.lemma == "have" and bool(new.spoken & expected)
    done = new.clause.past or new.clause.verb != new.clause.main or bool(new.spoken & meaning.set_of("come at last"))
    return (came or born) and done


def _is_had_by(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "My sister had her baby" ends "my sister's baby is due in may"."""
    owners = {key.rpartition(BETWEEN)[0] for key in all_keys(old.subject_keys, names)} - {SPEAKER, ""}
    return new.clause.lemma == "have" and bool(owners & new.subject_keys) and has_come(new, old, meaning)


def _is_thing_done(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "The parcel's posted" ends "i've got to post a parcel", and so does "the parcel's done"."""
    clause = new.clause
    if meaning.language != "en" or old.clause.modality is not Modality.DUTY or SPEAKER not in old.subject_keys:
        return False
    if clause.negated or clause.modality is not Modality.FACT or new.has_time or _has_acted(new):
        return False
    done = clause.lemma == old.clause.lemma or clause.lemma in meaning.set_of("done with")
    line = line_of(new.text, "en")
    passive = clause.verb != clause.main and line.words.particles.issuperset(_said_from(new, max(clause.rest, 0)))
    return done and passive and bool(new.subject_words) and among(new.subject_words, old.words)


def _has_acted(one: Statement) -> bool:
    """Says whether "'s called" may tell what somebody did: "tom's called", but not "the cat's fed"."""
    return any(each.is_person or each.name for each in one.subject) and not one.text.casefold().startswith("the ")


def _said_from(one: Statement, place: int) -> list[str]:
    """Returns the words of a statement from a place of its clause on, without adverbs."""
    line = line_of(one.text, "en")
    said = [line.word(at - one.clause.first) for at in range(place, one.clause.last)]
    return [word for word in said if word not in line.words.middle | line.words.adverbs]


def _is_thing_over(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "The vegan thing's over" ends "i've been vegan since january", and "the running's finished" "i go running"."""
    clause, over = new.clause, meaning.set_of("over with")
    if meaning.language != "en" or clause.negated or clause.modality is not Modality.FACT or old.clause.negated:
        return False
    said = _said_from(new, clause.verb + 1)
    about = tuple(forms for forms in new.subject_words if not forms & meaning.set_of("things at large"))
    if clause.past or not said or not over.issuperset(said):
        return False
    own = SPEAKER in old.subject_keys or bool(all_keys(new.subject_keys, names) & all_keys(old.subject_keys, names))
    return own and bool(about) and among(about, old.words)


def _is_repaid(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Jonas has paid me back" ends "jonas owes me forty euros", and so does "jonas has paid"; ten of it does not."""
    if old.clause.lemma != "owe" or _tells_part(new, old, meaning):
        return False
    pays = new.clause.lemma == "pay" and not new.has_number and not is_passive(new, meaning)  # "jonas was paid"
    repays = (pays and all(one.is_person for one in new.others)) or says(new, "repays", meaning)
    alike = not new.others or bool(_persons_in(new) & _persons_in(old))
    return (repays and alike) or _hands_over(new, old, meaning)


def _tells_part(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a part of a sum is told: "he paid me twenty of it back", "half", and not "the forty he owed"."""
    line = line_of(new.text, meaning.language)
    numbers = {line.word(at) for at in range(len(line)) if line.is_number(at)}
    return bool(new.spoken & meaning.set_of("parts of a sum") or numbers - set(old.text.casefold().split()))


def _hands_over(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody gave what was owed: "i've given tracey her tenner"."""
    things = tuple(dict.fromkeys(forms for forms in relation_words(new, meaning) if new.clause.lemma not in forms))
    return new.clause.lemma in meaning.set_of("handing over") and bool(things) and among(things, old.words)


def _persons_in(one: Statement) -> frozenset[str]:
    return frozenset(key for entity in one.others if entity.is_person for key in entity.keys)


def pauses(new: Statement, old: Statement, language: str) -> bool:
    """Says whether an English statement tells of one time what another tells of every time: "choir's off this week"
    after "choir's on thursdays".
    """
    if language != "en":
        return False
    off = new.clause.negated or (new.clause.lemma in load_meaning("en").set_of("off by") and not new.about_speaker)
    line, regular = line_of(new.text, "en"), line_of(old.text, "en")
    units = line.words.units | line.words.days
    once = any(
        line.is_in(at, "single_days") or (line.is_in(at, "this_or_next") and line.word(at + 1) in units)
        for at in range(len(line))
    )
    each = any(
        regular.is_in(at, "each_time") or (regular.word(at) in regular.words.days and regular.is_plural(at))
        for at in range(len(regular))
    )
    return off and once and each
