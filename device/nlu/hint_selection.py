"""Pure: selects the words of the active vocabulary for a turn's Hint Bundle (2.14).

Recent words decide first: a term is near when one of its words, or a form as which it was misheard, was said. Then
weight, then spelling. The same lines and the same vocabulary give the same order on every device.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from device.core.policy import MAX_NEAR_TERMS
from device.core.ports import TermDetail
from memory.core.policy import MemoryPolicy
from memory.text.stemming import split_words
from packages.documents.merge import TableEntry
from packages.documents.terms import PLAIN_WEIGHT


class PackageWordIndex:
    """The words of one vocabulary in one language, indexed by what may be said. Built once; 10,000 terms take 60 ms."""

    def __init__(self, entries: Iterable[TableEntry], language: str) -> None:
        suited = [entry for entry in entries if entry.language in ("", language)]
        suited.sort(key=lambda entry: (-entry.weight, entry.spelling.casefold(), entry.spelling))
        self.terms = tuple(entry.spelling for entry in suited)
        self.details = {
            entry.spelling: TermDetail(entry.weight, entry.pronunciations, entry.heard)
            for entry in suited
            if (entry.weight, entry.pronunciations, entry.heard) != (PLAIN_WEIGHT, (), ())
        }
        """What packages say about their terms in addition to the spelling; defaults are left out."""
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, entry in enumerate(suited):
            for word in {word for form in (entry.spelling, *entry.heard) for word in split_words(form)}:
                self._places[word].append(place)

    def near(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Returns terms with a word in the lines: those with most such words first, then as in `terms`.

        A word of more than `MAX_NEAR_TERMS` terms is ignored: it does not tell which of them is meant.
        """
        found: dict[int, int] = defaultdict(int)
        for word in dict.fromkeys(word for line in lines for word in split_words(line)):
            places = self._places.get(word, ())
            for place in places if len(places) <= MAX_NEAR_TERMS else ():
                found[place] += 1
        best = sorted(found, key=lambda place: (-found[place], place))
        return tuple(self.terms[place] for place in best[:MAX_NEAR_TERMS])


def details_that_fit(
    terms: Iterable[str], details: Mapping[str, TermDetail], policy: MemoryPolicy
) -> dict[str, TermDetail]:
    """Returns the details that still fit into the bundle of these terms, the first terms' first.

    No term is left out for a detail: where pronunciations and forms do not fit, the weight is kept.
    """
    terms = tuple(terms)
    space = policy.max_hint_bytes - sum(_bytes(term) for term in terms)
    found: dict[str, TermDetail] = {}
    for term in terms:
        if (detail := details.get(term)) is None:
            continue
        size = sum(_bytes(text) for text in (*detail.pronunciations, *detail.heard))
        found[term] = detail if size <= space else TermDetail(detail.weight)
        space -= size if size <= space else 0
    return found


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass")) + 1
