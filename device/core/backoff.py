"""Pure: when to sync next: at a steady pace while it goes well, further and further apart while it does not.

The wait after failures has full jitter, so that devices that lost one mirror do not all come back to it at once.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SyncBackoff:
    """Milliseconds."""

    idle_ms: int = 30_000
    """Between two exchanges when nothing happens."""
    after_commit_ms: int = 4_000
    """From something new to the exchange that sends it, so that a few turns go together."""
    first_failure_ms: int = 2_000
    longest_ms: int = 300_000

    def after_failures(self, failures: int, draw: int) -> int:
        """How long to wait after so many failures in a row; `draw` is any random whole number from 0 on."""
        ceiling = min(self.longest_ms, self.first_failure_ms << min(failures, 16))
        return 1 + draw % ceiling
