"""Pure: names of packages and files, versions, moments, and the path of each file in a repository.

A name is small ASCII letters and digits with '.', '-' or '_' between them, so it is no path, no look-alike and no
device name of Windows.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import total_ordering

from packages.core.errors import BadName
from packages.core.policy import MAX_NAME_CHARS, MAX_PATH_CHARS, MAX_VERSION

CATALOG_PATH = "catalog.json"
PACKAGE_FILE = "package.json"

_NAME = re.compile(r"[a-z0-9]+(?:[._-][a-z0-9]+)*")
_WINDOWS = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_VERSION = re.compile(r"(?:0|[1-9]\d{0,19})(?:\.(?:0|[1-9]\d{0,19})){0,2}", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_PART = re.compile(r"[._-]")
_PLACE = re.compile(r"(?:[1-9]\d{0,19}\.root\.json|catalog\.json|packages/[^/]+/[^/]+/[^/]+)", re.ASCII)


@total_ordering
class Version:
    """A package's version: one to three numbers; a missing one is 0, so 1.4 is 1.4.0. Never changes."""

    __slots__ = ("_numbers",)

    def __init__(self, major: int, minor: int = 0, patch: int = 0) -> None:
        self._numbers = (major, minor, patch)

    @classmethod
    def parse(cls, text: str) -> Version:
        """From "1.4". Raises `ValueError`."""
        if not isinstance(text, str) or not _VERSION.fullmatch(text):
            raise ValueError("expected a version such as 1.4")
        parts = [int(part) for part in text.split(".")]
        if max(parts) > MAX_VERSION:
            raise ValueError("a version is at most 64 bits")
        return cls(*parts)

    def __str__(self) -> str:
        major, minor, patch = self._numbers
        return f"{major}.{minor}" + (f".{patch}" if patch else "")

    def __repr__(self) -> str:
        return f"Version({self})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self._numbers == other._numbers

    def __lt__(self, other: Version) -> bool:
        return self._numbers < other._numbers

    def __hash__(self) -> int:
        return hash(self._numbers)


NO_VERSION = Version(0)
"""The version below every other."""


def check_name(name: str) -> str:
    """Returns a checked name of a package or file. Raises `BadName`."""
    if not _NAME.fullmatch(name) or len(name) > MAX_NAME_CHARS or _WINDOWS.fullmatch(name):
        raise BadName
    return name


def prefix_owns(prefix: str, name: str) -> bool:
    """Says whether a publisher of `prefix` may publish `name`: the prefix itself, or it and a separator begin the
    name.
    """
    return prefix == "*" or name == prefix or (name.startswith(prefix) and bool(_PART.match(name, len(prefix))))


def root_path(version: int) -> str:
    """Returns the path of a root."""
    return f"{version}.root.json"


def package_path(name: str, version: Version) -> str:
    """Returns the path of a package document."""
    return f"packages/{check_name(name)}/{version}/{PACKAGE_FILE}"


def payload_path(name: str, version: Version, file: str) -> str:
    """Returns the path of a package's payload."""
    return f"packages/{check_name(name)}/{version}/{check_name(file)}"


def is_repository_path(path: str) -> bool:
    """Says whether a repository may have this path: a root, the catalogue, or a file of one version of a package."""
    if len(path) > MAX_PATH_CHARS or not _PLACE.fullmatch(path):
        return False
    try:
        return all(map(check_name, path.split("/")))
    except BadName:
        return False


def parse_moment(text: str) -> int:
    """Reads "2026-01-31T00:00:00Z" as milliseconds since 1970. Raises `ValueError`."""
    if not _MOMENT.fullmatch(text):
        raise ValueError("expected a moment such as 2026-01-31T00:00:00Z")
    return round(datetime.fromisoformat(text).timestamp()) * 1000


def moment_text(at_ms: int) -> str:
    """Formats a moment for documents, in whole seconds. Raises `ValueError` outside the years 1 to 9999."""
    try:
        return datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, OSError) as error:
        raise ValueError("a moment outside the calendar") from error
