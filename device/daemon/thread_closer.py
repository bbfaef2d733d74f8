"""Composition: gives the conversations that went silent their threads while the daemon runs (2.18).

A turn that opens a session does the same for what went silent before, so that nothing depends on this. It makes the
threads there when they are due: on the person's other devices, and for whoever reads them without talking.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from device.daemon.vault_access import ServedVault
from memory.core.policy import LOOK_FOR_SILENCE_MS, SOFT_CLOSE_MS
from memory.model.atoms import Moment


class ThreadCloser:
    """Looks at intervals whose conversations are over, of those who talked since the last one was."""

    def __init__(self, served: ServedVault, user_id: str, language: str, now: Callable[[], Moment]) -> None:
        """`user_id` is the daemon's own person, whose talk before this start may be over too. `now` is the clock of the
        record; the interval is counted by the event loop.
        """
        self._served, self._now = served, now
        self._interval_s = LOOK_FOR_SILENCE_MS / 1_000
        served.note_heard(user_id, language, 0)

    async def run(self) -> None:
        """Closes what is over until cancelled."""
        while True:
            for user_id in self._silent(self._now().at_ms):
                await self._served.shared.run(partial(self._close, user_id))
            await asyncio.sleep(self._interval_s)  # noqa: TID251  # the clock of the event loop, which a test may set

    def _silent(self, now_ms: int) -> tuple[str, ...]:
        heard = sorted(self._served.heard_at.items())
        return tuple(user_id for user_id, (_, at_ms) in heard if now_ms - at_ms >= SOFT_CLOSE_MS)

    def _close(self, user_id: str) -> None:
        """Digests what is over of a person, in the language of the last turn; who talked meanwhile is seen later."""
        now, (language, at_ms) = self._now(), self._served.heard_at[user_id]
        if now.at_ms - at_ms < SOFT_CLOSE_MS:
            return
        self._served.assistant(language, reports=False).assistant.close_silent(user_id, now)
        del self._served.heard_at[user_id]
