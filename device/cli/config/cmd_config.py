"""Composition: `selene config show | set | path`: shows where each setting comes from, and writes one.

What is written is checked first, also against the other settings: the file is never one that Selene would refuse. A
running daemon reads it when it is started again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.core.config_keys import CONFIG_KEYS, ConfigKey, Value, ValueKind, config_key, parse_text_value, uris_of
from device.core.errors import BadConfig, BadUsage
from device.core.server_address import ServerAddress
from device.engines.factory import check_uris
from device.engines.heard_languages import check_heard_language
from device.platform.config_place import config_place
from device.platform.configuration import (
    SYSTEM_PLACE,
    ConfiguredValue,
    configured_values,
    read_config_file,
    value_in_force,
)
from device.platform.language_files import load_language

ENGINE_KINDS = {
    "microphone": "microphones",
    "speaker": "speakers",
    "wake": "wake_words",
    "speech": "speech_detectors",
    "recogniser": "recognisers",
    "voice": "voices",
    "echo": "echo_cancellers",
    "voiceprint": "voiceprints",
    "eot": "end_of_turn_models",
    "mind": "minds",
    "encoder": "encoders",
}
"""The kind of engine, as the registry calls it, of each setting that names one."""
_NO_MICROPHONE = "none:"
INSTEAD = "instead."
"""Before the settings of what takes the place of an engine."""


def instead_of_engines() -> dict[str, tuple[str, ...]]:
    """Returns what the configuration names for the place of engines, by the registry's name of their kind."""
    values = configured_values()
    named = {key: uris_of(str(value)) for key, value in values.items() if key.startswith(INSTEAD)}
    return {ENGINE_KINDS[key.removeprefix(INSTEAD)]: uris for key, uris in named.items() if uris}


def show_settings(name: str | None, *, system: bool, as_json: bool) -> None:
    """Prints the settings in force. With `system` those of the service, which has not the caller's environment."""
    place = _place(system=system)
    written = read_config_file(place)
    environment: Mapping[str, str] = {} if system else os.environ
    keys = CONFIG_KEYS if name is None else (config_key(name),)
    found = [value_in_force(key, written, place, environment) for key in keys]
    if as_json:
        show_json({"path": str(place), "settings": [_setting_object(one) for one in found]})
        return
    for one in found:
        source = one.source if one.source == "default" else f"{one.source} {one.place}"
        click.echo(f"{one.key.name:<22} {styled(f'{_written(one.value):<28}')} {styled(source)}")


def write_setting(name: str, text: str | None, *, to_default: bool, system: bool, as_json: bool) -> None:
    """Writes one setting, or takes it out. Raises `BadConfig` or `LanguageMismatch`: the file is kept."""
    if (text is None) != to_default:
        raise BadUsage("Write a value after the key, or --default without one. Nothing was written.")
    key, place = config_key(name), _place(system=system)
    value = write_checked(place, {name: text})[key]
    in_force = key.default if value is None else value
    if as_json:
        show_json({"path": str(place), "key": key.name, "value": in_force})
        return
    click.echo(f"{key.name} is {styled(_written(in_force))} in {place}. It holds from the next start.")
    if not system and os.environ.get(key.variable):
        click.echo(f"Here ${key.variable} overrides it.")
    if key.name == "wyoming.announce" and value:
        click.echo(_MULTICAST)


def write_checked(place: Path, texts: Mapping[str, str | None]) -> dict[ConfigKey, Value | None]:
    """Writes several settings at once, or none; None takes one out. Raises as `write_setting` does."""
    values = {
        config_key(name): None if text is None else _checked(config_key(name), text) for name, text in texts.items()
    }
    written = dict(read_config_file(place))
    for key, value in values.items():
        written.pop(key.name, None)
        if value is not None:
            written[key.name] = value
    _check_together(written)
    from device.platform.config_writer import write_config

    write_config(place, values)
    return values


def show_place(*, system: bool, as_json: bool) -> None:
    """Prints where the file lies."""
    place = _place(system=system)
    if as_json:
        show_json({"path": str(place), "exists": place.exists()})
    else:
        click.echo(styled(str(place)))


_MULTICAST = """The unit of the service blocks multicast, which zeroconf needs. Allow it with `systemctl edit selene`:
  [Service]
  IPAddressDeny="""


def _place(*, system: bool) -> Path:
    return SYSTEM_PLACE if system else config_place()


def _checked(key: ConfigKey, text: str) -> Value:
    try:
        value = parse_text_value(key, text)
    except BadConfig as error:
        raise BadConfig(f"{error} Nothing was written.") from error
    if key.name in ENGINE_KINDS and (key.name, value) != ("microphone", _NO_MICROPHONE):
        check_uris({ENGINE_KINDS[key.name]: str(value)})
    if key.kind is ValueKind.URIS:
        for uri in uris_of(str(value)):
            check_uris({ENGINE_KINDS[key.name.removeprefix(INSTEAD)]: uri})
    if key.name == "language":
        load_language(str(value))
    return value


def _check_together(written: Mapping[str, Value]) -> None:
    """Refuses settings of the file that contradict each other."""
    names = ("microphone", "recogniser", "language")
    microphone, recogniser, language = (str(written.get(name, config_key(name).default)) for name in names)
    if microphone != _NO_MICROPHONE:
        for uri in (recogniser, *uris_of(str(written.get(f"{INSTEAD}recogniser", "")))):
            check_heard_language(uri, language)
    for server in ("http", "mcp"):
        if written.get(f"{server}.tls_key") and not written.get(f"{server}.tls_certificate"):
            raise BadConfig(f"{server}.tls_key needs {server}.tls_certificate, which comes first. Nothing was written.")
    if written.get("wyoming.guest") and written.get("wyoming.user"):
        raise BadConfig("wyoming.user and wyoming.guest exclude each other. Nothing was written.")
    host = str(written.get("http.host", config_key("http.host").default))
    open_to_others = not ServerAddress(host, 0).loopback and not written.get("http.tls_certificate")
    if written.get("http.enabled") and open_to_others:
        raise BadConfig(
            f"Others can reach {host}, and would read every word on the way: http.tls_certificate comes first. Nothing"
            " was written."
        )


def _setting_object(one: ConfiguredValue) -> dict[str, object]:
    named = {"key": one.key.name, "value": one.value, "source": one.source, "place": one.place or None}
    return {**named, "default": one.key.default, "variable": one.key.variable, "meaning": one.key.meaning}


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
