"""Adapter: finds the folder of the vault. Imports little, because every command begins with it."""

from __future__ import annotations

import os
from pathlib import Path


def default_state_folder() -> Path:
    """Returns the folder for commands that name none. systemd's StateDirectory= overrides the person's data folder."""
    if from_systemd := os.environ.get("STATE_DIRECTORY"):
        return Path(from_systemd.split(":")[0])
    from platformdirs import user_data_path

    return user_data_path("selene")
