"""Pure: the part of the page about what is set and what stands on lists, each time in the zone in which it was set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from device.skills.lists.list_items import ITEM_TYPE, OPEN, ListItem, item_from
from device.skills.schedules.schedule import TYPE as SCHEDULE_TYPE
from device.skills.schedules.schedule import Schedule, schedule_from
from device.skills.schedules.schedule_clock import local_time
from memory.model.changes import Record


def kept_table(records: Sequence[Record]) -> str:
    """Returns the section; empty when nothing is set and no list has anything on it."""
    set_ = (schedule_from(one.content) for one in records if one.type == SCHEDULE_TYPE)
    items = (item_from(one.content) for one in records if one.type == ITEM_TYPE)
    rows = "".join((*_schedules(set_), *_items(items)))
    return f"<h2>Set, and on lists</h2>\n<table>\n{rows}</table>\n" if rows else ""


def _schedules(schedules: Iterable[Schedule]) -> Iterator[str]:
    for one in sorted((one for one in schedules if one.is_open), key=lambda one: (one.next_ms, one.schedule_id)):
        when = f"{local_time(one.next_ms, one.zone):%Y-%m-%d %H:%M} {one.zone}"
        again = f", repeated: {one.recurrence}" if one.recurrence else ""
        yield f"<tr><td>{escape(one.kind)}</td><td>{escape(one.label)}</td><td>{escape(when + again)}</td></tr>\n"


def _items(items: Iterable[ListItem]) -> Iterator[str]:
    for one in items:
        if one.state == OPEN:
            yield f"<tr><td>list {escape(one.list_name)}</td><td>{escape(one.text)}</td><td></td></tr>\n"
