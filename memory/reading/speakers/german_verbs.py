"""Pure: turns a German verb beside "ich" or "wir" into the one beside "du" or "ihr": "fahre" becomes "fährst"."""

from __future__ import annotations

from collections.abc import Mapping

from memory.reading.speakers.person_words import load_person_words
from memory.reading.words.spoken_forms import full_form

_SIBILANTS = ("s", "ß", "z", "x")
_VOWELS = frozenset("aeiouäöüy")


def verb_for_du(verb: str) -> str | None:
    """Returns the form beside "du" of a verb that stood beside "ich"; None for a word that is no such verb."""
    words = load_person_words("de")
    if verb in words["irregular"]:
        return str(words["irregular"][verb])
    if verb != verb.lower() or verb in words["no_verbs"] or not verb.isalpha():
        return None
    strong = _with_prefix(verb, words["strong"])
    if strong is not None:
        return strong
    if _is_strong_past(verb):
        return verb + ("t" if verb.endswith(_SIBILANTS) else "est" if verb.endswith(("t", "d")) else "st")
    if verb + "e" in words["regular"]:
        return _regular_for_du(verb)
    if verb.endswith("e"):
        return _regular_for_du(verb[:-1]) if len(verb) > 3 and verb not in words["pronouns"] else None
    return verb_for_du(full_form(verb)) if full_form(verb) else None


def verb_for_ihr(verb: str) -> str | None:
    """Returns the form beside "ihr" of a verb that stood beside "wir"; None for a word that is no such verb."""
    words = load_person_words("de")
    if verb == "sind":
        return "seid"
    if verb != verb.lower() or verb in words["no_verbs"] or verb in words["pronouns"] or not verb.isalpha():
        return None
    if verb == "tun" or (verb.endswith(("eln", "ern")) and len(verb) > 4):
        return verb[:-1] + "t"
    if not verb.endswith("en") or len(verb) < 4:
        return None
    stem = verb[:-2]
    return stem + ("et" if _needs_e(stem) else "t")


def is_sure_verb(verb: str) -> bool:
    """Says whether the word can hardly be anything but a verb beside "ich"."""
    words = load_person_words("de")
    known = verb in words["irregular"] or verb in words["regular"] or verb in words["past"]
    return known or _with_prefix(verb, words["strong"]) is not None


def _with_prefix(verb: str, table: Mapping[str, str]) -> str | None:
    """Returns the form of a verb that the table has without its prefix: "anfange" by "fange"."""
    if verb in table:
        return table[verb]
    prefixes = load_person_words("de")["prefixes"]
    for cut in range(2, min(len(verb) - 3, 9)):
        if verb[:cut] in prefixes and verb[cut:] in table:
            return verb[:cut] + table[verb[cut:]]
    return None


def _is_strong_past(verb: str) -> bool:
    words = load_person_words("de")
    return verb in words["past"] or any(
        verb[:cut] in words["prefixes"] and verb[cut:] in words["past"] for cut in range(2, 8)
    )


def _regular_for_du(stem: str) -> str:
    if (
        stem.endswith(("l", "r"))
        and len(stem) > 2
        and stem[-2] not in _VOWELS | {stem[-1], "r"}
        and not _lengthens(stem)
    ):
        return f"{stem[:-1]}e{stem[-1]}st"
    if stem.endswith(_SIBILANTS):
        return stem + "t"
    return stem + ("est" if _needs_e(stem) else "st")


def _needs_e(stem: str) -> bool:
    """Says whether an "e" stands before the ending: after t and d, and after m and n that follow a consonant."""
    if stem.endswith(("t", "d")):
        return True
    if not stem.endswith(("m", "n")) or len(stem) < 3:
        return False
    return stem[-2] not in _VOWELS and stem[-2] not in "lrmn" and not _lengthens(stem)


def _lengthens(stem: str) -> bool:
    """Says whether the last letter follows an "h" that only lengthens a vowel: "wohn", not "rechn"."""
    return stem[-2] == "h" and stem[-3] in _VOWELS
