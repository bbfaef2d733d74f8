"""Adapter: the catalogue of models: signed as a package is, and read only with the key that is trusted.

An entry without a digest is unverified: it is listed and not fetched.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from device.core.errors import CatalogueRefused, ModelNoRoom
from device.models.policy import MAX_CATALOGUE_BYTES, MAX_MODEL_BYTES
from packages.core.errors import PackageError
from packages.core.policy import PackagePolicy
from packages.core.signed_json import canonical_document_bytes, read_json
from packages.documents.documents import Signature
from packages.documents.signing import signing_key_id, valid_signers

MODELS = "models"
"""The type of the document, which its signatures are separated by."""
_SPEC = 1


class ModelEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the catalogue says of one model."""

    kind: str
    """Which engine reads it: `mind`, `recogniser`, `voice`, …"""
    url: str
    file: str
    """The name of the file on the device."""
    licence: str
    source: str
    """Where every one of these facts stands, or how it was computed."""
    bytes: int = 0
    sha256: str = ""
    fits: tuple[str, ...] = ()
    """Devices that it is made for, such as `pi-4`."""

    def __post_init__(self) -> None:
        """Refuses a name that leads elsewhere, and a digest that is none."""
        plain = self.file and self.file == Path(self.file).name and not self.file.startswith(".")
        hexadecimal = len(self.sha256) in (0, 64) and not set(self.sha256) - set("0123456789abcdef")
        whole = 0 < self.bytes <= MAX_MODEL_BYTES if self.sha256 else self.bytes >= 0
        if not (plain and hexadecimal and whole and self.file.isprintable()):
            raise ValueError("an entry that cannot be")

    @property
    def verified(self) -> bool:
        """Says whether it can be checked, and so be fetched."""
        return bool(self.sha256)


class _Body(msgspec.Struct, frozen=True):
    version: int
    models: dict[str, ModelEntry]


class _Signature(msgspec.Struct, frozen=True):
    keyid: str
    sig: str


class _Envelope(msgspec.Struct, frozen=True):
    signatures: list[_Signature]
    signed: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ModelCatalogue:
    """The models of a catalogue, by name."""

    version: int
    models: dict[str, ModelEntry]


def read_catalogue(path: Path, key: str) -> ModelCatalogue:
    """Reads a catalogue that this key, in hex, signed. Raises CatalogueRefused."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_CATALOGUE_BYTES + 1)
    except OSError as error:
        raise CatalogueRefused(f"The catalogue {path} cannot be read. Nothing was fetched.") from error
    if len(content) > MAX_CATALOGUE_BYTES:
        raise CatalogueRefused("The catalogue is larger than one may be. Nothing was fetched.")
    try:
        envelope = msgspec.convert(read_json(content, "The catalogue of models", PackagePolicy()), _Envelope)
        body = canonical_document_bytes(envelope.signed)
        signatures = tuple(Signature(one.keyid, one.sig) for one in envelope.signatures)
        public = bytes.fromhex(key)
        signed = valid_signers(signatures, body, MODELS, {signing_key_id(public): key})
        is_catalogue = envelope.signed.get("_type") == MODELS and envelope.signed.get("spec") == _SPEC
        found = msgspec.convert(envelope.signed, _Body)
    except (PackageError, msgspec.ValidationError, ValueError) as error:
        raise CatalogueRefused("The catalogue of models is not well formed. Nothing was fetched.") from error
    if not signed or not is_catalogue:
        raise CatalogueRefused("The catalogue of models is not signed with the trusted key. Nothing was fetched.")
    return ModelCatalogue(found.version, found.models)


def refuse_older(found: ModelCatalogue, key: str, folder: Path) -> None:
    """Refuses a catalogue that is older than one that was fetched by. Raises CatalogueRefused."""
    if found.version < _fetched_by(key, folder):
        raise CatalogueRefused("The catalogue of models is older than one that was used before. Nothing was fetched.")


def note_version(found: ModelCatalogue, key: str, folder: Path) -> None:
    """Notes beside the models that one is fetched by this catalogue. Raises ModelNoRoom."""
    if found.version > _fetched_by(key, folder):
        place = _version_file(key, folder)
        fresh = place.with_name(f"{place.name}.new")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            fresh.write_text(str(found.version), encoding="ascii")
            fresh.replace(place)
        except OSError as error:
            raise ModelNoRoom(f"{place} cannot be written ({error.strerror}). Nothing was fetched.") from error


def _fetched_by(key: str, folder: Path) -> int:
    """Returns the newest version that models were fetched by; -1 for none."""
    try:
        return int(_version_file(key, folder).read_text(encoding="ascii"))
    except FileNotFoundError:
        return -1
    except (OSError, ValueError) as error:
        raise CatalogueRefused(f"{_version_file(key, folder)} is damaged. Nothing was fetched.") from error


def _version_file(key: str, folder: Path) -> Path:
    return folder / f".catalogue-{key[:16].lower()}"
