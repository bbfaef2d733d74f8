"""Pure: says what a new statement does to an older one: ends it, replaces its value, contradicts it, or nothing.

Only statements about the same subject and relation are compared. A mark of change ("not any more", "now", "moved to",
"actually") makes it an end or a replacement; without a mark another value of a single-valued relation is a conflict.
"""

from __future__ import annotations

import itertools
from enum import Enum

from memory.reading.changes.back_again import is_back_again
from memory.reading.changes.both_times import is_for_one_day
from memory.reading.changes.change_words import (
    are_numbers_of_one,
    holds_beside,
    is_anothers,
    is_of_other_days,
    is_owned_by_seller,
    joins_things,
    leaves_for_today,
    moved_thing,
    puts_off,
    says,
    splits_thing,
    spoken_in,
    tells_home_by_sort,
    things_in,
    told_labels,
    without_new_of_both,
)
from memory.reading.changes.endings import ends_or_replaces, is_no_more, resumes
from memory.reading.changes.finished import comes_to_nothing, is_finished, pauses
from memory.reading.changes.put_on import outlasts, posts_elsewhere, puts_on, takes_off
from memory.reading.changes.raised import raises
from memory.reading.facts.counted import are_of_two, only_restricts
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.gaps import tells_job
from memory.reading.facts.given_up import gives_up_class
from memory.reading.facts.same_relation import (
    among,
    changes_hands,
    relation_words,
    relocates_thing,
    retimes_event,
    same_relation,
    without_time,
)
from memory.reading.facts.statements import Statement
from memory.reading.german.nouns import is_joined_of, is_part_of_word
from memory.reading.german_facts.changes import contradicts_german, ends_german, replaces_german, stays_unmarked
from memory.reading.german_facts.updates.begins_later import begins_later, holds_once
from memory.reading.german_facts.updates.put_right import is_done_by_another
from memory.reading.german_facts.updates.told_apart import leaves_alone
from memory.reading.grammar.clause import ActKind, Mark, Modality
from memory.reading.members.kinship import stay_kin
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning

_RELOCATING = ("move", "relocate")
_HOLDING = frozenset(("have", "own", "drive", "ride", "be", "rent", "keep", "use", "get", "buy", "call"))
_DISPOSING = frozenset(("sell", "lose", "cancel", "scrap", "dump", "ditch", "return", "drop", "return"))
_QUITTING = frozenset(("quit", "stop", "give", "drop", "finish", "leave", "retire", "resign", "cancel"))
_PARTING = frozenset(("split", "break", "divorce", "separate"))
_PARTNERS = frozenset((
    "girlfriend", "boyfriend", "husband", "wife", "partner", "fiance", "fiancee", "freundin", "freund", "mann", "frau",
    "partnerin", "verlobter", "verlobte",
))  # fmt: skip
_CHANGING = frozenset((Mark.NOW, Mark.FIX, Mark.INSTEAD, Mark.NEW, Mark.CONTRAST, Mark.OVER, Mark.AGAIN))


class Effect(Enum):
    """What a new statement does to an older one."""

    NONE = "none"
    ENDS = "ends"
    REPLACES = "replaces"
    CONTRADICTS = "contradicts"


def effect_on(new: Statement, old: Statement, names: Names, language: str = "en") -> Effect:
    """Returns what `new` does to `old`, which was told before."""
    if language == "de" and is_done_by_another(new, old, load_meaning(language)):
        return Effect.REPLACES
    effect = _effect(new, old, names, language)
    if effect is not Effect.CONTRADICTS or language != "de":
        return Effect.NONE if effect is not Effect.NONE and pauses(new, old, language) else effect
    return Effect.NONE if holds_once(new, old) else Effect.REPLACES if begins_later(new, old) else effect


def _effect(new: Statement, old: Statement, names: Names, language: str) -> Effect:
    meaning = load_meaning(language)
    if old.clause.modality.is_conditional or new.clause.modality.is_conditional or old.clause.asks or new.clause.asks:
        return Effect.NONE
    if _stands_beside(new, old, names, meaning):
        return Effect.NONE
    new = without_new_of_both(new, old)
    if _ends(new, old, names, meaning) or is_no_more(new, old, names, language) or takes_off(new, old, names, meaning):
        return Effect.ENDS
    if puts_on(new, old, names, meaning) or posts_elsewhere(new, old, names, meaning):
        return Effect.REPLACES
    if changes_hands(new, old, meaning) or (language == "de" and ends_german(new, old, names)):
        return Effect.ENDS
    if language == "de" and replaces_german(new, old, names):
        return Effect.REPLACES
    if relocates_thing(new, old, meaning):
        unmarked = language == "de" and stays_unmarked(new, old)
        return Effect.NONE if _same_value(new, old) else Effect.CONTRADICTS if unmarked else Effect.REPLACES
    if _moves_event(new, old, meaning) or raises(new, old, names, meaning):
        return Effect.REPLACES
    if retimes_event(new, old, meaning) and new.clause.marks & _CHANGING:
        return Effect.REPLACES
    moved = _reschedules(new, old, meaning) and among(new.subject_words, old.words)
    if _is_rescheduled_by(new, old, meaning) or (moved and not is_anothers(new, old, language)):
        return Effect.REPLACES
    if _tells_next_rank(new, old, names) or _counts_on(new, old, names, meaning):
        return Effect.REPLACES
    if _differs_in_time(new, old, names, meaning):
        return Effect.CONTRADICTS
    if ends_or_replaces(new, old, names, meaning) or resumes(new, old, names, meaning):
        return Effect.REPLACES
    if language == "de" and contradicts_german(new, old, names):
        return Effect.CONTRADICTS
    if not _same_subject(new, old, names):
        return Effect.REPLACES if _relocates(new, old, names, meaning) else Effect.NONE
    if _relocates(new, old, names, meaning) or _reschedules(new, old, meaning):
        return Effect.REPLACES
    if _same_value(new, old):
        return Effect.NONE
    if not same_relation(new, old, meaning):
        return Effect.NONE
    if holds_beside(new.text, meaning) or tells_home_by_sort(new, old, meaning):
        return Effect.NONE
    marked = bool(new.clause.marks & _CHANGING) or new.kind is ActKind.CORRECT
    return Effect.REPLACES if marked else Effect.CONTRADICTS


def _stands_beside(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement is of another person, event or day, whatever else it tells: two brothers stay two."""
    roles = any(entity.role for entity in (*new.subject, *old.subject))
    if (roles and _have_two_names(new, old, names)) or are_of_two(new, old, meaning):
        return True
    if only_restricts(new, old, meaning) or stay_kin(new, old, meaning) or _is_one_more_event(new, old):
        return True
    if outlasts(new, old, meaning):
        return True
    language = meaning.language
    return is_for_one_day(old.text, new.text, language) or (language == "de" and leaves_alone(new, old))


def _differs_in_time(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether both tell the same of what is to come, at two times and without a word of a change: "my sister's
    getting married in may", "... in june".
    """
    plain = not new.clause.marks & _CHANGING and new.kind is ActKind.TELL and not (new.clause.past or old.clause.past)
    timed = plain and _names_season(new, meaning) and _names_season(old, meaning)
    timed = timed and new.clause.lemma == old.clause.lemma != "be" and any(word.endswith("ing") for word in new.spoken)
    english = meaning.language == "en" and new.text != old.text
    return timed and english and _same_subject(new, old, names) and same_relation(new, old, meaning)


def _names_season(one: Statement, meaning: Meaning) -> bool:
    """Says whether a month or a feast is named: what is then is mostly once, other than what is on a weekday."""
    seasons = load_closed_words(meaning.language).months | meaning.set_of("feasts")
    return not one.spoken.isdisjoint(seasons)


def _is_one_more_event(new: Statement, old: Statement) -> bool:
    """ "I've got another meeting at two" stands beside "i've got a meeting at ten"."""
    added = "another" in new.spoken and new.clause.marks <= {Mark.NEW} and new.kind is ActKind.TELL
    return added and new.has_time and old.has_time and not new.clause.negated


def _cancels_named_by_both(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Das zeitungsabo hab ich gekündigt" ends "wir haben die tageszeitung im abo"."""
    ends = new.clause.lemma in _CANCELLING and old.clause.lemma not in _CANCELLING
    return ends and meaning.language == "de" and is_joined_of(new.words, old.words)


_CANCELLING = frozenset(("quit", "cancel"))


def _same_subject(new: Statement, old: Statement, names: Names) -> bool:
    """Persons are the same by their keys; things when the words of one are among those of the other."""
    one, other = all_keys(new.subject_keys, names), all_keys(old.subject_keys, names)
    if SPEAKER in new.subject_keys or SPEAKER in old.subject_keys:
        return SPEAKER in new.subject_keys and SPEAKER in old.subject_keys
    if not one & other and are_numbers_of_one(new, old):
        return True
    if not one & other or _have_two_names(new, old, names):
        return False
    persons = all(entity.is_person or entity.name for entity in (*new.subject, *old.subject))
    return persons or among(new.subject_words, old.subject_words) or among(old.subject_words, new.subject_words)


def _have_two_names(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether both name their person, and not the same: "my aunt rosa" and "my aunt lea" are two aunts."""
    one, other = (
        frozenset(entity.name for entity in each.subject if entity.is_person and entity.name) for each in (new, old)
    )
    return bool(one and other) and not all_keys(one, names) & all_keys(other, names)


def _ends(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    over = Mark.OVER in new.clause.marks or (new.clause.negated and Mark.NOW in new.clause.marks)
    if old.clause.negated and not new.clause.negated:
        return False
    if gives_up_class(new, old, names, meaning):
        return True
    if over and is_of_other_days(new, old, meaning):
        return False
    if over and _same_subject(new, old, names):
        told = without_time(relation_words(new, meaning), meaning) or relation_words(new, meaning)
        return (
            (new.clause.lemma in (old.clause.lemma, "do") or _verbs_alike(new, old, meaning))
            and among(tuple(forms for forms in told if new.clause.lemma not in forms) or told, old.words)
            and not old.clause.negated
        )
    if (
        new.clause.modality is Modality.PAST_ONLY
        and old.clause.lemma == new.clause.lemma
        and _same_subject(new, old, names)
    ):
        return among(relation_words(new, meaning), old.words) and old.clause.modality is not Modality.PAST_ONLY
    if comes_to_nothing(new, old, meaning) and _same_subject(new, old, names):
        return True
    if new.clause.negated or new.clause.modality is not Modality.FACT:
        return False
    if new.clause.lemma in ("be", "go") and any(forms & meaning.set_of("retired") for forms in new.words):
        return tells_job(old, meaning) and not old.clause.past and _same_subject(new, old, names)
    if says(new, "recovers", meaning) and _same_subject(new, old, names):
        return not old.clause.negated and among(things_in(new, meaning), old.words)
    if _cancels_named_by_both(new, old, meaning) and _same_subject(new, old, names):
        return True
    if (new.clause.lemma in _PARTING or says(new, "parts", meaning)) and not splits_thing(new):
        return _parts(new, old, names, meaning)
    if is_finished(new, old, names, meaning, same=_same_subject(new, old, names)):
        return True
    quits = new.clause.lemma in _QUITTING and _same_subject(new, old, names) and _quits(new, old, meaning)
    if quits or _has_left(new, old, names, meaning):
        return True
    return _disposes(new, old, names, meaning) or is_back_again(new, old, names, meaning)


def _has_left(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Our lodger moved out" ends "we have a lodger"."""
    if old.clause.lemma not in meaning.sets["having"] or old.clause.negated or not says(new, "moves out", meaning):
        return False
    roles = frozenset(key for key in all_keys(new.subject_keys, names) if BETWEEN in key)
    held = frozenset(key for entity in old.others for key in entity.keys)
    return bool(roles & held) and not relation_words(new, meaning)[1:]


def _quits(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "I quit smoking" ends "i smoke a pack a day"."""
    if old.clause.lemma in _QUITTING or old.clause.past or (old.clause.lemma in ("have", "own") and not old.has_time):
        return False
    if new.clause.lemma == "leave" and old.clause.lemma not in ("work", "study", "volunteer", "train"):
        return False
    if leaves_for_today(new) or (new.clause.lemma == "give" and not {"up", "away", "over"} & spoken_in(new)):
        return False
    told = tuple(forms for forms in relation_words(new, meaning) if not forms & (_QUITTING | {"up", "go", "going"}))
    if not without_time(told, meaning):  # "i finish at two" ends nothing of the two cats
        return new.clause.lemma in ("quit", "resign") and tells_job(old, meaning)
    size = 2 if told and old.clause.lemma in told[0] else 1  # "i stopped taking sugar" ends nothing of the milk
    return bool(told) and among(told[:size], old.words)


def _disposes(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I sold the car" ends "i drive a polo"? No: it ends what names the same thing as owned or planned."""
    lemma = new.clause.lemma
    given = new.others[1:] if lemma == "give" and len(new.others) > 1 and new.others[0].name else new.others
    times = meaning.set_of("time_sorts") | load_closed_words(meaning.language).units
    things = frozenset(key for entity in given for key in entity.keys if not entity.is_person)
    things = frozenset(key for key in things if key.rpartition(">")[2] not in times)
    if lemma == "be" or lemma == "get":
        if not {"cancelled", "canceled", "off", "abgesagt", "gestrichen", "ausgefallen", "aus"} & set(new.text.split()):
            return False
        at_leave = new.has_time and all(entity.is_person or entity.name for entity in new.subject)
        return old.has_time and among(new.subject_words, old.words) and not (at_leave and "off" in new.spoken)
    if lemma == "cancel" and not things:
        return old.has_time and among(new.subject_words, old.words) and SPEAKER not in new.subject_keys
    if lemma not in _DISPOSING or not things or things & told_labels(new, meaning):
        return False
    if lemma == "drop" and not old.has_time:
        return False
    if lemma == "cancel":
        return old.has_time and any(key in old.keys for key in things if key != SPEAKER)
    held = old.clause.lemma in _HOLDING and (things & old.keys) and not old.clause.past
    return bool(held and old.clause.lemma not in _DISPOSING and is_owned_by_seller(new, old, meaning))


def _parts(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Sofia and i broke up" ends "my girlfriend is called sofia"."""
    keys = all_keys(new.keys, names) - {SPEAKER}
    partners = frozenset(key for key in keys if key.rpartition(">")[2] in _PARTNERS)
    told = all_keys(old.keys, names)
    role = any(key.rpartition(">")[2] in _PARTNERS for key in old.keys)
    pairs = any(forms & meaning.set_of("paired") for forms in old.words)
    paired = (pairs or bool(spoken_in(old) & meaning.set_of("paired_by"))) and bool(told & keys)
    tied = ("be", "call", "name", "have", "date", "see", "live", "marry", "get")
    return bool(paired or (role and told & (partners or keys))) and old.clause.lemma in tied


def _relocates(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "We moved to lyon" replaces "i live in paris"."""
    if (
        new.clause.lemma not in _RELOCATING
        or new.clause.modality is not Modality.FACT
        or new.clause.negated
        or not {"to", "nach", "ins"} & set(new.text.split())
    ):
        return False
    if any(not entity.is_person and not entity.name for entity in new.subject) or moved_thing(new, meaning) is not None:
        return False
    one, other = all_keys(new.subject_keys, names), all_keys(old.subject_keys, names)
    same = (SPEAKER in one and SPEAKER in other) or bool((one & other) - {SPEAKER})
    return (
        same
        and (old.clause.lemma in meaning.sets["homes"] or old.clause.lemma in _RELOCATING)
        and not old.clause.negated
    )


def _reschedules(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "The appointment got moved to monday" replaces "my appointment is on friday"."""
    if not (new.has_time and old.has_time) or not any(forms & meaning.moving for forms in new.words):
        return False
    alone = not joins_things(old, meaning)  # "football's moved" leaves the cubs of "football on mondays and cubs"
    return alone and SPEAKER not in new.subject_keys


def _tells_next_rank(new: Statement, old: Statement, names: Names) -> bool:
    """ "Er ist schon in der dritten" replaces "mein enkel geht in die zweite klasse": it leaves out the noun."""
    marked = bool(new.clause.marks & _CHANGING) or new.kind is ActKind.CORRECT or "schon" in spoken_in(new)
    if not marked or new.clause.lemma != "be" or new.clause.negated or not _same_subject(new, old, names):
        return False
    told = [forms for forms in new.words if not any(forms & other for other in new.subject_words)]
    ranks = [forms & _RANKS for forms in told]
    before = [forms & _RANKS for forms in old.words if forms & _RANKS]
    return len(ranks) == 1 and bool(ranks[0]) and len(before) == 1 and ranks[0] != before[0] and not old.clause.past


def _verbs_alike(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both verbs tell how somebody travels, "get the train", or that they have something: "keep hens"."""
    verbs = {new.clause.lemma, old.clause.lemma}
    return any(verbs <= meaning.set_of(name) for name in ("riding", "having now"))


def _counts_on(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Tom's on chapter six now" replaces "tom is on chapter four"."""
    marked = bool(new.clause.marks & {Mark.NOW, Mark.FIX}) and not (new.clause.negated or old.clause.past)
    one, other = (each.once(_numbered, meaning) for each in (new, old))
    return marked and bool(one) and bool(one & other) and not _same_value(new, old) and _same_subject(new, old, names)


def _numbered(one: Statement, meaning: Meaning) -> frozenset[str]:
    """Returns the nouns that have a number behind them: "chapter" of "chapter four"."""
    spoken, numbers = one.text.casefold().split(), load_closed_words(meaning.language).numbers
    pairs = itertools.pairwise(spoken)
    return frozenset(word for word, after in pairs if word in meaning.set_of("ranked") and after in numbers)


_RANKS = frozenset((
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
))  # fmt: skip
"""Ordinals as the rules call them."""


def _moves_event(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "They've moved the concert to the gym" replaces "the school concert is in the hall"."""
    if not (new.has_place and old.has_place) or new.clause.negated or new.clause.modality is not Modality.FACT:
        return False
    if not any(forms & meaning.set_of("moved_elsewhere") for forms in new.words):
        return False
    if any(entity.is_person or entity.name for entity in old.subject) or old.clause.past or old.clause.negated:
        return False
    things = [forms for forms in new.words if any(forms & other for other in old.subject_words)]
    parts = [forms for forms in new.words for other in old.subject_words if is_part_of_word(forms, other)]
    return bool(things or (parts and meaning.language == "de"))


def _is_rescheduled_by(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "They've postponed my interview to the tenth" replaces "my interview is on monday"."""
    if new.clause.lemma not in meaning.moving or not (new.has_time and old.has_time) or new.clause.negated:
        return False
    if not puts_off(new, meaning):
        return False
    thing = next((entity for entity in new.others if not entity.is_person and not entity.name), None)
    longest = (
        max((key for key in thing.keys if ">" in key), key=lambda key: (len(key), key), default="") if thing else ""
    )
    return bool(longest) and longest in old.keys


def _same_value(new: Statement, old: Statement) -> bool:
    """Says whether both state the same: all words of the shorter after the verb are in the other."""
    return among(new.words, old.words) and among(old.words, new.words) and new.clause.negated == old.clause.negated
