"""Doors: the event file of `selene run`, one JSON object a line, mode 0600.

Each line is one write to the operating system, so a killed daemon leaves whole lines.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from device.errors import DoorUnavailable
from device.journal import Line


class EventFile:
    """A listener for the journal."""

    def __init__(self, path: Path) -> None:
        """Append to `path`; made for its owner only. Raises `DoorUnavailable` when that cannot be."""
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise DoorUnavailable(
                f"The event file {path} cannot be written ({error.strerror}). Nothing was started; "
                "choose another place with --events."
            ) from error

    def __call__(self, line: Line) -> None:
        """Write one event."""
        os.write(self._file, json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
