"""Pure: computes when to sync next: at a steady interval after successes, at growing intervals after failures.

The wait after failures has full jitter, so that devices that lost one mirror do not all return to it at once.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SyncBackoff:
    """Milliseconds."""

    idle_ms: int = 30_000
    """The interval between two syncs when nothing happens."""
    after_commit_ms: int = 4_000
    """The time from a change to the sync that sends it, so that a few turns are sent together."""
    first_failure_ms: int = 2_000
    longest_ms: int = 300_000

    def after_failures(self, failures: int, draw: int) -> int:
        """Returns how long to wait after so many failures in a row; `draw` is any random whole number from 0 on."""
        ceiling = min(self.longest_ms, self.first_failure_ms << min(failures, 16))
        return 1 + draw % ceiling
