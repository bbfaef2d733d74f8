"""Composition: the class of every command group, and the options that belong to the whole program."""

from __future__ import annotations

import click

from device.core.policy import MAX_HELP_CHARS

SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True, "max_content_width": 120}
"""Settings of the program's context; every command of it inherits them."""


class CommandGroup(click.Group):
    """A group of commands whose list shows the whole first sentence of each, wrapped where the terminal is narrow."""

    group_class = type

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list, in the order in which the commands were added."""
        rows = [(name, command.get_short_help_str(MAX_HELP_CHARS)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def show_version(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    """Prints the name and the version of the program, and ends the command."""
    if not asked or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"selene {version('selene')}")
    except PackageNotFoundError:
        click.echo("selene, from a folder in which it is not installed")
    context.exit()


version_option = click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and exit.",
)
