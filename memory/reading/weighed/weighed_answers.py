"""Pure: chooses the facts that most likely answer a question which nothing answers surely.

The signs of a fact (signs.py) are summed by learned weights, whole numbers in hundredths of a logit, and compared with
those that nothing known answers. Rules list what people said; weights also find "they shut at half six" for "what time
does the chemist close". What is chosen is told as likely and never as certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from memory.reading.weighed.policy import ENOUGH_MARGIN, MAX_WEIGHED_ANSWERS, SECOND_MARGIN
from memory.reading.weighed.signs import Asked, Known, Signs, signs_of


def weighed_answers(asked: Asked, known: Sequence[Known], language: str) -> tuple[str, ...]:
    """Returns the references of the likeliest facts, the likeliest first; none where none is likely, or the language
    has no weights.
    """
    weights = _weights(language)
    if not weights or not known:
        return ()
    each, none = signs_of(asked, known, language)
    sums = {one.ref: (weigh(signs, weights), one.told_ms) for one, signs in zip(known, each, strict=True)}
    ranked = sorted(sums, key=lambda ref: (sums[ref], ref), reverse=True)
    best = sums[ranked[0]][0]
    if best - weigh(none, weights) < ENOUGH_MARGIN:
        return ()
    return tuple(ref for ref in ranked[:MAX_WEIGHED_ANSWERS] if sums[ref][0] >= best - SECOND_MARGIN)


def weigh(signs: Signs, weights: Mapping[str, int]) -> int:
    """Returns the sum of the weights of signs."""
    return sum(weights.get(name, 0) * count for name, count in signs.items())


@cache
def _weights(language: str) -> Mapping[str, int]:
    """Loads the weights of a language, once, when they are first needed; none for a language without them."""
    table = files("memory.languages") / f"answers_{language}.tsv"
    lines = table.read_text(encoding="utf-8").splitlines() if table.is_file() else []
    return {name: int(weight) for name, weight in (line.split("\t") for line in lines)}
