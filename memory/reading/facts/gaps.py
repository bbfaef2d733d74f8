"""Pure: says whether a statement has what a question leaves open: a time, a place, a person, a job, an age, a kind.

What is denied, wished or of another kind fills no gap.
"""

from __future__ import annotations

from memory.core.policy import MIN_FRONT_CHARS
from memory.reading.facts.counted import asks_sum, can_be_counted, recurs
from memory.reading.facts.entities import BETWEEN, SPEAKER, Entity, Names, all_keys
from memory.reading.facts.statement_words import Forms, describes_another, forms_at, is_somebody_by_work
from memory.reading.facts.statements import Statement, is_introduced, named_roles
from memory.reading.facts.wanted import JOB_WORDS, Wanted, asks_of_definite, is_own_doing, tells_who_it_is
from memory.reading.german.nouns import is_part_of_word
from memory.reading.german_facts.told_things import is_lent_to_unknown, is_somebody_unknown
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning


def tells_job(told: Statement, meaning: Meaning) -> bool:
    """ "I work as a nurse", "tom is a pilot", "my job is teaching"."""
    clause = told.clause
    if clause.modality in (Modality.WISH, Modality.PLAN):
        return False
    sets = meaning.sets
    spoken = set(told.text.split())
    if clause.lemma in sets["working"] and not any(word in told.text for word in sets["no_work"]):
        return True
    if clause.lemma in sets["driving"] and any(forms & sets["driven"] for forms in told.words):
        return True
    if clause.lemma in meaning.set_of("running") and any(forms & meaning.set_of("run") for forms in told.words):
        return True  # "i run a cafe"
    if clause.lemma in sets["starting"] and any(forms & (JOB_WORDS - sets["places"]) for forms in told.words):
        return True
    if clause.lemma != "be":
        return False
    employed = meaning.set_of("employers") & spoken and {"bei", "beim"} & spoken  # "er ist bei der feuerwehr"
    if employed or any(key.rpartition(">")[2] in JOB_WORDS for entity in told.subject for key in entity.keys):
        return True
    first = told.others[0] if told.others else None
    person = any(entity.is_person for entity in told.subject)
    related = meaning.kinds.get("family", frozenset()) | meaning.animals | sets["companions"]
    kin = first is not None and first.role and first.role in related
    told_so = first is not None and (first.plain or is_introduced(first)) and person and not kin
    return told_so or bool(sets["jobless"] & spoken)


def is_trade(told: Statement, meaning: Meaning) -> bool:
    """Says whether what somebody does is told by its verb alone: "she mends clocks", "he knits"."""
    if told.clause.past or told.clause.negated or told.clause.modality is not Modality.FACT:
        return False
    trade = told.clause.lemma in meaning.set_of("trades") and bool(told.others)
    return trade or told.clause.lemma in meaning.kinds.get("hobby", frozenset()) | meaning.set_of("pastimes")


def tells_age(told: Statement, meaning: Meaning) -> bool:
    """ "My brother is seven", "i turned sixty": a number without a measure but years."""
    if told.clause.lemma not in meaning.sets["aging"] or not told.has_number or told.clause.negated:
        return False
    rest = {form for forms in told.words if not any(forms & other for other in told.subject_words) for form in forms}
    known = rest & meaning.sets["counts"] or any(form[:1].isdigit() for form in rest)
    return (
        bool(known)
        and not rest & meaning.sets["no_ages"]
        and any(entity.is_person or entity.name for entity in told.subject)
    )


def excludes_all(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement denies everything of a sort: "i'm not allergic to anything"."""
    return told.clause.negated and bool(meaning.sets["all_of_it"] & set(told.text.split()))


def all_forms(told: Statement) -> frozenset[str]:
    """Returns every form of every word of a statement."""
    return frozenset(form for forms in told.words for form in forms)


def names_asked(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether the statement names whom the question is about."""
    asked = want.keys | want.named
    if want.named & told.subject_keys and _is_named_beside(told):
        return True
    heads = {key.rpartition(BETWEEN)[2] for key in asked} if asks_of_definite(want.question) else set[str]()
    if not any(
        one in asked or other in asked or one.rpartition(BETWEEN)[2] in heads for one, other in named_roles(told)
    ):
        return False
    if _are_of_others(want, told, names):
        return False
    own, theirs = _qualified(asked), _qualified(frozenset(one for one, _ in told.named))
    return not own or not theirs or bool(own & theirs)


def _are_of_others(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether what has a name belongs to somebody with another name: aunt jo's husband is not aunt vera's."""
    own, theirs = (
        all_keys(frozenset(key for key in keys if BETWEEN in key and not key.startswith(SPEAKER + BETWEEN)), names)
        for keys in (want.question.keys, (one for one, _ in told.named))
    )
    owned = {key for key in own if BETWEEN in key}, {key for key in theirs if BETWEEN in key}
    return all(owned) and owned[0].isdisjoint(owned[1])


def _is_named_beside(told: Statement) -> bool:
    """ "Our landlord's a woman called mrs pike": what the subject is has a name."""
    first = told.others[0] if told.others else None
    spoken = told.text.split()
    named = first is not None and bool(first.name) and first.start == told.clause.rest
    return named and told.clause.lemma == "be" and bool({"called", "named"} & set(spoken))


def _qualified(keys: frozenset[str]) -> frozenset[str]:
    """Returns the keys with a word before their head: the upstairs neighbour is not the downstairs one."""
    return frozenset(key for key in keys if " " in key.rpartition(">")[2] and key.startswith(SPEAKER))


def new_words(want: Wanted, told: Statement, meaning: Meaning) -> list[Forms]:
    """Returns the words of a statement that the question did not have."""
    asked = frozenset(form for forms in (*want.question.words, *want.sort) for form in forms)
    if told.clause.lemma in meaning.changes.get("changes", ()):
        asked |= {told.clause.lemma}  # "we've had to change doctors" names no doctor
    return [
        forms
        for forms in told.words
        if not forms & asked and not forms & want.known and not forms & meaning.sets["homing"]
    ]


def fills(want: Wanted, told: Statement, meaning: Meaning, names: Names) -> bool:
    """Says whether the statement has what the question leaves open."""
    gap = want.gap
    if _is_of_other_measure(want, told, meaning) or _lacks_digits(want, told, meaning):
        return False
    if told.clause.negated and gap is not Gap.NONE and gap not in (Gap.WHERE, Gap.WHEN):
        return True
    if want.sort and gap in (Gap.WHICH, Gap.WHAT):
        return not _only_names(want, told, names) and _has_sort(want, told, meaning)
    if gap is Gap.WHEN:
        hour, said = not _asks_hour(want) or told.has_number, set(told.text.casefold().split())
        timed = told.has_time or bool(meaning.set_of("conditions said") & said)
        return timed and (hour or bool(meaning.set_of("hours_named") & said))
    if gap is Gap.WHERE:
        return told.has_place
    if gap is Gap.WHY:
        return told.has_reason
    if gap is Gap.AMOUNT and meaning.language == "en" and not _tells_amount(told, meaning):
        return False
    if gap is Gap.DEGREE and any("often" in forms for forms in want.question.sort) and recurs(told, meaning):
        return True
    if gap is Gap.COUNT and asks_sum(want) and not _tells_amount(told, meaning):
        return False  # "a hamster" is no number of all pets
    if gap in (Gap.COUNT, Gap.AMOUNT, Gap.DEGREE):
        since = gap is Gap.DEGREE and told.tells_span
        return told.has_number or since or (gap is Gap.COUNT and can_be_counted(want, told, meaning))
    if gap is Gap.WHO:
        return _has_person(want, told, meaning, names)
    if gap is Gap.NONE:
        return True
    special = gap is Gap.WHICH and any(_is_special_sort(forms, told, meaning) for forms in want.words)
    return special or bool(new_words(want, told, meaning)) or names_asked(want, told, names)


def _measures_other(forms: Forms, told: Statement, meaning: Meaning) -> bool:
    """Says whether the subject is itself what has the number: "the rent's eighteen hundred" names no floor."""
    heads = {key.rpartition(">")[2] for key in told.subject_keys}
    priced = bool(heads & meaning.set_of("priced"))
    return priced and not forms & {"price", "number", "amount", "cost"} and not heads & forms


def _only_names(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether a statement only says what somebody is called, which is no "pet" and no "wood"."""
    asks_name = any(forms & {"name", "nickname", "surname"} for forms in want.sort)
    asked = all_keys(want.question.keys, names) - {SPEAKER}
    return told.clause.lemma in ("call", "name") and not asks_name and not asked.isdisjoint(told.subject_keys)


def _tells_amount(told: Statement, meaning: Meaning) -> bool:
    """Says whether a number or a measure is told: "a flat" is no amount of rent, "half a pint" and "a fiver" are."""
    words = load_closed_words(meaning.language)
    said = (words.numbers | words.measures | meaning.set_of("amounts_said")) - {"one"}  # "it's a red one"
    return any(form in said or form[:1].isdigit() for forms in told.words for form in forms) or not said.isdisjoint(
        told.text.casefold().split()
    )


def units_asked(forms: Forms, meaning: Meaning) -> frozenset[str]:
    """Returns the units of the measure that a word asks for: kilos for "heavy"; none for any other word."""
    found = [name for name in ("mass", "heat", "distance") if forms & meaning.set_of(f"asks {name}")]
    found += ["distance"] if forms & meaning.set_of("asks length") else []
    return frozenset(unit for name in found for unit in meaning.set_of(name))


def _is_of_other_measure(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a measure is asked for and only another one told: "how far is it" of a drive of nine hours."""
    if want.gap not in (Gap.DEGREE, Gap.AMOUNT):
        return False
    asked = frozenset(unit for forms in (*want.words, *want.question.sort) for unit in units_asked(forms, meaning))
    every = frozenset(unit for name in _MEASURES for unit in meaning.set_of(name))
    spoken = all_forms(told) & every
    lasts = (
        spoken or told.has_time or "since" in told.spoken or not any("long" in forms for forms in want.question.sort)
    )  # "the number nine tram"
    return not lasts or (bool(asked and spoken) and not asked & spoken)


_MEASURES = ("mass", "heat", "distance", "duration", "money")


def _lacks_digits(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a number is asked for by its name, and only that there is one is told: "he gave me his number"."""
    if want.gap is not Gap.WHAT or want.question.clause.lemma != "be" or not meaning.set_of("digits"):
        return False
    heads = {key.rpartition(">")[2].split()[-1] for one in want.question.subject for key in one.keys if ">" in key}
    named = bool(heads & meaning.set_of("digits")) and told.clause.lemma in meaning.set_of("handing")
    return named and not any(any(form[:1].isdigit() for form in forms) for forms in told.words)


def _asks_hour(want: Wanted) -> bool:
    """Says whether a question asks for the time of day: "what time is rehearsal" wants more than thursday."""
    return want.question.text.casefold().startswith("what time")


def _has_sort(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    every = all_forms(told)
    for forms in want.sort:
        if forms & every:
            told_more = told.has_time or told.has_number or _is_special_sort(forms, told, meaning)
            return told_more or bool(new_words(want, told, meaning))
        evidence = next((meaning.sorts[form] for form in sorted(forms) if form in meaning.sorts), "any")
        if any(meaning.kinds.get(form, frozenset()) & every - words_of_names(told) for form in forms):
            return not (forms & {"colour", "color"} and _colours_another(want, told, meaning))
        if meaning.language == "de" and is_part_of_word(forms, every):
            return True
        if evidence == "member":
            return _may_be_member(want, told, meaning)
        if evidence == "colour":
            return bool(meaning.kinds.get("colour", frozenset()) & every)
        if evidence == "age":
            return tells_age(told, meaning)
        if evidence == "number":
            return told.has_number and (told.clause.lemma != "be" or not _measures_other(forms, told, meaning))
        if evidence == "time":
            return told.has_time
        if evidence == "any" and _are_of_another_kind(forms, want, told, meaning):
            return False
        if evidence == "kind":
            return (
                told.clause.lemma == "be"
                and any(entity.plain for entity in told.others)
                and bool(new_words(want, told, meaning))
            )
    stranded = bool(
        meaning.sets["from"] & set(want.question.text.split()[-1:]) and meaning.sets["from"] & set(told.text.split())
    )
    return bool(new_words(want, told, meaning)) and (
        stranded or bool(want.words or want.light) or told.clause.lemma == want.question.clause.lemma
    )


def words_of_names(told: Statement) -> Forms:
    """Returns the words of names: a dog called rex is no rabbit of that breed."""
    return frozenset(word for entity in told.entities if entity.role for word in entity.name.split())


def _colours_another(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether every colour told is of another thing than the one asked for."""
    line = line_of(told.text, meaning.language)
    colours = meaning.kinds.get("colour", frozenset())
    asked = frozenset(form for forms in want.question.words for form in forms)
    told_at = [at for at in range(len(line)) if forms_at(line, at, meaning) & colours]
    return meaning.language == "en" and not any(is_of_asked(line, at, told, asked, meaning) for at in told_at)


def is_of_asked(line: Line, at: int, told: Statement, asked: Forms, meaning: Meaning) -> bool:
    """Says whether a colour is of the thing asked for, and of no other: "the bike is a red raleigh"."""
    if not describes_another(line, at, asked, meaning):
        return True
    begins = told.clause.rest
    while line.word(begins) in line.words.determiners:
        begins += 1
    itself = any(forms & asked for forms in told.subject_words[-1:])
    return told.clause.lemma == "be" and not told.clause.negated and at == begins and itself


def _is_special_sort(forms: Forms, told: Statement, meaning: Meaning) -> bool:
    """Says whether a German word names one of the sort: "schafgarbentee" for "welchen tee", a dackel for a hund."""
    longest, unsaid = max(map(len, forms)), not any(word.startswith(tuple(forms)) for word in told.spoken)
    return meaning.language == "de" and any(
        forms & word and (unsaid or max(map(len, word)) >= longest + MIN_FRONT_CHARS) for word in told.words
    )


def _are_of_another_kind(forms: Forms, want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether all that a statement adds are things of known kinds, and none of them this one."""
    new = new_words(want, told, meaning)
    if forms & meaning.sets["named_freely"]:
        sports = meaning.kinds.get("sport", frozenset())
        return "team" in forms and bool(new) and all(each & sports for each in new)
    others = [kind for form in forms for kind in meaning.kinds.get(form, ())]
    thing = _object_of(told) if meaning.language == "en" and others else None
    if thing is not None and _head_of(thing) & meaning.members - frozenset(others):
        return True  # "what sport does he play" of "he plays the tuba"
    return bool(new) and not others and all(each & meaning.members for each in new)


def _may_be_member(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a word that no kind knows may be of the kind asked for: "which herb" and "i planted shiso"."""
    new = new_words(want, told, meaning)
    thing = _object_of(told)
    if thing is not None and want.light:
        return bool(new) and not is_of_other_kind(want, told, meaning)
    unknown = [forms for forms in new if not any(forms & others for others in meaning.kinds.values())]
    return bool(want.words) and len(unknown) == len(new) > 0


def _has_person(want: Wanted, told: Statement, meaning: Meaning, names: Names) -> bool:
    """Says whether the statement names somebody, or a group that holds it, whom the question did not name."""
    itself = bool(want.left_at_end) and not want.question.subject_keys.isdisjoint(told.subject_keys)
    called = names_asked(want, told, names) and not itself  # "who is gary married to" of "my ex gary remarried"
    if called or is_own_doing(want.question, told, meaning) or tells_who_it_is(want, told):
        return True
    for entity in told.entities:
        keys = all_keys(entity.keys, names)
        named = entity.is_person or entity.name or not entity.keys.isdisjoint(names)
        if named and SPEAKER not in entity.keys and not any(keys & asked for asked in (want.keys, *want.people)):
            return True
    others = told.others if want.question.subject else told.subject
    verbs = {want.question.clause.lemma, told.clause.lemma}
    reached = verbs <= meaning.set_of("reaching") and any(SPEAKER not in each.keys for each in others)
    holds = verbs <= meaning.set_of("holders") and any(entity.keys and not entity.plain for entity in told.subject)
    grouped = len(verbs) == 1 and is_somebody_by_work(told.subject_words, meaning)
    unknown = meaning.language == "de" and (is_somebody_unknown(want.question, told) or is_lent_to_unknown(told))
    held = (holds or grouped) and not want.question.subject
    return reached or held or unknown or _names_group(want, told, meaning)


def _names_group(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a group stands after the preposition of the question: "who do i run with" of "with the harriers"."""
    asked, spoken = want.question.text.rstrip(" ?.!").split()[-1:], told.text.casefold().split()
    if not asked or asked[0] not in meaning.set_of("beside_people") or asked[0] not in spoken:
        return False
    held = asked == ["with"] and want.question.clause.lemma == told.clause.lemma == "be"
    if held and want.question.subject_keys & told.subject_keys:
        return True  # "the savings are with nationwide"
    after = spoken[spoken.index(asked[0]) + 1 :][:1]
    return not load_closed_words(meaning.language).determiners.isdisjoint(after)


def is_of_other_kind(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether the object of a statement is known, and not of the sort that the question asks for."""
    asked = [forms for forms in want.sort if any(meaning.sorts.get(form) == "member" for form in forms)]
    if not asked:
        return False
    members = frozenset(other for forms in asked for form in forms for other in meaning.kinds.get(form, ()))
    every = frozenset(form for word in told.words for form in word)
    if members & every or any(forms & every for forms in asked):
        return False
    thing = _object_of(told)
    return thing is not None and any(_head_of(thing) & others for others in meaning.kinds.values())


def _object_of(told: Statement) -> Entity | None:
    """Returns the thing right after the verb, or after the person that it is given to."""
    at = told.clause.rest
    for entity in told.others:
        if entity.start != at:
            continue
        if not entity.is_person:
            return entity
        at = entity.end
    return None


def _head_of(thing: Entity) -> Forms:
    """Returns the last noun of a thing: of "a mahogany wardrobe" the wardrobe."""
    whole = (key.rpartition(">")[2].split() for key in thing.keys if key != SPEAKER)
    return frozenset(words[-1] for words in whole if words)


def is_stranded_in(want: Wanted, told: Statement) -> bool:
    """Says whether the preposition at the end of the question is in the statement: "where is my gran from"."""
    return bool(want.left_at_end) and want.left_at_end in told.text.split()


def strands(want: Wanted, told: Statement) -> bool:
    """A preposition at the end of the question must be in the statement: "where is robin from"."""
    last = want.left_at_end
    if not last or want.gap is Gap.NONE:
        return True
    needed = last in ("from", "about") or not (want.words or want.light or want.people or want.sort)
    return last in told.text.split() or not needed or (last == "from" and "born" in told.text)
