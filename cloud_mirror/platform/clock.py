"""Adapter: the clock. The only file of the mirror that asks what time it is, or waits."""

from __future__ import annotations

import random
import time


class SystemMirrorClock:
    """The clock of this machine."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000


def monotonic_ms() -> float:
    """Milliseconds since some fixed moment; only differences mean anything."""
    return time.monotonic() * 1_000


def wait_up_to(ms: float) -> None:
    """Wait a random part of `ms` (full jitter), so that those who collided do not collide again."""
    time.sleep(random.uniform(0, ms) / 1_000)
