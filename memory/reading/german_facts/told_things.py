"""Pure: the things that a German statement of a change names, and whether an older statement is about them.

People name what has changed by another word than before: "das studium geschmissen" of "er studiert jura", "vom ballett
abgemeldet" of "sie ist beim ballett". So things are compared by their near words and by the parts of compounds.
"""

from __future__ import annotations

from memory.core.policy import KEPT_READINGS, MIN_HEAD_CHARS
from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import is_head, is_joined_of, is_known_noun, is_part_of_word
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.word_caches import cache_for_words

LANGUAGE = "de"


def things_of(one: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words beside verb and subject that name something: no time, no number, no word of change."""
    plain = meaning.soft | meaning.set_of("changed") | meaning.set_of("change words") | {one.clause.lemma}
    own = (forms for forms in one.words if not any(forms & other for other in one.subject_words))
    return tuple(forms for forms in own if not forms & plain and not is_timely(forms, meaning))


def is_timely(forms: Forms, meaning: Meaning) -> bool:
    """Says whether a word tells when, how often or how many."""
    return bool(forms & meaning.set_of("times")) or any(form[:1].isdigit() for form in forms)


def are_named_in(things: tuple[Forms, ...], old: Statement, meaning: Meaning) -> bool:
    """Says whether a statement names each of these things, by its word, a near one or a compound; False for none."""
    return bool(things) and all(_is_named_in(forms, old, meaning) for forms in things)


def _is_named_in(forms: Forms, old: Statement, meaning: Meaning) -> bool:
    every = frozenset(form for each in old.words for form in each) | {old.clause.lemma}
    near = frozenset(other for form in forms for other in meaning.groups.get(form, ()) if len(other) >= MIN_HEAD_CHARS)
    if (forms | near) & every or is_part_of_word(forms, every) or is_part_of_word(every - {old.clause.lemma}, forms):
        return True
    return is_joined_of((forms,), old.words) or is_joined_of(old.words, (forms,))


def is_about_same(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether both are about one person or thing, or the new one is about what the other's owner has."""
    one, other = all_keys(new.subject_keys, names), all_keys(old.subject_keys, names)
    if SPEAKER in new.subject_keys and SPEAKER in old.subject_keys:
        return True
    return bool((one & other) - {SPEAKER})


def articled_names(one: Statement) -> tuple[tuple[str, str], ...]:
    """Returns each name that a statement gives somebody, with the key of the same behind an article: "der balu"."""
    named = {name for _, name in one.named}
    called = (entity for entity in one.entities if entity.name in named)
    return tuple((each.name, key) for each in called for key in sorted(each.keys) if key.startswith(f"{SPEAKER}>"))


def has_other_as_object(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether the old subject is the person or thing to which the new one happens: "wir haben lena abgemeldet"."""
    objects = all_keys(frozenset(key for entity in new.others for key in entity.keys), names) - {SPEAKER}
    return SPEAKER in new.subject_keys and bool(objects & all_keys(old.subject_keys, names))


def days_in(one: Statement) -> frozenset[str]:
    """Returns the days and months that a statement names."""
    words = load_closed_words(LANGUAGE)
    spoken = frozenset(one.text.casefold().split())
    return spoken & (words.days | words.months)


def is_somebody_unknown(question: Statement, told: Statement) -> bool:
    """Says whether "die fenja" does what is asked: a word that no table has, alone behind its article, may be a name
    where a deed and all that belongs to it is the same.
    """
    line, (begin, end) = line_of(told.text, LANGUAGE), told.clause.subject
    at = begin + 1 - told.clause.first
    if question.subject or question.clause.lemma != told.clause.lemma or end - begin != 2 or told.clause.lemma == "be":
        return False
    assert isinstance(line, GermanLine)
    name = line.form(at) is None and not is_known_noun(line.word(at)) and not is_head(line.word(at))
    return name and line.word(at - 1) in ("der", "die") and bool(things_of(told, load_meaning(LANGUAGE)))


def is_lent_to_unknown(told: Statement) -> bool:
    """Says whether something is lent to somebody whose name no table has: "das buch hab ich dem schorsch geliehen"."""
    line = line_of(told.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    lent = told.clause.lemma in load_meaning(LANGUAGE).set_of("lending verbs")
    return lent and any(_is_unknown_dative(line, at) for at in range(2, len(line)))


def _is_unknown_dative(line: GermanLine, at: int) -> bool:
    led = line.word(at - 1) in ("dem", "der") and line.word(at - 2) not in line.words.prepositions
    known = line.form(at) is not None or is_known_noun(line.word(at)) or is_head(line.word(at))
    return led and not known and line.is_open(at)


def tells_what_is_done_to(one: Statement) -> bool:
    """Says whether something is done to the subject: "wann wird der zaun gestrichen"."""
    line, clause = line_of(one.text, LANGUAGE), one.clause
    verb, main = clause.verb - clause.first, clause.main - clause.first
    helper = line.word(verb) in load_meaning(LANGUAGE).set_of("passive verbs")
    return helper and main > verb and line.has_form(main, "n") and not line.has_form(main, "b")


def prepositions_in(one: Statement) -> frozenset[str]:
    """Returns the prepositions before things, without their articles."""
    line = line_of(one.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    timely = line.words.days | line.words.units | line.words.months
    found = set()
    for at in range(len(line) - 1):
        if line.word(at) in line.words.prepositions and not {line.word(at + 1), line.word(at + 2)} & timely:
            found.add(plain_preposition(line.word(at)))
    return frozenset(found)


def plain_preposition(word: str) -> str:
    """Returns a preposition without the article that is melted into it: "in" for "im"."""
    return _PLAIN.get(word, word)


_PLAIN = {
    "im": "in", "ins": "in", "am": "an", "ans": "an", "beim": "bei", "vom": "von", "zum": "zu", "zur": "zu",
    "aufs": "auf", "übers": "über", "ums": "um",
}  # fmt: skip


def verbs_in(one: Statement) -> frozenset[str]:
    """Returns the verbs of a statement by their German names; "kündigen" is one of them wherever it stands."""
    return _verbs_of(one.text) | {one.clause.lemma}


@cache_for_words(KEPT_READINGS)
def _verbs_of(text: str) -> frozenset[str]:
    line = line_of(text, LANGUAGE)
    found: set[str] = set()
    for at in range(len(line)):
        form = line.form(at)
        found |= {lemma.replace("|", "") for lemma, sort in form.verbs if sort in "nbf"} if form is not None else set()
    return frozenset(found)
