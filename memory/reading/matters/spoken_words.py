"""Pure: the words of a sentence as they are compared between a question and a fact.

Two words go together when they have a stem in common, or when one of them is a part of a German compound. Who is named
is told by lists of given names, by roles such as "grandma", and by the title before a family name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from memory.core.policy import KEPT_FORMS
from memory.reading.matters.policy import MIN_PART
from memory.reading.matters.tables import Matters
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import load_meaning
from memory.text.stemming import stems

_NO_WORD = re.compile(r"[^\w\s.:']|\.(?=\s|$)|:(?!\d)")
_WORD = re.compile(r"\w+")


def plain_words(text: str) -> str:
    """Returns a sentence in small letters without marks, but for those inside a number or a word."""
    return " ".join(_NO_WORD.sub(" ", text.replace("\u2019", "'").casefold().replace("ß", "ss")).split())


def words_in(plain: str) -> list[tuple[str, int, int]]:
    """Returns each word with its start and end."""
    return [(found[0], found.start(), found.end()) for found in _WORD.finditer(plain)]


@lru_cache(KEPT_FORMS)
def _stems(word: str) -> frozenset[str]:
    return frozenset(stems(word))


def matches_word(word: str, others: Collection[str], tables: Matters, *, strictly: bool = False) -> bool:
    """Says whether a word of a question is one of a fact's words, or in a compound with one.

    A compound of the fact is of its part, "parents' meeting" a meeting. A compound of the question is another thing
    than its part, "sunglasses" no glasses, unless the fact has the other part as well. `strictly` is for a kind that is
    asked for: a class trip is no class.
    """
    if strictly:
        return any(_is_same(word, other) or other.endswith(word) for other in others)
    return any(_is_same(word, other) or _is_part(word, other, tables) for other in others) or _is_put_together(
        word, others, tables
    )


def _is_same(word: str, other: str) -> bool:
    return word == other or not _stems(word).isdisjoint(_stems(other))


def _is_part(word: str, other: str, tables: Matters) -> bool:
    """Says whether a word is the first or the last part of another."""
    if not tables.shared <= len(word) < len(other):
        return _begins_alike(word, other, tables)
    return other.startswith(word) or other.endswith(word) or _begins_alike(word, other, tables)


def _begins_alike(word: str, other: str, tables: Matters) -> bool:
    """Says whether two words are forms of one, or one begins with the other but for its ending."""
    same = _shared_letters(word, other)
    return tables.shared <= same and same >= len(word) - 2


def _is_put_together(word: str, others: Collection[str], tables: Matters) -> bool:
    """Says whether a compound is made of words of a fact, or of one and a head that says no more."""
    for cut in range(MIN_PART, len(word) - MIN_PART + 1):
        first, last = word[:cut], word[cut:]
        begins = any(_begins(first, other) or _begins(first.rstrip("sn"), other) for other in others)
        if begins and (last in tables.heads or any(_begins(last, other) for other in others)):
            return True
    return False


def _begins(part: str, other: str) -> bool:
    """Says whether a word of a fact is a part of a compound, but for its ending."""
    same = _shared_letters(part, other)
    return same >= MIN_PART and same >= len(part) - 2 and same >= len(other) - 3


def _shared_letters(word: str, other: str) -> int:
    """Returns with how many letters two words begin alike."""
    pairs = zip(word, other, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(word), len(other)))


def persons_in(words: Sequence[str], tables: Matters, language: str) -> tuple[str, ...]:
    """Returns the words that name somebody: a given name, a role, the name after a title."""
    meaning = load_meaning(language)
    found = []
    for at, word in enumerate(words):
        bare = word[:-1] if word.endswith("s") and not meaning.is_person(meaning.roles.get(word, "")) else word
        role = meaning.roles.get(word) or meaning.roles.get(bare)
        titled = at > 0 and words[at - 1] in tables.titles
        named = any(is_given_name(each, language) for each in (word, bare))
        if word not in tables.light and (titled or named or (role is not None and meaning.is_person(role))):
            found.append(word)
    return tuple(found)
