"""Adapter: finds the control socket of a daemon, and connects to it. Imports little: every command begins with it."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import NamedTuple

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


class ControlPlace(NamedTuple):
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


def connect_to_daemon(state: Path | None) -> tuple[socket.socket, Path | None] | None:
    """Returns a connection to a daemon, and the folder of the vault that it must have for a command to run there; None
    where no daemon listens. Raises `BadConfig`.
    """
    for there in control_places(state):
        place = there.path
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError:
            connection.close()
            continue
        try:
            connection.connect(f"/proc/self/fd/{folder}/{place.name}")  # a path of a socket has at most 108 bytes
        except OSError:
            connection.close()
        else:
            return connection, there.only_of
        finally:
            os.close(folder)
    return None


def daemon_listens(state: Path) -> bool:
    """Says whether a daemon can be asked to run a command on the vault of this folder."""
    connected = connect_to_daemon(state)
    if connected is not None:
        connected[0].close()
    return connected is not None
