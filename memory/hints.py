"""Rules: the Hint Bundle (2.14): words that the recogniser should expect, at most 100 terms and 4 KB.

Only what may be spoken in this household's voice: names of people and places, project names, corrected words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory.changes import CorrectionPair
from memory.policy import MemoryPolicy
from memory.records import Atom, Exposure, Kind

_NAMED_KINDS = frozenset({Kind.NAME, Kind.RELATIONSHIP, Kind.PLACE, Kind.PROJECT, Kind.VOCABULARY})
_MAX_TERM_CHARS = 60


def hint_terms(atoms: Iterable[Atom], corrections: Sequence[CorrectionPair], policy: MemoryPolicy) -> tuple[str, ...]:
    """The terms, corrected words first, then names in the order of the atoms; no term twice."""
    wanted = [pair.meant for pair in reversed(corrections)]
    wanted += [atom.value for atom in atoms if atom.kind in _NAMED_KINDS and atom.exposure is Exposure.SAFE_TO_SPEAK]
    terms: dict[str, str] = {}
    size = 0
    for term in wanted:
        term = " ".join(term.split())
        cost = len(term.encode()) + 1
        if not term or len(term) > _MAX_TERM_CHARS or term.casefold() in terms:
            continue
        if len(terms) == policy.max_hint_terms or size + cost > policy.max_hint_bytes:
            break
        terms[term.casefold()] = term
        size += cost
    return tuple(terms.values())
