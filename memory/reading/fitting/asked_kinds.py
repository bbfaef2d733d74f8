"""Pure: says of which kinds the answer to an English question must be: a place, a time of day, a name, a colour."""

from __future__ import annotations

from enum import Enum

from memory.reading.facts.entities import BETWEEN, SPEAKER
from memory.reading.facts.reality import asks_before
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.grammar.clause import Gap
from memory.reading.words.meaning import Meaning, load_meaning


class AskedKind(Enum):
    """What a fact must have to answer a question."""

    PLACE = "place"
    TIME = "time"
    HOUR = "hour"
    SCHOOL_YEAR = "school year"
    AGE = "age"
    COUNT = "count"
    AMOUNT = "amount"
    REASON = "reason"
    TRAVEL = "travel"
    PERSON = "person"
    NAME = "name"
    JOB = "job"
    COLOUR = "colour"
    MAKE = "make"
    LIKED = "liked"
    HATED = "hated"
    TROUBLE = "trouble"
    DUE = "due"
    BEFORE = "before"
    WHEREABOUTS = "whereabouts"
    """A place of a sort, by its name or its own noun: "which hospital did noah go to"."""
    DEED = "deed"
    """What somebody does, by the verb of the question: "what am i taking for my knee"."""


_BY_GAP = {
    Gap.WHERE: AskedKind.PLACE,
    Gap.WHEN: AskedKind.TIME,
    Gap.WHY: AskedKind.REASON,
    Gap.WHO: AskedKind.PERSON,
    Gap.COUNT: AskedKind.COUNT,
    Gap.AMOUNT: AskedKind.AMOUNT,
}
_BY_ASPECT = {Aspect.NAME: AskedKind.NAME, Aspect.AGE: AskedKind.AGE, Aspect.JOB: AskedKind.JOB}


def asked_kinds(want: Wanted) -> tuple[AskedKind, ...]:
    """Returns the kinds of which an answer must be, each of them; none where any fact may answer."""
    meaning, spoken = load_meaning("en"), want.question.text.casefold().strip(" ?.!").split()
    found = _of_question(want, spoken, meaning)
    if asks_before(want.question, "en") and want.gap is not Gap.NONE:
        found = (*found, AskedKind.BEFORE)
    if "due" in spoken:
        found = (*found, AskedKind.DUE)
    return tuple(dict.fromkeys(found))


def _of_question(want: Wanted, spoken: list[str], meaning: Meaning) -> tuple[AskedKind, ...]:
    if spoken[:2] in (["what", "time"], ["which", "time"]) or spoken[:2] == ["what", "time's"]:
        return (AskedKind.HOUR,)
    sort = frozenset(form for forms in _sort_of(want, meaning) for form in forms)
    if "year" in sort and spoken[-1] == "in" and want.question.clause.lemma == "be":
        return (AskedKind.SCHOOL_YEAR,)
    if want.gap in (Gap.WHAT, Gap.WHICH):
        return _of_thing(want, spoken, meaning)
    if want.gap is Gap.DEGREE:
        return (AskedKind.AGE,) if want.aspect is Aspect.AGE else ()
    if want.gap is Gap.HOW:
        return (AskedKind.TRAVEL,) if _asks_way(want, spoken, meaning) else ()
    if want.gap is Gap.WHO and (want.aspect is Aspect.NAME or want.question.clause.lemma == "be"):
        return ()  # "who is keith" asks for what he is
    return (_BY_GAP[want.gap],) if want.gap in _BY_GAP else ()


def _of_thing(want: Wanted, spoken: list[str], meaning: Meaning) -> tuple[AskedKind, ...]:
    """Returns the kinds for "what" and "which"."""
    sort = frozenset(form for forms in _sort_of(want, meaning) for form in forms)
    if sort & {"colour", "color"}:
        return (AskedKind.COLOUR,)
    if sort & meaning.set_of("asks make"):
        return (AskedKind.MAKE,)
    if sort & meaning.set_of("asks time"):
        return (AskedKind.TIME,)
    if want.question.sort and sort & meaning.set_of("sorts of place"):
        return (AskedKind.WHEREABOUTS,)
    calls = "you" in spoken or SPEAKER in want.question.subject_keys or sort & meaning.set_of("labels")
    addressed = want.aspect is Aspect.NAME and calls  # "what do i call gran", "what number do i call"
    addressed = addressed or spoken[-1] in meaning.set_of("left at the end")  # "what am i working on"
    if want.aspect in _BY_ASPECT and not addressed:
        return (_BY_ASPECT[want.aspect],)
    heads = {key.rpartition(BETWEEN)[2].split()[-1] for one in want.question.subject for key in one.keys}
    if "name" in heads and want.question.clause.lemma == "be" and not addressed:
        return (AskedKind.NAME,)  # "what's the window cleaner's name"
    if want.gap is not Gap.WHAT or want.sort:
        return ()
    if spoken[-1] == "into" and want.question.clause.lemma == "be":
        return (AskedKind.LIKED,)
    if want.question.clause.lemma in meaning.groups.get("hate", ()) and not want.question.clause.negated:
        return (AskedKind.HATED,)
    if any(" ".join(spoken).find(phrase) > 0 for phrase in sorted(meaning.set_of("asks trouble"))):
        return (AskedKind.TROUBLE,)
    if want.question.clause.negated:
        return ()
    return (AskedKind.DEED,) if want.question.clause.lemma in meaning.set_of("deeds asked") else ()


def _sort_of(want: Wanted, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words that say what is asked for: also the colour of "what's the colour of my car"."""
    if want.question.sort or want.question.clause.lemma != "be":
        return want.question.sort
    heads = {key.rpartition(BETWEEN)[2].split()[-1] for one in want.question.subject for key in one.keys}
    return tuple(forms for forms in want.question.subject_words if forms & heads & meaning.set_of("asked nouns"))


def _asks_way(want: Wanted, spoken: list[str], meaning: Meaning) -> bool:
    """Says whether it is asked how somebody gets somewhere."""
    goes = want.question.clause.lemma in meaning.set_of("getting somewhere")
    return goes and not {"to", "there", "home", "back"}.isdisjoint(spoken)
