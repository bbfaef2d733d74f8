"""Rules: the Hint Bundle (2.14): words that the recogniser should expect, at most 100 terms and 4 KB.

Only what may be spoken in this household's voice: names of people and places, project names, corrected words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from memory.changes import CorrectionPair
from memory.policy import MemoryPolicy
from memory.records import Atom, Exposure, Kind

_NAMED_KINDS = frozenset({Kind.NAME, Kind.RELATIONSHIP, Kind.PLACE, Kind.PROJECT, Kind.VOCABULARY})
_MAX_TERM_CHARS = 60


def hint_terms(atoms: Iterable[Atom], corrections: Sequence[CorrectionPair], policy: MemoryPolicy) -> tuple[str, ...]:
    """The terms, corrected words first (the latest before older ones), then names in the order of the atoms.

    No term twice. The first that does not fit ends the bundle, so `atoms` is read only as far as needed.
    """
    corrected = (pair.meant for pair in reversed(corrections))
    return bounded_terms(chain(corrected, _named(atoms)), policy)


def bounded_terms(wanted: Iterable[str], policy: MemoryPolicy) -> tuple[str, ...]:
    """The first terms of `wanted` that fit, each once whatever its case. Empty and overlong ones are passed over."""
    terms: dict[str, str] = {}
    size = 0
    for term in wanted:
        term = " ".join(term.split())
        folded = term.casefold()
        if not term or len(term) > _MAX_TERM_CHARS or folded in terms:
            continue
        size += len(term.encode("utf-8", "surrogatepass")) + 1
        if len(terms) == policy.max_hint_terms or size > policy.max_hint_bytes:
            break
        terms[folded] = term
    return tuple(terms.values())


def _named(atoms: Iterable[Atom]) -> Iterable[str]:
    return (atom.value for atom in atoms if atom.kind in _NAMED_KINDS and atom.exposure is Exposure.SAFE_TO_SPEAK)
