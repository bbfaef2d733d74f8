"""Pure: says whether a German statement ends an older one or takes its place.

The verb or mark of change says what sort of thing is over, and the thing or person that both name says which. Without
such a verb or mark nothing is over, nor where the new statement names a day that the old one does not.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in, tells_home_by_sort
from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.statements import Statement
from memory.reading.german.nouns import all_verb_forms, is_head, is_joined_of
from memory.reading.german_facts.frames import begins_next, fills_same_frame
from memory.reading.german_facts.news import is_contradicted, is_ended_by_news, is_replaced_by_news
from memory.reading.german_facts.told_things import (
    LANGUAGE,
    are_named_in,
    days_in,
    has_other_as_object,
    is_about_same,
    prepositions_in,
    things_of,
    verbs_in,
)
from memory.reading.german_facts.updates.back_to_normal import is_back_to_normal
from memory.reading.german_facts.updates.chosen import chooses_one
from memory.reading.german_facts.updates.duties import is_done_at_last
from memory.reading.german_facts.updates.over import has_moved_in, is_over
from memory.reading.german_facts.updates.passing_states import ends_state
from memory.reading.german_facts.updates.put_elsewhere import is_put_elsewhere
from memory.reading.german_facts.updates.told_anew import is_so_again
from memory.reading.grammar.clause import ActKind, Mark, Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.stemming import split_words

_BEING_THERE = frozenset(("be", "lie", "stand", "hang"))
_INSTEAD = frozenset((Mark.NOW, Mark.INSTEAD, Mark.FIX))


def ends_german(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether a statement tells that what an older one told is over."""
    meaning = load_meaning(LANGUAGE)
    if not (new.clause.asks or old.clause.asks) and ends_state(new, old, names, meaning):
        return True
    if is_back_to_normal(new, old, names, meaning) or is_done_at_last(new, old, meaning):
        return True
    if is_over(new, old, names, meaning):
        return True
    if not may_change(new, old):
        return False
    if new.clause.negated:
        return _is_no_more(new, old, names, meaning)
    if (verbs_in(new) & meaning.set_of("moving away") and not things_of(new, meaning)) or _has_moved_out(new, meaning):
        housed = old.clause.lemma in meaning.set_of("homes") or (old.clause.lemma == "be" and old.has_place)
        if is_about_same(new, old, names) and housed:
            return True
    return _is_ended(new, old, names, meaning) or is_ended_by_news(new, old, names, meaning)


def replaces_german(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether a statement gives an older one another value: "ich fahr inzwischen mit der bahn"."""
    meaning = load_meaning(LANGUAGE)
    if is_so_again(new, old, names) or chooses_one(new, old, names) or has_moved_in(new, old, names, meaning):
        return True
    if is_put_elsewhere(new, old, meaning):
        return True
    adding = meaning.set_of("adding") & spoken_in(new) and not meaning.set_of("only still") <= spoken_in(new)
    if not may_change(new, old) or new.clause.negated or adding:
        return False
    if tells_home_by_sort(new, old, meaning):
        return False  # "ich wohne jetzt im zweiten stock" says nothing of the town
    marked = bool(new.clause.marks & _INSTEAD) or new.kind is ActKind.CORRECT
    if {Mark.OVER, Mark.CONTRAST} <= new.clause.marks:
        return _denies_what_was_told(new, old, names)
    if is_replaced_by_news(new, old, names, meaning) or (marked and fills_same_frame(new, old, meaning)):
        return True
    if not days_in(new) <= days_in(old):
        return False
    if marked and _places_joined(new, old, meaning):
        return True
    if not marked or not is_about_same(new, old, names):
        return False
    return (
        _names_successor(new, old)
        or _shares_head(new, old, meaning)
        or _in_same_frame(new, old, meaning)
        or _is_of_same_kind(new, old, meaning)
        or _decides_otherwise(new, old, meaning)
        or begins_next(new, old, meaning)
    )


def _denies_what_was_told(new: Statement, old: Statement, names: Names) -> bool:
    """ "Ich trink jetzt kaffee und nicht mehr tee" replaces "ich trink immer tee": what was told is denied.

    A denied word that the old statement does not have leaves it as it is, and so does one of several that it has.
    """
    if new.clause.lemma not in ("be", old.clause.lemma) or not is_about_same(new, old, names):
        return False
    spoken, told = (split_words(each.text) for each in (new, old))
    deny = next((at for at in range(1, len(spoken)) if spoken[at - 1 : at + 1] == ("nicht", "mehr")), len(spoken))
    end = spoken.index("sondern", deny) if "sondern" in spoken[deny:] else len(spoken)
    words = load_closed_words(LANGUAGE)
    joining = words.prepositions | words.determiners | words.possessives | words.indefinite
    denied = [word for word in spoken[deny + 1 : end] if word not in joining]
    return bool(denied) and all(word in told for word in denied) and "und" not in told


def _places_joined(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Der hüttenschlüssel liegt im topf" replaces "der schlüssel für die hütte hängt am haken": one thing, named by
    one word and by two.
    """
    placing, words = meaning.set_of("placing"), (new.subject_words, old.subject_words)
    placed = {new.clause.lemma, old.clause.lemma} <= placing and new.has_place and old.has_place
    return placed and (is_joined_of(*words) or is_joined_of(*reversed(words)))


def _has_moved_out(new: Statement, meaning: Meaning) -> bool:
    """Says whether somebody is "raus" or has "was eigenes gefunden", and so lives no more where they lived."""
    spoken = new.text.casefold().split()
    if new.clause.lemma == "be":
        return spoken[-1] in meaning.set_of("moved out")
    own = next((at for at, word in enumerate(spoken) if word.startswith("eigene")), -1)
    return own > 0 and bool({spoken[own - 1], spoken[own], *spoken[own + 1 : own + 2]} & meaning.set_of("own homes"))


def contradicts_german(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether both give one role or thing a value and neither tells of a change."""
    return may_change(new, old) and not new.clause.negated and is_contradicted(new, old, names, load_meaning(LANGUAGE))


def stays_unmarked(new: Statement, old: Statement) -> bool:
    """Says whether both tell only where a thing is: "die säge liegt im keller", and then "... in der garage"."""
    marked = bool(new.clause.marks) or new.kind is ActKind.CORRECT or new.clause.past
    return not marked and new.clause.lemma == old.clause.lemma and new.clause.lemma in _BEING_THERE


def looked_up_by_german(new: Statement) -> tuple[str, ...]:
    """Returns the near words of what a statement of a change names, by which older facts are looked up."""
    meaning = load_meaning(LANGUAGE)
    changes = new.clause.negated or bool(new.clause.marks) or bool(verbs_in(new) & meaning.set_of("ending verbs"))
    moved = bool({new.clause.lemma, *verbs_in(new)} & meaning.set_of("retiming"))
    named = (*things_of(new, meaning), *(new.subject_words if moved else ()))
    near = frozenset(other for forms in named for form in forms for other in meaning.groups.get(form, ()))
    if moved:  # "der umzug verschiebt sich" is of "wir ziehen am freitag um"
        return tuple(sorted(near | all_verb_forms(near)))
    return tuple(sorted(near)) if changes else ()


def may_change(new: Statement, old: Statement) -> bool:
    """Says whether both tell what is so, and the older one not that something is not."""
    unreal = (Modality.CONDITIONAL, Modality.GENERAL, Modality.PAST_ONLY, Modality.REPORTED)
    if new.clause.modality in (*unreal, Modality.WISH) or old.clause.modality in unreal:
        return False
    return not (old.clause.negated or new.clause.asks or old.clause.asks) and bool(new.words) and bool(old.words)


def _is_no_more(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Den bus nehm ich nicht mehr" ends "ich fahr mit dem bus zur arbeit"."""
    if Mark.OVER not in new.clause.marks or not days_in(new) <= days_in(old):
        return False
    things = things_of(new, meaning)
    if is_about_same(new, old, names):
        return are_named_in(things, old, meaning)
    owned = SPEAKER in new.subject_keys and any(key.startswith(f"{SPEAKER}>") for key in old.subject_keys)
    named = any(entity.name and {entity.name} & {name for _, name in old.named} for entity in new.others)
    return owned and named


def _is_ended(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Lena haben wir vom ballett abgemeldet" ends "lena ist beim ballett"."""
    verbs = verbs_in(new)
    if not verbs & meaning.set_of("ending verbs") or not days_in(new) <= days_in(old):
        return False
    if {old.clause.lemma, *verbs_in(old)} & meaning.set_of("ending verbs"):
        return False
    if new.clause.modality not in (Modality.FACT, Modality.PLAN, Modality.DUTY):
        return False
    every = things_of(new, meaning)
    things = tuple(forms for forms in every if not forms & meaning.set_of("occasions")) or every
    if verbs & meaning.set_of("disposing verbs") and not is_held(old, meaning):
        return False
    if _disposes_of_named(new, old, names, meaning):
        return True
    if _is_disposed_of(new, old, meaning):
        return True
    if has_other_as_object(new, old, names):
        others = tuple(forms for forms in things if not any(forms & own for own in old.subject_words))
        return are_named_in(others or things, old, meaning)
    if is_about_same(new, old, names) and things:
        return are_named_in(things[:2], old, meaning)
    called_off = new.clause.lemma == "be" or bool(verbs & meaning.set_of("falling through"))
    beside = tuple(forms for forms in things if not forms & verbs)
    named = not beside or (SPEAKER not in new.subject_keys and are_named_in(beside, old, meaning))
    who = tuple(forms for forms in new.subject_words if not forms & load_closed_words(LANGUAGE).sets["polite"])
    return called_off and named and are_named_in(who or new.subject_words, old, meaning)


def _disposes_of_named(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Ich hab fury verkauft" ends "ich hab ein pferd", which is called so."""
    if not verbs_in(new) & meaning.set_of("disposing verbs") or not is_about_same(new, old, names):
        return False
    given, had = (frozenset(key for one in each.others for key in one.keys) - {SPEAKER} for each in (new, old))
    return is_held(old, meaning) and bool(all_keys(given, names) & had)


def _is_disposed_of(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Das auto ist verkauft" ends "ich fahr mit dem auto" and "ich hab ein auto": nobody says who sold it."""
    gone = bool(verbs_in(new) & meaning.set_of("disposing verbs")) and SPEAKER not in new.subject_keys
    own = SPEAKER in old.subject_keys and is_held(old, meaning) and not any(one.is_person for one in new.subject)
    return gone and own and are_named_in(new.subject_words, old, meaning)


def is_held(old: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells that somebody has or uses a thing, and not what it cost or where it is from."""
    held = meaning.set_of("having") | meaning.set_of("placing") | {"drive", "use", "nutzen", "spielen", "fahren", "buy"}
    return old.clause.lemma in held and not old.clause.past


def _names_successor(new: Statement, old: Statement) -> bool:
    """ "Mein friseur ist jetzt der giovanni" replaces "mein friseur ist der toni"."""
    if new.clause.lemma not in ("be", "call") or old.clause.lemma not in ("be", "call"):
        return False
    one, other = (dict(each.named) for each in (new, old))
    shared = one.keys() & other.keys()
    return any(one[key] != other[key] for key in shared)


def _shares_head(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Jetzt hab ich spätschicht" replaces "ich hab frühschicht": two compounds with one last part."""
    eaten = {new.clause.lemma, old.clause.lemma} <= meaning.set_of("made to eat") and new.clause.past == old.clause.past
    if new.clause.lemma != old.clause.lemma and not eaten:
        return False
    one, other = (frozenset(each.text.casefold().split()) for each in (new, old))
    heads = {is_head(word) for word in one - other} - {""}
    return any(is_head(word) in heads for word in other - one)


def _in_same_frame(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Ich fahr jetzt mit dem roller" replaces "ich fahr mit dem bus": one verb, one preposition, other things."""
    travel = meaning.set_of("travelling")
    if new.clause.lemma != old.clause.lemma and not {new.clause.lemma, old.clause.lemma} <= travel:
        return False
    if new.clause.past != old.clause.past or new.clause.modality is not old.clause.modality:
        return False
    one, other = things_of(new, meaning), things_of(old, meaning)
    if not one or not other or are_named_in(one, old, meaning) or are_named_in(other, new, meaning):
        return False
    first, second = prepositions_in(new) - {"um"}, prepositions_in(old)  # "um drei" says when
    return bool(first) and first <= second and new.has_time <= old.has_time


def _decides_otherwise(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Wir haben uns doch für die schwarze platte entschieden" replaces "wir nehmen die graue platte"."""
    if not {new.clause.lemma, *verbs_in(new)} & meaning.set_of("deciding"):
        return False
    things = things_of(new, meaning)
    named = [forms for forms in things if are_named_in((forms,), old, meaning)]
    return bool(named) and len(named) < len(things)


def _is_of_same_kind(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Ich fahr jetzt einen skoda" replaces "ich fahr einen polo": one verb of using, two things of one kind."""
    using = new.clause.lemma == old.clause.lemma and new.clause.lemma in meaning.set_of("used one by one")
    if not using or new.clause.past != old.clause.past:
        return False
    one, other = (frozenset(form for forms in things_of(each, meaning) for form in forms) for each in (new, old))
    return any(one & members and other & members for members in meaning.kinds.values())
