"""Composition: the options that several commands share, each described once."""

from __future__ import annotations

from pathlib import Path

import click

PATH = click.Path(path_type=Path)
"""A path that a command gets as a `Path`; whether something is there, the command finds out."""

state = click.option(
    "--state",
    type=PATH,
    metavar="DIR",
    help="Folder of the vault. Default: $STATE_DIRECTORY, else your data folder.",
)
user = click.option(
    "--user",
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
    """Returns the folder of the vault. systemd's StateDirectory= overrides the person's data folder."""
    import os

    if given is not None:
        return given
    if from_systemd := os.environ.get("STATE_DIRECTORY"):
        return Path(from_systemd.split(":")[0])
    from platformdirs import user_data_path

    return user_data_path("selene")
