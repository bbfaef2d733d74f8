"""Composition: the options that several commands share, each described once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.decorators import FC

from device.cli.common.caller import absolute_path, current_caller, environment_value, was_called_with
from device.core.config_keys import config_key
from device.platform.state_folder import default_state_folder


class CallerPath(click.Path):
    """A path that a command gets as a `Path`, as its caller means it; whether something is there, the command finds
    out.
    """

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Returns the path; in the daemon, one from the caller's working folder. Ends the command where the daemon may
        touch no file for the caller.
        """
        path = Path(str(super().convert(value, param, ctx)))  # type: ignore[arg-type]
        if current_caller.get() is None:
            return path
        from device.cli.common.error_report import report_errors

        with report_errors(as_json=was_called_with("--json")):
            return absolute_path(path)


class CallerOption(click.Option):
    """An option whose environment variable is read where the command was called."""

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """Returns the variable of the caller's environment."""
        if current_caller.get() is None:
            return super().resolve_envvar_value(ctx)
        return environment_value(self.envvar) if isinstance(self.envvar, str) else None


class ConfiguredOption(CallerOption):
    """An option whose value is taken from the configuration when neither a flag nor the environment has one."""

    def __init__(self, *args: Any, key: str, **settings: Any) -> None:
        """`key` is a name of device/core/config_keys.py."""
        self._key = config_key(key)
        super().__init__(*args, envvar=self._key.variable, **settings)

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        """Returns the value of `selene.toml`, else the default; ends the command when the file is refused. Help shows
        the default.
        """
        if ctx.resilient_parsing or not call:
            return self._key.default or None
        from device.cli.common.error_report import report_errors
        from device.platform.configuration import configured_value

        with report_errors(as_json=was_called_with("--json")):
            return configured_value(self._key.name, {}).value or None


PATH = CallerPath(path_type=Path)

state = click.option(
    "--state",
    type=PATH,
    metavar="DIR",
    help="Folder of the vault. Default: $STATE_DIRECTORY, else your data folder.",
)
user = click.option(
    "--user",
    cls=ConfiguredOption,
    key="user",
    metavar="NAME",
    show_envvar=True,
    help="Whose memory. Default: whose account it is, else the owner's.",
)
now = click.option(
    "--now", metavar="ISO8601", help="Use this time instead of the clock's, e.g. 2026-03-03T16:30+01:00."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print data as JSON.")
language = click.option(
    "--language", cls=ConfiguredOption, key="language", help="Language file to understand and answer with."
)

may = click.option(
    "--may", default="read,write,forget", metavar="RIGHTS", help="What the client may do: read, write and forget."
)


def state_folder(given: Path | None) -> Path:
    """Returns the folder of the vault: the given one, else the daemon's for its callers, else the default."""
    caller = current_caller.get()
    if given is not None:
        return given
    return caller.state if caller is not None else default_state_folder()


def engine(name: str, key: str, help_text: str = "") -> Callable[[FC], FC]:
    """Returns an option with an engine's URI."""
    return click.option(name, cls=ConfiguredOption, key=key, metavar="URI", help=help_text or None)
