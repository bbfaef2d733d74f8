"""Data: the words of each language, one file for each use of them, and how such a file is read."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def read_table(name: str) -> dict[str, Any]:
    """Returns the entries of a file of this package, "reading_en"; each value is text, or a list or table of them.

    Raises `FileNotFoundError`.
    """
    import yaml

    text = (files("memory.languages") / f"{name}.yaml").read_text(encoding="utf-8")
    entries: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    return entries
