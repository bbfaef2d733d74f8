"""Pure: says whether English facts lack what a question asks for: its kind, the owner, what is so now, the very word.

"Whose caravan is it" wants an owner, "what car do i have" what is so and not what once was, and "which sister's a
nurse" a nurse.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.gaps import all_forms
from memory.reading.facts.held_words import holds_word
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.fitting.offered_kinds import lacks_kind_asked
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning


def lacks_what_is_asked(want: Wanted, told: Sequence[Statement], names: Names) -> bool:
    """Says whether English facts lack a kind, an owner, a present state or a role that a question asks for."""
    stated = [one for one in told if one.kind in (ActKind.TELL, ActKind.CORRECT)]
    rules = (
        _lacks_owner,
        _lacks_that_day,
        lacks_place,
        _lacks_chooser,
        _lacks_other,
        _lacks_street,
        _lacks_part,
        _lacks_return,
        tells_of_once,
        _lacks_role,
        _repeats_kind,
    )
    if stated and any(all(lacks(want, one) for one in stated) for lacks in rules):
        return True
    return lacks_kind_asked(want, told, names)


def _lacks_owner(want: Wanted, told: Statement) -> bool:
    """Says whether an owner is asked for, "whose caravan is it", and the fact names none."""
    if want.question.text.casefold().split()[:1] != ["whose"] or want.question.clause.lemma != "be":
        return False
    line = line_of(told.text, "en")
    owned = any(line.word(at) in line.words.possessives for at in range(len(line)))
    named = any(line.is_in(at, "is") and line.is_open(at + 1) for at in range(1, len(line)))
    return not (owned or named or told.clause.lemma in load_meaning("en").set_of("belonging to"))


def _lacks_that_day(want: Wanted, told: Statement) -> bool:
    """Says whether a past day or meal is asked of, "what did he have yesterday", and told what is always so."""
    clause, meaning = want.question.clause, load_meaning("en")
    days = meaning.set_of("past days") | meaning.set_of("meals asked")
    then = days.intersection(want.question.text.casefold().split())
    always = not (told.clause.past or told.has_time)
    return bool(then) and clause.past and clause.asks in (Gap.WHAT, Gap.WHICH, Gap.WHO) and always


def lacks_place(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked who of several is somewhere, "which cousin's in tulsa", and the fact names no such
    place.
    """
    clause, line = want.question.clause, line_of(want.question.text, "en")
    placed = clause.lemma == "be" and line.word(clause.subject[0]) in line.words.prepositions
    if not placed or clause.asks is not Gap.WHICH:
        return False
    keys = {key for entity in want.question.subject for key in entity.keys}
    return bool(keys) and all(keys.isdisjoint(entity.keys) for entity in told.entities)


def _lacks_chooser(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked what the speaker chose, "which flat did we go for", and the fact tells of one of
    those alone.
    """
    question = want.question
    chose = question.clause.past and question.clause.lemma in load_meaning("en").set_of("decided")
    if not chose or question.clause.asks is not Gap.WHICH or SPEAKER not in question.subject_keys:
        return False
    kind = frozenset(form for forms in question.sort for form in forms)
    return SPEAKER not in told.subject_keys and any(forms & kind for forms in told.subject_words)


def _lacks_other(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked who of several did something, "which of my sisters has twins", and the fact tells of
    the speaker.
    """
    roles, question = load_meaning("en").roles, want.question
    somebody = any(forms & roles.keys() for forms in question.sort)
    acts = question.clause.asks is Gap.WHICH and question.clause.lemma != "be" and not question.subject
    return acts and somebody and told.subject_keys == {SPEAKER}


def _lacks_street(want: Wanted, told: Statement) -> bool:
    """Says whether a street is asked for, "which road does she live on", and the fact names none."""
    streets, question = load_meaning("en").set_of("streets"), want.question
    asked = any(forms & load_meaning("en").set_of("streets asked") for forms in (*question.sort, *want.sort))
    return asked and question.clause.asks is Gap.WHICH and streets.isdisjoint(all_forms(told))


def _lacks_part(want: Wanted, told: Statement) -> bool:
    """Says whether a part of a building is asked for, "which floor is it on", and the fact has neither it nor "on"."""
    question, line = want.question, line_of(want.question.text, "en")
    asked = {form for forms in question.sort for form in forms} & load_meaning("en").set_of("rooms asked")
    last = line.word(len(line) - 1)
    placed = question.clause.lemma == "be" and last in line.words.prepositions and last not in told.spoken
    return bool(asked) and placed and asked.isdisjoint(told.spoken)


def _lacks_return(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked when somebody comes back, "when do we fly back", and only told when they go."""
    clause, meaning = want.question.clause, load_meaning("en")
    returns = "back" in want.question.text.split() and clause.lemma in meaning.set_of("going there and back")
    return clause.asks is Gap.WHEN and returns and told.spoken.isdisjoint(meaning.set_of("signs of return"))


def tells_of_once(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked what is so, and told what was: "my old boss was called pat", "my old phone's gone"."""
    clause, meaning = want.question.clause, load_meaning("en")
    once, over = meaning.set_of("of once"), meaning.set_of("no longer had")
    asked = {form for forms in (*want.question.words, *want.question.subject_words) for form in forms}
    if clause.past or clause.asks is Gap.NONE or not asked.isdisjoint(once):
        return False
    was = told.clause.past and told.clause.lemma in meaning.set_of("being something")
    kept = clause.asks in (Gap.WHAT, Gap.WHICH) and clause.lemma in meaning.set_of("having now")
    return any(forms & (once if was else over) for forms in told.subject_words) and (was or kept)


def _lacks_role(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked who of several is something, "which sister's a nurse", and the fact tells it not."""
    question, meaning = want.question, load_meaning("en")
    line = line_of(question.text, "en")
    one = question.clause.asks is Gap.WHICH and question.clause.lemma == "be" and question.sort
    if not one or line.word(len(line) - 2) not in line.words.indefinite:
        return False
    head = line.table.singular(line.word(len(line) - 1))
    wanted = [forms for forms in question.words if head in forms]
    return bool(wanted) and not any(holds_word(forms, told, meaning, want) for forms in wanted)


def _repeats_kind(want: Wanted, told: Statement) -> bool:
    """Says whether the kind of a thing is asked for, "what kind of dog is duchess", and the fact says no more than the
    question: "we have a dog called duchess".
    """
    line, meaning = line_of(want.question.text, "en"), load_meaning("en")
    of_kind = line.word(1) in meaning.set_of("kinds asked") and line.word(2) == "of"
    known = meaning.set_of("general verbs") | meaning.set_of("naming by") | want.question.spoken
    return of_kind and all(forms & known for forms in (*told.words, *told.subject_words))
