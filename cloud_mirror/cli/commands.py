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
from typing import Annotated

import typer

from cloud_mirror.core.errors import MirrorError

app = typer.Typer(
    name="selene-mirror",
    help="The mirror: it keeps a copy of a person's memory that it cannot read.",
    epilog="Exit statuses are listed in docs/mirror.md. A refusal prints one sentence and its code.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
State = Annotated[Path, typer.Option("--state", help="Folder of the mirror's keys.", metavar="DIR")]
Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]


@app.command(name="serve")
def serve_command(
    listen: Annotated[str, typer.Option(help="Port 0 takes a free one.", metavar="HOST:PORT")],
    store: Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…", metavar="URL", envvar="SELENE_STORE")],
    state: State,
    metrics: Annotated[Path | None, typer.Option(help="Write counts for Prometheus here.", metavar="FILE")] = None,
    packages: Annotated[
        Path | None, typer.Option(help="Serve the package repositories in it.", metavar="DIR", envvar="SELENE_PACKAGES")
    ] = None,
    as_json: Json = False,
) -> None:
    """Serve until told to stop. Prints `listening HOST:PORT` when it is ready."""
    import asyncio
    import os

    # grpc's own lines about failed handshakes are not JSON and help nobody; an operator can set it to DEBUG.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")

    from cloud_mirror.server.server import ListenAddress, ServeOptions
    from cloud_mirror.server.server import serve_mirror as run

    def announce(address: str) -> None:
        typer.echo(json.dumps({"listening": address}) if as_json else f"listening {address}")

    with _reported(as_json=as_json):
        asyncio.run(run(ServeOptions(ListenAddress.parsed(listen), store, state, metrics, packages), announce))


@app.command(name="invite")
def invite_command(
    state: State,
    hours: Annotated[int, typer.Option(help="How long it can be used.")] = 24,
    out: Annotated[Path | None, typer.Option(help="Write the token to this new file.", metavar="FILE")] = None,
    as_json: Json = False,
) -> None:
    """Make an invitation for one device. Anybody who has the token may use it, once."""
    from cloud_mirror.cli.issue_invitation import make_invitation, write_private

    with _reported(as_json=as_json):
        made = make_invitation(state, hours)
        if out is not None:
            write_private(out, made.text)
        fields = {"id": made.id, "hours": hours, **({"file": str(out)} if out else {"token": made.text})}
        typer.echo(json.dumps(fields) if as_json else str(out or made.text))


@contextmanager
def _reported(*, as_json: bool) -> Iterator[None]:
    """Turns errors into one sentence on stderr (and an object on stdout with `--json`)."""
    try:
        yield
    except MirrorError as error:
        if as_json:
            typer.echo(json.dumps({"error": {"code": error.code, "message": str(error)}}))
        typer.echo(f"selene-mirror: {error} [{error.code}]", err=True)
        raise typer.Exit(error.exit_status) from error
    except KeyboardInterrupt as error:
        raise typer.Exit(130) from error
