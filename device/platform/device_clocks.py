"""Adapter: the clocks beside the wall clock: zone, monotonic clock, and whether a time server set the wall clock."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_UNSYNCHRONISED = 5
"""What `ntp_adjtime` returns while no time server has set the clock: TIME_ERROR."""
_TIMEX_BYTES = 512
"""More than `struct timex` has on any machine."""


@cache
def zone_name() -> str:
    """Returns the IANA name of this machine's zone; empty when it has none."""
    import tzlocal

    try:
        return str(tzlocal.get_localzone_name() or "")
    except (LookupError, OSError, ValueError):
        return ""


@cache
def read_boot_id() -> str:
    """Returns the id of this run of the machine; empty where the system gives none."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def is_synchronised() -> bool:
    """Says whether a time server has set the wall clock; true where the system cannot say."""
    library = _c_library()
    if library is None:
        return True
    return bool(library.ntp_adjtime(ctypes.create_string_buffer(_TIMEX_BYTES)) != _UNSYNCHRONISED)


@cache
def _c_library() -> ctypes.CDLL | None:
    try:
        library = ctypes.CDLL(None)
    except OSError:
        return None
    return library if hasattr(library, "ntp_adjtime") else None
