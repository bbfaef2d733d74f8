"""Composition: `selene thread`: signatures and help of its commands; each body imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors

_name = click.argument(
    "name", metavar="ID|TOPIC", help="As printed by `selene thread list`, or its beginning; or what it is about."
)


@click.group(cls=CommandGroup)
def thread_app() -> None:
    """See, resume, pin and forget threads: what the conversations that are over were about."""


@thread_app.command("list")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def thread_list(state: Path | None, user: str | None, now: str | None, language: str, as_json: bool) -> None:
    """List the threads in the order in which they would be resumed."""
    from device.cli.memory.cmd_thread import ThreadSettings, show_threads

    with report_errors(as_json=as_json):
        show_threads(ThreadSettings(opt.state_folder(state), user, now, language, as_json))


@thread_app.command("show")
@_name
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def thread_show(name: str, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool) -> None:
    """One thread, and where it was left."""
    from device.cli.memory.cmd_thread import ThreadSettings, show_thread

    with report_errors(as_json=as_json):
        show_thread(ThreadSettings(opt.state_folder(state), user, now, language, as_json), name)


@thread_app.command("pin")
@_name
@click.option("--off", is_flag=True, help="Unpin it.")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def thread_pin(
    name: str, off: bool, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Keep a thread until you have it forgotten."""
    from device.cli.memory.cmd_thread import ThreadSettings, pin_named_thread

    with report_errors(as_json=as_json):
        pin_named_thread(ThreadSettings(opt.state_folder(state), user, now, language, as_json), name, pin=not off)


@thread_app.command("resume")
@_name
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def thread_resume(
    name: str, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Tell where a thread was left; it counts as used."""
    from device.cli.memory.cmd_thread import ThreadSettings, resume_named_thread

    with report_errors(as_json=as_json):
        resume_named_thread(ThreadSettings(opt.state_folder(state), user, now, language, as_json), name)


@thread_app.command("forget")
@_name
@click.option("--yes", is_flag=True, help="Do not ask.")
@opt.state
@opt.user
@opt.now
@opt.language
@opt.as_json
def thread_forget(
    name: str, yes: bool, state: Path | None, user: str | None, now: str | None, language: str, as_json: bool
) -> None:
    """Forget a thread, what was said in it, and the memories that came from it alone. Asks when these are many."""
    from device.cli.memory.cmd_thread import ThreadSettings, forget_named_thread

    with report_errors(as_json=as_json):
        forget_named_thread(ThreadSettings(opt.state_folder(state), user, now, language, as_json, yes), name)
