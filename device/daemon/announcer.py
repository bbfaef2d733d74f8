"""Composition: tells the followers of events what is due, where no microphone's conversation says it aloud.

What is due stays due as long as nobody follows: it is told to the next client, as it is told after a night without
power.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from device.core.messages import Announcement
from device.core.policy import DevicePolicy
from device.daemon.event_hub import EventHub
from device.daemon.shared_assistant import SharedAssistant
from memory.model import ids
from memory.model.atoms import Channel, Moment, Turn
from memory.model.timestamps import to_iso


class Announcer:
    """Asks the skills at intervals what is due for one person."""

    def __init__(
        self,
        assistant: SharedAssistant,
        hub: EventHub,
        user_id: str,
        now: Callable[[], Moment],
        policy: DevicePolicy | None = None,
    ) -> None:
        """`now` is the clock of the record; the interval is counted by the event loop."""
        self._assistant, self._hub, self._user_id, self._now = assistant, hub, user_id, now
        self._interval_s = (policy or DevicePolicy()).due_every_ms / 1_000

    async def run(self) -> None:
        """Announces until cancelled."""
        while True:
            await asyncio.sleep(self._interval_s)  # noqa: TID251  # the clock of the event loop, which a test may set
            if self._hub.followed_by(self._user_id):
                await self._assistant.shared.run(self._announce)

    def _announce(self) -> None:
        now = self._now()
        for one in self._assistant.due(self._user_id, now):
            if one.again:
                continue
            self._hub.publish(
                {"type": "due", "at": to_iso(now), "user_id": self._user_id, "reason": one.skill, "text": one.text}
            )
            self._assistant.record_due(one, self._turn(one, now))

    def _turn(self, announcement: Announcement, now: Moment) -> Turn:
        turn_id = ids.turn_id(self._user_id, "due", now.at_ms, f"{announcement.skill}/{announcement.key}")
        return Turn(turn_id, "due", self._user_id, announcement.text, now, Channel.TEXT)
