"""Pure: chooses the facts that most likely answer a question which nothing answers surely.

The signs of a fact (signs.py) are summed by learned weights, whole numbers in hundredths of a logit, and compared with
those that nothing known answers. Rules list what people said; weights also find "they shut at half six" for "what time
does the chemist close". What is chosen is told as likely and never as certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp

from memory.reading.weighed.policy import ENOUGH_MARGIN, MAX_WEIGHED_ANSWERS, SECOND_MARGIN
from memory.reading.weighed.signs import Known, OpenQuestion, Signs, relevant_facts, signs_of


def weighed_answers(asked: OpenQuestion, known: Sequence[Known], language: str) -> tuple[str, ...]:
    """Returns the references of the likeliest facts, the likeliest first; none where none is likely, or the language
    has no weights.
    """
    weights = _weights(language)
    if not weights or not known:
        return ()
    each, none = signs_of(asked, known, language)
    sums = {one.ref: (weigh(signs, weights), one.told_ms) for one, signs in zip(known, each, strict=True)}
    relevant = relevant_facts(asked, known, language)
    ranked = sorted(relevant, key=lambda ref: (sums[ref], ref), reverse=True)
    others = [total for ref, (total, _) in sums.items() if ref not in relevant]
    return tuple(ranked[: likely_count([sums[ref][0] for ref in ranked], weigh(none, weights), others)])


def likely_count(sums: Sequence[int], none: int, others: Sequence[int] = ()) -> int:
    """Returns how many of the facts are told, by their sums, the largest first, and that of none: as many as are
    nearly as likely as the best, if it is likelier than none and they together are likelier than all the rest, which
    are also `others` that may not be told.
    """
    if not sums or sums[0] - none < ENOUGH_MARGIN:
        return 0
    count = sum(each >= sums[0] - SECOND_MARGIN for each in sums[:MAX_WEIGHED_ANSWERS])
    likely = [_likelihood(sums[0] - each) for each in (*sums, none, *others)]
    return count if 2 * sum(likely[:count]) >= sum(likely) else 0


def _likelihood(less: int) -> int:
    """Returns how likely something is beside the best, in whole millionths, by how much less its sum is."""
    return round(1_000_000 * exp(-less / 100))


def weigh(signs: Signs, weights: Mapping[str, int]) -> int:
    """Returns the sum of the weights of signs."""
    return sum(weights.get(name, 0) * count for name, count in signs.items())


@cache
def _weights(language: str) -> Mapping[str, int]:
    """Loads the weights of a language, once, when they are first needed; none for a language without them."""
    table = files("memory.languages") / f"answers_{language}.tsv"
    lines = table.read_text(encoding="utf-8").splitlines() if table.is_file() else []
    return {name: int(weight) for name, weight in (line.split("\t") for line in lines)}
