"""Adapter: reads lines typed on the terminal without waiting for them."""

from __future__ import annotations

import os
import select
import sys

from device.core.policy import MAX_KEYBOARD_BYTES


class Keyboard:
    """The lines of standard input. The terminal's own editing stays as it is."""

    def __init__(self) -> None:
        """Opens nothing: standard input is there."""
        self.ended = False
        """Ctrl-D was pressed, or the terminal is gone."""

    def lines(self) -> list[str]:
        """Returns what was typed since the last call; a terminal gives it line by line."""
        typed: list[str] = []
        while not self.ended and select.select([sys.stdin.fileno()], [], [], 0)[0]:
            line = _read()
            self.ended = not line
            typed += line.decode("utf-8", "replace").splitlines()
        return typed


def _read() -> bytes:
    """Returns one line with its end, or nothing after the last."""
    try:
        return os.read(sys.stdin.fileno(), MAX_KEYBOARD_BYTES)
    except OSError:  # The terminal was closed.
        return b""
