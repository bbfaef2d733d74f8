"""Composition: makes the vectors of a memory between the turns, some at a time, while the daemon runs.

A commit that nobody waits for makes those of a turn. What another device sent, and a whole memory under a new model,
get theirs here.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from device.core.policy import VECTOR_LOOK_S
from device.daemon.shared_vault import SharedVault
from engine_b.core.errors import VaultError


class VectorMaker:
    """Looks at intervals whether documents wait for a vector, and gives them one."""

    def __init__(self, shared: SharedVault) -> None:
        self._shared = shared

    async def run(self) -> None:
        """Makes vectors until cancelled. What cannot be written is tried again later; the memory works without."""
        while True:
            with suppress(VaultError):
                while await self._shared.run(self._shared.vault.make_vectors):
                    pass  # the lease was free between the two
            await asyncio.sleep(VECTOR_LOOK_S)  # noqa: TID251  # the clock of the event loop, which a test may set
