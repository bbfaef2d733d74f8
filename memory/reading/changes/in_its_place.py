"""Pure: says whether a clause behind one that ends something tells what stands in its place."""

from __future__ import annotations

from memory.reading.changes.change_words import says, shares_sort, spoken_in, things_in
from memory.reading.changes.following import begins_another
from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.facts.statements import Statement
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.reading.words.word_table import load_word_table


def is_led_on(text: str, one: Statement, language: str = "en") -> bool:
    """Says whether a clause of a text tells what followed from the one before: "so we got a miele"."""
    before = [word for word in text[: one.clause.start].casefold().split() if word != "now"][-1:]
    return not load_meaning(language).set_of("leading on").isdisjoint(before)


def takes_its_place(one: Statement, old: Statement, language: str = "en", *, led_on: bool) -> bool:
    """Says whether a clause behind the one that ended `old` tells what stands in its place: "mrs sandhu took over".

    What only followed must be of the sort of the old, a person, a time or a thing: "so i go to a girl called jess".
    """
    meaning = load_meaning(language)
    if not meaning.changes or one.clause.negated:
        return False
    if says(one, "succeeds", meaning):
        return bool(_people_in(one.subject)) and any(key != SPEAKER for key, _ in old.named)
    return led_on and begins_another(one, language) and _is_of_sort(one, old, meaning)


def _is_of_sort(one: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both name somebody, both a time or number, or both a thing of one kind."""
    if old.named:
        return bool(_people_in(one.others))
    if _numbers(old, meaning):
        return bool(_numbers(one, meaning)) and spoken_in(one).isdisjoint(load_closed_words(meaning.language).units)
    return not _people_in(one.others) and (shares_sort(one, old, meaning) or _names_make(one, meaning))


def _people_in(entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """Returns the persons that are named, or described by what they are."""
    return tuple(each for each in entities if each.is_person and not each.pronoun and SPEAKER not in each.keys)


def _numbers(one: Statement, meaning: Meaning) -> bool:
    """Says whether a statement has a number, also the one of a train: "the 8 15"."""
    numbers = load_closed_words(meaning.language).numbers
    return any(form.isdigit() or form in numbers for forms in one.words for form in forms)


def _names_make(one: Statement, meaning: Meaning) -> bool:
    """Says whether the one thing that a statement names is called by no common word, as a make is: "a miele"."""
    things, table = things_in(one, meaning), load_word_table(meaning.language)
    return len(things) == 1 and all(table.find(form) is None and not table.is_thing(form) for form in things[0])
