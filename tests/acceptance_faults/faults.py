"""Rules: all deliberate faults, by name."""

from __future__ import annotations

import sys

from tests.acceptance_faults import (
    controls,
    correcting,
    gates,
    measuring,
    questions,
    restoring,
    retrieval,
    updating,
    vocabulary,
)
from tests.acceptance_faults.registry import FAULTS, SIGHTINGS

LAUNCH = (sys.executable, "-m", "tests.acceptance_faults.launch")
"""The command line that takes the name of a fault as its first word."""
SORTS = (controls, correcting, gates, measuring, questions, restoring, retrieval, updating, vocabulary)

__all__ = ["FAULTS", "LAUNCH", "SIGHTINGS", "SORTS"]
