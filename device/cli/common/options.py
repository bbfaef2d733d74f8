"""Composition: the options that several commands share, each described once."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.caller import absolute_path, current_caller, environment_value
from device.platform.state_folder import default_state_folder


class CallerPath(click.Path):
    """A path that a command gets as a `Path`, as its caller means it; whether something is there, the command finds
    out.
    """

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Returns the path; in the daemon, one from the caller's working folder."""
        return absolute_path(Path(str(super().convert(value, param, ctx))))  # type: ignore[arg-type]


class CallerOption(click.Option):
    """An option whose environment variable is read where the command was called."""

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """Returns the variable of the caller's environment."""
        if current_caller.get() is None:
            return super().resolve_envvar_value(ctx)
        return environment_value(self.envvar) if isinstance(self.envvar, str) else None


PATH = CallerPath(path_type=Path)

state = click.option(
    "--state",
    type=PATH,
    metavar="DIR",
    help="Folder of the vault. Default: $STATE_DIRECTORY, else your data folder.",
)
user = click.option(
    "--user",
    cls=CallerOption,
    metavar="NAME",
    envvar="SELENE_USER",
    show_envvar=True,
    help="Whose memory. Default: whose account it is, else the owner's.",
)
now = click.option(
    "--now", metavar="ISO8601", help="Use this time instead of the clock's, e.g. 2026-03-03T16:30+01:00."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print data as JSON.")
language = click.option("--language", default="en", help="Language file to understand and answer with.")


def state_folder(given: Path | None) -> Path:
    """Returns the folder of the vault: the given one, else the daemon's for its callers, else the default."""
    caller = current_caller.get()
    if given is not None:
        return given
    return caller.state if caller is not None else default_state_folder()
