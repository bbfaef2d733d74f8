"""Pure: answers how long it is to a day that is known: "how many days till dad's birthday".

The day is asked for as by "when is", and the days to it are added.
"""

from __future__ import annotations

from dataclasses import replace

from device.skills.reply_context import Reply, ReplyContext
from memory.core.policy import DAY_MS
from memory.model.atoms import Atom, Moment
from memory.model.timestamps import local_datetime
from memory.text.dates import mentions_day, resolve_date


def asking_for_day(view: ReplyContext) -> ReplyContext:
    """Returns the view of the question for the day that the turn counts to."""
    asked = view.fact_keys.asked_day(dict(view.heard.slots)["about"])
    return replace(view, heard=replace(view.heard, turn=replace(view.heard.turn, text=asked), slots=()))


def with_days_left(view: ReplyContext, reply: Reply) -> Reply:
    """Adds the days to the day of the one fact that the reply tells; nothing to a day that is over or is today."""
    days = _days_to(view, reply.used[0]) if len({atom.key for atom in reply.used}) == 1 else 0
    if days < 1:
        return reply
    left = view.say("days_left", duration=view.replies.times.duration(days * DAY_MS))
    return replace(reply, text=f"{reply.text} {left}")


def _days_to(view: ReplyContext, atom: Atom) -> int:
    turn, language = view.heard.turn, view.memory.language
    spans = (atom.valid_until_ms or 0) - (atom.valid_from_ms or 0) > DAY_MS
    if spans or not mentions_day(atom.text, language):
        return 0
    starts_ms = atom.valid_from_ms
    if starts_ms is None or language.dates.yearly.search(atom.text.casefold()):
        when = resolve_date(atom.text, turn.at, language, past=False)
        starts_ms = when.from_ms if when and not when.relative else None
    if starts_ms is None:
        return 0
    starts = Moment(starts_ms, turn.at.utc_offset_min)
    return (local_datetime(starts).date() - local_datetime(turn.at).date()).days
