"""Pure: says whether English facts that are about to be told have what was asked for. What lacks it is no answer.

Every rule that finds an answer goes by words in common, by keys or by the reading, and each may find a fact on the
right person that is of another kind: "your sister works in a library" of "where is she living". They all pass here.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.facts.counted import can_be_counted
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names, all_keys
from memory.reading.facts.gaps import is_trade, names_asked, tells_age, tells_job
from memory.reading.facts.held_words import holds_word
from memory.reading.facts.statement_words import Forms, forms_at, is_year
from memory.reading.facts.statements import Statement, named_roles
from memory.reading.facts.wanted import Wanted
from memory.reading.fitting.asked_kinds import AskedKind, asked_kinds
from memory.reading.fitting.told_parts import begins_hour, has_hour, has_vehicle, has_word_of, is_clock
from memory.reading.grammar.clause import ActKind, Gap, Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.nearest.topic import is_other_of_sort
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning


def lacks_kind_asked(want: Wanted, told: Sequence[Statement], names: Names) -> bool:
    """Says whether facts lack a kind that a question asks for. What only says that something is over lacks none."""
    meaning = load_meaning("en")
    stated = [one for one in told if one.kind in (ActKind.TELL, ActKind.CORRECT, ActKind.COMMAND)]
    if any(_is_repeated(want, one) for one in stated):
        return False
    kinds = asked_kinds(want) if stated else ()
    if any(_is_news(one, meaning) for one in stated):
        kinds = tuple(kind for kind in kinds if kind in _SIGNS)
    if not all(any(_offers(kind, want, one, names, meaning) for one in stated) for kind in kinds):
        return True
    if _is_of_other_sort(want, stated, meaning) or _leaves_which_open(want, stated, meaning):
        return True
    if stated and all(_is_number_of_thing(want, one, meaning) for one in stated):
        return True
    things = _things_asked(want, meaning)
    housed = any(one.clause.lemma in meaning.sets["homes"] | {"move"} for one in stated)  # "moved into number eighty"
    return (
        bool(things)
        and not housed
        and not any(holds_word(forms, one, meaning, want) for forms in things for one in stated)
    )


def _is_number_of_thing(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a phone number is asked for and another one told: "my locker number", "number eighty one"."""
    phones, digits = meaning.set_of("phones"), meaning.set_of("digits")
    asked = [forms for forms in want.question.subject_words if forms & phones]
    numbered = any(forms & meaning.set_of("measures of things") for forms in want.question.subject_words)
    if want.question.clause.lemma != "be" or not numbered:
        return False
    if told.named and not told.has_number:
        return True  # "his wife's called odette"
    if not asked or any(forms & phones for forms in told.words):
        return False
    line = line_of(told.text, "en")
    numbers = [at for at in range(len(line)) if forms_at(line, at, meaning) & digits]
    own = [at for at in numbers if not (line.is_open(at - 1) and line.usual(at - 1) == "n")]
    return not (own and any(forms & digits for forms in told.subject_words)) and not _does("reach", told, meaning)


def _is_of_other_sort(want: Wanted, told: Sequence[Statement], meaning: Meaning) -> bool:
    """Says whether another one of a sort is told of: alfie's piano teacher, where his guitar teacher is asked for."""
    if any("name" in forms for forms in want.question.words):
        return False  # a pen name is an author's name
    others = [one for one in told if is_other_of_sort(want.question, one, "en")]
    if len(others) == len(told) or not others:
        return bool(others)
    spoken = frozenset(form for one in told for forms in one.words for form in forms)
    near = (forms.union(*(meaning.groups.get(form, ()) for form in forms)) for forms in want.question.subject_words)
    return any(forms.isdisjoint(spoken) for forms in near)


def _leaves_which_open(want: Wanted, told: Sequence[Statement], meaning: Meaning) -> bool:
    """Says whether one of a sort is asked for and only the sort told: "which church" of "a lift to church"."""
    asked = want.question.sort if want.gap in (Gap.WHICH, Gap.WHAT) else ()
    sort = frozenset[str]() if any("of" in forms for forms in asked) else frozenset[str]().union(*asked[-1:])
    kinds = frozenset(other for form in sort for other in meaning.kinds.get(form, ()))
    if not sort or any(form in meaning.set_of("asked nouns") | meaning.set_of("ranked") for form in sort):
        return False
    said = False
    for line in (line_of(one.text, "en") for one in told):
        places = [at for at in range(len(line)) if forms_at(line, at, meaning) & sort]
        if any(forms_at(line, at, meaning) & (kinds - sort) for at in range(len(line))):
            return False
        if any(not _is_bare_noun(line, at) for at in places):
            return False
        said = said or bool(places)
    return said


def _is_bare_noun(line: Line, at: int) -> bool:
    """Says whether nothing tells which one a noun is: no word before it, and behind it only an end or a time."""
    words, after = line.words, at + 1
    owned = line.word(at - 2) in words.determiners | words.possessives  # "the left side"
    described = line.is_open(at - 1) and (owned or line.form(at - 1) is None or line.usual(at - 1) in "na")
    if described or line.is_number(at - 1) or line.is_in(at - 1, "sides"):
        return False
    acting = line.word(at - 1) in words.possessives and line.has_form(after, "g")  # "broke his wrist skateboarding"
    led = line.word(at - 1) in words.prepositions | {"to"}  # "a lift to church is from him"
    if acting or (led and not (line.is_open(after) and line.usual(after) != "v")):
        return True
    while line.word(after) in words.prepositions | words.determiners:
        after += 1
    return after >= len(line) or line.is_stop(after) or line.is_time(after) or line.word(after) in words.days


def _is_repeated(want: Wanted, told: Statement) -> bool:
    """Says whether a question repeats the whole fact, as "and where" does once it is completed."""
    asked = frozenset(form for forms in (*want.question.words, *want.question.subject_words) for form in forms)
    return bool(told.words) and all(forms & asked for forms in told.words)


def _things_asked(want: Wanted, meaning: Meaning) -> list[Forms]:
    """Returns the thing of which one of a sort is asked for: the carpet of "what carpet is that", the shirt of "my
    shirt size".
    """
    question = want.question
    if question.clause.lemma != "be":
        return []
    if want.question.clause.asks is Gap.WHICH:
        known = meaning.sorts.keys() | meaning.kinds.keys() | meaning.soft
        several = any("of" in forms for forms in question.sort)  # "which of my sons", "what kind of dog"
        return [] if several else [forms for forms in question.sort if not forms & known][-1:]
    if want.question.clause.asks is not Gap.WHAT:
        return []
    heads = {key.rpartition(BETWEEN)[2] for one in question.subject for key in one.keys if BETWEEN in key}
    measured = [head.split()[:-1] for head in sorted(heads) if head.split()[-1] in meaning.set_of("measures of things")]
    words = {word for each in measured for word in each} - meaning.set_of("phones")
    return [forms for forms in question.subject_words if forms & words] or _owned_thing(question, meaning)


def _owned_thing(question: Statement, meaning: Meaning) -> list[Forms]:
    """Returns the thing of somebody else that is asked for, where nothing else is known to stand for it: the email of
    "what's leo's email", but not the job of "what's leo's job".
    """
    owned = [one for one in question.subject if any(BETWEEN in key for key in one.keys)]
    if len(owned) != 1 or owned[0].is_person or len(question.subject_words) < 2:
        return []
    head = question.subject_words[-1]
    meant = meaning.sorts.keys() | meaning.kinds.keys() | meaning.groups.keys() | meaning.derived.keys() | meaning.soft
    return [] if head & (meant | meaning.set_of("asked nouns") | meaning.roles.keys()) else [head]


def _is_news(told: Statement, meaning: Meaning) -> bool:
    """Says whether a fact denies or ends something, which answers for what was so."""
    clause = told.clause
    return (
        clause.negated or Mark.OVER in clause.marks or clause.lemma in meaning.ending - meaning.set_of("ending nothing")
    )


def _offers(kind: AskedKind, want: Wanted, told: Statement, names: Names, meaning: Meaning) -> bool:
    line, spoken = line_of(told.text, "en"), frozenset(told.text.casefold().split())
    match kind:
        case AskedKind.PLACE:
            return _has_place(want, told, line, meaning)
        case AskedKind.TIME | AskedKind.HOUR if told.clause.lemma in meaning.moving:
            return True  # "they've put the concert back an hour"
        case AskedKind.TIME:
            asked = frozenset(want.question.text.casefold().strip(" ?.!").split())
            times = meaning.set_of("times said") - (
                asked - line.words.prepositions
            )  # "his birthday" says not when it is
            timed = told.has_time or bool(spoken & times)
            return timed and not _was_already(want, told) and _has_deed(want, told, meaning, "deeds with a time")
        case AskedKind.HOUR:
            return has_hour(line, meaning) and told.has_time and _has_deed(want, told, meaning, "deeds with a time")
        case AskedKind.SCHOOL_YEAR:
            return has_word_of(line, meaning.set_of("school years"), meaning)
        case AskedKind.AGE:
            return _has_age(told, line, meaning)
        case AskedKind.COUNT:
            coming = told.clause.lemma == "have" and line.has_form(told.clause.main, "g")  # "is having a baby"
            counted = not coming and can_be_counted(want, told, meaning)
            return counted or _has_number(told, line, meaning, lasting=True)
        case AskedKind.AMOUNT:
            return _has_number(told, line, meaning, lasting=False)
        case AskedKind.REASON:
            return told.has_reason or not spoken.isdisjoint(meaning.set_of("reasons said"))
        case AskedKind.TRAVEL:
            return told.clause.lemma in meaning.set_of("ways to travel") or has_vehicle(line, meaning)
        case AskedKind.PERSON:
            return _has_person(want, told, names) and _has_deed(want, told, meaning, "deeds by whom")
        case AskedKind.NAME:
            return _has_name(want, told, names, spoken, meaning)
        case AskedKind.JOB:
            return _has_job(told, spoken, meaning)
        case AskedKind.COLOUR:
            return has_word_of(line, meaning.kinds.get("colour", frozenset()) | meaning.set_of("shades"), meaning)
        case AskedKind.MAKE:
            return _has_make(want, told, meaning)
        case AskedKind.WHEREABOUTS:
            named = any(one.name and one.name not in want.question.text.casefold() for one in told.entities)
            sort = frozenset(form for forms in want.question.sort for form in forms)
            return told.has_place or named or has_word_of(line, sort, meaning)
        case AskedKind.BEFORE:
            return _was_before(told, spoken, meaning)
        case _:
            return _has_sign(kind, want, told, line, meaning)


def _has_sign(kind: AskedKind, want: Wanted, told: Statement, line: Line, meaning: Meaning) -> bool:
    """Says whether a fact has a word that is the sign of a kind: of what is liked, or what is wrong."""
    signs, kinds = _SIGNS.get(kind, ()), _KINDS.get(kind, ())
    words = frozenset().union(*(meaning.set_of(name) for name in signs), *(meaning.kinds.get(k, ()) for k in kinds))
    if kind is AskedKind.HATED:
        words = (words | meaning.groups.get("hate", frozenset())) - {"bear"}  # also of "was born"
    if kind is AskedKind.DEED:
        aside = line.word(told.clause.rest) in meaning.set_of("place words") and told.clause.lemma != "be"
        return _does(want.question.clause.lemma, told, meaning) and not aside
    return has_word_of(line, words, meaning)


_SIGNS = {
    AskedKind.LIKED: ("liking told", "liking", "pastimes", "signs of liking"),
    AskedKind.HATED: ("bearing", "signs of hating"),
    AskedKind.TROUBLE: ("signs of trouble",),
    AskedKind.DUE: ("signs of being due",),
}
_KINDS = {AskedKind.LIKED: ("hobby", "sport", "instrument"), AskedKind.TROUBLE: ("illness",)}


def _does(asked: str, told: Statement, meaning: Meaning) -> bool:
    """Says whether a fact tells of a deed by its verb, by one that means nearly the same, or by one that fits all."""
    said = told.clause.lemma
    on = said == "be" and "on" in told.text.split()  # "i'm on statins"
    alike = meaning.groups.get(asked, frozenset()) | meaning.implies.get(said, frozenset()) | {asked}
    return on or said in alike | meaning.set_of("does anything") or asked in meaning.implies.get(said, ())


def _has_place(want: Wanted, told: Statement, line: Line, meaning: Meaning) -> bool:
    """Says whether a place is told that the question did not name, and told of living or working if that was asked."""
    asked = want.question.clause.lemma
    if asked in meaning.set_of("bound to a place"):
        if not _is_of_verb(asked, told, meaning):
            return False
        if told.clause.lemma == asked and not {"for", "with"}.isdisjoint(told.text.split()):
            return True  # "she works for the council"
    if want.question.text.rstrip(" ?.!").endswith(" from"):
        return "from" in told.text.split() or told.clause.lemma == "bear" or told.has_place
    return _has_new_place(want, told, line, meaning)


def _is_of_verb(asked: str, told: Statement, meaning: Meaning) -> bool:
    said = told.clause.lemma
    if said in (asked, "be"):
        return True
    if asked == "live":
        if said == "go" and "back" in told.text.split():
            return True  # "he's gone back to his mum's"
        dwells = any(forms & meaning.set_of("dwellings") for forms in told.words)
        return dwells or said in meaning.sets["homes"] | meaning.set_of("having a home")
    return tells_job(told, meaning) or said in meaning.groups.get(asked, ()) or asked in meaning.implies.get(said, ())


def _has_new_place(want: Wanted, told: Statement, line: Line, meaning: Meaning) -> bool:
    """Says whether a phrase of place has words that the question did not have; "a meeting with priya" tells none."""
    asked = frozenset(form for forms in (*want.question.words, *want.question.sort) for form in forms)
    placing = meaning.set_of("place words") | meaning.set_of("place words besides")
    if told.clause.lemma not in meaning.set_of("placing") | {"stay"}:
        placing -= {"with"}
    for at in range(len(line)):
        if line.word(at) in meaning.set_of("places without a word"):
            return True
        if line.word(at) not in (placing if want.question.clause.lemma == "be" else placing | {"from"}):
            continue
        place = at + 1
        if line.word(at) == "by" and line.word(place) in line.words.indefinite:
            continue  # "run by a man called sanjay"
        while line.word(place) in line.words.determiners | line.words.possessives | {"of"}:
            place += 1
        if is_clock(line, place, meaning) or line.word(place) in line.words.days or line.is_month(place):
            continue
        begins = line.is_open(place) or line.is_number(place)
        if begins and not line.is_part_of_day(place) and not forms_at(line, place, meaning) & asked:
            return True
    return False


def _has_age(told: Statement, line: Line, meaning: Meaning) -> bool:
    said = tells_age(told, meaning) or has_word_of(line, meaning.set_of("says an age"), meaning)
    if said and any(_is_bare_number(line, at, meaning) for at in range(len(line))):
        return True
    since = any(is_year(line.word(at)) for at in range(len(line)))
    since = since or any(line.is_number(at) and line.is_number(at + 1) for at in range(len(line)))
    return since and has_word_of(line, meaning.set_of("signs of age"), meaning)


def _is_bare_number(line: Line, at: int, meaning: Meaning) -> bool:
    """Says whether a number stands alone, without a measure and in no order: no "six foot" and no "year six"."""
    ordinals = line.words.ordinals
    if not line.is_number(at) or line.word(at) in ordinals:
        return False
    if line.is_number(at + 1) and line.word(at + 1) not in ordinals:
        return False
    measured = forms_at(line, at + 1, meaning) & (meaning.sets["no_ages"] - line.words.units)
    begin = at
    while line.is_number(begin - 1):
        begin -= 1
    return not measured and not forms_at(line, begin - 1, meaning) & meaning.set_of("ranked by number")


def _has_number(told: Statement, line: Line, meaning: Meaning, *, lasting: bool) -> bool:
    """Says whether a number is told that is no time of day, nor a stretch of time where that is not `lasting`."""
    said = {at for at in range(len(line)) if line.is_number(at)}
    hours = {at for at in said if line.word(at + 1) in ("past", "to")}
    hours |= {at for at in said if line.word(at - 1) in ("past", "to") and begins_hour(line, at - 2)}
    if not lasting:
        hours |= {at for at in said if line.table.singular(line.word(at + 1)) in line.words.units | {"night"}}
    if said:
        return bool(said - hours)
    done = told.has_number and not line.has_form(told.clause.main, "g")  # "is having a baby" counts none
    return (
        done
        or has_word_of(line, meaning.set_of("amounts_said"), meaning)
        or sum(bool(one.name) for one in told.others) > 1
    )


def _has_person(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether somebody is told of whom the question does not name."""
    asked = all_keys(want.question.keys, names)
    own = SPEAKER in told.subject_keys and SPEAKER not in want.question.keys  # "i do the washing up"
    same = want.question.clause.lemma == told.clause.lemma
    others = [one for one in told.entities if SPEAKER not in one.keys]
    people = [one for one in others if one.is_person or one.name or one.role or (same and one in told.subject)]
    spoken = want.question.text.casefold()
    new = (one for one in people if not one.name or one.name not in spoken)
    return own or any(one.name or not all_keys(one.keys, names) & asked for one in new)


def _was_already(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked when something will be, and told what was done: "lent it to gary last weekend"."""
    asked = want.question
    ahead = asked.clause.modality is Modality.PLAN or not asked.spoken.isdisjoint(("will", "'ll", "won't"))
    ahead = ahead or ("going" in asked.spoken and asked.clause.lemma != "go")
    plain = told.clause.modality is Modality.FACT and told.clause.past and asked.clause.lemma != told.clause.lemma
    return ahead and plain


def _has_name(want: Wanted, told: Statement, names: Names, spoken: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a name is told, and of the thing itself, not of its owner: "phil's dinghy" of what phil has."""
    if told.clause.lemma in ("call", "name") or not meaning.titles.isdisjoint(spoken):
        return True
    own = want.named - want.keys or want.named
    if any(one in own for one, _ in named_roles(told)):
        return True
    person = any(one.is_person or one.name for one in told.subject)
    if told.clause.lemma == "be" and not person and not (told.has_place or told.has_time):
        return bool(told.others)  # "the hallway paint is chalk white"
    return own == want.named and names_asked(want, told, names)


def _has_job(told: Statement, spoken: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a job may be told, by what somebody is or does, and not what they like, have, or where they live."""
    if not spoken.isdisjoint(meaning.set_of("liking told")):
        return False  # "a huge jazz fan"
    if tells_job(told, meaning) or is_trade(told, meaning) or "as" in spoken:
        return True
    return told.clause.lemma not in meaning.set_of("no trades")


def _has_make(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether something new is told that may be a make, and no present, place or other sort of thing."""
    things = [one for one in told.others if not one.is_person and want.question.keys.isdisjoint(one.keys)]
    heads = {key.rpartition(BETWEEN)[2] for one in things if one.plain for key in one.keys}
    return bool(things) and heads.isdisjoint(meaning.sorts.keys() - meaning.kinds.keys())


def _was_before(told: Statement, spoken: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a fact tells what is over, and not what took its place."""
    clause = told.clause
    if clause.modality is Modality.PAST_ONLY or spoken & (meaning.set_of("earlier") | meaning.set_of("formerly")):
        return True
    return (
        clause.past and not clause.marks & {Mark.NOW, Mark.NEW} and clause.lemma not in meaning.set_of("taken instead")
    )


def _has_deed(want: Wanted, told: Statement, meaning: Meaning, deeds: str) -> bool:
    """Says whether a fact tells of the deed that is asked for, if it is one of these: no leaving of who has a baby."""
    lemma = want.question.clause.lemma
    ends = lemma in meaning.set_of("deeds at an end") and not meaning.set_of("told ends").isdisjoint(told.text.split())
    if lemma not in meaning.set_of(deeds) or ends:
        return True
    anything = meaning.set_of("does anything") if deeds == "deeds by whom" else frozenset[str]()
    does_so = told.clause.lemma in anything | meaning.set_of(f"deeds {lemma}")
    return does_so or holds_word(frozenset((lemma,)), told, meaning, want)
