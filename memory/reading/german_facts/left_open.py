"""Pure: says whether a German statement only repeats a question, or has what is asked for of something else.

"Wir ziehen im juni um" is no reason for moving, "das passwort klebt am router" no place of the router, "abends nehm ich
zwei tabletten" nothing about noon, and "ich schlafe im gästezimmer" not where my husband sleeps.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import plain_forms
from memory.reading.german_facts.told_things import plain_preposition
from memory.reading.grammar.clause import Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.german_numbers import value_of_number
from memory.reading.words.meaning import Meaning, load_meaning


def leaves_asked_open(question: Statement, told: Statement, asked: GermanLine, said: GermanLine) -> bool:
    """Says whether the statement has nothing new of the sort that is asked for, or only of something else."""
    meaning = load_meaning("de")
    return (
        _gives_no_reason(question, told, asked, said, meaning)
        or _is_at_other_time(question, asked, said, meaning)
        or _only_places_another(question, told, asked, said)
        or _is_told_inside_of_another(question, said)
        or _is_of_other_meal(question, asked, said, meaning)
        or _tells_no_state(question, told, asked, said, meaning)
        or _has_no_years(question, asked, said, meaning)
        or _tells_what_fits(question, told, asked, said, meaning)
        or _denies_who_it_is(question, told, said)
    )


def repeats_only(question: Statement, told: Sequence[Statement]) -> bool:
    """Says whether every statement of a fact or a line leaves open what is asked for."""
    asked, lines = line_of(question.text, "de"), [line_of(one.text, "de") for one in told]
    if not isinstance(asked, GermanLine) or not lines:
        return False
    pairs = [(one, said) for one, said in zip(told, lines, strict=True) if isinstance(said, GermanLine)]
    return bool(pairs) and all(leaves_asked_open(question, one, asked, said) for one, said in pairs)


def _spoken_words(line: GermanLine) -> list[str]:
    return [line.word(at) for at in range(len(line))]


def _gives_no_reason(
    question: Statement, told: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning
) -> bool:
    """Says whether "warum" is told again what was asked, with nothing that gives a reason."""
    if question.clause.asks is not Gap.WHY:
        return False
    words = _spoken_words(said)
    told_words = words[:-1] if words[-1:] and words[-1] in said.words.prepositions else words  # "zieht .. aus"
    spoken = frozenset(told_words) - meaning.set_of("reasons pointed back at")
    if spoken & (meaning.set_of("reasons told") | said.words.reasons) or {"um", "zu"} <= spoken:
        return False
    known = frozenset(form for word in _spoken_words(asked) for form in plain_forms(word))
    return told.clause.lemma == question.clause.lemma or not _tells_new_words(said, known)


def _tells_new_words(said: GermanLine, known: frozenset[str]) -> bool:
    """Says whether an open word is told that is not among those known."""
    return any(
        said.is_open(at) and not said.is_time(at) and plain_forms(said.word(at)).isdisjoint(known)
        for at in range(len(said))
    )


def _is_at_other_time(question: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether a part of the day, a season or a month is asked about, and told is only another one."""
    if question.clause.asks in (None, Gap.NONE, Gap.WHEN):
        return False
    one, other = (frozenset(_spoken_words(line)) for line in (asked, said))
    for name in ("parts of the day", "seasons told"):
        mine, theirs = (_named_times(words, meaning, name) for words in (one, other))
        if mine and theirs and mine.isdisjoint(theirs):
            return True
    months = asked.words.months
    return bool(one & months and other & months) and (one & months).isdisjoint(other)


def _named_times(spoken: frozenset[str], meaning: Meaning, sort: str) -> frozenset[str]:
    """Returns the times of one sort that words name, each by its first name: "abends" as "abend"."""
    return frozenset(
        name for name in meaning.set_of(sort) if spoken & (meaning.set_of(f"times {name}") | {name, f"{name}s"})
    )


def _only_places_another(question: Statement, told: Statement, asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "wo steht der router" is told where something else is, by the router: "am router"."""
    if question.clause.asks is not Gap.WHERE or asked.word(0) != "wo" or not told.subject or told.clause.past:
        return False
    verb = question.clause.verb - question.clause.first
    named = [at for at in range(verb + 1, len(asked)) if asked.is_open(at) and not asked.lemmas(at, "nb")]
    if len(named) != 1 or asked.is_time(named[0]) or asked.is_month(named[0]) or _leads(asked, named[0]):
        return False  # "wo fang ich im april an"
    forms = plain_forms(asked.word(named[0]))
    places = [at for at in range(len(said)) if not plain_forms(said.word(at)).isdisjoint(forms)]
    return bool(places) and all(_leads(said, at) for at in places)


def _leads(said: GermanLine, at: int) -> bool:
    """Says whether a preposition of place stands before a noun and its articles."""
    place = at
    while place > 0 and said.word(place) not in said.words.prepositions and place > at - 3:
        place -= 1
    return said.word(place) in said.extra.place_prepositions


def _is_told_inside_of_another(question: Statement, said: GermanLine) -> bool:
    """Says whether the place or time asked for stands in a clause about somebody else: "so dass ich .. schlafe"."""
    if question.clause.asks not in (Gap.WHERE, Gap.WHEN) or not question.subject:
        return False
    opens = next((at for at in range(1, len(said)) if said.word(at) in said.words.subordinators), -1)
    inner = said.word(opens + 1)
    if opens < 0 or inner not in said.words.nominative or question.about_speaker == (inner in ("ich", "wir")):
        return False
    if inner in ("er", "sie", "es"):
        return False
    outside = (said.word(at) in said.extra.place_prepositions or said.is_time(at) for at in range(opens))
    return not any(outside)


def _is_of_other_meal(question: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether a meal is asked about, and told is only another one."""
    if question.clause.asks in (None, Gap.NONE):
        return False
    meals = meaning.set_of("meals of the day")
    mine, theirs = (meals & frozenset(_spoken_words(line)) for line in (asked, said))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _tells_no_state(
    question: Statement, told: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning
) -> bool:
    """Says whether "ist jürgen krank" is told only what he does: nothing of how he is, and nothing that has changed."""
    last = asked.word(len(asked) - 1)
    bare = question.clause.asks is Gap.NONE and question.clause.lemma == "be" and not question.clause.past
    alone = bool(question.words) and question.words == question.subject_words
    if not (bare and alone) or last not in meaning.passing | meaning.set_of("states of people"):
        return False
    changed = told.clause.marks or told.clause.negated or told.clause.past or told.clause.lemma in ("go", "be", "turn")
    near = meaning.groups.get(last, frozenset()) | plain_forms(last)
    return not changed and near.isdisjoint(form for word in _spoken_words(said) for form in plain_forms(word))


def _has_no_years(question: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether "wie alt" is told no number at all, and no birth or year."""
    if question.clause.asks is not Gap.DEGREE or (asked.word(0), asked.word(1)) != ("wie", "alt"):
        return False
    spoken = _spoken_words(said)
    article = [word.startswith("ein") and value_of_number(word) < 2 for word in spoken]  # "einundzwanzig" is none
    numbered = any(said.is_number(at) and not article[at] for at in range(len(said)))
    told = tuple(sorted(meaning.set_of("years told")))
    return not numbered and not any(word.startswith(told) for word in spoken)


def _tells_what_fits(
    question: Statement, told: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning
) -> bool:
    """Says whether "wie groß ist ben" is told only the size of what he wears: "ben hat schuhgröße 31"."""
    if question.clause.asks is not Gap.DEGREE or (asked.word(0), asked.word(1)) != ("wie", "groß"):
        return False
    somebody = bool(question.subject) and all(one.is_person or one.name or one.pronoun for one in question.subject)
    worn = told.clause.lemma != "be" and bool(meaning.set_of("sizes worn") & frozenset(_spoken_words(said)))
    return somebody and worn


def _denies_who_it_is(question: Statement, told: Statement, said: GermanLine) -> bool:
    """Says whether "was tut mir weh" is told only what does not: "mein knie tut nicht mehr weh"."""
    asked, clause = question.clause, told.clause
    open_subject = asked.asks in (Gap.WHAT, Gap.WHO, Gap.WHICH) and not question.subject and not asked.negated
    nobody = not said.words.nothing.isdisjoint(_spoken_words(said))
    return open_subject and clause.negated and clause.lemma == asked.lemma and not nobody


def has_thing_after(said: GermanLine, at: int) -> bool:
    """Says whether a thing stands after a preposition, and no time: "an der hüfte", not "am dienstag"."""
    place = at + 1
    while said.word(place) in said.words.determiners | said.words.possessives:
        place += 1
    timely = said.word(place) in said.words.days | said.words.units or said.is_month(place)
    timely = timely or bool(said.length_of(said.words.parts, place) or said.length_of(said.words.day_words, place))
    return not (timely or (said.is_number(place) and plain_preposition(said.word(at)) in ("an", "um")))


def closeness(question: Statement, told: Statement) -> int:
    """Returns how much closer a statement is than its near words say: "kater" for "kater", and for no time of its own.

    What holds only at weekends or in summer comes after what always holds, where no such time is asked about.
    """
    scopes = load_meaning("de").set_of("only sometimes")
    named = frozenset(word for forms in question.subject_words for word in forms)
    same = bool(named & question.spoken & told.spoken)
    return same - bool(told.spoken & scopes - question.spoken)


def is_bare_age(question: Statement, told: Statement, meaning: Meaning) -> bool:
    """Says whether a bare number tells how old a thing is, where that is asked: "der golf ist zwölf"."""
    bare = told.clause.lemma == "be" and told.has_number and not (told.others or told.clause.negated)
    alike = not (question.subject_keys.isdisjoint(told.subject_keys) or told.has_time or told.has_place)
    return meaning.language == "de" and bare and alike and not told.about_speaker
