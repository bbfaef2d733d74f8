"""Pure: the limits within which facts are chosen that come near to a question."""

from __future__ import annotations

MAX_SAYINGS = 3
"""What one person said that is told at once."""
