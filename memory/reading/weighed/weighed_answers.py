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

from memory.reading.weighed.policy import (
    ENOUGH_MARGIN,
    ENOUGH_WITHOUT_A_WORD,
    MAX_WEIGHED_ANSWERS,
    SECOND_MARGIN,
)
from memory.reading.weighed.signs import Known, OpenQuestion, Signs, relevant_facts, signs_of


def weighed_answers(asked: OpenQuestion, known: Sequence[Known], language: str) -> tuple[str, ...]:
    """Returns the references of the likeliest facts, the likeliest first; none where none is likely, or the language
    has no weights.
    """
    weights = _weights(language)
    return facts_by_weights(asked, known, language, weights) if weights and known else ()


def facts_by_weights(
    asked: OpenQuestion, known: Sequence[Known], language: str, weights: Mapping[str, int]
) -> tuple[str, ...]:
    """Returns the references of the likeliest facts by some weights: as many as are nearly as likely as the best, if it
    is enough likelier than none and they together are likelier than all the rest, which may also not be relevant.
    """
    each, none = signs_of(asked, known, language)
    sums = {one.ref: (weigh(signs, weights), one.told_ms) for one, signs in zip(known, each, strict=True)}
    relevant = relevant_facts(asked, known, language)
    ranked = sorted(relevant, key=lambda ref: (sums[ref], ref), reverse=True)
    if not ranked:
        return ()
    best, without = sums[ranked[0]][0], weigh(none, weights)
    if best - without < (ENOUGH_MARGIN if relevant[ranked[0]] else ENOUGH_WITHOUT_A_WORD):
        return ()
    told = tuple(ref for ref in ranked[:MAX_WEIGHED_ANSWERS] if sums[ref][0] >= best - SECOND_MARGIN)
    likely = {ref: _likelihood(best - total) for ref, (total, _) in sums.items()}
    whole = sum(likely.values()) + _likelihood(best - without)
    return told if 2 * sum(likely[ref] for ref in told) >= whole else ()


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
