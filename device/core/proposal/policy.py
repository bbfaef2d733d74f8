"""Pure: what counts as which device, with units in the names and reasons."""

from __future__ import annotations

MIDDLE_CORES, MIDDLE_MEMORY_MB = 4, 3_500
"""Four cores and 4 GB, less what the system keeps for itself: below it is a small board."""
LARGE_CORES, LARGE_MEMORY_MB = 6, 12_000
"""More cores than a board has, and the memory of a laptop."""
MODEL_MEMORY_PERCENT = 50
"""A model may take half of the memory: hearing, speaking and the system have the rest."""
GOOD_WORD_ERROR_PERCENT = 20
"""One word of five: with more wrong words commands are missed."""
READING_MS = 20_000
"""So long somebody may take to begin to read."""
ENROLMENT_TRIES = 8
"""Sentences that are listened to for a voice; some are too short."""
SYSTEMCTL_S = 20
"""So long the person's systemd may take to read a unit."""
