"""Composition: the `selene-mirror` command line. Signatures and help; each body imports what it needs when it runs.

Exit statuses (all in docs/mirror.md): 0 done; 2 wrong usage; 90 to 105 one for each code of
cloud_mirror/core/errors.py;
130 interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cloud_mirror.core.errors import MirrorError

PATH = click.Path(path_type=Path)
_state = click.option("--state", type=PATH, required=True, metavar="DIR", help="Folder of the mirror's keys.")
_as_json = click.option("--json", "as_json", is_flag=True, help="Print data as JSON.")


@click.group(
    epilog="Exit statuses are listed in docs/mirror.md. A refusal prints one sentence and its code.",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "show_default": True,
        "max_content_width": 120,
    },
)
def mirror_app() -> None:
    """The mirror: it keeps a copy of a person's memory that it cannot read."""


@mirror_app.command(name="serve", short_help="Serve until told to stop.")
@click.option("--listen", required=True, metavar="HOST:PORT", help="Port 0 takes a free one.")
@click.option(
    "--store",
    required=True,
    metavar="URL",
    envvar="SELENE_STORE",
    show_envvar=True,
    help="sqlite:///FILE or postgresql://…",
)
@_state
@click.option("--metrics", type=PATH, metavar="FILE", help="Write counts for Prometheus here.")
@click.option(
    "--packages",
    type=PATH,
    metavar="DIR",
    envvar="SELENE_PACKAGES",
    show_envvar=True,
    help="Serve the package repositories in it.",
)
@_as_json
def serve_command(
    listen: str, store: str, state: Path, metrics: Path | None, packages: Path | None, as_json: bool
) -> None:
    """Serve until told to stop. Prints `listening HOST:PORT` when it is ready."""
    import asyncio
    import os

    # grpc's own lines about failed handshakes are not JSON and help nobody; an operator can set it to DEBUG.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")

    from cloud_mirror.server.server import ListenAddress, ServeOptions
    from cloud_mirror.server.server import serve_mirror as run

    def announce(address: str) -> None:
        click.echo(json.dumps({"listening": address}) if as_json else f"listening {address}")

    with _reported(as_json=as_json):
        asyncio.run(run(ServeOptions(ListenAddress.parsed(listen), store, state, metrics, packages), announce))


@mirror_app.command(name="invite", short_help="Make an invitation for one device.")
@_state
@click.option("--hours", type=int, default=24, help="How long it can be used.")
@click.option("--out", type=PATH, metavar="FILE", help="Write the token to this new file.")
@_as_json
def invite_command(state: Path, hours: int, out: Path | None, as_json: bool) -> None:
    """Make an invitation for one device. Anybody who has the token may use it, once."""
    from cloud_mirror.cli.issue_invitation import make_invitation, write_private

    with _reported(as_json=as_json):
        made = make_invitation(state, hours)
        if out is not None:
            write_private(out, made.text)
        fields = {"id": made.id, "hours": hours, **({"file": str(out)} if out else {"token": made.text})}
        click.echo(json.dumps(fields) if as_json else str(out or made.text))


@contextmanager
def _reported(*, as_json: bool) -> Iterator[None]:
    """Turns errors into one sentence on stderr (and an object on stdout with `--json`)."""
    try:
        yield
    except MirrorError as error:
        if as_json:
            click.echo(json.dumps({"error": {"code": error.code, "message": str(error)}}))
        click.echo(f"selene-mirror: {error} [{error.code}]", err=True)
        raise click.exceptions.Exit(error.exit_status) from error
    except KeyboardInterrupt as error:
        raise click.exceptions.Exit(130) from error
