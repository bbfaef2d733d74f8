"""Pure: the form of a verb beside one person where it stood beside several: "take" becomes "takes", "sind" "ist"."""

from __future__ import annotations

from memory.reading.speakers.german_verbs import verb_for_du, verb_for_ihr
from memory.reading.speakers.person_words import load_person_words
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.word_table import load_word_table

HISSING = ("s", "ß", "x", "z")
"""The last letters after which no further "s" is spoken."""


def verb_for_one(verb: str, language: str) -> str:
    """Returns the verb beside "she" or "sie" (one); the same word where it has no other form there."""
    known: dict[str, str] = load_person_words(language)["for_one"]
    if verb in known:
        return known[verb]
    return _german_for_one(verb) if language == "de" else _english_for_one(verb)


def verb_for_speaker(verb: str, language: str) -> str:
    """Returns the verb beside "I" where it stood beside several; the same word where it has no other form there."""
    known: dict[str, str] = load_person_words(language)["for_speaker"]
    if verb in known:
        return known[verb]
    return verb[:-1] if language == "de" and verb.endswith("en") else verb


def verb_for_many(verb: str) -> str:
    """Returns an English verb beside several persons where it stood beside one: "likes" becomes "like"."""
    known: dict[str, str] = load_person_words("en")["for_many"]
    form = load_word_table("en").find(verb)
    bases = (lemma for lemma, kind in form.verbs if kind == "s") if form else iter(())
    return known.get(verb) or next(bases, verb)


def _english_for_one(verb: str) -> str:
    table = load_word_table("en")
    form = None if verb in load_closed_words("en").modals else table.find(verb)
    base = form is not None and (verb, "b") in form.verbs
    for each in table.forms_of(verb) if base else ():
        found = table.find(each)
        if found is not None and (verb, "s") in found.verbs:
            return each
    return verb


def _german_for_one(verb: str) -> str:
    beside_du = verb_for_du(verb[:-1]) if verb.endswith("en") else None
    if beside_du is None:
        return verb_for_ihr(verb) or verb
    if verb[:-2].endswith(HISSING) or not beside_du.endswith("st"):
        return beside_du
    stem = beside_du[:-2]
    return stem if stem.endswith("t") and stem != verb[:-2] else f"{stem}t"
