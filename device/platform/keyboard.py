"""Adapter: what is typed on the terminal, a line at a time, without waiting for it."""

from __future__ import annotations

import os
import select
import sys

_MOST_BYTES = 4_096
"""What a terminal gives at once: its longest line."""


class Keyboard:
    """The lines of standard input. The terminal's own editing stays as it is."""

    def __init__(self) -> None:
        """Nothing is opened: standard input is there."""
        self.ended = False
        """Ctrl-D was pressed, or the terminal is gone."""

    def lines(self) -> list[str]:
        """What was typed since the last call; a terminal gives it line by line."""
        typed: list[str] = []
        while not self.ended and select.select([sys.stdin.fileno()], [], [], 0)[0]:
            line = _read()
            self.ended = not line
            typed += line.decode("utf-8", "replace").splitlines()
        return typed


def _read() -> bytes:
    """One line with its end, or nothing when there will be no more."""
    try:
        return os.read(sys.stdin.fileno(), _MOST_BYTES)
    except OSError:  # The terminal was closed.
        return b""
