"""Errors, limits, ports and messages that the whole device shares."""
