"""Adapter: writes a text file that another program reads: the new content as a whole, or the old one."""

from __future__ import annotations

import os
from pathlib import Path

from device.core.errors import EngineUnavailable


def replace_text_file(path: Path, text: str) -> None:
    """Replaces `path` by `text` as a whole. Raises `EngineUnavailable` when that fails; the old file is then kept."""
    try:
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, path)
    except (OSError, ValueError) as error:
        raise EngineUnavailable(
            f"{path} cannot be written ({error}). What was there before is kept; choose another place."
        ) from error
