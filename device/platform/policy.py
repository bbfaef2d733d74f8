"""Adapter: the limits of what the process asks of its machine, with their units in the names and their reasons."""

from __future__ import annotations

MAX_UNSEARCHED_OBJECTS = 20_000
"""So many new objects, about three megabytes, before Python looks for cycles among them. A turn makes thousands and
leaves few cycles: at Python's own 700 the search takes an eighth of its processor time.
"""
