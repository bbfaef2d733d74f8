"""Composition: `selene left-device`: signatures and help of its commands; each body imports what it needs."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors


@click.group(cls=CommandGroup)
def left_device_app() -> None:
    """See what left this device."""


@left_device_app.command("list")
@opt.state
@opt.user
@opt.as_json
def left_device_list(state: Path | None, user: str | None, as_json: bool) -> None:
    """What went to a mind elsewhere: when, where to, your words and the memories with them. Works beside a daemon."""
    from device.cli.talk.cmd_left_device import list_departures

    with report_errors(as_json=as_json):
        list_departures(opt.state_folder(state), user, as_json=as_json)
