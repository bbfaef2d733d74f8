"""Composition: `selene work`: signatures and help of its commands; each body imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors

_name = click.argument(
    "name", metavar="ID|TOPIC", help="As printed by `selene work list`, or its beginning; or what it is about."
)


@click.group(cls=CommandGroup)
def work_app() -> None:
    """See, add, confirm and cancel work orders: what is to be done. None is ever carried out."""


@work_app.command("list")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def work_list(state: Path | None, user: str | None, now: str | None, language: str, as_json: bool) -> None:
    """List the work orders, the latest touched first."""
    from device.cli.memory.cmd_thread import ThreadSettings
    from device.cli.memory.cmd_work import show_work

    with report_errors(as_json=as_json):
        show_work(ThreadSettings(opt.state_folder(state), user, now, language, as_json))


@work_app.command("add")
@click.argument("text", help="What is to be done.")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def work_add(text: str, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool) -> None:
    """Note what is to be done, as a draft."""
    from device.cli.memory.cmd_thread import ThreadSettings
    from device.cli.memory.cmd_work import add_work

    with report_errors(as_json=as_json):
        add_work(ThreadSettings(opt.state_folder(state), user, now, language, as_json), text)


@work_app.command("confirm")
@_name
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def work_confirm(
    name: str, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Say of a pending work order that it is settled."""
    from device.cli.memory.cmd_thread import ThreadSettings
    from device.cli.memory.cmd_work import move_work
    from memory.continuity.work_order import WorkStatus

    with report_errors(as_json=as_json):
        how = ThreadSettings(opt.state_folder(state), user, now, language, as_json)
        move_work(how, name, WorkStatus.DONE, "CONFIRMED_BY_USER")


@work_app.command("cancel")
@_name
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def work_cancel(name: str, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool) -> None:
    """Cancel a pending work order."""
    from device.cli.memory.cmd_thread import ThreadSettings
    from device.cli.memory.cmd_work import move_work
    from memory.continuity.work_order import WorkStatus

    with report_errors(as_json=as_json):
        how = ThreadSettings(opt.state_folder(state), user, now, language, as_json)
        move_work(how, name, WorkStatus.CANCELED, "CANCELED_BY_USER")
