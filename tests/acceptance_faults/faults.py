"""Rules: all deliberate faults, by name."""

from __future__ import annotations

from tests.acceptance_faults import controls, gates, measuring, questions, retrieval, updating
from tests.acceptance_faults.registry import FAULTS, SIGHTINGS

ROOMS_OF_FAULTS = (controls, gates, measuring, questions, retrieval, updating)

__all__ = ["FAULTS", "ROOMS_OF_FAULTS", "SIGHTINGS"]
