"""Adapter: finds the folder of the vault. Imports little, because every command begins with it."""

from __future__ import annotations

import os
from pathlib import Path


def default_state_folder() -> Path:
    """Returns the folder for commands that name none: the configured one, else the person's data folder. Raises
    `BadConfig`.
    """
    if configured := configured_state_folder():
        return configured
    from platformdirs import user_data_path

    return user_data_path("selene")


def configured_state_folder() -> Path | None:
    """Returns the folder that the environment or the configuration names: `SELENE_STATE`, systemd's StateDirectory=,
    `state` of `selene.toml`. Raises `BadConfig`.
    """
    if from_systemd := os.environ.get("SELENE_STATE") or os.environ.get("STATE_DIRECTORY"):
        return Path(from_systemd.split(":")[0])
    from device.platform.config_place import has_config_file

    if not has_config_file():
        return None  # without it there is nothing to read, and its reader costs a command a tenth of its time
    from device.platform.configuration import configured_value

    configured = configured_value("state").value
    return Path(str(configured)) if configured else None
