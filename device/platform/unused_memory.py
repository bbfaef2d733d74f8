"""Adapter: gives memory that a process no longer uses back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def return_unused_memory() -> None:
    """Returns the memory that was freed, also the holes between what is kept; nothing where the C library cannot.

    After a model was loaded they are several megabytes, which a device that only listens would hold for good.
    """
    with suppress(AttributeError):  # only the GNU C library has it
        ctypes.CDLL(None).malloc_trim(0)
