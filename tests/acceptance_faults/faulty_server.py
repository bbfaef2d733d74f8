"""Composition: the command line with one rule broken. The first word of a command is the fault (or `none`)."""

from __future__ import annotations

from collections.abc import Sequence

from acceptance.drivers.fork_server import serve_selene
from tests.acceptance_faults.all_faults import FAULTS
from tests.acceptance_faults.fault_injection import note_holders


def install_fault(words: Sequence[str]) -> Sequence[str]:
    """Break what the first word says; the other words are the command."""
    if words[0] != "none":
        FAULTS[words[0]]()
    return words[1:]


if __name__ == "__main__":
    serve_selene(install_fault, note_holders)
