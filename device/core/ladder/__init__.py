"""The rule of a ladder of engines."""
