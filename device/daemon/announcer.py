"""Composition: tells the followers of events what is due, where no microphone's conversation says it aloud.

What is due for a person stays due as long as nobody follows that person's conversations: it is told to the next client,
as it is told after a night without power.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from device.core.messages import OWN_NEWS, Announcement
from device.core.policy import DevicePolicy
from device.daemon.event_hub import EventHub
from device.daemon.shared_assistant import SharedAssistant
from device.session.due_telling import tell_due
from memory.model.atoms import Moment
from memory.model.timestamps import to_iso


class Announcer:
    """Asks the skills at intervals what is due for each person whose conversations are followed."""

    def __init__(
        self,
        assistant: SharedAssistant,
        hub: EventHub,
        user_id: str,
        now: Callable[[], Moment],
        policy: DevicePolicy | None = None,
        *,
        spoken: bool = False,
        news: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        """`user_id` is the daemon's own person: who follows everybody's events hears of what is due for them. `spoken`
        when a microphone's conversation says that aloud. `now` is the clock of the record; the interval is counted by
        the event loop. `news` are sentences about her own engines, which every listening person is told.
        """
        self._news = news
        self._assistant, self._hub, self._user_id, self._now, self._spoken = assistant, hub, user_id, now, spoken
        self._interval_s = (policy or DevicePolicy()).due_every_ms / 1_000

    async def run(self) -> None:
        """Announces until cancelled."""
        while True:
            await asyncio.sleep(self._interval_s)  # noqa: TID251  # the clock of the event loop, which a test may set
            listening = self._listening()
            for sentence in self._news() if listening else ():  # else they wait for the next client
                for user_id in listening:
                    self._publish(Announcement(OWN_NEWS, "", sentence), user_id, self._now())
            for user_id in listening:
                await self._assistant.shared.run(partial(self._announce, user_id))

    def _listening(self) -> tuple[str, ...]:
        """Returns whose conversations are followed, in order, but for the person who is told aloud."""
        people = {user_id or self._user_id for user_id in self._hub.followed_people()}
        return tuple(sorted(people - {self._user_id} if self._spoken else people))

    def _announce(self, user_id: str) -> None:
        now = self._now()
        tell_due(self._assistant, user_id, now, lambda one: self._publish(one, user_id, now))

    def _publish(self, announcement: Announcement, user_id: str, now: Moment) -> None:
        self._hub.publish(
            {
                "type": "due",
                "at": to_iso(now),
                "user_id": user_id,
                "reason": announcement.skill,
                "text": announcement.text,
            }
        )
