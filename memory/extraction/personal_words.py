"""Pure: collects the words that a person's corrections and names taught (2.4.1), merged by spelling."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordEvidence:
    """A word as one atom or one correction pair taught it."""

    spelling: str
    heard: str
    """How it was misheard; empty for a name that was never corrected."""
    producer_id: str
    atom_id: str
    """The atom that taught it: when it is forgotten, the word goes too, unless another atom taught it as well."""
    uses: int
    """How often Selene used the atom."""
    at_ms: int
    """When it was last said, confirmed or used."""


@dataclass(frozen=True, slots=True)
class PersonalWord:
    """A word with everything that taught it."""

    spelling: str
    heard: tuple[str, ...]
    count: int
    uses: int
    last_ms: int
    atom_ids: tuple[str, ...]


def merge_word_evidence(learned: Iterable[WordEvidence]) -> tuple[PersonalWord, ...]:
    """Merges the evidence by spelling, whatever the case; the spelling used last is kept. Ordered by spelling."""
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
