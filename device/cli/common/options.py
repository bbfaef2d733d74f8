"""Composition: the options that several commands share, each described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

State = Annotated[
    Path | None,
    typer.Option(
        "--state", help="Folder of the vault. Default: $STATE_DIRECTORY, else your data folder.", metavar="DIR"
    ),
]
User = Annotated[
    str | None,
    typer.Option(
        "--user",
        help="Whose memory. Default: whose account it is, else the owner's.",
        metavar="NAME",
        envvar="SELENE_USER",
    ),
]
Now = Annotated[
    str | None,
    typer.Option("--now", help="Use this time instead of the clock's, e.g. 2026-03-03T16:30+01:00.", metavar="ISO8601"),
]
Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
Language = Annotated[str, typer.Option("--language", help="Language file to understand and answer with.")]


def state_folder(given: Path | None) -> Path:
    """Returns the folder of the vault. systemd's StateDirectory= overrides the person's data folder."""
    import os

    if given is not None:
        return given
    if from_systemd := os.environ.get("STATE_DIRECTORY"):
        return Path(from_systemd.split(":")[0])
    from platformdirs import user_data_path

    return user_data_path("selene")
