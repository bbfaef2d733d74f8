"""Measures how much slower this processor is than the one that limits of time are set for, in the same run.

A limit is meant for the reference machine; another may be slower, or shared, and a test must tell slow code from it.
What is slow because its work grows faster than its input is found on any machine. It makes no limit smaller.
"""

from __future__ import annotations

from statistics import median
from time import process_time

STEPS = 200_000
REFERENCE_SECONDS = 0.007
"""What the loop takes on the reference machine."""
_ROUNDS = 9


def at_reference_speed(seconds: float) -> float:
    """Returns how long the reference machine would have taken for what took so many seconds of processor time here."""
    return seconds / max(1.0, median(_loop_seconds() for _ in range(_ROUNDS)) / REFERENCE_SECONDS)


def _loop_seconds() -> float:
    began = process_time()
    total = 0
    for step in range(STEPS):
        total += step
    return process_time() - began
