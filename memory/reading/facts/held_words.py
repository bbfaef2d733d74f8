"""Pure: says whether a statement has a word of a question: itself, a word that stands for it, or by what it means."""

from __future__ import annotations

from memory.reading.facts.entities import BETWEEN, SPEAKER
from memory.reading.facts.gaps import all_forms, units_asked
from memory.reading.facts.given_up import denies_class_of
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.german.nouns import is_part_of_word
from memory.reading.grammar.clause import Gap
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.reading.words.word_table import load_word_table


def holds_word(forms: Forms, told: Statement, meaning: Meaning, want: Wanted) -> bool:
    """Says whether a word of the question is in the statement, itself or by a word that stands for it."""
    every = all_forms(told)
    if (
        forms & every
        or (forms & {"end", "finish"} and _has_end(told))
        or (told.clause.negated and told.has_time and forms & _PARTS_OF_DAY)
    ):
        return True
    if _is_meant(forms, told, meaning, want):
        return True
    if want.gap is Gap.NONE and (_answers_state(forms, told, meaning) or denies_class_of(forms, told, meaning)):
        return True
    if any((words_near(form, meaning) - _labels_asked(forms, want, meaning)) & every for form in forms):
        return True
    if meaning.language == "de" and is_part_of_word(forms, every):
        return True
    below = frozenset(other for form in forms for other in meaning.kinds.get(form, ()))
    if below & every:
        one_of = meaning.sets["one_of"] & set(want.question.text.split())
        return want.gap is not Gap.NONE or bool(one_of and not told.clause.negated)
    return any(forms & meaning.implies.get(form, frozenset()) for form in every)


def _answers_state(forms: Forms, told: Statement, meaning: Meaning) -> bool:
    """Says whether a state is told that answers for a word, or its opposite: "is it working" of "it's broken"."""
    states = frozenset(state for form in forms for state in meaning.set_of(f"answers {form}"))
    return bool(states) and not states.isdisjoint(all_forms(told) | set(told.text.casefold().split()))


def _is_neighbour(told: Statement, want: Wanted, meaning: Meaning) -> bool:
    """Says whether somebody is told of by where they live: "the lady at number twelve is called jean"."""
    if not any(entity.is_person for entity in told.entities):
        return False
    place = [forms for forms in want.words if not forms & meaning.sets["homes"]]
    begins = told.text.casefold().replace("'", " ").split()[:1]
    there = not load_closed_words(meaning.language).sets.get("there_be", frozenset()).isdisjoint(begins)
    return bool(place) and (there or any(forms & other for forms in place for other in told.subject_words))


def _is_meant(forms: Forms, told: Statement, meaning: Meaning, want: Wanted) -> bool:
    """Says whether the sentence as a whole stands for a word: who goes to cork at christmas spends it there."""
    lemma = told.clause.lemma
    if "spend" in forms and want.gap is Gap.WHERE:
        return lemma in meaning.set_of("spending")
    if lemma == "park" and not told.clause.negated and want.gap is Gap.WHERE:
        return bool(forms & meaning.set_of("parked"))  # "i parked on level three"
    if want.gap is Gap.COUNT and "time" in forms:
        return not meaning.set_of("times counted").isdisjoint(told.text.casefold().split())
    if "get" in forms and lemma == "be" and meaning.set_of("meant_for") & set(told.text.casefold().split()):
        return any(want.keys & entity.keys for entity in told.others)
    if forms & meaning.set_of("at_home") and want.gap in (Gap.WHERE, Gap.WHICH):
        return lemma in meaning.sets["homes"]
    if forms & meaning.set_of("getting_there") and want.gap is Gap.HOW:
        return lemma in meaning.set_of("travelling")
    if want.gap is Gap.WHO and forms & meaning.sets["homes"] and lemma in ("be", "call"):
        return _is_neighbour(told, want, meaning)
    if "long" in forms and want.gap is Gap.DEGREE:
        lasts = bool(meaning.set_of("lasting") & set(told.text.split())) or _began(told, meaning)
        if told.tells_span:
            return True
        return told.has_number and ((told.has_time and lasts) or says_span(told, meaning))
    if want.gap is Gap.WHERE and forms & meaning.set_of("located") and len(want.words) > 1 and asks_of_thing(want):
        return says_where(told, meaning)
    units = units_asked(forms, meaning)
    if units and want.gap in (Gap.DEGREE, Gap.AMOUNT) and told.has_number and units & all_forms(told):
        return True
    if forms & meaning.set_of("learnt"):
        return lemma in meaning.set_of("learning")
    paid = "money" in forms and lemma in meaning.set_of("owing")
    if paid or (forms & meaning.set_of("numbers_to_reach") and lemma in meaning.set_of("reaching")):
        return told.has_number
    eaten = frozenset[str]().union(
        *(meaning.kinds.get(kind, frozenset()) for form in forms for kind in _TAKEN.get(form, ()))
    )
    return bool(eaten) and lemma == "have" and bool(eaten & all_forms(told))


def says_span(told: Statement, meaning: Meaning) -> bool:
    """Says whether a stretch of time is told without a word before it: "i've lived here forty years"."""
    spoken = told.text.split()
    ended = spoken.index("come") - 1 if "come" in spoken[1:] else -1  # "two years come june"
    return told.has_number and spoken[ended] in meaning.set_of("spans")


def _began(told: Statement, meaning: Meaning) -> bool:
    """Says whether a deed is told from which something lasts: "we got married in 2004", of "how long have we been"."""
    return told.clause.past and told.clause.lemma in meaning.set_of("begun") and not told.clause.negated


def says_where(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells where something is kept: "the ladder lives behind the garage"."""
    return told.clause.lemma in meaning.set_of("placing") | {"go", "get", "stay"}


def asks_of_thing(want: Wanted) -> bool:
    """Says whether a question is about no person but the speaker."""
    return not any(entity.is_person and SPEAKER not in entity.keys for entity in want.question.entities)


def is_beside(question: Statement, told: Statement, language: str) -> bool:
    """Says whether what is looked for only says which other thing is told of: "the key to the gate" is no gate."""
    heads = {key.rpartition(BETWEEN)[2] for key in question.subject_keys} - {SPEAKER}
    own = [one for one in told.entities if any(key.rpartition(BETWEEN)[2] in heads for key in one.keys)]
    begin, end = told.clause.subject
    if own:
        others = [one.start for one in told.entities if begin <= one.start < end and SPEAKER not in one.keys]
        return all(min(others, default=end) < one.start < end for one in own)
    asked = question.text.casefold().split()
    parts = [key.split(BETWEEN) for one in told.subject for key in one.keys]
    parts = [each for each in parts if each[-1].split()[-1] not in asked and _is_thing(each[-1].split()[-1], language)]
    return any(word in heads for each in parts for word in (*each[:-1], *each[-1].split()[:-1]))


def _is_thing(word: str, language: str) -> bool:
    """Says whether a word may be the noun that a compound names: no "yeah" behind it, and no deed as an event."""
    form, endings = load_word_table(language).find(word), load_meaning(language).set_of("deed endings")
    return (form is None or form.usual == "n") and not word.endswith(tuple(sorted(endings)))


_TAKEN = {"eat": ("food", "meal", "dish", "fruit", "meat", "cheese", "bread", "cake"), "drink": ("drink",)}
"""The kinds of what people say that they have when they eat or drink it."""


def _labels_asked(forms: Forms, want: Wanted, meaning: Meaning) -> Forms:
    """Returns what the question asks for beside a word: a locker's number is no "pin number", although a pin is one."""
    labels = meaning.set_of("labels")
    return frozenset(form for other in want.question.words if not other & forms for form in other & labels)


_PARTS_OF_DAY = frozenset(("morning", "afternoon", "evening", "night"))


def _has_end(told: Statement) -> bool:
    """Says whether a statement names when something ends: "from two to three thirty", "until five"."""
    spoken = told.text.split()
    return told.has_time and (
        "until" in spoken or "till" in spoken or ("from" in spoken and "to" in spoken[spoken.index("from") :])
    )


def words_near(word: str, meaning: Meaning) -> frozenset[str]:
    """Returns the words that say the same as a word, or nearly."""
    return meaning.groups.get(word, frozenset()) | same_things(word, meaning)


def same_things(word: str, meaning: Meaning) -> frozenset[str]:
    """Returns the other names of a thing: the telly is the television."""
    rows = (frozenset(row.split()) for row in meaning.set_of("same things") if word in row)
    return frozenset(other for row in rows if word in row for other in row)


def is_asked_thing(want: Wanted, told: Statement) -> bool:
    """Says whether the subject is what the question names of the speaker: "my shoe size", of "what size shoe am i"."""
    asked = {form for forms in (*want.question.sort, *want.words) for form in forms}
    heads = (key.removeprefix(f"{SPEAKER}>").split() for key in told.subject_keys if key.startswith(f"{SPEAKER}>"))
    return any(len(head) > 1 and asked.issuperset(head) for head in heads)


def leaves_liking_open(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether it is asked what somebody likes and told what they are: "emma is six" is no answer."""
    asks = want.gap is Gap.WHAT and want.question.clause.lemma == "like"
    signs = meaning.set_of("liking told")
    return (
        asks and bool(signs) and told.clause.lemma in ("be", "have") and signs.isdisjoint(told.text.casefold().split())
    )
