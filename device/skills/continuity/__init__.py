"""Pure: the skill of what is carried from one conversation into the next (2.21, 2.22)."""
