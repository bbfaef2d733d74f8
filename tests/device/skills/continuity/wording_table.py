"""The table of wordings: language, what it is read as, and what is said."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

_TABLE = Path(__file__).parent / "cases" / "wordings.txt"


def wordings(intents: Collection[str] = ()) -> list[tuple[str, str, str]]:
    """The rows of the table, or those that are read as one of these."""
    lines = (line for line in _TABLE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#")
    rows = [tuple(part.strip() for part in line.split("|", 2)) for line in lines]
    return [(code, name, said) for code, name, said in rows if not intents or name in intents]
