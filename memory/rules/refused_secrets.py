"""Pure: corrects a secret that was refused or kept: "sorry i meant blackbird nine" after a network's password.

The corrected words are refused or kept as the first ones were. What does not look like the secret corrects nothing of
it: "sorry what".
"""

from __future__ import annotations

from memory.core.policy import MAX_SECRET_WORDS, MAX_VALUE_WORDS
from memory.text.language_rules import Language
from memory.text.secret_detector import find_secrets
from memory.text.stemming import split_words


def meant_instead(said: str, language: Language) -> str:
    """Returns what words that may correct a secret put in its place; empty for other words."""
    found = language.correcting_secret.fullmatch(said.strip(" .!"))
    return found["meant"].strip(" ,.!") if found is not None else ""


def corrected_statement(said: str, refused: str, language: Language, *, kept: bool = False) -> str | None:
    """Returns the words of a secret with the one that was meant; None when `said` puts none in its place. One that was
    `kept` may be replaced by any other: "no it's green owl".
    """
    found, secrets = language.correcting_secret.fullmatch(said.strip(" .!")), find_secrets(refused, language)
    if found is None or not secrets:
        return None
    last, meant = secrets[-1], found["meant"].strip(" ,.!")
    if language.amounts.search(meant):
        return None  # "the gate is 2 metres wide"
    plain = found["sure"] is None
    any_other = kept and found["told"] is not None and not language.secret_not.fullmatch(meant)
    any_other = any_other and 0 < len(split_words(meant)) <= MAX_SECRET_WORDS
    if not any_other and not _may_stand_for(meant, refused[last.start : last.end], language, plain=plain):
        return None
    corrected = f"{refused[: last.start]}{meant}{refused[last.end :]}"
    return corrected if find_secrets(corrected, language) else None


def _may_stand_for(meant: str, secret: str, language: Language, *, plain: bool) -> bool:
    """Says whether words may be the secret: with a number where it has one, else with a word of it, or said to be."""
    words, held = split_words(meant), split_words(secret)
    if not words or len(words) > max(len(held), MAX_VALUE_WORDS):
        return False
    if _has_number(secret, language):
        return _has_number(meant, language) or (bool(set(words) & set(held)) and not plain)
    return bool(set(words) & set(held)) or (not plain and len(words) == len(held))


def _has_number(text: str, language: Language) -> bool:
    return any(character.isdigit() for character in text) or language.number_words.search(text) is not None
