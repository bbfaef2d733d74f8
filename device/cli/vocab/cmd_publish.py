"""Composition: `selene vocab keygen | build | sign | publish`: the operator's commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.core.errors import BadUsage, FileRefused
from device.nlu.intent_registry import build_package_gate
from packages.core.errors import BadTerms
from packages.core.names import CATALOG_PATH, Version, moment_text
from packages.core.policy import PackagePolicy
from packages.documents.documents import PackageKind
from packages.documents.term_lists import Credit, read_list
from packages.publishing.build import BuiltPackage, PackageLabel, build_package, sign_package
from packages.publishing.repository import PublishingRepository, load_built, save_built, simple_root
from packages.storage.folders import FolderRepository
from packages.storage.key_files import make_key, read_key, read_public

_FORMS = {".yaml": "yaml", ".yml": "yaml", ".csv": "csv", ".jsonl": "jsonl"}


@dataclass(frozen=True, slots=True)
class NewRepository:
    """The options of a new repository: key files of the root, how many must sign, and `NAME=PUB:prefix,prefix`."""

    root_keys: tuple[Path, ...]
    threshold: int
    publishers: tuple[str, ...]


def create_signing_key(path: Path, *, as_json: bool) -> None:
    """Makes a signing key."""
    key_id = make_key(path)
    _show_result({"key_id": key_id, "file": str(path), "public": f"{path}.pub"}, f"Key {key_id} is in {path}.", as_json)


def build_company(
    label: PackageLabel, listed: Path, out: Path, credit: Credit, now: str | None, *, names_allowed: bool, as_json: bool
) -> None:
    """Builds an unsigned package of a list of terms, in a new folder."""
    policy, at_ms = PackagePolicy(), moment_of(now).at_ms
    form = _FORMS.get(listed.suffix.lower(), "")
    credit = Credit(credit.by, credit.at or moment_text(at_ms), credit.why)
    terms = read_list(_read_file(listed, policy.max_payload_bytes), form, credit, policy)
    built = build_package(label, terms, at_ms, build_package_gate(policy), names_allowed=names_allowed)
    _save_package(built, out, {"name": label.name, "version": str(label.version), "terms": len(terms)}, as_json)


def sign_package_folder(folder: Path, keys: Sequence[Path], *, as_json: bool) -> None:
    """Adds signatures to the package in a folder."""
    repository, policy = FolderRepository(folder), PackagePolicy()
    built = load_built(repository, policy)
    signed = BuiltPackage(sign_package(built.document, map(read_key, keys), policy), built.payload)
    save_built(repository, signed)
    _show_result({"signatures": len(keys)}, f"Signed with {len(keys)} key(s).", as_json)


def publish_packages(
    repository: Path,
    folders: Sequence[Path],
    keys: Sequence[Path],
    retired: Sequence[str],
    start: NewRepository | None,
    now: str | None,
    *,
    as_json: bool,
) -> None:
    """Publishes signed packages and retires others; starts the repository first, if asked."""
    policy, at_ms = PackagePolicy(), moment_of(now).at_ms
    operator = PublishingRepository(FolderRepository(repository), policy)
    signers = [read_key(path) for path in keys]
    if not signers:
        raise BadUsage("A catalogue is signed: name its key with --key. Nothing was published.")
    retire = dict(_split_reason(one) for one in retired)
    built = [load_built(FolderRepository(folder), policy) for folder in folders]
    if start is not None:
        publishers = dict(parse_publisher(one) for one in start.publishers)
        root_keys = [read_key(path) for path in start.root_keys]
        public = [read_public(path) for path in start.root_keys]
        root = simple_root(public, start.threshold, read_public(keys[0]), publishers, at_ms)
        operator.start(root, root_keys, signers, at_ms)
    version = (
        operator.publish(built, signers, at_ms, retire, build_package_gate(policy))
        if built or retire or start is None
        else 1
    )
    found = {"repository": str(repository), "catalog_version": version, "packages": len(built), "retired": len(retire)}
    _show_result(found, f"Catalogue {version} is published in {repository / CATALOG_PATH}.", as_json)


def _split_reason(text: str) -> tuple[str, str]:
    name, equals, rest = text.partition("=")
    if not (name and equals and rest):
        raise BadUsage(f"{text!r} is not NAME=…, as it has to be. Nothing was changed.")
    return name, rest


def parse_publisher(text: str) -> tuple[str, tuple[str, ...]]:
    """Parses `acme=acme.pub:acme,kitchen`: a name, the file of its public key, and the prefixes that it owns."""
    name, rest = _split_reason(text)
    path, _, prefixes = rest.rpartition(":")
    if not path:
        raise BadUsage(f"{text!r} is not NAME=PUBLIC_KEY_FILE:PREFIX,PREFIX. Nothing was changed.")
    return name, (read_public(Path(path)), *(prefix for prefix in prefixes.split(",") if prefix))


def _save_package(built: BuiltPackage, out: Path, found: dict[str, object], as_json: bool) -> None:
    save_built(FolderRepository(out), built)
    _show_result({**found, "folder": str(out)}, f"Package {found['name']} {found['version']} is in {out}.", as_json)


def _show_result(found: dict[str, object], sentence: str, as_json: bool) -> None:
    if as_json:
        show_json(found)
    else:
        click.echo(sentence)


def _read_file(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise FileRefused(f"{path} cannot be read ({error.strerror}). Nothing was built; name another.") from error


def label_from_options(
    name: str, version: str, kind: PackageKind, language: str, scope: str, priority: int, requires: Sequence[str]
) -> PackageLabel:
    """Builds the package's label from the options. Raises `BadTerms` or `BadUsage`."""
    needed = {one: parse_version_option(lowest) for one, lowest in map(_split_reason, requires)}
    return PackageLabel(name, parse_version_option(version), kind, language, scope, priority, needed)


def parse_version_option(text: str) -> Version:
    """Parses a version. Raises `BadTerms`."""
    try:
        return Version.parse(text)
    except ValueError as error:
        raise BadTerms(f"{text!r} is not a version such as 1.4. Nothing was built.") from error
