"""Pure: when a text has a needle."""

from __future__ import annotations

import unicodedata


def contains_text(text: str, needle: str) -> bool:
    """Whether the text has the needle, however it is spelled in Unicode and whatever its case."""
    return _folded(needle) in _folded(text)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
