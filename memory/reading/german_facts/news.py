"""Pure: says what German news does to an older statement that it does not repeat: what is over, new, or contradicted.

"Ich hab bei vodafone gekündigt" ends "mein handyvertrag ist bei vodafone", "anne hat einen neuen freund" ends what was
told of the old one. Each rule needs its verb or mark of change, and a thing, owner or role that both name.
"""

from __future__ import annotations

from memory.core.policy import MIN_FRONT_CHARS, MIN_HEAD_CHARS
from memory.reading.changes.change_words import splits_thing, spoken_in
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.gaps import tells_job
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.frames import is_done_otherwise
from memory.reading.german_facts.told_things import (
    are_named_in,
    is_about_same,
    prepositions_in,
    things_of,
    verbs_in,
)
from memory.reading.german_facts.updates.duties import (
    is_done_otherwise_named,
    is_done_to_thing,
    is_no_longer_needed,
)
from memory.reading.german_facts.updates.fetched import changes_hands_now, is_fetched_back
from memory.reading.german_facts.updates.passing_states import (
    is_delivered,
    is_found_again,
    is_used_up,
    works_again,
)
from memory.reading.german_facts.updates.recounted import counts_anew, gives_new_number, is_free_now
from memory.reading.german_facts.updates.retimed import is_retimed
from memory.reading.grammar.clause import ActKind, Mark, Modality
from memory.reading.words.meaning import Meaning

_RECENT = frozenset((Mark.NOW, Mark.INSTEAD, Mark.FIX, Mark.NEW))
_CALLED = ("be", "call")


def is_ended_by_news(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement with a verb of change ends an older one."""
    verbs = verbs_in(new)
    return (
        (bool(verbs & meaning.set_of("ending verbs")) and _ends_contract(new, old, meaning))
        or (bool(verbs & meaning.set_of("moving away")) and _leaves_home(new, old, names, meaning))
        or (bool(verbs & meaning.set_of("switching")) and _changes_holder(new, old, names, meaning))
        or (bool(verbs & meaning.set_of("switching")) and _changes_field(new, old, names, meaning))
        or (bool(verbs & meaning.set_of("resigning")) and _resigns(new, old, meaning))
        or (bool(verbs & meaning.set_of("parting")) and not splits_thing(new) and _parts(new, old, names, meaning))
        or (bool(verbs & meaning.set_of("repaying")) and _repays(new, old, names, meaning))
        or (bool(verbs & meaning.set_of("handing over")) and _pays_debt(new, old, names, meaning))
        or ("schluss" in spoken_in(new) and _is_over_between(new) and _parts(new, old, names, meaning))
        or is_fetched_back(new, old, names, meaning)
        or works_again(new, old, meaning)
        or is_used_up(new, old, meaning)
        or is_delivered(new, old, names, meaning)
        or changes_hands_now(new, old, meaning)
        or is_found_again(new, old, meaning)
        or (bool(verbs & meaning.set_of("falling through")) and _falls_through(new, old))
        or _gets_another(new, old, names, meaning)
        or _gets_new_number(new, old, meaning)
        or is_done_to_thing(new, old, meaning)
        or is_done_otherwise_named(new, old, meaning)
        or is_no_longer_needed(new, old, meaning)
    )


def is_replaced_by_news(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement with a verb or mark of change gives an older one another value."""
    recent = bool(new.clause.marks & _RECENT) or new.kind is ActKind.CORRECT
    return (
        _stands_instead(new, old, names, meaning)
        or _is_changed_to(new, old, names, meaning)
        or gives_new_number(new, old, names, meaning)
        or counts_anew(new, old, names, meaning)
        or is_retimed(new, old, meaning)
        or (recent and is_free_now(new, old, meaning))
        or _moves_office(new, old, meaning)
        or _is_renamed(new, old, meaning)
        or (recent and (_takes_job(new, old, names, meaning) or _has_new_holder(new, old, meaning)))
        or (recent and _drives_another(new, old, names, meaning))
        or (recent and _has_new_favourite(new, old, meaning))
    )


def is_contradicted(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether two unmarked statements give one role two names, or one person two cars: one of them is wrong."""
    marked = new.clause.marks & _RECENT or new.kind is ActKind.CORRECT or "auch" in spoken_in(new)
    if marked or new.clause.modality is not old.clause.modality or new.clause.past != old.clause.past:
        return False
    return (
        _names_otherwise(new, old)
        or _drives_otherwise(new, old, names, meaning)
        or is_done_otherwise(new, old, meaning)
    )


def _ends_contract(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Ich hab bei vodafone gekündigt" ends "mein handyvertrag ist bei vodafone"."""
    owners = new.subject_keys
    owned = any(key.rpartition(BETWEEN)[0] in owners for key in old.subject_keys)
    if not owned or any(entity.is_person for entity in old.subject) or old.has_time:
        return False
    things = tuple(forms for forms in things_of(new, meaning) if not forms & meaning.set_of("ending verbs"))
    named = any(entity.name for entity in new.others)
    return named and are_named_in(things, old, meaning)


def _leaves_home(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Er ist aus der wg ausgezogen" ends "mein sohn wohnt in einer wg"."""
    housed = old.clause.lemma in meaning.set_of("homes") and is_about_same(new, old, names)
    return (
        housed
        and {"aus", "von"} & prepositions_in(new) != set()
        and are_named_in(things_of(new, meaning), old, meaning)
    )


def _changes_holder(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Ich hab den zahnarzt gewechselt" ends "mein zahnarzt ist doktor kühn"."""
    if (
        new.has_time
        or prepositions_in(new) & {"zu", "auf", "gegen", "nach"}
        or old.clause.lemma not in (*_CALLED, "have")
    ):
        return False
    things = things_of(new, meaning)
    owned = is_about_same(new, old, names) or any(
        key.rpartition(BETWEEN)[0] in new.subject_keys for key in old.subject_keys
    )
    return owned and bool(things) and any(things[0] & forms for forms in (*old.subject_words, *old.words[:1]))


def _changes_field(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Lukas hat das fach gewechselt" ends "lukas studiert maschinenbau": the verb of old says what field it was."""
    fields = meaning.set_of(f"field of {old.clause.lemma}")
    told = bool(fields) and not old.clause.past and is_about_same(new, old, names)
    return told and any(forms & fields for forms in things_of(new, meaning))


def _resigns(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Der klaus hat aufgehört" ends "unser trainer heißt klaus"."""
    gone = {entity.name for entity in new.subject if entity.name} | {
        key for key in new.subject_keys if BETWEEN not in key
    }
    things = tuple(forms for forms in things_of(new, meaning) if not forms & meaning.set_of("retired"))
    if things or old.clause.lemma not in _CALLED or SPEAKER in new.subject_keys:
        return False
    return any(name in gone and _role_of(key) in meaning.set_of("offices") for key, name in _holders(old, meaning))


def _is_over_between(new: Statement) -> bool:
    """Says whether two made an end, "thilo und ich haben schluss gemacht", and nobody with a thing, as with smoking."""
    if new.clause.lemma == "be":
        return True
    persons = {key.rpartition(">")[2] for entity in new.entities for key in entity.keys if entity.name or entity.role}
    return "machen" in verbs_in(new) and all(forms & (persons | {"machen", "schluss"}) for forms in new.words)


def _parts(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Mein bruder und sabine haben sich scheiden lassen" ends "mein bruder ist mit sabine verheiratet"."""
    paired = bool(spoken_in(old) & meaning.set_of("paired_by")) or any(
        _role_of(key) in meaning.set_of("partners") for key in old.keys
    )
    if not paired or verbs_in(old) & meaning.set_of("parting") or old.clause.past:
        return False
    people = frozenset(key for entity in new.entities if entity.is_person or entity.name for key in entity.keys)
    parted = all_keys(people - {SPEAKER}, names)
    return bool(parted & all_keys(old.keys, names)) or (SPEAKER in new.subject_keys and SPEAKER in old.subject_keys)


def _repays(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Silke hat mir das geld zurückgezahlt" ends "silke schuldet mir 50 euro"; a bill that is paid does not."""
    owed = old.clause.lemma == "owe" and not old.clause.negated
    things = [one for one in new.others if not (one.is_person or one.name or one.pronoun)]
    heads = {key.rpartition(">")[2].split()[-1] for one in things for key in one.keys}
    if heads and not heads & meaning.set_of("debts"):
        return False
    return owed and is_about_same(new, old, names) and (SPEAKER in new.subject_keys) == (SPEAKER in old.subject_keys)


def _pays_debt(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Hab tom das geld gegeben" ends "ich schulde tom zehn euro": the same person gets the money."""
    people = frozenset(key for one in new.others if one.is_person or one.name for key in one.keys)
    money = bool(spoken_in(new) & meaning.set_of("debts")) and new.clause.past
    return money and bool(all_keys(people, names) & all_keys(old.keys, names)) and _repays(new, old, names, meaning)


def _falls_through(new: Statement, old: Statement) -> bool:
    """ "Der hauskauf ist geplatzt" ends "wir wollen ein haus kaufen": the plan is named by a part of the word."""
    planned = old.clause.modality in (Modality.PLAN, Modality.WISH, Modality.DUTY)
    if not planned or SPEAKER in new.subject_keys or any(entity.is_person for entity in new.subject):
        return False
    fronts = {form for forms in old.words for form in forms if len(form) >= MIN_FRONT_CHARS}
    return any(form.startswith(tuple(fronts)) for forms in new.subject_words for form in forms if fronts)


def _gets_another(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Anne hat einen neuen freund" ends "annes freund heißt pascal"."""
    if Mark.NEW not in new.clause.marks or new.clause.lemma not in ("have", "get") or old.clause.lemma not in _CALLED:
        return False
    held = meaning.set_of("offices") | meaning.set_of("partners")
    had = all_keys(frozenset(key for key, _ in old.named), names)
    if any(_role_of(key) in held and key in had for entity in new.others if not entity.name for key in entity.keys):
        return True
    roles = spoken_in(new) & held  # "emil hat jetzt eine neue lehrerin frau sommer"
    owners = {key.rpartition(BETWEEN)[0] for key in old.subject_keys if _role_of(key) in roles}
    return bool(owners & all_keys(new.subject_keys, names)) and not any(entity.plain for entity in old.subject)


def _gets_new_number(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Oma hat eine neue nummer" ends "omas telefonnummer ist drei vier fünf"."""
    if Mark.NEW not in new.clause.marks or new.clause.lemma not in ("have", "get") or old.clause.lemma not in _CALLED:
        return False
    got = (key.rpartition(BETWEEN) for entity in new.others for key in entity.keys if BETWEEN in key)
    had = [key.rpartition(BETWEEN) for key in old.subject_keys if BETWEEN in key]
    alike = [(head, other) for owner, _, head in got for who, _, other in had if owner == who]
    phone = any(forms & meaning.set_of("numbers to call") for forms in old.subject_words)
    same = any(
        head == other or (phone and len(head) >= MIN_HEAD_CHARS and other.endswith(head)) for head, other in alike
    )
    return old.has_number and same


def _stands_instead(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Wir fliegen nach madeira statt teneriffa" replaces "wir fliegen nach teneriffa"."""
    spoken = new.text.casefold().replace(",", " ").split()
    at = next((place for place, word in enumerate(spoken) if word in ("statt", "anstatt", "anstelle")), -1)
    if at < 0 or not is_about_same(new, old, names):
        return False
    left = tuple(forms for forms in things_of(new, meaning) if forms & set(spoken[at + 1 : at + 5]))
    return are_named_in(left[:1], old, meaning)


def _is_changed_to(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Die heizung ist jetzt auf wärmepumpe umgestellt" replaces "wir heizen mit öl"."""
    changed = bool(verbs_in(new) & (meaning.set_of("switching") | meaning.set_of("replacing")))
    if not changed or old.clause.past or new.has_time or not prepositions_in(new) & {"auf", "gegen", "durch"}:
        return False
    spoken = new.text.casefold().split()
    at = next(place for place, word in enumerate(spoken) if word in ("auf", "gegen", "durch", "aufs", "durchs"))
    things = tuple(forms for forms in things_of(new, meaning) if not forms & (verbs_in(new) | set(spoken[at + 1 :])))
    about = new.subject_words if SPEAKER not in new.subject_keys else things[:1]
    ours = SPEAKER in old.subject_keys or any(forms & own for forms in about for own in old.subject_words)
    return (ours or is_about_same(new, old, names)) and are_named_in(about[:1], old, meaning)


def _moves_office(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Wir sind in den vierten stock umgezogen" replaces "mein büro ist im zweiten stock"."""
    mine = SPEAKER in new.subject_keys and any(key.startswith(SPEAKER + BETWEEN) for key in old.subject_keys)
    if new.clause.lemma != "move" or not (mine and new.has_number and old.has_number) or old.clause.lemma != "be":
        return False
    floors = meaning.set_of("numbered stock")
    return bool(spoken_in(new) & floors) and bool(spoken_in(old) & floors)


def _is_renamed(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Wir haben den laden in fadenlauf umbenannt" replaces "unser laden heißt wollstübchen"."""
    if new.clause.marks & _RECENT and "nennen" in verbs_in(new):
        return _is_called_now(new, old)
    if old.clause.lemma != "call" or not verbs_in(new) & {"umbenennen", "umtaufen"}:
        return False
    return any(forms & own for forms in things_of(new, meaning)[:1] for own in old.subject_words)


def _is_called_now(new: Statement, old: Statement) -> bool:
    """ "Wir nennen die katze jetzt lotte" replaces "unsere katze heißt mimi"; a person keeps the name beside it."""
    keys = frozenset(key for one in new.others if not one.is_person for key in one.keys)
    names = {one.name for one in new.others if one.name}
    return any(key in keys and bool(names - {name}) for key, name in old.named) and old.clause.lemma in _CALLED


def _takes_job(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Sie hat jetzt eine stelle bei rossmann" replaces "meine tochter arbeitet im dm"."""
    if not is_about_same(new, old, names) or not (tells_job(old, meaning) or old.clause.lemma == "work"):
        return False
    posts = meaning.set_of("posts")
    taken = new.clause.lemma in ("have", "get", "start", "begin", "do") and bool(spoken_in(new) & posts)
    return taken and not old.clause.past


def _drives_another(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Ich hab jetzt einen polo" replaces "ich fahr einen golf"."""
    cars = meaning.kinds.get("auto", frozenset())
    had = (
        new.clause.lemma in ("have", "drive")
        and old.clause.lemma in ("have", "drive")
        and new.clause.lemma != old.clause.lemma
    )
    one, other = (any(form in cars for forms in each.words for form in forms) for each in (new, old))
    return had and one and other and is_about_same(new, old, names) and not old.clause.past


def _has_new_favourite(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Meine lieblingsserie ist jetzt babylon berlin" replaces "meine lieblingsserie ist dark": it has one value."""
    bare = new.clause.lemma == old.clause.lemma == "be" and not new.has_time and not old.clause.past
    heads = {_role_of(key) for key in new.subject_keys & old.subject_keys if BETWEEN in key}
    single = any(head.startswith("lieblings") for head in heads) or not heads.isdisjoint(meaning.set_of("labels"))
    return bare and single and bool(things_of(new, meaning)) and not new.clause.negated


def _has_new_holder(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """ "Der neue trainer heißt dirk" replaces "der trainer von der a-jugend heißt klaus"."""
    if new.clause.lemma not in _CALLED or old.clause.lemma not in _CALLED:
        return False
    held = meaning.set_of("offices") | meaning.set_of("partners")
    one, other = _holders(new, meaning), _holders(old, meaning)
    return any(
        key == before and name != named and _role_of(key) in held for key, name in one for before, named in other
    )


def _names_otherwise(new: Statement, old: Statement) -> bool:
    """ "Paulas lehrer ist herr hartwig" contradicts "paulas lehrer ist herr wenzel"."""
    if new.clause.lemma != "be" or old.clause.lemma not in _CALLED or new.clause.negated or old.clause.negated:
        return False
    one, other = dict(new.named), dict(old.named)
    shared = [key for key in one.keys() & other.keys() if BETWEEN in key and key in new.subject_keys & old.subject_keys]
    return any(one[key] != other[key] for key in shared)


def _drives_otherwise(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Mein onkel fährt einen skoda" contradicts "mein onkel fährt einen opel"."""
    if not new.clause.lemma == old.clause.lemma == "drive" or not is_about_same(new, old, names):
        return False
    if new.has_time or old.has_time or prepositions_in(new) or prepositions_in(old):
        return False
    cars = meaning.kinds.get("auto", frozenset())
    one, other = (frozenset(form for forms in each.words for form in forms & cars) for each in (new, old))
    return bool(one) and bool(other) and not one & other


def _holders(one: Statement, meaning: Meaning) -> tuple[tuple[str, str], ...]:
    """Returns the roles that a statement gives a name: also of "der trainer von der a-jugend heißt klaus"."""
    if one.named or one.clause.lemma not in _CALLED:
        return one.named
    name = next((entity.name for entity in one.others if entity.name), "")
    keys = (key for entity in one.subject[:1] for key in sorted(entity.keys))
    return tuple((key, name) for key in keys if name and BETWEEN in key and _role_of(key) in meaning.set_of("offices"))


def _role_of(key: str) -> str:
    return key.rpartition(BETWEEN)[2]
