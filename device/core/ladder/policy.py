"""Pure: the limits of the ladder of engines, with their units in the names and their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FIRST_RETRY_MS, LONGEST_RETRY_MS = 60_000, 3_600_000
"""A minute after its first failure an engine is tried again, then after twice as long each time, up to an hour."""
FORGIVEN_AFTER_MS = 6 * 3_600_000
"""An engine that failed last so long ago is as good as one that never failed: its next failure is told again."""


@dataclass(frozen=True, slots=True)
class LateRule:
    """When an engine of a kind is late."""

    limit_ms: int
    """How long one call may take."""
    in_a_row: int
    """So many calls in a row that take longer: once is a busy machine."""


LATE_RULES: Mapping[str, LateRule] = {
    "recognisers": LateRule(4_000, 2),
    "voices": LateRule(4_000, 2),
    "wake_words": LateRule(20, 25),
    "echo_cancellers": LateRule(20, 25),
    "voiceprints": LateRule(3_000, 2),
    "minds": LateRule(7_500, 2),
}
"""Of a recogniser counts how long its words come after the end of the sound, of a voice a sentence, of a mind the time
to the first piece. A wake word or a canceller that takes longer than a frame for half a second makes all sound late.
"""
