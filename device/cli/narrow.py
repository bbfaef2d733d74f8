"""Wiring: of all the commands only the one that was called is built; the others take 25 ms of every start."""

from __future__ import annotations

from collections.abc import Sequence

from typer import Typer
from typer.main import get_command_name


def narrow(app: Typer, words: Sequence[str]) -> None:
    """Leave `app` the command or the group that the first word names. When it names none, all stay."""
    word = words[0] if words else ""
    commands = [each for each in app.registered_commands if word == (each.name or _name_of(each.callback))]
    groups = [each for each in app.registered_groups if word == each.name]
    if commands or groups:
        app.registered_commands, app.registered_groups = commands, groups
        app.callback()(_a_group)


def _a_group() -> None:
    """One command alone would be taken for the whole program, and its name for an argument."""


def _name_of(callback: object) -> str:
    """What Typer calls a command that was given no name."""
    return get_command_name(getattr(callback, "__name__", ""))
