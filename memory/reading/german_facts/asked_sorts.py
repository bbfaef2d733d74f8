"""Pure: says whether a German statement tells of another sort of thing than a question asks for.

"Mein lieblingsessen" is no answer for the favourite colour, "dienstags gitarre" none for thursdays, "nach wien" none
for the hotel, and "ich hab ein neues auto" none for which car it is.
"""

from __future__ import annotations

from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import german_forms
from memory.reading.german_facts.answer_kinds import offers_other_kind
from memory.reading.german_facts.updates.told_apart import is_of_another
from memory.reading.grammar.clause import Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import load_meaning

_FAVOURITE = "lieblings"
_AT = frozenset(("bei", "beim", "in", "im", "an", "am", "auf", "aufs", "ins", "für", "zur", "zum"))
_NO_SORT = ("neu", "ander")


def is_of_other_sort(question: Statement, told: Statement) -> bool:
    """Says whether the question names a sort, a day or a place, and the statement another one."""
    asked, said = line_of(question.text, "de"), line_of(told.text, "de")
    if (
        not isinstance(asked, GermanLine)
        or not isinstance(said, GermanLine)
        or question.clause.asks in (None, Gap.NONE)
    ):
        return False
    return (
        is_of_another(question, told)
        or _is_other_title(asked, told)
        or _is_other_favourite(asked, said)
        or _is_on_other_day(asked, said)
        or _names_no_such_place(asked, said)
        or _repeats_sort(asked, said)
        or _only_counts(asked, said)
        or _lacks_sort_had(question, told, asked, said)
        or offers_other_kind(question, told, asked, said)
    )


def asks_for_one_value(question: Statement) -> bool:
    """Says whether a sort is asked for of which a thing has one: "welche farbe hat die tür", not "welche farben"."""
    line, sorts = line_of(question.text, "de"), load_meaning("de").sorts
    at = next((at for at in range(len(line) - 1) if line.word(at).startswith("welch")), -1)
    return at >= 0 and sorts.get(line.word(at + 1)) in ("colour", "number", "time")


def _lacks_sort_had(question: Statement, told: Statement, asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "was für bäume haben wir" is told what else somebody has, or "was für ein hund" only its name."""
    kind = asked.word(0) == "was" and asked.word(1) == "für"
    if not kind:
        return False
    at = 2 + (asked.word(2) in asked.words.indefinite)
    forms, meaning = german_forms(asked, at, load_meaning("de"), told=False), load_meaning("de")
    had = question.clause.lemma == told.clause.lemma == "have" and asked.is_open(at)
    near = forms | {other for form in forms for other in (*meaning.kinds.get(form, ()), *meaning.groups.get(form, ()))}
    told_forms = {said.word(place): german_forms(said, place, meaning, told=True) for place in range(len(said))}
    spoken = [each for own in told_forms.values() for each in own]
    if told.clause.lemma == "call" and question.clause.lemma != "call":
        return not any(own & near and word not in forms for word, own in told_forms.items())  # "der dackel heißt waldi"
    plural = asked.word(at - 1) not in asked.words.indefinite
    return had and plural and not any(word in near or word.endswith(tuple(forms)) for word in spoken)


def _is_other_favourite(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether both name what somebody likes best, and not of the same: "lieblingsessen", "lieblingsfarbe"."""
    one, other = ({word.removeprefix(_FAVOURITE) for word in _all_words(line) if word.startswith(_FAVOURITE)} - {""}
                  for line in (asked, said))  # fmt: skip
    return bool(one and other) and not any(a.endswith(b) or b.endswith(a) for a in one for b in other)


def _is_on_other_day(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether both name days of the week, and none of them is the same."""
    week = load_meaning("de").set_of("days of the week")
    one, other = ({word.removesuffix("s") for word in _all_words(line)} & week for line in (asked, said))
    return bool(one and other) and one.isdisjoint(other)


def _all_words(line: GermanLine) -> list[str]:
    return [line.word(at) for at in range(len(line))]


def _names_no_such_place(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "in welcher firma" is told neither a firm nor where somebody is."""
    at = next((at for at in range(len(asked) - 1) if asked.word(at).startswith("welch")), -1)
    sort = asked.word(at + 1)
    if at < 0 or sort not in load_meaning("de").set_of("places asked"):
        return False
    kinds = load_meaning("de").kinds.get(sort, frozenset())
    if any(word.endswith(sort) or word in kinds for word in _all_words(said)):
        return False
    closed = said.words.days | said.words.months | load_meaning("de").set_of("feasts")
    closed |= load_meaning("de").set_of("seasons")
    known = (frozenset(_all_words(asked)) - {sort}) | closed
    ends = ([word for word in _all_words(said)[at + 1 :] if word not in said.words.determiners][:1]
            for at in range(len(said)) if said.word(at) in _AT)  # fmt: skip
    return not any(frozenset(end) - known for end in ends)


def _only_counts(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "welche nummer hat peter" is told how many of something he has: "peter hat drei kinder"."""
    sort = next((asked.word(at + 1) for at in range(len(asked) - 1) if asked.word(at).startswith("welch")), "")
    if not sort.endswith("nummer") or any("nummer" in word for word in _all_words(said)):
        return False
    numbers = [at for at in range(len(said)) if said.is_number(at)]
    return bool(numbers) and all(said.is_open(at + 1) and not said.is_number(at + 1) for at in numbers)


def _repeats_sort(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "was für ein auto" is told only that there is a new one."""
    spoken = _all_words(asked)
    if spoken[:1] != ["was"] or "für" not in spoken or not any(word.startswith("ein") for word in spoken):
        return False
    telling = (at for at in range(len(said)) if is_new(asked, said, at))
    return all(said.word(at).startswith(_NO_SORT) for at in telling)


def _is_other_title(asked: GermanLine, told: Statement) -> bool:
    """Says whether a statement is about another sort of thing: "meine liebste serie ist .." is no answer for a book."""
    sorts = load_meaning("de").sorts
    at = next((at for at in range(len(asked) - 1) if asked.word(at).startswith("welch")), -1)
    sort = asked.word(at + 1)
    favourite = "liebst" in told.text or "lieblings" in told.text
    if at < 0 or not favourite or sorts.get(sort) != "any":
        return False
    heads = {form for forms in told.subject_words for form in forms if sorts.get(form) == "any"}
    return bool(heads) and not any(head == sort or head.endswith(sort) for head in heads)


def is_new(asked: GermanLine, said: GermanLine, at: int) -> bool:
    """Says whether a word tells something: no verb, time or closed word, and none of the question."""
    word, words = said.word(at), said.words
    if not (said.is_open(at) or said.is_number(at)) or word in words.adverbs | words.middle | words.days | words.units:
        return False
    form = said.form(at)
    verbal = said.finite(at) == Certainty.SURE or (
        form is not None and form.usual in "vx" and bool(said.lemmas(at, "fnb")) and not said.is_blocked(at)
    )
    timed = said.is_month(at) or bool(said.length_of(words.day_words, at)) or bool(said.length_of(words.parts, at))
    next_unit = word in said.extra.time_prepositions
    return not verbal and not timed and not next_unit and word not in {asked.word(place) for place in range(len(asked))}
