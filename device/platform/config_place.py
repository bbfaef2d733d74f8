"""Adapter: finds `selene.toml`. Imports little, because every command begins with it."""

from __future__ import annotations

import os
from pathlib import Path

FILE_NAME = "selene.toml"


def config_place() -> Path:
    """Returns where `selene.toml` lies or would lie: as `SELENE_CONFIG` says, in systemd's folder, in the person's."""
    if named := os.environ.get("SELENE_CONFIG"):
        return Path(named).absolute()
    if folder := os.environ.get("CONFIGURATION_DIRECTORY"):
        return Path(folder.split(":")[0]) / FILE_NAME
    from platformdirs import user_config_path

    return user_config_path("selene") / FILE_NAME


def has_config_file() -> bool:
    """Says whether there is anything at the place of the file, whatever it is."""
    return os.path.lexists(config_place())
