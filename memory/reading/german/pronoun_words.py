"""Pure: which German words stand for whom, and how the words of an antecedent are put in their place."""

from __future__ import annotations

from memory.reading.entities import Entity
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import role_of
from memory.reading.meaning import Meaning

_MASCULINE = frozenset(
    (
        "der",
        "den",
        "dem",
        "einen",
        "einem",
        "mein",
        "unser",
        "meinen",
        "meinem",
        "unseren",
        "unserem",
        "dieser",
        "diesen",
    )
)
_DATIVE = {
    "mein": "meinem",
    "meine": "meiner",
    "unser": "unserem",
    "unsere": "unserer",
    "der": "dem",
    "die": "der",
    "das": "dem",
    "meinen": "meinem",
    "unseren": "unserem",
    "den": "dem",
}
_ACCUSATIVE = {"mein": "meinen", "unser": "unseren", "der": "den", "meinem": "meinen", "dem": "den"}
_NOMINATIVE = {
    "meinen": "mein",
    "meinem": "mein",
    "unseren": "unser",
    "unserem": "unser",
    "den": "der",
    "dem": "der",
    "meiner": "meine",
    "unserer": "unsere",
    "einen": "ein",
    "einem": "ein",
}
_NEUTER = frozenset(
    ("das", "kind", "auto", "haus", "baby", "fahrrad", "handy", "buch", "kaninchen", "pferd", "meerschweinchen")
)


def sort_of(entity: Entity, line: GermanLine, meaning: Meaning) -> str:
    """Returns the sort of pronoun that may stand for an entity: male, female, many, thing, any."""
    role = entity.role.rpartition("-")[2]
    last = line.word(entity.end - 1)
    if (
        entity.role in ("eltern", "großeltern", "geschwister", "freunde", "schwiegereltern", "nachbarn")
        or line.is_plural(entity.end - 1)
        and not entity.name
    ):
        return "many"
    if role in meaning.male:
        return "male"
    if role in meaning.female:
        return "female"
    article = line.word(entity.start)
    if line.word(entity.start - 1) in ("in", "nach", "aus", "auf", "am", "im", "bis", "über") and not entity.role:
        return "place"
    if entity.is_person or entity.name:
        return {"herr": "male", "frau": "female"}.get(line.word(entity.start), "any")
    if article in (
        "der",
        "den",
        "dem",
        "einen",
        "meinen",
        "unseren",
        "diesen",
        "dieser",
        "meinem",
        "unserem",
        "einem",
        "im",
        "am",
        "zum",
        "vom",
    ) and not (article in ("dem", "meinem", "einem", "unserem", "im", "am", "zum", "vom") or last in _NEUTER):
        return "male"
    if article in ("die", "eine", "meine", "unsere", "diese"):
        return "female"
    if article in ("das", "dieses") or last in _NEUTER:
        return "thing"
    return "male" if article in ("mein", "unser", "ein") else "thing"


def in_case(words: str, pronoun: str, *, subject: bool) -> str:
    """Returns the words of an antecedent in the case of the pronoun that they replace."""
    first, _, rest = words.partition(" ")
    if not rest:
        return words
    table = (
        _NOMINATIVE
        if subject or pronoun in ("er",)
        else _DATIVE
        if pronoun in ("ihm", "ihr")
        else _ACCUSATIVE
        if pronoun in ("ihn",)
        else {}
    )
    plain = _NOMINATIVE.get(first, first) if table is not _NOMINATIVE else first
    return f"{table.get(first, table.get(plain, plain))} {rest}"


def owning(words: str, possessive: str, after: str) -> tuple[str, str]:
    """Returns what replaces "sein hund" or "ihre katze": an article to stand before the noun, and the owner after it."""
    ending = possessive.removeprefix("sein").removeprefix("ihr")
    article = {
        "": "der" if role_of(after) not in ("kind", "baby") else "das",
        "e": "die",
        "en": "den",
        "em": "dem",
        "er": "der",
        "es": "des",
    }.get(ending, "der")
    return article, f"von {in_case(words, 'ihm', subject=False)}"
