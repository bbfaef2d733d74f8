"""Pure: says whether a text contains a needle."""

from __future__ import annotations

import unicodedata


def contains_text(text: str, needle: str) -> bool:
    """Says whether the text contains the needle, in any Unicode form and case."""
    return _folded(needle) in _folded(text)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
