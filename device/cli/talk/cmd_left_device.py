"""Composition: `selene left-device list`: shows what went to a mind elsewhere. Reads only."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.common.told_moment import moment_of
from device.daemon.current_user import resolve_user
from device.daemon.left_device import departures
from device.daemon.vault_access import open_for_reading
from memory.model.atoms import Channel, Moment
from memory.model.ports import Gate
from memory.model.timestamps import to_iso


def list_departures(state: Path, user: str | None, *, as_json: bool) -> None:
    """Prints each turn of which something left the device, the oldest first."""
    now = moment_of(None)
    with open_for_reading(state, now) as vault:
        person = resolve_user(vault, user)
        found = tuple(departures(vault, Gate(person.user_id, identified=True, channel=Channel.TEXT)))
    if as_json:
        keys = ("turn_id", "place", "said", "earlier_turns", "memories", "history", "forgotten")
        left = [
            {"at": to_iso(Moment(one.at_ms, now.utc_offset_min)), **{key: getattr(one, key) for key in keys}}
            for one in found
        ]
        show_json({"user": person.name, "left": left})
        return
    if not found:
        click.echo("Nothing has left this device for a mind.")
        return
    click.echo("Names and numbers of memories went as pseudonyms.")
    for one in found:
        at = to_iso(Moment(one.at_ms, now.utc_offset_min))
        click.echo(f"{at}  {one.place}  {styled(one.said or '(forgotten)')}")
        for memory in (*one.memories, *one.history):
            click.echo(f"    with {styled(memory)}")
        if one.forgotten:
            click.echo(f"    with {one.forgotten} more that are forgotten or hidden since")
