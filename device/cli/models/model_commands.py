"""Composition: `selene models`: signatures and help of its commands; each body imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors

_folder = click.option("--folder", type=opt.PATH, metavar="DIR", help="Where they lie; by default beside the vault.")
_catalogue = click.option(
    "--catalogue",
    cls=opt.ConfiguredOption,
    key="models.catalogue",
    type=opt.PATH,
    metavar="FILE",
    help="Their list.",
)
_key = click.option(
    "--key", cls=opt.ConfiguredOption, key="models.key", metavar="HEX", help="The key that must have signed it."
)


@click.group(cls=CommandGroup)
def models_app() -> None:
    """Fetch models of engines, and check them."""


@models_app.command("list")
@_catalogue
@_key
@_folder
@opt.state
@opt.as_json
def models_list(
    catalogue: Path | None, key: str | None, folder: Path | None, state: Path | None, as_json: bool
) -> None:
    """The models of the catalogue: size, licence, for which devices, whether they are here."""
    from device.cli.models.cmd_models import list_models, models_place

    with report_errors(as_json=as_json):
        list_models(models_place(catalogue, key, folder, opt.state_folder(state)), as_json=as_json)


@models_app.command("pull")
@click.argument("name")
@_catalogue
@_key
@_folder
@opt.state
@opt.as_json
def models_pull(
    name: str, catalogue: Path | None, key: str | None, folder: Path | None, state: Path | None, as_json: bool
) -> None:
    """Fetch a model, going on where it was cut off; it is used only once it was checked."""
    from device.cli.models.cmd_models import models_place, pull_named

    with report_errors(as_json=as_json):
        pull_named(models_place(catalogue, key, folder, opt.state_folder(state)), name, as_json=as_json)


@models_app.command("verify")
@click.argument("name")
@_catalogue
@_key
@_folder
@opt.state
@opt.as_json
def models_verify(
    name: str, catalogue: Path | None, key: str | None, folder: Path | None, state: Path | None, as_json: bool
) -> None:
    """Check whether a model on this device is what the catalogue says."""
    from device.cli.models.cmd_models import models_place, verify_named

    with report_errors(as_json=as_json):
        verify_named(models_place(catalogue, key, folder, opt.state_folder(state)), name, as_json=as_json)


@models_app.command("remove")
@click.argument("name")
@_catalogue
@_key
@_folder
@opt.state
@opt.as_json
def models_remove(
    name: str, catalogue: Path | None, key: str | None, folder: Path | None, state: Path | None, as_json: bool
) -> None:
    """Remove a model from this device, and what was fetched of it."""
    from device.cli.models.cmd_models import models_place, remove_named

    with report_errors(as_json=as_json):
        remove_named(models_place(catalogue, key, folder, opt.state_folder(state)), name, as_json=as_json)


@models_app.command("pin")
@click.argument("what", metavar="FILE|URL")
@opt.as_json
def models_pin(what: str, as_json: bool) -> None:
    """Compute size and digest of a file, or of what is at an address, as an entry of a catalogue has them."""
    from device.cli.models.cmd_models import pin_model

    with report_errors(as_json=as_json):
        fetched = what.startswith(("http://", "https://"))
        pin_model(what if fetched else opt.PATH.convert(what, None, None), as_json=as_json)
