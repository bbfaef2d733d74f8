"""Adapter: sends a daemon's state to systemd (sd_notify(3)): ready, alive, stopping.

Device and mirror both use it, so it is in the package below both. Nothing is sent where NOTIFY_SOCKET is not set.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping

SHARE_OF_SILENCE = 4
"""systemd recommends a message in half of the watchdog time; the other half is for a late loop."""


class Supervisor:
    """The service manager that started this daemon and expects its messages; absent in most shells."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._place = environment.get("NOTIFY_SOCKET", "")
        self._often_ms = _silence_ms(environment) / SHARE_OF_SILENCE
        self._told_ms = -math.inf

    @property
    def turn_s(self) -> float:
        """The longest time between two turns of the loop that leaves half of the watchdog time."""
        return self._often_ms / 2_000

    def alive(self, now_ms: float) -> None:
        """Reports that the loop runs: READY=1 the first time, then WATCHDOG=1 as often as needed.

        A message that fails is sent again at the next turn; no loop waits for it.
        """
        if not self._place or now_ms - self._told_ms < self._often_ms:
            return
        if self._notify("WATCHDOG=1" if math.isfinite(self._told_ms) else "READY=1"):
            self._told_ms = now_ms

    def stopping(self) -> None:
        """Reports that the daemon stops: STOPPING=1."""
        if self._place:
            self._notify("STOPPING=1")

    def _notify(self, word: str) -> bool:
        from socket import AF_UNIX, MSG_DONTWAIT, SOCK_DGRAM, socket

        # A name that begins with @ is an abstract socket of Linux.
        place = "\0" + self._place[1:] if self._place.startswith("@") else self._place
        try:
            with socket(AF_UNIX, SOCK_DGRAM) as out:
                out.sendto(word.encode(), MSG_DONTWAIT, place)
        except OSError:
            return False
        return True


def _silence_ms(environment: Mapping[str, str]) -> float:
    """Returns the watchdog time of this process; none where no watchdog is set."""
    given, meant = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not given.isdecimal() or int(given) == 0 or meant not in ("", str(os.getpid())):
        return math.inf
    return int(given) / 1_000
