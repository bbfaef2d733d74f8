"""Composition: `selene wake`: signatures and help of its commands; each body imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors


@click.group(cls=CommandGroup)
def wake_app() -> None:
    """See how the wake word is heard."""


@wake_app.command("review")
@opt.state
@opt.as_json
def wake_review(state: Path | None, as_json: bool) -> None:
    """What was nearly the wake word: when, by which scores, and how to adjust them. Works beside a daemon."""
    from device.cli.talk.cmd_wake import review_wake_words

    with report_errors(as_json=as_json):
        review_wake_words(opt.state_folder(state), as_json=as_json)
