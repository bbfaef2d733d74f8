"""Pure: composes the Hint Bundle (2.14): words that the recogniser should expect, at most 100 terms and 4 KB.

Terms are corrected words, names of people, places and projects, and the words of packages. The caller has applied the
gate; this module decides which terms fit.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, zip_longest

from memory.core.policy import MAX_HINT_TERM_CHARS, MemoryPolicy


def hint_terms(
    corrected: Iterable[str], near: Iterable[str], names: Iterable[str], packaged: Iterable[str], policy: MemoryPolicy
) -> tuple[str, ...]:
    """Returns the terms of a turn: corrected words, the packages' words that are `near` to the topic, then the person's
    names and the packages' words in alternation, so that neither crowds out the other.

    Each source keeps its own order. No term comes twice; the first that does not fit ends the bundle, so sources are
    read only as far as needed.
    """
    by_turns = chain.from_iterable(zip_longest(names, packaged, fillvalue=""))
    return bounded_terms(chain(corrected, near, by_turns), policy)


def bounded_terms(wanted: Iterable[str], policy: MemoryPolicy) -> tuple[str, ...]:
    """Returns the first terms of `wanted` that fit, each once whatever its case. Skips empty and overlong ones."""
    terms: dict[str, str] = {}
    seen = {""}  # as they came, so that a repeated term costs nothing
    size = 0
    for raw in wanted:
        if raw in seen:
            continue
        seen.add(raw)
        term = " ".join(raw.split())
        folded = term.casefold()
        if not term or len(term) > MAX_HINT_TERM_CHARS or folded in terms:
            continue
        size += len(term.encode("utf-8", "surrogatepass")) + 1
        if len(terms) == policy.max_hint_terms or size > policy.max_hint_bytes:
            break
        terms[folded] = term
    return tuple(terms.values())
