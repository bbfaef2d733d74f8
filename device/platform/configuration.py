"""Adapter: reads the configuration: defaults, then `selene.toml`, then the environment. Flags override all of it.

The file is in the person's folder of settings; for a service of the system in systemd's, `/etc/selene`. A file with an
unknown key or a value of another sort is refused as a whole, and is never changed by reading. Imports little: every
command begins with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from device.core.config_keys import CONFIG_KEYS, ConfigKey, Value, check_value, config_key, parse_text_value
from device.core.errors import BadConfig
from device.core.policy import MAX_CONFIG_BYTES
from device.platform.config_place import FILE_NAME, config_place

SYSTEM_PLACE = Path("/etc/selene") / FILE_NAME
"""Where the configuration of a service of the system lies; as in `docs/systemd/selene.service`."""


@dataclass(frozen=True, slots=True)
class ConfiguredValue:
    """A value in force, and where it comes from."""

    key: ConfigKey
    value: Value
    source: str
    """`default`, `file` or `environment`."""
    place: str = ""
    """The file, or the variable."""


def configured_value(name: str, environment: Mapping[str, str] | None = None) -> ConfiguredValue:
    """Returns the value of one key in force. Raises `BadConfig`, also for another key in the file."""
    place = config_place()
    told = os.environ if environment is None else environment
    return value_in_force(config_key(name), read_config_file(place), place, told)


def configured_values() -> Mapping[str, Value]:
    """Returns the values of all keys in force, by their names. Raises `BadConfig`."""
    place = config_place()
    written = read_config_file(place)
    return {key.name: value_in_force(key, written, place, os.environ).value for key in CONFIG_KEYS}


def read_config_file(place: Path) -> Mapping[str, Value]:
    """Returns what the file says, by the keys' names; nothing where there is none. Raises `BadConfig`."""
    try:
        with place.open("rb") as file:
            content = file.read(MAX_CONFIG_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise BadConfig(f"{place} cannot be read ({getattr(error, 'strerror', error)}). Nothing was done.") from error
    if len(content) > MAX_CONFIG_BYTES:
        raise BadConfig(f"{place} is much too long to be a configuration. It was left as it is; nothing was done.")
    return parse_config(content, place)


def parse_config(content: bytes, place: Path) -> Mapping[str, Value]:
    """Returns the values of a configuration's text. Raises `BadConfig`, which names the place of the mistake."""
    import tomllib

    try:
        table = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "it is no text in UTF-8"
        raise BadConfig(f"{place} is no TOML: {why}. It was left as it is; nothing was done.") from error
    try:
        return {name: check_value(config_key(name), value) for name, value in _flat(table)}
    except BadConfig as error:
        raise BadConfig(f"{place}: {error} It was left as it is; nothing was done.") from error


def _flat(table: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict) and not before:
            yield from _flat(value, f"{name}.")
        else:
            yield f"{before}{name}", value


def value_in_force(
    key: ConfigKey, written: Mapping[str, Value], place: Path, environment: Mapping[str, str]
) -> ConfiguredValue:
    """Returns the value of a key: of the environment, else of the file, else its default. Raises `BadConfig`."""
    told = environment.get(key.variable)
    if told:
        try:
            return ConfiguredValue(key, parse_text_value(key, told), "environment", key.variable)
        except BadConfig as error:
            raise BadConfig(f"${key.variable}: {error} Nothing was done.") from error
    if key.name in written:
        return ConfiguredValue(key, written[key.name], "file", str(place))
    return ConfiguredValue(key, key.default, "default")
