"""Pure: says whether a statement right after another one changes it, although it names nothing of it.

"We went for the pine one in the end", "i'm down to 76", "they can only do monday": what has changed is what was told
just before. Each has a verb or word of change; without one nothing follows.
"""

from __future__ import annotations

from memory.reading.changes.change_words import (
    HAPPENED,
    UNREAL,
    about_of,
    is_marked,
    joins_things,
    linking_words,
    says,
    shares_sort,
    spoken_in,
    things_in,
)
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.same_relation import among
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.following import changes_last_german
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.words.meaning import Meaning, load_meaning


def changes_last(new: Statement, old: Statement, names: Names, language: str = "en") -> bool:
    """Says whether `new` changes `old`, which was told in the turn before."""
    meaning = load_meaning(language)
    if language == "de":
        return changes_last_german(new, old, names)
    if Mark.INSTEAD in new.clause.marks and says(old, "decides", meaning) and not new.has_place:
        return not new.clause.negated and among(things_in(new, meaning)[-1:], old.words)
    if _is_moved(new, old, names, meaning):
        return True
    over = old.clause.past or old.clause.modality in UNREAL
    if (
        not meaning.changes
        or over
        or new.clause.negated
        or spoken_in(new) & meaning.set_of("adding")
        or new.clause.asks
    ):
        return False
    if new.clause.modality.is_conditional:
        return False
    return any(rule(new, old, names, meaning) for rule in _RULES)


def _decides(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "We went for the pine one in the end" after "we're getting the oak table"."""
    planned = old.clause.modality in (Modality.PLAN, Modality.WISH) or bool(spoken_in(old) & {"going", "want"})
    planned = planned or any(word.endswith("ing") and word != old.clause.lemma for word in spoken_in(old))
    if new.clause.modality is Modality.DUTY:
        return False  # "i've got to pick up the dry cleaning"
    chosen = says(new, "decides", meaning) or (is_marked(new, meaning) and "one" in spoken_in(new))
    chosen = chosen and ("one" in spoken_in(new) or shares_sort(new, old, meaning) or _chooses_alone(new, old, meaning))
    return chosen and planned and bool(about_of(new, names, meaning) & about_of(old, names, meaning))


def _chooses_alone(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a choice names only what is chosen: not "we decided on cedar for the fence", "i picked it up"."""
    spoken = new.text.casefold().split()
    if {"up", "down", "over", "back"} & set(spoken) or (
        new.clause.lemma == "settle" and not {"on", "for"} & set(spoken)
    ):
        return False
    if new.clause.lemma == "go" and "with" in spoken and "with" not in spoken_in(old) and not is_marked(new, meaning):
        return False  # "i'm going with my sister"
    own = new.clause.lemma in ("go", "opt", "plump", "settle")
    after = spoken[len(spoken) - spoken[::-1].index("for") :] if spoken.count("for") > own else []
    return not after or not set(after).isdisjoint(spoken_in(old) - {"the", "a", "my", "our"})


def _counts_anew(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "I'm down to 76" after "i weigh 80 kilos", "we're twelve now" after "our team has eleven players"."""
    if (
        not (new.has_number and old.has_number)
        or new.clause.lemma not in meaning.set_of("rising")
        or things_in(new, meaning)
    ):
        return False
    if not among_all(new.subject_words, old):
        return False
    risen = bool({"up", "down"} & spoken_in(new)) and "to" in spoken_in(new)
    return risen or Mark.NOW in new.clause.marks


def _is_put(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "They've put me on earlies" after "they've got me on nights"."""
    if not (is_marked(new, meaning) or new.clause.lemma in meaning.set_of("putting")):
        return False
    alike = linking_words(new, meaning) & linking_words(old, meaning) - {"of", "about"}
    unnamed = bool(new.subject) and all(entity.pronoun == "many" for entity in new.subject)
    return unnamed and bool(alike) and bool(about_of(new, names, meaning) & about_of(old, names, meaning))


def _names_time(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "They can only do monday" after "i'm seeing the optician on friday"."""
    if not (new.has_time and old.has_time) or things_in(new, meaning):
        return False
    offered = new.clause.lemma in meaning.set_of("offering") and new.clause.modality is Modality.ABILITY
    return offered and ("only" in spoken_in(new) or is_marked(new, meaning))


def _is_moved(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "It's got moved to friday" after "the plasterer's coming on thursday", "they've moved us to the tenth"."""
    moved = says(new, "moves", meaning) or any(forms & meaning.moving for forms in new.words)
    if not (moved and new.has_time and old.has_time) or new.clause.modality not in HAPPENED:
        return False
    unnamed = bool(new.subject) and all(entity.pronoun in ("thing", "many") for entity in new.subject)
    patients = all(SPEAKER in entity.keys or entity.pronoun for entity in new.others if entity.is_person)
    things = [forms for forms in things_in(new, meaning) if not forms & (meaning.moving | meaning.change_verbs)]
    lasting = not old.clause.past or old.clause.lemma in meaning.set_of("arranging")
    return unnamed and patients and lasting and not things


def _stands_instead(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "My parents are off to malta instead" after "my parents are going to madeira"."""
    same = bool(about_of(new, names, meaning) & about_of(old, names, meaning)) and not joins_things(old, meaning)
    heads = {"going", "to"} <= spoken_in(new)  # "to mull", which may be read as a verb
    if Mark.INSTEAD in new.clause.marks and same and (heads or _goes(new, meaning)) and _goes(old, meaning):
        return True
    one, other = linking_words(new, meaning), linking_words(old, meaning)
    if Mark.FIX in new.clause.marks and new.clause.lemma == old.clause.lemma and same:
        return one <= other and bool(things_in(new, meaning)) and new.has_time <= old.has_time
    return Mark.INSTEAD in new.clause.marks and same and one == other and new.has_place == old.has_place


def _goes(one: Statement, meaning: Meaning) -> bool:
    """Says whether somebody means to go somewhere: "we're going to cornwall", "we've booked a cottage in wales"."""
    planned = one.clause.lemma in meaning.set_of("going places") | meaning.set_of("arranging")
    return (planned or says(one, "decides", meaning)) and one.has_place and not one.clause.negated


_CHANGING = frozenset(("switch", "change", "convert", "rebook"))


def _switches(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "He's switched to carpentry" after "joe's doing an apprenticeship in plumbing"."""
    placed = old.clause.lemma == "be" and linking_words(old, meaning) & {"on", "with", "at", "for", "in"}
    if old.clause.lemma in meaning.set_of("liking") | meaning.set_of("auxiliary") and not placed:
        return False
    chosen = old.clause.lemma in meaning.set_of("chosen") or any(word.endswith("ing") for word in spoken_in(old))
    chosen = chosen or any(among((forms,), old.words) for forms in things_in(new, meaning))
    if not chosen or not says(new, "again", meaning) or not {"to", "with"} & spoken_in(new):
        return False
    unnamed = bool(new.subject) and all(entity.pronoun in ("male", "female", "many") for entity in new.subject)
    told = unnamed or is_marked(new, meaning) or shares_sort(new, old, meaning) or "work" in spoken_in(new)
    told = told or bool(placed and "with" in linking_words(old, meaning))  # "i'm with british gas"
    if not told and new.clause.lemma not in _CHANGING:
        return False  # "i went over to my mum's"
    first = new.others[0] if new.others and new.others[0].start == new.clause.rest else None
    if first is not None and not first.is_person and not first.keys & old.keys:
        return False  # "i swapped shifts with bob"
    return unnamed or bool(about_of(new, names, meaning) & about_of(old, names, meaning))


def _parts(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "They've broken up" after "priya is seeing a bloke called dev"."""
    unnamed = bool(new.subject) and all(entity.pronoun == "many" for entity in new.subject)
    paired = any(forms & (meaning.slots.get("partner", frozenset()) | meaning.set_of("paired")) for forms in old.words)
    return unnamed and says(new, "parts", meaning) and (paired or old.clause.lemma in ("see", "date", "marry", "go"))


def _names_another(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "She's got mister okafor this year" after "leyla's teacher is mrs browning"."""
    if not is_marked(new, meaning) or new.clause.lemma not in meaning.set_of("auxiliary"):
        return False
    one, other = ({name for _, name in each.named} for each in (new, old))
    same = bool(about_of(new, names, meaning) & about_of(old, names, meaning))
    titled = same and all(any(name.split()[0] in meaning.titles for name in each) for each in (one, other))
    unnamed = bool(new.subject) and all(entity.pronoun == "thing" for entity in new.subject)
    return bool(one and other and one.isdisjoint(other)) and (titled or unnamed)


def among_all(words: tuple[Forms, ...], old: Statement) -> bool:
    """Says whether a statement has every one of some words; true when there are none."""
    return not words or among(words, old.words)


_RULES = (_decides, _counts_anew, _is_put, _names_time, _stands_instead, _names_another, _switches, _parts)


def changes_mind(one: Statement, language: str = "en") -> bool:
    """Says whether a clause only announces a change: "i changed my mind"."""
    return says(one, "announces", load_meaning(language))


def tells_home(moved: Statement, one: Statement) -> bool:
    """Says whether a clause tells where somebody lives who has just moved: "we've moved again | we're in chester"."""
    left = moved.clause.lemma == "move" and not (moved.has_place or moved.has_time or moved.clause.negated)
    left = left and moved.clause.modality in HAPPENED and not any(not each.is_person for each in moved.others)
    placed = one.clause.lemma == "be" and one.has_place and not one.has_time and not one.clause.negated
    return left and placed and bool(moved.subject_keys & one.subject_keys)


def drops_out(one: Statement) -> bool:
    """Says whether a clause tells that somebody does not do it: "tom can't come"."""
    return one.clause.negated and one.clause.modality is Modality.ABILITY


def tells_all(one: Statement, language: str = "en") -> bool:
    """Says whether the clause that ends or replaces tells itself what became of it: "i quit", "she's moved to hull"."""
    meaning = load_meaning(language)
    moved = any(says(one, sort, meaning) for sort in ("home begins", "moves", "switches")) and "to" in spoken_in(one)
    return language == "en" and (moved or one.clause.lemma in meaning.set_of("given up"))


def begins_another(one: Statement, language: str = "en") -> bool:
    """Says whether a clause tells what stands in the place of something that ended: "so we got a miele"."""
    meaning = load_meaning(language)
    clause = one.clause
    told = clause.lemma == "be" and (one.has_time or one.has_number or one.has_place)
    told = told or (says(one, "switches", meaning) and "to" in spoken_in(one))  # "we've gone over to the library"
    return not clause.negated and (told or clause.lemma in meaning.set_of("acquiring") or is_marked(one, meaning))
