"""Composition: of all the commands only the one that was called is built; the others would slow every start."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from typer import Typer
from typer.main import get_command_name


def narrow_app(app: Typer, words: Sequence[str]) -> Typer:
    """`app` with the command or the group that the first word names, and no other; all of it when it names none."""
    word = words[0] if words else ""
    commands = [each for each in app.registered_commands if word == (each.name or _name_of(each.callback))]
    groups = [each for each in app.registered_groups if word == each.name]
    if not commands and not groups:
        return app
    narrow = copy(app)
    narrow.registered_commands, narrow.registered_groups = commands, groups
    narrow.callback()(_group_callback)
    return narrow


def _group_callback() -> None:
    """One command alone would be taken for the whole program, and its name for an argument."""


def _name_of(callback: object) -> str:
    """What Typer calls a command that was given no name."""
    return get_command_name(getattr(callback, "__name__", ""))
