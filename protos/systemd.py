"""Adapter: what a daemon tells systemd about itself (sd_notify(3)): that it serves, that it still turns, that it ends.

Device and mirror both say it, so it lies in the room below both. Nothing is told where NOTIFY_SOCKET is not set.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping

SHARE_OF_SILENCE = 4
"""systemd asks for a word in half the time after which it takes silence for death; a loop may be late by as much."""


class Supervisor:
    """Whoever started this daemon and waits for its word; nobody, in most shells."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._place = environment.get("NOTIFY_SOCKET", "")
        self._often_ms = _silence_ms(environment) / SHARE_OF_SILENCE
        self._told_ms = -math.inf

    @property
    def turn_s(self) -> float:
        """A loop that turns at least so often is never silent for half of the time that it may be."""
        return self._often_ms / 2_000

    def alive(self, now_ms: float) -> None:
        """The loop that does the work has turned: READY=1 the first time, then WATCHDOG=1 as often as is needed.

        A word that is not taken is said again at the next turn; no loop waits for it.
        """
        if not self._place or now_ms - self._told_ms < self._often_ms:
            return
        if self._said("WATCHDOG=1" if math.isfinite(self._told_ms) else "READY=1"):
            self._told_ms = now_ms

    def ending(self) -> None:
        """It was told to end, or has nothing more to do: STOPPING=1."""
        if self._place:
            self._said("STOPPING=1")

    def _said(self, word: str) -> bool:
        from socket import AF_UNIX, MSG_DONTWAIT, SOCK_DGRAM, socket

        # A name that begins with @ is one of Linux' abstract ones.
        place = "\0" + self._place[1:] if self._place.startswith("@") else self._place
        try:
            with socket(AF_UNIX, SOCK_DGRAM) as out:
                out.sendto(word.encode(), MSG_DONTWAIT, place)
        except OSError:
            return False
        return True


def _silence_ms(environment: Mapping[str, str]) -> float:
    """After how much silence this process is taken for dead; never, where no watchdog was asked for."""
    given, meant = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not given.isdecimal() or int(given) == 0 or meant not in ("", str(os.getpid())):
        return math.inf
    return int(given) / 1_000
