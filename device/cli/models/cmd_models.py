"""Composition: `selene models`: lists, fetches, checks and removes what a signed catalogue names."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.core.errors import BadUsage, ModelMismatch, ModelUnknown, ModelUnreachable
from device.models.fetching import FetchBroken, hash_url
from device.models.model_catalogue import ModelCatalogue, ModelEntry, note_version, read_catalogue, refuse_older
from device.models.model_files import file_digest, is_whole, pull_model, remove_model


@dataclass(frozen=True, slots=True)
class ModelsPlace:
    """A catalogue, and the folder of its models."""

    catalogue: ModelCatalogue
    folder: Path
    key: str

    def entry(self, name: str) -> ModelEntry:
        """Returns what the catalogue says of a model. Raises ModelUnknown."""
        found = self.catalogue.models.get(name)
        if found is None:
            raise ModelUnknown(f"The catalogue has no model {name[:64]!r}. `selene models list` prints all.")
        return found


def models_place(catalogue: Path | None, key: str | None, folder: Path | None, state: Path) -> ModelsPlace:
    """Reads the catalogue. Raises BadUsage where none, or no key, is named, and CatalogueRefused."""
    if catalogue is None or not key:
        raise BadUsage("Name a catalogue and the key that signed it: --catalogue FILE --key HEX, or the settings.")
    place = ModelsPlace(read_catalogue(catalogue, key), folder or state / "models", key)
    refuse_older(place.catalogue, key, place.folder)
    return place


def list_models(place: ModelsPlace, *, as_json: bool) -> None:
    """Prints every model by name."""
    rows = [
        {
            "name": name,
            "kind": entry.kind,
            "bytes": entry.bytes,
            "licence": entry.licence,
            "fits": list(entry.fits),
            "verified": entry.verified,
            "here": (place.folder / entry.file).is_file(),
        }
        for name, entry in sorted(place.catalogue.models.items())
    ]
    if as_json:
        show_json({"version": place.catalogue.version, "models": rows})
        return
    for row in rows:
        state = "here" if row["here"] else "" if row["verified"] else "unverified"
        click.echo(styled(f"{row['name']!s:<24} {row['kind']!s:<11} {row['bytes']!s:>12}  {row['licence']}  {state}"))


def fetch_named(place: ModelsPlace, name: str) -> Path:
    """Fetches a model and returns its place; a terminal is shown how far it is."""
    entry = place.entry(name)
    note_version(place.catalogue, place.key, place.folder)
    with click.progressbar(length=entry.bytes, label=name, file=sys.stderr) as shown:
        return pull_model(name, entry, place.folder, lambda done, _: shown.update(done - shown.pos))


def pull_named(place: ModelsPlace, name: str, *, as_json: bool) -> None:
    """Fetches a model, and prints where it is."""
    path = fetch_named(place, name)
    if as_json:
        show_json({"name": name, "path": str(path)})
    else:
        click.echo(str(path))


def verify_named(place: ModelsPlace, name: str, *, as_json: bool) -> None:
    """Checks a model. Raises ModelMismatch."""
    entry = place.entry(name)
    if not entry.verified:
        raise ModelUnknown(f"{name} has no digest in the catalogue, so it cannot be checked.")
    path = place.folder / entry.file
    if not is_whole(path, entry):
        raise ModelMismatch(f"{path} is another file than the catalogue says. Remove it, and pull {name} again.")
    if as_json:
        show_json({"name": name, "path": str(path), "verified": True})
    else:
        click.echo(f"{path} is what the catalogue says.")


def remove_named(place: ModelsPlace, name: str, *, as_json: bool) -> None:
    """Removes a model."""
    remove_model(name, place.entry(name), place.folder)
    if as_json:
        show_json({"name": name, "removed": True})
    else:
        click.echo(f"Removed {name}.")


def pin_model(what: Path | str, *, as_json: bool) -> None:
    """Prints size and digest of a file, or of what is at an address. Raises ModelUnreachable."""
    try:
        length, digest = file_digest(what) if isinstance(what, Path) else hash_url(what)
    except FetchBroken as error:
        raise ModelUnreachable(f"What is there cannot be fetched ({error}). Nothing was kept.") from error
    name = Path(urlsplit(str(what)).path).name
    if as_json:
        show_json({"file": name, "bytes": length, "sha256": digest})
    else:
        click.echo(f"{digest}  {length}  {styled(name)}")
