"""Adapter: the cores and the memory of this device."""

from __future__ import annotations

import os

from device.core.proposal.engine_proposal import Machine


def read_machine() -> Machine:
    """Returns what this device has; the cores are those that Selene may use."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Machine(len(os.sched_getaffinity(0)), memory // 1_000_000)
