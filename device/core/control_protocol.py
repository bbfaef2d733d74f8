"""Pure: the messages at the control socket: one JSON object a line, a request and what its command prints.

The client sends a request; the daemon answers with pieces of output, questions for a line of input, and at the end
the exit status, or with `elsewhere` when its vault is not the one that is meant. Both are of one build, but a newer
client may meet an older daemon: `VERSION` says which messages it means. Every command begins with it: what it imports,
each of them waits for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeGuard, TypeVar

T = TypeVar("T")
VERSION = 2
SOCKET_NAME = "control.sock"
ENVIRONMENT = ("SELENE_USER", "SELENE_LANGUAGE", "SELENE_RECOGNISER", "NO_COLOR")
"""What a command reads of its caller's environment."""
_UNKNOWN = "The request is none that this daemon knows. Nothing was done."


class ControlRequest(NamedTuple):
    """A command as it was typed, and what it must know of the place where that happened."""

    arguments: tuple[str, ...]
    folder: str
    """The working folder, for relative paths."""
    columns: int = 80
    terminals: tuple[bool, bool, bool] = (False, False, False)
    """Whether input, output and errors are a terminal."""
    environment: Mapping[str, str] = MappingProxyType({})
    only_of: str | None = None
    """The folder of the vault that is meant; a daemon that has another one answers `elsewhere`."""


class BadRequest(ValueError):
    """A line at the control socket is no message."""


def request_line(request: ControlRequest) -> bytes:
    """Returns the line that asks for a command."""
    return message_line({"version": VERSION, **request._asdict(), "environment": dict(request.environment)})


def parse_request(line: bytes) -> ControlRequest:
    """Returns the request of a line. Raises BadRequest."""
    found = parse_message(line)
    if found.get("version") != VERSION:
        raise BadRequest("Selene and this command are of different versions. Restart Selene, then run it again.")
    arguments, terminals, environment = (found.get(name) for name in ("arguments", "terminals", "environment"))
    folder, columns, only_of = (found.get(name) for name in ("folder", "columns", "only_of"))
    if not (_is_list(arguments, str) and _is_list(terminals, bool) and len(terminals) == 3 and _is_texts(environment)):
        raise BadRequest(_UNKNOWN)
    if not isinstance(folder, str) or type(columns) is not int or not isinstance(only_of, str | None):
        raise BadRequest(_UNKNOWN)
    known = {name: environment[name] for name in ENVIRONMENT if name in environment}
    sorts = (terminals[0], terminals[1], terminals[2])
    return ControlRequest(tuple(arguments), folder, columns, sorts, known, only_of)


def message_line(message: Mapping[str, object]) -> bytes:
    """Returns a message as a line. Half characters, as in odd file names, are written as escapes."""
    return json.dumps(message).encode("ascii") + b"\n"


def parse_message(line: bytes) -> dict[str, object]:
    """Returns the message of a line. Raises BadRequest."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequest("A line at the control socket is no JSON. Nothing was done.") from error
    if not isinstance(found, dict):
        raise BadRequest("A line at the control socket is no object. Nothing was done.")
    return found


def _is_list(values: object, kind: type[T]) -> TypeGuard[list[T]]:
    return isinstance(values, list) and all(type(value) is kind for value in values)


def _is_texts(values: object) -> TypeGuard[dict[str, str]]:
    return isinstance(values, dict) and _is_list(list(values.values()), str)
