"""Pure: says whether somebody made a told number higher or lower: "the landlord's put our rent up to nine fifty"; and
which words a number without its unit stands for.

The one who does it is the subject, and the thing that is counted comes after the verb; so the older statement has
another subject. What is only raised, without a number, gives no new value.
"""

from __future__ import annotations

from memory.reading.changes.change_words import joins_things, owned_parts, spoken_in, things_in
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.same_relation import among
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning


def raises(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether `new` gives the number of `old` a new value: "the doctor's upped the tablets to two a day"."""
    if meaning.language != "en" or not (new.has_number and old.has_number):
        return False
    if new.clause.negated or new.clause.modality is not Modality.FACT:
        return False
    spoken, lemma = spoken_in(new), new.clause.lemma
    moved = lemma in meaning.set_of("moving a number") and bool(meaning.set_of("ways of a number") & spoken)
    if not (moved or lemma in meaning.set_of("raising")) or "to" not in spoken:
        return False
    if old.clause.past or old.clause.negated or joins_things(old, meaning) or "and" in old.spoken:
        return False
    words = load_closed_words(meaning.language)
    if any(word in words.possessives and word in words.third for word in spoken):
        return False  # "my brother's landlord put his rent up to nine hundred"
    counts = words.numbers
    named = tuple(forms for forms in things_in(new, meaning) if not forms & counts)
    of_person = any(one.is_person and SPEAKER not in one.keys for one in old.subject)
    whose = of_person and len(named) > 1 and among(old.subject_words, new.words)  # "dad's on a water tablet"
    return among(named, old.words) and (whose or bool(owned_parts(new, names) & owned_parts(old, names)))


def without_unit(heard: str, meant: str, language: str) -> str:
    """Returns the number of what was heard, "fifteen" of "fifteen milligrams", where only a number is said instead."""
    numbers = load_closed_words(language).numbers

    def counts(word: str) -> bool:
        return word.casefold() in numbers or word[:1].isdigit()

    first, last = heard.split(), meant.split()
    bare = len(first) > 1 and not counts(first[-1]) and all(map(counts, first[:-1]))
    return " ".join(first[:-1]) if bare and last and all(map(counts, last)) else heard
