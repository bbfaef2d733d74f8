"""Adapter: finds the control socket of a daemon."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from device.core.control_protocol import SOCKET_NAME

SYSTEM_FOLDER = Path("/run/selene")
"""The runtime folder of a daemon that is a service of the system; as in `docs/systemd/selene.service`."""


def control_place(state: Path) -> tuple[Path, bool]:
    """Returns where a daemon listens, and whether for its group too: in systemd's runtime folder, else beside the
    vault.
    """
    if folder := os.environ.get("RUNTIME_DIRECTORY"):
        return Path(folder.split(":")[0]) / SOCKET_NAME, True
    return state / SOCKET_NAME, False


@dataclass(frozen=True, slots=True)
class ControlPlace:
    """A place where a command looks for a daemon."""

    path: Path
    only_of: Path | None = None
    """The folder of the vault that is meant, where the daemon there may have another one."""


def control_places(state: Path | None) -> tuple[ControlPlace, ...]:
    """Returns where a command looks for a daemon: beside the vault, then at the service of the system.

    `state` is the folder that the command line names. One that is named there or configured is meant in both places:
    a service that has another vault does not run the command. Raises `BadConfig`.
    """
    from device.platform.state_folder import configured_state_folder, default_state_folder

    named = state or configured_state_folder()
    beside = named or default_state_folder()
    return ControlPlace(beside / SOCKET_NAME), ControlPlace(SYSTEM_FOLDER / SOCKET_NAME, named)
