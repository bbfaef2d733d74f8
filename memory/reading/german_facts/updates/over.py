"""Pure: says whether German tells that a habit, a thing or a stay is over: "das mit dem joggen ist vorbei".

"Die chorprobe gibts nicht mehr" ends "montags ist chorprobe", "der opa ist jetzt im pflegeheim" tells that he lives
elsewhere, and "der felix hat mir das geld wiedergegeben" that nothing is owed any more.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, is_about_same, things_of, verbs_in
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning


def is_over(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement tells that what an older one told is no more."""
    real = new.clause.modality is Modality.FACT and not (new.clause.asks or old.clause.asks)
    if not real or old.clause.negated:
        return False
    return (
        _is_thing_over(new, old, meaning)
        or _is_settled(new, old, names, meaning)
        or _is_had_again(new, old, meaning)
        or _stands_again(new, old)
        or _stays_at_home(new, old, names, meaning)
    )


def _stays_at_home(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether "sie bleibt erstmal zuhause" ends "meine tochter zieht im oktober nach marburg"."""
    stays = new.clause.lemma in ("bleiben", "stay") and bool(spoken_in(new) & meaning.set_of("where one is"))
    moves = old.clause.lemma in ("move", "umziehen", "ausziehen", "auswandern") and not old.clause.past
    for_good = stays and not new.has_time and not {"bis", "heute", "noch"} & spoken_in(new)
    return for_good and moves and not new.clause.negated and is_about_same(new, old, names)


def has_moved_in(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether somebody is told to be where people live: "der opa ist jetzt im pflegeheim"."""
    placed = new.clause.lemma == "be" and Mark.NOW in new.clause.marks and not (new.clause.negated or new.clause.past)
    housed = old.clause.lemma in meaning.set_of("homes") and not (old.clause.negated or old.clause.past)
    if not (placed and housed) or SPEAKER in new.subject_keys or new.clause.modality is not Modality.FACT:
        return False
    dwelling = bool(spoken_in(new) & meaning.set_of("dwellings")) or _is_in_town(new)
    return dwelling and is_about_same(new, old, names)


def _is_in_town(one: Statement) -> bool:
    """Says whether a statement ends with "in" and a name: "in halle"; of a thing there would be an article."""
    spoken, words = one.text.casefold().split(), load_closed_words(LANGUAGE)
    line = line_of(one.text, LANGUAGE)
    named = len(spoken) > 2 and spoken[-2] == "in" and line.is_open(len(line) - 1)
    return named and spoken[-1] not in words.days | words.months | words.units


def _is_thing_over(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether the thing of a statement is "vorbei", or is there no more: "die chorprobe gibts nicht mehr"."""
    gone = new.clause.lemma == "geben" and new.clause.negated and Mark.OVER in new.clause.marks
    if not (gone or _ends_with_over(new, meaning)) or old.clause.past:
        return False
    about = _what_is_over(new, meaning)
    owned = SPEAKER in old.subject_keys or not any(each.is_person or each.name for each in old.subject)
    owned = owned or any(forms & own for forms in about for own in old.subject_words)
    once = not gone and Mark.OVER not in new.clause.marks and _comes_again(old) and not _is_at_large(new)
    return bool(about) and owned and not once and are_named_in(about, old, meaning)


def _ends_with_over(new: Statement, meaning: Meaning) -> bool:
    """Says whether all that is said of a thing is that it is over: "ist jetzt vorbei", "bin ich durch"."""
    if new.clause.lemma != "be" or new.clause.negated or new.clause.past:
        return False
    line = line_of(new.text, LANGUAGE)
    base = new.clause.first
    rest = [line.word(at - base) for at in range(max(new.clause.rest, new.clause.verb + 1), new.clause.last)]
    said = [word for word in rest if word not in line.words.middle | line.words.adverbs | {"zu"}]
    if SPEAKER in new.subject_keys:
        return line.word(0) == "mit" and bool(said) and meaning.set_of("finished with").issuperset(said)
    return bool(said) and meaning.set_of("over with").issuperset(said)


def _what_is_over(new: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words for what is over, which may stand behind "das mit dem"."""
    ends = meaning.set_of("over with") | meaning.set_of("finished with")
    words = things_of(new, meaning) if SPEAKER in new.subject_keys else new.subject_words or things_of(new, meaning)
    return tuple(forms for forms in words if not forms & ends)


def _is_at_large(new: Statement) -> bool:
    """Says whether more than one time of something is over: "das mit dem", "mit dem turnen bin ich durch"."""
    return new.text.casefold().startswith(("das mit ", "mit "))


def _comes_again(old: Statement) -> bool:
    words = load_closed_words(LANGUAGE)
    often = any(word in words.days and word.endswith("s") for word in spoken_in(old))
    return often or bool(spoken_in(old) & (words.sets["habits"] | words.sets["each"]))


def _is_settled(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Der felix hat mir das geld wiedergegeben" ends "dem felix hab ich fünfzig euro geliehen"."""
    verbs = verbs_in(new)
    gives = bool(verbs & (meaning.set_of("repaying") | meaning.set_of("giving back")))
    gives = gives or (bool(verbs & meaning.set_of("handing over")) and Mark.AGAIN in new.clause.marks)
    lent = old.clause.lemma in meaning.set_of("lending verbs") and old.clause.past
    if not (gives and lent and new.clause.past) or new.clause.negated:
        return False
    people = all_keys(frozenset(key for one in new.entities for key in one.keys) - {SPEAKER}, names)
    whom = (each for each in old.entities if SPEAKER not in each.keys and (each.is_person or each.name or each.role))
    same = any(all_keys(each.keys, names) & people for each in whom)
    money = bool(spoken_in(new) & meaning.set_of("debts")) and bool(
        spoken_in(old) & load_closed_words(LANGUAGE).measures
    )
    things = tuple(forms for forms in things_of(new, meaning) if not forms & (verbs | people))
    return same and (money or are_named_in(things[-1:], old, meaning))


def _is_had_again(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Das ladekabel hab ich wieder" ends "mein kollege hat noch mein ladekabel"."""
    again = new.clause.lemma in ("have", "get") and Mark.AGAIN in new.clause.marks and SPEAKER in new.subject_keys
    held = old.clause.lemma in ("have", *sorted(meaning.set_of("lending verbs"))) and SPEAKER not in old.subject_keys
    lent = old.clause.lemma in meaning.set_of("lending verbs") and old.clause.past
    if not again or not (held or lent) or new.clause.negated or (old.clause.past and not lent):
        return False
    things = tuple(forms for forms in things_of(new, meaning) if new.clause.lemma not in forms)
    return are_named_in(things[:1], old, meaning)


def _stands_again(new: Statement, old: Statement) -> bool:
    """ "Der keller ist wieder trocken" ends "der keller steht unter wasser": a state is told by a preposition."""
    again = new.clause.lemma == "be" and Mark.AGAIN in new.clause.marks and not new.clause.negated
    stood = old.clause.lemma in ("be", "stand", "stehen") and not old.clause.past
    spoken, words = old.text.casefold().split(), load_closed_words(LANGUAGE)
    if not (again and stood) or not new.subject_words or any(each.is_person or each.name for each in new.subject):
        return False
    state = len(spoken) > 2 and spoken[-2] in words.prepositions - {"in", "im", "an", "am", "auf", "bei", "beim", "von"}
    return state and all(any(forms & own for own in old.subject_words) for forms in new.subject_words)
