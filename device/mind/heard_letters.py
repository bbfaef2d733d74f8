"""Pure: what of a mind's words is heard: letters that make no sound, or look like others, hide no word from a rule."""

from __future__ import annotations

import re
import unicodedata

from memory.reading.words.closed_words import has_reading

_SPELLED = re.compile(r"(?<![^\W_])([^\W_])[\W_]{1,3}(?=[^\W_](?![^\W_]))")
_WORD = re.compile(r"[^\W_]+")
_LATIN = "LATIN"


def heard_words(words: str) -> str:
    """Returns words in their plain characters, without those that have no width and make no sound."""
    plain = unicodedata.normalize("NFKC", words)
    return "".join(letter for letter in plain if unicodedata.category(letter) != "Cf" and not _varies(letter))


def has_strange_letters(words: str, language: str) -> bool:
    """Says whether words have letters that can stand for others: one alone, two scripts in one word, and in a language
    that has a reading any that is not Latin, and a mark on its own.
    """
    if [len(word) for word in _WORD.findall(words) if word.isalpha()] == [1]:
        return True
    if has_reading(language):
        return any(
            unicodedata.category(letter) in ("Mn", "Me") or (letter.isalpha() and _script(letter) != _LATIN)
            for letter in words
        )
    scripts = ({_script(letter) for letter in word if letter.isalpha()} for word in _WORD.findall(words))
    return any(len(found) > 1 and _LATIN in found for found in scripts)


def lower_words(words: str) -> frozenset[str]:
    """Returns the words in lower case."""
    return frozenset(_WORD.findall(words.lower()))


def joined_letters(words: str) -> str:
    """Returns words with what is spelled letter by letter as one word: "P a u l", "P-a-u-l"."""
    return _SPELLED.sub(r"\1", words)


def _varies(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("VARIATION SELECTOR")


def _script(letter: str) -> str:
    """Returns the script of a letter: the first word of its name."""
    return unicodedata.name(letter, "").partition(" ")[0]
