"""Composition: tells a person in writing what is due, and commits each as told. What rings until it is stopped is told
once: writing does not sound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from device.core.messages import Announcement
from memory.model import ids
from memory.model.atoms import Channel, Moment, Turn

if TYPE_CHECKING:
    from device.assistant.conversation import TurnAssistant


def tell_due(assistant: TurnAssistant, user_id: str, now: Moment, tell: Callable[[Announcement], None]) -> None:
    """Calls `tell` for everything that is due for a person; each is committed after it was told."""
    for one in assistant.due(user_id, now):
        if not one.again:
            tell(one)
            assistant.record_due(one, _turn(one, user_id, now))


def due_texts(assistant: TurnAssistant, user_id: str, now: Moment) -> tuple[str, ...]:
    """Returns what is due for a person, in the order of telling; each is committed as told."""
    told: list[str] = []
    tell_due(assistant, user_id, now, lambda one: told.append(one.text))
    return tuple(told)


def _turn(announcement: Announcement, user_id: str, now: Moment) -> Turn:
    turn_id = ids.turn_id(user_id, "due", now.at_ms, f"{announcement.skill}/{announcement.key}")
    return Turn(turn_id, "due", user_id, announcement.text, now, Channel.TEXT)
