"""Pure: says where German leaves out a thing that was just named: its noun after "den", or a subject.

"Ich hab den auf freitag verlegt" has no noun, and "ich hab das kleid bestellt kommt am donnerstag" no second subject.
"""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.german.noun_phrases import nouns_end
from memory.reading.german.nouns import role_of
from memory.reading.german.time_and_place import names_place
from memory.reading.german.verbs import end_of_sentence
from memory.reading.grammar.clause import Clause, Modality, Span
from memory.reading.words.given_names import is_given_name


def is_object_alone(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "den" or "die" behind the verb is a thing named before, to which is done what is done to things."""
    inside = clause.first <= clause.verb < at < clause.main and clause.lemma in line.words.sets["done_to_things"]
    after, words = line.word(at + 1), line.words
    alone = at + 1 == clause.main or after in words.prepositions | words.adverbs | words.middle | words.days
    return inside and alone and line.word(at) in ("den", "die") and line.word(at - 1) not in words.prepositions


def is_teller_alone(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "der" is who says what follows: "ich war beim augenarzt | der sagt ich brauch eine brille"."""
    tells = at == clause.first < clause.subject[0] and clause.modality is Modality.REPORTED
    return tells and line.word(at) in ("der", "die") and bool(line.finite(at + 1)) and at + 1 < clause.verb


def is_done_by_owner(line: GermanLine, noun: int, clause: Clause) -> bool:
    """Says whether "der" is who had what was just named, and not that: "er hatte einen unfall | der ist in der klinik",
    "er hat einen neuen job | der arbeitet jetzt in jena".
    """
    sets, word = line.words.sets, line.word(noun)
    if role_of(word) or is_given_name(word):
        return False
    befell = word.endswith(tuple(sorted(sets["befalling"])))
    placed = clause.lemma not in ("sein", "be", "dauern", "passieren") or names_place(line, clause)
    return clause.lemma in sets["done_by_people"] or (befell and placed)


def is_accusative(line: GermanLine, at: int) -> bool:
    """Says whether an object and no subject begins here: "den tisch", "meinen wagen"."""
    return line.is_in(at, "thing_articles") and line.word(at).endswith("en")


def shared_subject(line: GermanLine, before: Clause, verb: int) -> Span:
    """Returns the subject that a clause without one shares with the clause before: its own, or what it names."""
    subject = before.subject if before.subject[1] > before.subject[0] else before.shared
    return named_object(line, before.verb, verb) if tells_of_object(line, before.verb, verb) else subject


def tells_of_object(line: GermanLine, before: int, verb: int) -> bool:
    """Says whether a verb without a subject tells of what the speaker named with the verb `before`: it has another
    person, "ich hab das kleid bestellt kommt am donnerstag", or says what should be, "müsste mittwoch da sein".
    """
    spoken = {line.word(before - 1), line.word(before + 1)} & {"ich", "wir"}
    other = not any(line.agrees_with(verb, word) for word in spoken or ("ich",))
    guessed = line.is_in(verb, "guessing_verbs")
    last = end_of_sentence(line, verb) - 1
    guessed = guessed or (line.is_auxiliary(verb) and verb < last and line.word(last) == "werden")
    placed = "wir" in spoken and not line.word(verb).endswith("t") and line.is_in(verb, "kept_standing")
    own = bool(spoken) or ("1" in line.persons(before) and _opens_clause(line, before))
    return own and (other or guessed or placed) and named_object(line, before, verb) != (0, 0)


def _opens_clause(line: GermanLine, verb: int) -> bool:
    """Says whether nothing stands before a verb, so that "ich" is left out: "hab die heizung repariert"."""
    return verb == 0 or line.is_stop(verb - 1) or line.word(verb - 1) in line.words.conjunctions


def tells_of_speaker(line: GermanLine, before: int, verb: int) -> bool:
    """Says whether a modal verb without a subject tells what the speaker must or may: "hab den fuß verstaucht | muss
    pausieren".
    """
    after, words = line.word(verb + 1), line.words
    own = "ich" in (line.word(before - 1), line.word(before + 1)) or line.persons(before) == "1"
    other = after in words.nominative or (after in line.extra.nominative_articles and line.is_open(verb + 2))
    return own and line.word(verb) in words.modals and line.agrees_with(verb, "ich") and not other


def named_object(line: GermanLine, before: int, end: int) -> Span:
    """Returns the thing that stands before or behind a verb as its object; an empty span for none."""
    words = line.words
    at = before + 1
    while at < end:
        led = line.word(at - 1) in words.prepositions
        opens = line.word(at) in words.sets["thing_articles"] and line.is_open(at + 1) and not led
        noun = max(nouns_end(line, at), at + 2 * (line.is_blocked(at + 1) and line.usual(at + 1) != "a"))
        if opens and noun > at + 1:
            return at, noun
        at += 1
    at = before - 1
    while at >= 0 and line.is_open(at):
        at -= 1
    opens = at >= 0 and line.word(at) in words.sets["thing_articles"] and at + 1 < before
    return (at, before) if opens and line.word(at - 1) not in words.prepositions else (0, 0)
