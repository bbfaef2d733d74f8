"""Composition: `selene config`: signatures and help of its commands; each body imports what it needs when it runs."""

from __future__ import annotations

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors

_system = click.option("--system", is_flag=True, help="That of the system's service: /etc/selene/selene.toml.")


@click.group(cls=CommandGroup)
def config_app() -> None:
    """See and change the settings in `selene.toml`. Environment and flags override them."""


@config_app.command("show")
@click.argument("key", required=False, help="One setting; all without it.")
@_system
@opt.as_json
def config_show(key: str | None, system: bool, as_json: bool) -> None:
    """Every setting, its value, and where that comes from: the default, the file or the environment."""
    from device.cli.config.cmd_config import show_settings

    with report_errors(as_json=as_json):
        show_settings(key, system=system, as_json=as_json)


@config_app.command("set")
@click.argument("key", help="As `selene config show` prints it.")
@click.argument("value", required=False)
@click.option("--default", "to_default", is_flag=True, help="Take the setting out of the file.")
@_system
@opt.as_json
def config_set(key: str, value: str | None, to_default: bool, system: bool, as_json: bool) -> None:
    """Write one setting into the file. Comments and everything else in it stay."""
    from device.cli.config.cmd_config import write_setting

    with report_errors(as_json=as_json):
        write_setting(key, value, to_default=to_default, system=system, as_json=as_json)


@config_app.command("path")
@_system
@opt.as_json
def config_path(system: bool, as_json: bool) -> None:
    """Where the file lies, or would lie."""
    from device.cli.config.cmd_config import show_place

    with report_errors(as_json=as_json):
        show_place(system=system, as_json=as_json)
