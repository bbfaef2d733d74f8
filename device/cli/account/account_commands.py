"""Composition: the commands of account, mirror and devices: signatures and help only, as in main.py."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors


@click.group(cls=CommandGroup)
def device_app() -> None:
    """The devices of your account."""


_mirror = click.option("--mirror", required=True, metavar="HOST:PORT", help="The mirror's address.")
_token = click.option("--token", metavar="TOKEN", help="The invitation itself; other programs may see it.")
_token_file = click.option("--token-file", type=opt.PATH, metavar="FILE", help="File with the invitation; - is stdin.")
_words_file = click.option("--words-file", type=opt.PATH, metavar="FILE", help="File with your 24 words; - is stdin.")
_device_name = click.option("--device", metavar="NAME", help="What to call this device; by default the host's name.")

_account_user = click.option(
    "--user",
    cls=opt.ConfiguredOption,
    key="user",
    metavar="NAME",
    show_envvar=True,
    help="Whose account; from then on commands without --user mean them.",
)


@click.command("init")
@opt.state
@_account_user
@click.option("--words-out", type=opt.PATH, metavar="FILE", help="Write the 24 words to this new file, mode 0600.")
@_device_name
@opt.now
@opt.as_json
def init_command(
    state: Path | None, user: str | None, words_out: Path | None, device: str | None, now: str | None, as_json: bool
) -> None:
    """Make your account. Its 24 words bring your memory back when this device is lost."""
    from device.cli.account.cmd_account import create_account
    from device.cli.common.told_moment import moment_of

    with report_errors(as_json=as_json):
        create_account(opt.state_folder(state), user, words_out, device, moment_of(now), as_json=as_json)


@click.command("pair")
@_mirror
@_token
@_token_file
@_words_file
@opt.state
@opt.now
@opt.as_json
def pair_command(
    mirror: str,
    token: str | None,
    token_file: Path | None,
    words_file: Path | None,
    state: Path | None,
    now: str | None,
    as_json: bool,
) -> None:
    """Bring your account to a mirror, with an invitation from whoever runs it; with your words, follow it there."""
    from device.cli.account.cmd_account import pair_device
    from device.cli.common.told_moment import moment_of

    with report_errors(as_json=as_json):
        folder = opt.state_folder(state)
        pair_device(folder, mirror, token, token_file, words_file, moment_of(now), as_json=as_json)


@click.command("restore")
@_mirror
@_token
@_token_file
@_words_file
@opt.state
@_device_name
@opt.engine("--recogniser", "recogniser", "For the self-test of packages.")
@opt.now
@opt.as_json
def restore_command(
    mirror: str,
    token: str | None,
    token_file: Path | None,
    words_file: Path | None,
    state: Path | None,
    device: str | None,
    recogniser: str,
    now: str | None,
    as_json: bool,
) -> None:
    """Bring back on this device what your lost one knew. Interrupted, the same command goes on, without a token."""
    from device.cli.account.cmd_restore import restore_device
    from device.cli.common.told_moment import moment_of

    with report_errors(as_json=as_json):
        folder = opt.state_folder(state)
        restore_device(
            folder, mirror, token, token_file, words_file, device, moment_of(now), recogniser, as_json=as_json
        )


@click.group(cls=CommandGroup, invoke_without_command=True, no_args_is_help=False)
@opt.state
@click.option("--once", is_flag=True, help="One exchange, then end.")
@opt.now
@opt.as_json
@click.pass_context
def sync_app(context: click.Context, state: Path | None, once: bool, now: str | None, as_json: bool) -> None:
    """Exchange with the mirror: once, again and again, or see how things stand."""
    context.obj = state
    if context.invoked_subcommand is not None:
        return
    from device.cli.account.cmd_sync import run_one_exchange as exchange_once
    from device.cli.account.cmd_sync import sync_until_signal
    from device.cli.common.told_moment import moment_of

    with report_errors(as_json=as_json):
        folder = opt.state_folder(state)
        if once:
            exchange_once(folder, moment_of(now), as_json=as_json)
        else:
            raise click.exceptions.Exit(sync_until_signal(folder, as_json=as_json))


@sync_app.command("status")
@opt.state
@opt.as_json
@click.pass_context
def sync_status(context: click.Context, state: Path | None, as_json: bool) -> None:
    """What waits to be sent, when the last exchange was, what was set aside and why."""
    from device.cli.account.cmd_sync import show_sync_status

    with report_errors(as_json=as_json):
        show_sync_status(opt.state_folder(state or context.obj), as_json=as_json)


@device_app.command("list")
@opt.state
@opt.as_json
def device_list(state: Path | None, as_json: bool) -> None:
    """The devices of your account, as last heard from the mirror."""
    from device.cli.account.cmd_account import list_devices
    from device.cli.common.told_moment import moment_of

    with report_errors(as_json=as_json):
        list_devices(opt.state_folder(state), moment_of(None), as_json=as_json)


@device_app.command("revoke")
@click.argument("name", help="Its name, or the beginning of its id.")
@_words_file
@opt.state
@opt.now
@opt.as_json
def device_revoke(name: str, words_file: Path | None, state: Path | None, now: str | None, as_json: bool) -> None:
    """Take a lost device out of your account. Needs your 24 words."""
    from device.cli.account.cmd_account import revoke_device
    from device.cli.common.told_moment import moment_of

    with report_errors(as_json=as_json):
        revoke_device(opt.state_folder(state), name, words_file, moment_of(now), as_json=as_json)


@device_app.command("name")
@click.argument("name", help="The new name.")
@opt.state
@opt.now
@opt.as_json
def device_rename(name: str, state: Path | None, now: str | None, as_json: bool) -> None:
    """Give this device another name."""
    from device.cli.account.cmd_account import rename_device
    from device.cli.common.told_moment import moment_of

    with report_errors(as_json=as_json):
        rename_device(opt.state_folder(state), name, moment_of(now), as_json=as_json)


@device_app.command("tune")
@click.argument("key", help="speech.on_bp, speech.off_bp, speech.confirm_ms, speech.end_silence_ms")
@click.argument("value", help="A whole number.")
@opt.state
@opt.now
@opt.as_json
def device_tune(key: str, value: str, state: Path | None, now: str | None, as_json: bool) -> None:
    """Tune how this device tells speech from silence. It stays on this device."""
    from device.cli.common.told_moment import moment_of
    from device.cli.talk.cmd_tune import set_tuning

    with report_errors(as_json=as_json):
        set_tuning(opt.state_folder(state), key, value, moment_of(now), as_json=as_json)
