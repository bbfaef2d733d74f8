"""Adapter: writes the event file of `selene run`, one JSON object a line, mode 0600.

Each line is one write to the operating system, so a killed daemon leaves whole lines.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from device.core.errors import EngineUnavailable, EventsLost
from device.session.event_log import EventLine

_LOST = "The event file cannot be written any more ({}). The daemon ends; what was to be remembered is kept."


class EventFile:
    """Listens to the event log and writes its events."""

    def __init__(self, path: Path) -> None:
        """Opens `path` for appending; a new file is readable for its owner only. Raises `EngineUnavailable` when that
        fails.
        """
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise EngineUnavailable(
                f"The event file {path} cannot be written ({error.strerror}). Nothing was started; "
                "choose another place with --events."
            ) from error

    def __call__(self, line: EventLine) -> None:
        """Writes one event. Raises `EventsLost` when the disk is full."""
        whole = json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            written = os.write(self._file, whole)
        except OSError as error:
            raise EventsLost(_LOST.format(error.strerror)) from error
        if written != len(whole):
            raise EventsLost(_LOST.format("disk full"))

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)
