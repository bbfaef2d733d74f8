"""Composition: measures building a Hint Bundle, and giving it to the recogniser before a turn.

    python bench/hints.py

The daemon swaps after a turn, while nobody waits; before the next one it finds "the same hints again", unless memory
changed in between. "New hints" are terms that are new to the recogniser and in no dictionary. CPU time of the thread;
the reference, measured in the same run, is building the engine's search for all words of its dictionary, as hints
needed before (for the bundle: reading as many values without comparing them). The last lines count.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from time import thread_time_ns

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import describe, percentile
from device.core.ports import HintBundle
from device.engines.stt.pocketsphinx import PocketSphinx
from memory.core.policy import MemoryPolicy
from memory.retrieval.hint_bundle import hint_terms

TERMS, BUNDLE, TIMES = 10_000, 100, 21
SWAP_MS, BUILD_MS = 50, 2


def main() -> None:
    """Print the figures; status 1 when a promise is broken."""
    print(describe())
    names = _names()
    policy = MemoryPolicy()
    reading = _times(lambda: [name for name in names if name is None])
    built = _times(lambda: hint_terms((), (), names, (), policy))
    worst = _times(lambda: hint_terms((), (), ["again"] * TERMS, (), policy))
    recogniser = PocketSphinx()
    bundles = [HintBundle("en", tuple(names[at : at + BUNDLE])) for at in range(0, TERMS, BUNDLE)]
    recogniser.start(bundles[0])
    same = _times(lambda: recogniser.start(bundles[0]))
    few = iter([HintBundle("en", (*names[at : at + 5], *names[5:BUNDLE])) for at in range(BUNDLE, TERMS, 5)])
    changed = _times(lambda: recogniser.start(next(few)))
    coming = iter(bundles[1:])
    swapped = _times(lambda: recogniser.start(next(coming)))
    anew = _times(lambda: recogniser._plain.decoder.add_lm("anew", recogniser._model))
    emptied = _times(lambda: recogniser.start(HintBundle()))
    _report("a search for all words", anew, anew)
    _report(f"the same {BUNDLE} hints again", same, anew)
    _report("no hints", emptied, anew)
    _report(f"reading {TERMS:,} values", reading, reading)
    _report(f"a bundle from {TERMS:,} terms", built, reading)
    _report(f"a bundle from {TERMS:,} that are one", worst, reading)
    _report(f"5 of {BUNDLE} hints new", changed, anew)
    _report(f"{BUNDLE} new hints", swapped, anew)
    if max(percentile(built, 50), percentile(worst, 50)) > BUILD_MS or percentile(swapped, 50) > SWAP_MS:
        sys.exit(1)


def _names() -> list[str]:
    """Made-up names of three syllables, none in a dictionary."""
    syllables = ["bro", "zik", "tal", "vou", "mer", "gni", "hast", "lup", "dro", "fey", "quo", "nax", "wim", "jol"]
    both = [*syllables, *(one[::-1] for one in syllables if one[-1] in "aeiouy")]
    made = ["".join(one).capitalize() for one in product(both, repeat=3)]
    return (made + [f"{name} Grynt" for name in made])[:TERMS]


def _times(work: Callable[[], object]) -> list[float]:
    """Milliseconds of each of TIMES runs, after one that does not count."""
    spent = []
    for number in range(TIMES + 1):
        began = thread_time_ns()
        work()
        if number:
            spent.append((thread_time_ns() - began) / 1e6)
    return spent


def _report(what: str, spent: list[float], reference: list[float]) -> None:
    p50, p95 = percentile(spent, 50), percentile(spent, 95)
    ratio = p50 / max(percentile(reference, 50), 1e-6)
    print(f"{what}: p50 {p50:.3f} ms, p95 {p95:.3f} ms, {ratio:,.3f} times the reference")


if __name__ == "__main__":
    main()
