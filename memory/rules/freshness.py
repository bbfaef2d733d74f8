"""Pure: decides how far a stored fact may be used (2.11.10): stale, tentative, contradicted or confirmed.

`now_ms` is compared with stored times only, so a clock that was set back makes nothing stale.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memory.core.policy import DAY_MS, MemoryPolicy
from memory.model.atoms import Atom, Kind, Provenance, Status, Tag

if TYPE_CHECKING:
    from memory.text.language_rules import Language

LIVING = frozenset({Status.ACTIVE, Status.USER_APPROVED, Status.UNCERTAIN, Status.CONTRADICTED})


def is_stale(atom: Atom, now_ms: int, policy: MemoryPolicy) -> bool:
    """Says whether an atom was not confirmed or used within the window of its kind, or was declared outdated."""
    if atom.status is Status.OUTDATED:
        return True
    touched = max(atom.learned_at_ms, atom.last_confirmed_at_ms or 0, atom.last_used_at_ms or 0)
    return now_ms - touched > policy.freshness_days[atom.kind] * DAY_MS


def overlaps_span(atom: Atom, from_ms: int, until_ms: int) -> bool:
    """Says whether the atom's own time touches this span; false when it has none."""
    if atom.valid_from_ms is None or atom.valid_until_ms is None:
        return False
    return atom.valid_from_ms < until_ms and atom.valid_until_ms > from_ms


def has_ended(atom: Atom, now_ms: int) -> bool:
    """Says whether the atom's own time is over."""
    return atom.valid_until_ms is not None and atom.valid_until_ms <= now_ms


def tag_of(atom: Atom, same_key: Iterable[Atom], now_ms: int, policy: MemoryPolicy, language: Language) -> Tag:
    """Returns how an atom may be used. `same_key` holds the living atoms with its key, with or without itself."""
    if atom.status is Status.CONTRADICTED or any(_contradicts(atom, other, now_ms, language) for other in same_key):
        return Tag.CONFLICT
    if is_stale(atom, now_ms, policy) and not _is_unconfirmed_import(atom):
        return Tag.STALE
    if atom.confidence_bp < policy.low_confidence_bp or atom.status is Status.UNCERTAIN:
        return Tag.TENTATIVE
    return Tag.CONFIRMED


def _is_unconfirmed_import(atom: Atom) -> bool:
    """Says whether nobody has confirmed the atom since it was imported: it is in doubt, however old its words are."""
    return atom.status is Status.UNCERTAIN and atom.provenance is Provenance.TOOL_DERIVED


def atoms_agree(one: Atom, other: Atom, language: Language) -> bool:
    """Says whether two atoms of one key agree: the same day when both name one, else the same value. Free statements of
    one day agree in their numbers too: "my aunt turns eighty on saturday" and "eighty five".
    """
    if one.valid_from_ms is not None and other.valid_from_ms is not None:
        return one.valid_from_ms == other.valid_from_ms and not _count_otherwise(one, other, language)
    from memory.text.normalise import same_value  # the order of memories needs no words of a language

    return same_value(one.value, other.value, language)


def _count_otherwise(one: Atom, other: Atom, language: Language) -> bool:
    """Says whether two free statements name as many numbers as each other, and not the same."""
    if not one.kind is other.kind is Kind.STATEMENT:
        return False
    first, second = _numbers_in(one.text, language), _numbers_in(other.text, language)
    return len(first) == len(second) and first != second


def _numbers_in(text: str, language: Language) -> list[str]:
    """Returns the numbers of a text in digits, also "fünfundachtzig"."""
    from memory.reading.words.german_numbers import value_of_number
    from memory.text.dates import spoken_to_digits  # the order of memories needs no words of a language

    words = spoken_to_digits(text, language).split()
    joined = {word: value_of_number(word) for word in words} if language.code == "de" else {}
    digits = [str(joined[word]) if joined.get(word, -1) >= 0 else word for word in words]
    return sorted(word for word in digits if any(sign.isdigit() for sign in word))


def _contradicts(atom: Atom, other: Atom, now_ms: int, language: Language) -> bool:
    if other.atom_id == atom.atom_id or other.key != atom.key or other.user_id != atom.user_id:
        return False
    if atom.status not in LIVING or other.status not in LIVING or has_ended(atom, now_ms) or has_ended(other, now_ms):
        return False
    return not atoms_agree(atom, other, language)
