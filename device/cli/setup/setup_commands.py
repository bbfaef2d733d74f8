"""Composition: `selene setup`: its signature and help; the body imports what it needs when it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from device.cli.common import options as opt
from device.cli.common.error_report import report_errors

STEP_NAMES = ("look", "models", "config", "sound", "account", "voice", "service")
"""In the order in which they build on each other; each can be repeated alone."""
_OPTIONS = (
    opt.state,
    opt.user,
    opt.language,
    click.option("--yes", is_flag=True, help="Say yes to every question."),
    click.option("--again", is_flag=True, help="Do again what was done before: the voice, the unit."),
    click.option("--words-out", type=opt.PATH, metavar="FILE", help="Write the 24 words to this new file, mode 0600."),
    click.option(
        "--catalogue",
        cls=opt.ConfiguredOption,
        key="models.catalogue",
        type=opt.PATH,
        metavar="FILE",
        help="The list of models.",
    ),
    click.option(
        "--key", cls=opt.ConfiguredOption, key="models.key", metavar="HEX", help="The key that must have signed it."
    ),
    click.option("--folder", type=opt.PATH, metavar="DIR", help="Where models lie; by default beside the vault."),
    opt.as_json,
)


def _with_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command("setup")
@click.argument("step", type=click.Choice(STEP_NAMES), required=False)
@_with_options
def setup_command(step: str | None, **told: Any) -> None:
    """From a new device to one that talks: all steps in turn, or one of them."""
    from device.cli.setup.setup_report import SetupOptions
    from device.cli.setup.setup_run import run_setup, run_step

    with report_errors(as_json=told["as_json"]):
        options = SetupOptions(opt.state_folder(told.pop("state")), **told)
        raise click.exceptions.Exit(run_step(step, options) if step else run_setup(options))
