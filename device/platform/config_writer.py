"""Adapter: writes one key of `selene.toml`, and keeps everything else in it: comments, order, blank lines."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path

import tomlkit
from tomlkit.items import Table
from tomlkit.toml_document import TOMLDocument

from device.core.config_keys import ConfigKey, Value
from device.core.errors import FileRefused
from device.core.policy import NEW_CONFIG_MODE
from device.platform.configuration import parse_config, read_config_file

_COMMENT = "Settings of Selene. `selene config show` lists all of them, and where each value comes from."


def write_config_value(place: Path, key: ConfigKey, value: Value | None) -> None:
    """Sets a key in the file, which is made when there is none; None takes the key out. Raises as `write_config`."""
    write_config(place, {key: value})


def write_config(place: Path, values: Mapping[ConfigKey, Value | None]) -> None:
    """Sets several keys in the file at once, or none of them.

    Raises `BadConfig` when the file is not one that Selene would read, and `FileRefused` when it cannot be written.
    Then the old file is kept.
    """
    read_config_file(place)
    try:
        text = place.read_bytes().decode("utf-8-sig") if place.exists() else ""
        document = tomlkit.parse(text) if text else _new_document()
        for key, value in values.items():
            _put(document, key.name.split("."), value)
        written = tomlkit.dumps(document).encode()
        parse_config(written, place)
        replace_file(place, written)
    except OSError as error:
        raise FileRefused(f"{place} cannot be written ({error.strerror}). The old settings are kept.") from error


def _new_document() -> TOMLDocument:
    document = tomlkit.document()
    document.add(tomlkit.comment(_COMMENT))
    return document


def _put(document: TOMLDocument, path: list[str], value: Value | None) -> None:
    table: TOMLDocument | Table = document
    if len(path) > 1:
        found = document.get(path[0])
        if found is None and value is None:
            return
        if found is None:
            document[path[0]] = tomlkit.table()
        table = document[path[0]]
    if value is not None:
        table[path[-1]] = value
    elif path[-1] in table:
        del table[path[-1]]


def replace_file(place: Path, written: bytes) -> None:
    """Replaces a file as a whole, with the rights that it had. A link stays one, to the new content."""
    place = place.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else NEW_CONFIG_MODE
    fresh = place.with_name(f".{place.name}.new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, place)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
