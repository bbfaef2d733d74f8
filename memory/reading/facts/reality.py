"""Pure: says whether what is told is as real as what is asked: done, planned, wished, over or denied.

What was once so is no answer about now, and what is planned none about what was done.
"""

from __future__ import annotations

from memory.reading.facts.gaps import excludes_all
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import Gap, Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning

_EXPLAINED = frozenset((Gap.NONE, Gap.WHY, Gap.HOW))
"""Gaps that a denial fills as well: "does tom eat fish", "why don't we go", "how do i take my tea"."""


_ANSWERED_GENERALLY = frozenset((Gap.WHEN, Gap.WHY, Gap.HOW, Gap.WHAT, Gap.WHO))


def _may_answer_generally(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether what holds under a condition may answer: a question for when, why, how, what, who, or the condition.

    Who asks whether somebody eats meat is not answered by "I eat meat if my mum cooks".
    """
    conditions = meaning.set_of("conditions said")
    conditioned = told.clause.modality is Modality.GENERAL and conditions & set(told.text.casefold().split())
    asked = conditions & set(want.question.text.casefold().split())
    open_gap = want.gap in _ANSWERED_GENERALLY and not (want.gap is Gap.WHEN and told.has_time)
    return not conditioned or bool(asked) or open_gap


def same_reality(want: Wanted, told: Statement, language: str) -> bool:
    """What was once so is no answer about now, a wish none about what is done, and a denial none to "which one"."""
    clause, asked = told.clause, want.question.clause
    if not _may_answer_generally(want, told, load_meaning(language)):
        return False
    if language == "en" and _is_of_other_span(want.question, told):
        return False
    if asks_before(want.question, language) and not _tells_before(told, load_meaning(language)):
        return False
    if want.gap is not Gap.NONE and clause.past and not asked.past and _is_of_once(told, load_meaning(language)):
        return False
    if asked.past and not clause.past and Mark.NOW in clause.marks and want.gap is not Gap.NONE:
        return False
    if clause.modality is Modality.PAST_ONLY or _was_until(told):
        return asked.past or asked.modality is Modality.PAST_ONLY or want.gap is Gap.NONE
    if want.gap is not Gap.NONE:
        meaning = load_meaning(language)
        if {True, False} == {_likes(want.question, meaning), _likes(told, meaning)} - {None}:
            return False  # "was mag ich" is not answered by what somebody hates
        return _is_meant_alike(want, told, language) and not _only_denies(want, told, language)
    if clause.modality is Modality.WISH:
        return _is_meant_alike(want, told, language)
    if clause.modality in (Modality.PLAN, Modality.DUTY):
        return asked.modality is clause.modality or not (asked.past or _is_perfect(want.question))
    return True


def _is_of_other_span(question: Statement, told: Statement) -> bool:
    """Says whether this or next summer is asked of, and the last one told, or the other way round."""
    asked, said = _spans_by_place(question), _spans_by_place(told)
    return any((unit in said["last"]) > (unit in said["now"]) for unit in asked["now"] - asked["last"]) or any(
        (unit in said["now"]) > (unit in said["last"]) for unit in asked["last"] - asked["now"]
    )


def _spans_by_place(one: Statement) -> dict[str, set[str]]:
    """Returns the units of time that stand behind "last", and behind "this" or "next"."""
    line, spans = line_of(one.text, "en"), {"last": set[str](), "now": set[str]()}
    for at in range(1, len(line)):
        unit = line.table.singular(line.word(at))
        if unit in line.words.units and line.word(at - 1) in ("last", "this", "next"):
            spans["last" if line.word(at - 1) == "last" else "now"].add(unit)
    return spans


def _likes(one: Statement, meaning: Meaning) -> bool | None:
    """Says whether somebody likes or dislikes something; None where a clause tells of neither."""
    lemma, negated = one.clause.lemma, one.clause.negated
    if lemma in meaning.set_of("likes"):
        return not negated
    if lemma in meaning.set_of("dislikes"):
        return negated
    borne = any(forms & meaning.set_of("bearing") for forms in one.words)
    return False if negated and (borne or lemma in meaning.set_of("bearing")) else None


def _is_of_once(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement is of a time of life that is over: "when i was ten we lived in spain"."""
    text = f" {told.text.casefold().strip()} "
    return any(f" {phrase} " in text for phrase in meaning.set_of("times of life"))


def _was_until(told: Statement) -> bool:
    """Says whether something went on until a time that is over: "i was playing for the wolves until christmas"."""
    spoken = told.text.casefold().split()
    ended = told.clause.past and not {"until", "till"}.isdisjoint(spoken)
    return ended and not {"was", "were"}.isdisjoint(spoken)


def asks_before(question: Statement, language: str) -> bool:
    """Says whether a question asks what was so before: "where did i live before", "who was my dentist previously"."""
    spoken = question.text.casefold().strip(" ?.!").split()
    ends = load_meaning(language).set_of("formerly")
    if question.clause.modality is Modality.PAST_ONLY and language == "en":
        return True  # "where did i use to live"
    if language == "en":
        spoken = _without_tail(spoken, language)[-1:]
    return question.clause.past and not ends.isdisjoint(spoken)


def _without_tail(spoken: list[str], language: str) -> list[str]:
    """Leaves out what follows "before": "what did i read before that", "before this one"."""
    ends, tails = (load_meaning(language).set_of(name) for name in ("formerly", "formerly than"))
    for size in (1, 2):
        if " ".join(spoken[-size:]) in tails and spoken[-size - 1 : -size] and spoken[-size - 1] in ends:
            return spoken[:-size]
    return spoken


def asks_of_state(question: Statement, language: str) -> bool:
    """Says whether a question asks how something is, so that a denial answers it: "was ist mit der säge"."""
    spoken = question.text.casefold().split()
    openings = load_meaning(language).set_of("asking of state")
    return any(" ".join(spoken[:size]) in openings for size in range(3, 6)) if openings else False


def without_before(question: str, language: str) -> str:
    """Returns a question for what was so before without the word that says so."""
    ends = load_meaning(language).set_of("formerly")
    spoken = question.strip(" ?.!").split()
    spoken = spoken[: len(_without_tail([word.casefold() for word in spoken], language))]
    last = max((at for at, word in enumerate(spoken) if word.casefold().strip("?.!,") in ends), default=len(spoken))
    return " ".join((*spoken[:last], *spoken[last + 1 :]))


def _tells_before(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells what was so before: "i used to live in hull", "i moved from hull to york"."""
    spoken = set(told.text.casefold().split())
    left = told.clause.lemma in meaning.change_verbs | meaning.moving and bool(spoken & meaning.sets["from"])
    return told.clause.modality is Modality.PAST_ONLY or left or bool(spoken & meaning.set_of("earlier"))


def _is_perfect(question: Statement) -> bool:
    return question.text.split()[:1] in (["have"], ["has"], ["did"])


def _is_meant_alike(want: Wanted, told: Statement, language: str) -> bool:
    """A wish answers a question about wishes, and what is planned no question about what was done."""
    modality, words = told.clause.modality, load_closed_words(language)
    doubted = modality is Modality.HEDGED and bool(
        load_meaning(language).sets["doubting"] & frozenset(told.text.casefold().split())
    )
    if modality not in (Modality.WISH, Modality.PLAN, Modality.DUTY) and not doubted:
        return True
    asked = want.question.clause
    if asked.lemma in words.reporting:
        return True
    wished = asked.lemma in words.wishes - load_meaning(language).set_of("having") or any(
        forms & words.wishes for forms in want.question.words
    )
    if wished or frozenset(want.question.text.split()) & words.modals:
        return True
    intended = load_meaning(language).set_of("intending") & told.spoken  # "wir wollen im mai heiraten"
    motion, doing = (load_meaning(language).set_of(name) for name in ("motion", "doing asked"))
    elided = motion in told.words and asked.lemma in motion | doing  # "wir wollen nach dänemark" leaves out its verb
    same = told.clause.lemma == asked.lemma or elided
    planned = modality is Modality.WISH and intended and same and want.gap is not Gap.NONE
    return (modality in (Modality.PLAN, Modality.DUTY) or bool(planned)) and not asked.past


def _only_denies(want: Wanted, told: Statement, language: str) -> bool:
    """Says whether a statement only says what is not so, and the question asks what is."""
    if (
        want.gap in _EXPLAINED
        or asks_of_state(want.question, language)
        or want.question.clause.negated
        or not _is_denial(told)
    ):
        return False
    meaning = load_meaning(language)
    sets = meaning.sets
    if told.clause.lemma in meaning.set_of("deciding") and told.clause.lemma == want.question.clause.lemma:
        return False  # "wir haben beschlossen dass wir nicht fahren" denies nothing of the decision
    contrasted = Mark.CONTRAST in told.clause.marks and not told.clause.negated
    later = want.gap is Gap.WHEN and bool(meaning.set_of("denied until") & frozenset(told.text.split()))
    instead = contrasted or later or bool(sets["but"] & frozenset(told.text.split()))
    if instead or Mark.OVER in told.clause.marks or excludes_all(told, meaning):
        return False
    disliked = told.clause.lemma in sets["bearing"]
    return not disliked and not any(forms & sets["denying"] for forms in want.question.words)


def _is_denial(told: Statement) -> bool:
    spoken = told.text.casefold().split()
    return told.clause.negated or any(
        word == "no" and after != "longer" for word, after in zip(spoken, (*spoken[1:], ""), strict=True)
    )
