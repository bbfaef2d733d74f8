"""Composition: sentences and colours on the terminal. Colours go only to a terminal, and not where NO_COLOR is set."""

from __future__ import annotations

import shutil

import click

from device.cli.common.caller import current_caller, environment_value
from device.daemon.vault_access import while_waiting


def styled(text: str, colour: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
    """Returns the text in a colour, without the control characters that it may hold."""
    text = "".join(character for character in text if character.isprintable() or character == "\n")
    if environment_value("NO_COLOR"):
        return text
    return click.style(text, fg=colour, bold=bold or None, dim=dim or None)


def print_sentence(text: str, *, err: bool = False) -> None:
    """Prints a sentence, wrapped between words where the terminal is narrow."""
    click.echo(click.wrap_text(text, terminal_columns()), err=err)


def ask_line(prompt: str, *, err: bool = False) -> str:
    """Returns what is typed after the prompt. Raises EOFError when there is no more."""
    click.echo(prompt, nl=False, err=err)
    with while_waiting():
        return input()


def terminal_columns() -> int:
    """Returns how many characters one line of the terminal holds."""
    caller = current_caller.get()
    return shutil.get_terminal_size().columns if caller is None else caller.request.columns
