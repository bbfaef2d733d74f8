"""Composition: the findings of `selene doctor` about the configuration, and about the engines that it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from device.cli.doctor.doctor_finding import Finding
from device.core.config_keys import CONFIG_KEYS, Value
from device.core.errors import BadConfig, DeviceError, LanguageMismatch
from device.daemon.audio_inputs import NO_MICROPHONE
from device.engines.heard_languages import check_heard_language
from device.platform.config_place import config_place
from device.platform.configuration import configured_values

_OPENERS = {
    "microphone": "open_microphone",
    "speaker": "open_speaker",
    "wake": "open_wake",
    "speech": "open_speech",
    "recogniser": "open_recogniser",
    "voice": "open_voice",
}
_WRITES = "wav:"
"""A loudspeaker that writes a file; opening it would write that file anew."""


def run_engine_checks() -> Iterator[Finding]:
    """Yields what is found; where the configuration is refused, of the default engines."""
    values: Mapping[str, Value] = {key.name: key.default for key in CONFIG_KEYS}
    try:
        values = configured_values()
        yield _configuration(values)
    except BadConfig as error:
        yield Finding("configuration", "fail", error.code, str(error))
    for name, opener in _OPENERS.items():
        uri = str(values[name])
        if uri == NO_MICROPHONE or uri.startswith(_WRITES):
            yield Finding(name, "ok", uri)
        else:
            yield _engine(name, opener, uri)


def _configuration(values: Mapping[str, Value]) -> Finding:
    place = config_place()
    if values["microphone"] != NO_MICROPHONE:
        try:
            check_heard_language(str(values["recogniser"]), str(values["language"]))
        except LanguageMismatch as error:
            return Finding("configuration", "fail", error.code, str(error))
    return Finding("configuration", "ok", str(place) if place.exists() else f"no {place}: the defaults hold")


def _engine(name: str, opener: str, uri: str) -> Finding:
    from device.engines import factory

    try:
        opened = getattr(factory, opener)(uri, fast=False) if name == "microphone" else getattr(factory, opener)(uri)
    except DeviceError as error:
        if uri == "device:":
            return Finding(name, "warn", "none that can be opened", f"{error} What needs no sound works without.")
        return Finding(name, "fail", error.code, str(error))
    if hasattr(opened, "close"):
        opened.close()
    return Finding(name, "ok", uri)
