"""Composition: `--show-completion` and `--install-completion`: what a shell needs to complete commands of `selene`."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.decorators import FC

_PLACES = {
    "bash": (".bash_completions/selene.sh", ".bashrc", "source ~/.bash_completions/selene.sh"),
    "zsh": (".zfunc/_selene", ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    "fish": (".config/fish/completions/selene.fish", "", ""),
}
"""For each shell, under the home folder: the script's file, the file that must mention it, and the line for that."""


def completion_options(command: FC) -> FC:
    """Adds the two options of completion to a program."""
    shown = "Show completion for the current shell, to copy it or customize the installation."
    for name, callback, text in (
        ("--show-completion", _show, shown),
        ("--install-completion", _install, "Install completion for the current shell."),
    ):
        command = click.option(name, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=text)(
            command
        )
    return command


def _show(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        click.echo(_script(context, _shell()))
        context.exit()


def _install(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if not asked or context.resilient_parsing:
        return
    shell = _shell()
    place, settings, line = _PLACES[shell]
    script = Path.home() / place
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(_script(context, shell), encoding="utf-8")
    if settings:
        _add_line(Path.home() / settings, line)
    click.echo(f"{shell} completion installed in {script}")
    click.echo("Completion will take effect once you restart the terminal")
    context.exit()


def _shell() -> str:
    shell = Path(os.environ.get("SHELL", "")).name
    if shell not in _PLACES:
        raise click.UsageError(f"$SHELL names none of the shells that are known: {', '.join(_PLACES)}.")
    return shell


def _script(context: click.Context, shell: str) -> str:
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    return found(context.command, {}, "selene", "_SELENE_COMPLETE").source()


def _add_line(path: Path, line: str) -> None:
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if line not in text:
        path.write_text(f"{text}\n{line}\n", encoding="utf-8")
