"""Composition: the commands of account, mirror and devices: signatures and help only, as in main.py."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from device.cli.common import options as opt
from device.cli.common.error_report import report_errors

sync_app = typer.Typer(
    help="Exchange with the mirror: once, again and again, or see how things stand.", rich_markup_mode=None
)
device_app = typer.Typer(help="The devices of your account.", no_args_is_help=True, rich_markup_mode=None)

Mirror = Annotated[str, typer.Option("--mirror", help="The mirror's address.", metavar="HOST:PORT")]
Token = Annotated[
    str | None, typer.Option("--token", help="The invitation itself; other programs may see it.", metavar="TOKEN")
]
TokenFile = Annotated[
    Path | None, typer.Option("--token-file", help="File with the invitation; - is stdin.", metavar="FILE")
]
WordsFile = Annotated[
    Path | None, typer.Option("--words-file", help="File with your 24 words; - is stdin.", metavar="FILE")
]
DeviceName = Annotated[
    str | None, typer.Option("--device", help="What to call this device; by default the host's name.", metavar="NAME")
]

AccountUser = Annotated[
    str | None,
    typer.Option(
        "--user", help="Whose account; from then on commands without --user mean them.", metavar="NAME",
        envvar="SELENE_USER",
    ),
]  # fmt: skip


def init_command(
    state: opt.State = None,
    user: AccountUser = None,
    words_out: Annotated[
        Path | None, typer.Option(help="Write the 24 words to this new file, mode 0600.", metavar="FILE")
    ] = None,
    device: DeviceName = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Make your account. Its 24 words bring your memory back when this device is lost."""
    from device.cli.account.cmd_account import create_account
    from device.cli.talk.cmd_say import moment_of

    with report_errors(as_json=as_json):
        create_account(opt.state_folder(state), user, words_out, device, moment_of(now), as_json=as_json)


def pair_command(
    mirror: Mirror,
    token: Token = None,
    token_file: TokenFile = None,
    words_file: WordsFile = None,
    state: opt.State = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Bring your account to a mirror, with an invitation from whoever runs it; with your words, follow it there."""
    from device.cli.account.cmd_account import pair_device
    from device.cli.talk.cmd_say import moment_of

    with report_errors(as_json=as_json):
        folder = opt.state_folder(state)
        pair_device(folder, mirror, token, token_file, words_file, moment_of(now), as_json=as_json)


def restore_command(
    mirror: Mirror,
    token: Token = None,
    token_file: TokenFile = None,
    words_file: WordsFile = None,
    state: opt.State = None,
    device: DeviceName = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Bring back on this device what your lost one knew. Interrupted, the same command goes on, without a token."""
    from device.cli.account.cmd_restore import restore_device
    from device.cli.talk.cmd_say import moment_of

    with report_errors(as_json=as_json):
        folder = opt.state_folder(state)
        restore_device(folder, mirror, token, token_file, words_file, device, moment_of(now), as_json=as_json)


@sync_app.callback(invoke_without_command=True)
def sync(
    context: typer.Context,
    state: opt.State = None,
    once: Annotated[bool, typer.Option("--once", help="One exchange, then end.")] = False,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Exchange with the mirror until ctrl-C, or once."""
    context.obj = state
    if context.invoked_subcommand is not None:
        return
    from device.cli.account.cmd_sync import run_one_exchange as exchange_once
    from device.cli.account.cmd_sync import sync_until_signal
    from device.cli.talk.cmd_say import moment_of

    with report_errors(as_json=as_json):
        folder = opt.state_folder(state)
        if once:
            exchange_once(folder, moment_of(now), as_json=as_json)
        else:
            raise typer.Exit(sync_until_signal(folder, as_json=as_json))


@sync_app.command("status")
def sync_status(context: typer.Context, state: opt.State = None, as_json: opt.Json = False) -> None:
    """What waits to be sent, when the last exchange was, what was set aside and why."""
    from device.cli.account.cmd_sync import show_sync_status

    with report_errors(as_json=as_json):
        show_sync_status(opt.state_folder(state or context.obj), as_json=as_json)


@device_app.command("list")
def device_list(state: opt.State = None, as_json: opt.Json = False) -> None:
    """The devices of your account, as last heard from the mirror."""
    from device.cli.account.cmd_account import list_devices
    from device.cli.talk.cmd_say import moment_of

    with report_errors(as_json=as_json):
        list_devices(opt.state_folder(state), moment_of(None), as_json=as_json)


@device_app.command("revoke")
def device_revoke(
    name: Annotated[str, typer.Argument(help="Its name, or the beginning of its id.")],
    words_file: WordsFile = None,
    state: opt.State = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Take a lost device out of your account. Needs your 24 words."""
    from device.cli.account.cmd_account import revoke_device
    from device.cli.talk.cmd_say import moment_of

    with report_errors(as_json=as_json):
        revoke_device(opt.state_folder(state), name, words_file, moment_of(now), as_json=as_json)


@device_app.command("name")
def device_rename(
    name: Annotated[str, typer.Argument(help="The new name.")],
    state: opt.State = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Give this device another name."""
    from device.cli.account.cmd_account import rename_device
    from device.cli.talk.cmd_say import moment_of

    with report_errors(as_json=as_json):
        rename_device(opt.state_folder(state), name, moment_of(now), as_json=as_json)


@device_app.command("tune")
def device_tune(
    key: Annotated[str, typer.Argument(help="speech.on_bp, speech.off_bp, speech.confirm_ms, speech.end_silence_ms")],
    value: Annotated[str, typer.Argument(help="A whole number.")],
    state: opt.State = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Tune how this device tells speech from silence. It stays on this device."""
    from device.cli.talk.cmd_say import moment_of
    from device.cli.talk.cmd_tune import set_tuning

    with report_errors(as_json=as_json):
        set_tuning(opt.state_folder(state), key, value, moment_of(now), as_json=as_json)
