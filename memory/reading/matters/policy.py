"""Pure: how much a question and a fact must have in common."""

from __future__ import annotations

ENOUGH_IN_COMMON = 2
"""The least number of words and matters that an answer shares with its question."""
MIN_PART = 4
"""The least number of letters of a part of a compound."""
