"""Pure: the limits and weights by which the facts nearest to a question are chosen.

The weights were fitted to unanswered questions of short talks and rounded to whole numbers; more signs chose no better.
"""

from __future__ import annotations

MAX_NEAREST = 2
"""Facts that are told beside an honest "I'm not sure"."""
MIN_SHARED_CHARS = 5
"""Letters that two words must share to be taken for one: "garden" and "gardener"."""
FILLS_GAP = 3
"""What it counts that a fact has something in the place that the question leaves open."""
SHARES_WORDS = 2
"""What it counts that it has two words of the question or more."""
LACKS_SORT = -2
"""What it counts that it has no person or no reason where one is asked for."""
ENOUGH_NEAR = 4
"""The least sum of a fact that is told."""
NEARLY_AS_NEAR = 1
"""So much less than the nearest the second may have."""
MAX_SAYINGS = 3
"""What one person said that is told at once."""
