"""Adapter: finds the control socket of a daemon."""

from __future__ import annotations

import os
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


def control_places(state: Path | None) -> tuple[Path, ...]:
    """Returns where a command looks for a daemon; only beside the vault when the command names its folder."""
    from device.platform.state_folder import default_state_folder

    if state is not None:
        return (state / SOCKET_NAME,)
    return default_state_folder() / SOCKET_NAME, SYSTEM_FOLDER / SOCKET_NAME
