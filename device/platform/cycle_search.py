"""Adapter: how often Python searches a process that serves turns for cycles of objects."""

from __future__ import annotations

import gc

from device.platform.policy import MAX_UNSEARCHED_OBJECTS


def search_cycles_seldom() -> None:
    """Makes the search leave out what is loaded by now, which stays, and wait until many objects were made.

    Else it goes several times a turn through the readings that are kept.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MAX_UNSEARCHED_OBJECTS, *gc.get_threshold()[1:])
