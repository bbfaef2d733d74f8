"""Pure: what a person wants to be carried from one conversation into the next (2.21, 2.22)."""
