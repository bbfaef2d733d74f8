"""Pure: names the intents by whether an order about the memory may be read into a turn that has them."""

from __future__ import annotations

UNCLAIMED = frozenset({"statement", "question", "recall_one", "request", "correct", "remember", "not_for_you"})
"""What a turn is taken for that no command of the language files reads."""
FORGETTING = frozenset({"forget", "forget_topic", "forget_all_about", "forget_said"})
BARRING = frozenset({"dont_remember", "stop_mentioning"})
HIDING = frozenset({"stop_mentioning", "keep_to_text", "keep_inside", "only_if_asked"})
