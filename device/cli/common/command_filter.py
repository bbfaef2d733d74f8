"""Composition: builds only the command that was called; the others would slow every start."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from typer import Typer
from typer.main import get_command_name


def narrow_app(app: Typer, words: Sequence[str]) -> Typer:
    """Returns `app` with only the command or group that the first word names; the whole app when it names none."""
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
    """Adds a callback: with one command, Typer would take it for the whole program and its name for an argument."""


def _name_of(callback: object) -> str:
    """Returns the name that Typer gives to a command without one."""
    return get_command_name(getattr(callback, "__name__", ""))
