"""Composition: `selene client`: signatures and help of its commands; each body imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors


@click.group(cls=CommandGroup)
def client_app() -> None:
    """The programs that may use the API of this device, each with a token."""


@client_app.command("add")
@click.argument("name", help="What to call the program.")
@click.option("--may", default="talk", metavar="RIGHTS", help="Of talk, read, write and forget, separated by commas.")
@click.option("--guest", is_flag=True, help="It talks as a voice that Selene does not know.")
@opt.state
@opt.user
@opt.now
@opt.as_json
def client_add(
    name: str, may: str, guest: bool, state: Path | None, user: str | None, now: str | None, as_json: bool
) -> None:
    """Let a program use one person's memory, or talk as a guest. Prints its token, once."""
    from device.cli.account.cmd_client import add_client

    with report_errors(as_json=as_json):
        add_client(opt.state_folder(state), name, user, may, now, guest=guest, as_json=as_json)


@client_app.command("list")
@opt.state
@opt.as_json
def client_list(state: Path | None, as_json: bool) -> None:
    """Which programs may use the API, and what they may do."""
    from device.cli.account.cmd_client import list_clients

    with report_errors(as_json=as_json):
        list_clients(opt.state_folder(state), as_json=as_json)


@client_app.command("revoke")
@click.argument("name", help="As printed by `selene client list`.")
@opt.state
@opt.as_json
def client_revoke(name: str, state: Path | None, as_json: bool) -> None:
    """Let a program in no more. It is refused at once, also where it is connected."""
    from device.cli.account.cmd_client import revoke_client

    with report_errors(as_json=as_json):
        revoke_client(opt.state_folder(state), name, as_json=as_json)
