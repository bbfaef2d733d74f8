"""Pure: all deliberate faults, by name."""

from __future__ import annotations

import sys

from tests.acceptance_faults import (
    certainty_faults,
    client_faults,
    continuity_faults,
    control_faults,
    correction_faults,
    emotion_faults,
    forgetting_faults,
    gate_faults,
    graph_faults,
    history_faults,
    joint_faults,
    limit_faults,
    list_faults,
    metric_faults,
    question_faults,
    restore_faults,
    retention_faults,
    retrieval_faults,
    schedule_faults,
    state_faults,
    trace_faults,
    update_faults,
    vocabulary_faults,
)
from tests.acceptance_faults.fault_registry import FAULTS, SIGHTINGS

LAUNCH = (sys.executable, "-m", "tests.acceptance_faults.faulty_server")
"""The command line that takes the name of a fault as its first word."""
SORTS = (
    certainty_faults,
    client_faults,
    continuity_faults,
    control_faults,
    correction_faults,
    emotion_faults,
    forgetting_faults,
    gate_faults,
    graph_faults,
    history_faults,
    joint_faults,
    limit_faults,
    list_faults,
    metric_faults,
    question_faults,
    restore_faults,
    retention_faults,
    retrieval_faults,
    schedule_faults,
    state_faults,
    trace_faults,
    update_faults,
    vocabulary_faults,
)

__all__ = ["FAULTS", "LAUNCH", "SIGHTINGS", "SORTS"]
