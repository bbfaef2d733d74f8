"""Pure: the words of one person (2.4.1): what their corrections and names taught, merged by spelling."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordEvidence:
    """One word as one atom or correction pair taught it."""

    spelling: str
    heard: str
    """What it was misheard as; empty for a name that was never corrected."""
    producer_id: str
    atom_id: str
    """Forgetting this atom takes the word away, unless another one taught it too."""
    uses: int
    """How often Selene used the atom."""
    at_ms: int
    """When it was last said, confirmed or used."""


@dataclass(frozen=True, slots=True)
class PersonalWord:
    """A word with all that taught it."""

    spelling: str
    heard: tuple[str, ...]
    count: int
    uses: int
    last_ms: int
    atom_ids: tuple[str, ...]


def merge_word_evidence(learned: Iterable[WordEvidence]) -> tuple[PersonalWord, ...]:
    """The words by spelling, whatever their case; the spelling is the one used last. Ordered by spelling."""
    found: dict[str, list[WordEvidence]] = defaultdict(list)
    for one in learned:
        found[one.spelling.casefold()].append(one)
    return tuple(_personal_word(found[folded]) for folded in sorted(found))


def _personal_word(taught: list[WordEvidence]) -> PersonalWord:
    newest = max(taught, key=lambda one: (one.at_ms, one.producer_id))
    uses = {one.atom_id: one.uses for one in taught}
    return PersonalWord(
        newest.spelling,
        tuple(sorted({one.heard for one in taught if one.heard})),
        len(taught),
        sum(uses.values()),
        newest.at_ms,
        tuple(sorted(uses)),
    )
