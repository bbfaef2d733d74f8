"""Pure: every key of `selene.toml`: its name, its sort, its default, what it means. docs/configuration.md lists them.

A key is added here and nowhere else: reading, checking, `selene config` and the page follow from the table. A value is
checked for its sort only; what opens an engine or a port finds out whether that is possible.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from device.core.errors import BadConfig
from device.core.policy import MAX_CONFIG_TEXT_CHARS, MAX_PORT

Value = str | int | bool

_URI = re.compile(r"[a-z][a-z0-9_]*:.*")
_HOST = re.compile(r"[A-Za-z0-9.:_-]+")
_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class ValueKind(StrEnum):
    """What may stand behind a key; the value is how a person is told."""

    TEXT = "text"
    PATH = "an absolute path"
    URI = "an engine's URI, such as espeak:"
    URIS = "engines' URIs with a comma and a blank between"
    LANGUAGE = "a language's code, such as en"
    HOST = "a host name or an address"
    PORT = "a port, 0 to 65535"
    SWITCH = "true or false"
    SPEAKER = "user, guest or a name"


@dataclass(frozen=True, slots=True)
class ConfigKey:
    """One key. `section.name` stands in the file as `name` under `[section]`."""

    name: str
    kind: ValueKind
    default: Value
    """Empty where there is none."""
    meaning: str

    @property
    def variable(self) -> str:
        """The environment variable that overrides the file."""
        return "SELENE_" + self.name.upper().replace(".", "_")


def _server(name: str, what: str, port: int) -> tuple[ConfigKey, ...]:
    """Returns the keys that every server has."""
    return (
        ConfigKey(f"{name}.enabled", ValueKind.SWITCH, False, f"whether {what} is served"),
        ConfigKey(f"{name}.host", ValueKind.HOST, "127.0.0.1", "where it listens; by default for this machine alone"),
        ConfigKey(f"{name}.port", ValueKind.PORT, port, "its port"),
    )


_KINDS_OF_LADDERS = {
    "recogniser": "the recogniser",
    "voice": "the voice",
    "wake": "the wake word",
    "echo": "the echo canceller",
    "voiceprint": "what tells your voice from others",
    "mind": "the language model",
}


def _instead() -> tuple[ConfigKey, ...]:
    """Returns the keys of what takes the place of an engine that fails."""
    return tuple(
        ConfigKey(f"instead.{name}", ValueKind.URIS, "", f"what takes its place when {what} fails, the best first")
        for name, what in _KINDS_OF_LADDERS.items()
    )


def uris_of(text: str) -> tuple[str, ...]:
    """Returns the URIs of a value that names several."""
    return tuple(part for part in re.split(r",\s+", text.strip()) if part)


def _tls(name: str) -> tuple[ConfigKey, ...]:
    return (
        ConfigKey(
            f"{name}.tls_certificate", ValueKind.PATH, "", "a certificate chain in PEM; with it there is TLS only"
        ),
        ConfigKey(f"{name}.tls_key", ValueKind.PATH, "", "its private key in PEM, where that is another file"),
    )


CONFIG_KEYS = (
    ConfigKey("state", ValueKind.PATH, "", "the folder of the vault; by default your data folder, or systemd's"),
    ConfigKey("user", ValueKind.TEXT, "", "whose memory commands are about; by default whose account it is"),
    ConfigKey("language", ValueKind.LANGUAGE, "en", "the language in which Selene understands and answers"),
    ConfigKey("microphone", ValueKind.URI, "device:", "the microphone of `selene run`"),
    ConfigKey("speaker", ValueKind.URI, "device:", "its loudspeaker"),
    ConfigKey("wake", ValueKind.URI, "microwakeword:okay_nabu", "its wake word"),
    ConfigKey("speech", ValueKind.URI, "silero:", "its speech detector"),
    ConfigKey("recogniser", ValueKind.URI, "pocketsphinx:", "the recogniser, which must hear the language"),
    ConfigKey("voice", ValueKind.URI, "espeak:", "the voice"),
    ConfigKey("echo", ValueKind.URI, "linear:", "the echo canceller"),
    ConfigKey("voiceprint", ValueKind.URI, "none:", "what tells your voice from others"),
    ConfigKey("eot", ValueKind.URI, "none:", "what judges by the sound whether you have finished"),
    ConfigKey("mind", ValueKind.URI, "none:", "the language model that answers where Selene knows no answer"),
    *_instead(),
    ConfigKey(
        "second_opinion", ValueKind.SWITCH, False, "whether the mind reads what she could not; kept as uncertain"
    ),
    ConfigKey("encoder", ValueKind.URI, "none:", "what finds memories that say it in other words"),
    ConfigKey(
        "tones", ValueKind.SWITCH, True, "whether a loudspeaker sounds a tone when she listens, and when she heard"
    ),
    ConfigKey(
        "identity.local",
        ValueKind.SPEAKER,
        "user",
        "who speaks at the microphone: the user, a guest who has no memory, or the name of the user, who alone does",
    ),
    ConfigKey("models.catalogue", ValueKind.PATH, "", "the signed catalogue of models"),
    ConfigKey("models.key", ValueKind.TEXT, "", "the key, in hex, that must have signed it"),
    *_server("http", "the HTTP API", 8770),
    *_tls("http"),
    *_server("wyoming", "Wyoming, for Home Assistant", 10300),
    ConfigKey("wyoming.user", ValueKind.TEXT, "", "whose memory its clients have, since the protocol knows no persons"),
    ConfigKey("wyoming.guest", ValueKind.SWITCH, False, "whether its clients are guests, who have no memory"),
    ConfigKey("wyoming.announce", ValueKind.SWITCH, False, "whether zeroconf tells Home Assistant where it is"),
    *_server("mcp", "MCP over HTTP", 8771),
    *_tls("mcp"),
)
_BY_NAME: Mapping[str, ConfigKey] = {key.name: key for key in CONFIG_KEYS}


def config_key(name: str) -> ConfigKey:
    """Returns the key with this name. Raises `BadConfig`, with a name that may be meant."""
    found = _BY_NAME.get(name)
    if found is None:
        near = get_close_matches(name, _BY_NAME, n=1)
        meant = f" Do you mean {near[0]}?" if near else " `selene config show` lists all."
        raise BadConfig(f"There is no setting {name[:MAX_CONFIG_TEXT_CHARS]!r}.{meant}")
    return found


def parse_text_value(key: ConfigKey, text: str) -> Value:
    """Returns the value that a word on the command line or in the environment means. Raises `BadConfig`."""
    if key.kind is ValueKind.SWITCH:
        return check_value(key, _WORDS.get(text.strip().casefold(), text))
    if key.kind is ValueKind.PORT and text.strip().isascii() and text.strip().isdecimal():
        return check_value(key, int(text[:MAX_CONFIG_TEXT_CHARS]))
    return check_value(key, text)


def check_value(key: ConfigKey, value: object) -> Value:
    """Returns the value when it is of the key's sort. Raises `BadConfig`."""
    if key.kind is ValueKind.SWITCH:
        fits = isinstance(value, bool)
    elif key.kind is ValueKind.PORT:
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_PORT
    else:
        fits = isinstance(value, str) and _is_text_of(key.kind, value)
    if not fits or not isinstance(value, str | int):
        raise BadConfig(f"{key.name} must be {key.kind.value}, not {str(value)[:MAX_CONFIG_TEXT_CHARS]!r}.")
    return value


def _is_text_of(kind: ValueKind, text: str) -> bool:
    """Says whether a text is of this sort; an empty one only where nothing may stand."""
    if len(text) > MAX_CONFIG_TEXT_CHARS or not text.isprintable():
        return False
    if kind is ValueKind.PATH:
        return not text or text.startswith("/")
    if kind is ValueKind.URIS:
        return all(_URI.fullmatch(uri) for uri in uris_of(text))
    if kind is ValueKind.SPEAKER:
        return bool(text.strip())
    pattern = {ValueKind.URI: _URI, ValueKind.HOST: _HOST}.get(kind)
    if kind is ValueKind.LANGUAGE:
        return text.isascii() and text.isalpha()
    return pattern is None or pattern.fullmatch(text) is not None
