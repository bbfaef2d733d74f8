"""Adapter: hands a command to the daemon that has the vault open, and prints what comes back.

It begins every command and so imports little: `selene say` beside a daemon answers without loading the assistant.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from device.core.errors import BadConfig, SocketRefused
from device.platform.control_place import connect_to_daemon

if TYPE_CHECKING:
    import socket

    from device.core.control_protocol import ControlRequest

OWN_COMMANDS = frozenset(("run", "init", "restore", "demo", "accept", "eval", "config", "mcp", "models", "setup"))
"""Commands that never run in the daemon: they open a vault of their own, none, or the one that no daemon may have."""
ShowOutput = Callable[[dict[str, object]], None]
"""Takes a message of the daemon: what a command printed, as `out` or `err`."""


def run_in_daemon(arguments: Sequence[str], show: ShowOutput | None = None) -> int | None:
    """Runs a command in the daemon; returns its exit status, None when there is no daemon to run it.

    `show` gets what it prints, instead of this process's streams.
    """
    if not arguments or arguments[0] in OWN_COMMANDS or arguments[0].startswith("-"):
        return None
    if any(one in ("-h", "--help") for one in arguments):
        return None
    try:
        connected = connect_to_daemon(_named_state(arguments))
    except BadConfig:
        return None  # the command says so itself, with its exit status
    if connected is None:
        return None
    connection, only_of = connected
    from device.core.control_protocol import request_line  # without a daemon there is nothing to say

    with connection:
        try:
            connection.sendall(request_line(_request(arguments, only_of)))
            return _relay(connection, show or _print)
        except KeyboardInterrupt:
            return 128 + signal.SIGINT
        except OSError:
            return _lost()


def _named_state(arguments: Sequence[str]) -> Path | None:
    for number, one in enumerate(arguments):
        if one == "--state" and number + 1 < len(arguments):
            return Path(arguments[number + 1])
        if one.startswith("--state="):
            return Path(one.removeprefix("--state="))
    return None


def _without_state(arguments: Sequence[str]) -> Iterator[str]:
    """Yields the arguments without the folder, whose path may be another one where the daemon runs."""
    waiting = iter(arguments)
    for one in waiting:
        if one == "--state":
            next(waiting, None)
        elif not one.startswith("--state="):
            yield one


def _request(arguments: Sequence[str], only_of: Path | None) -> ControlRequest:
    import shutil

    from device.core.control_protocol import ENVIRONMENT, ControlRequest

    return ControlRequest(
        tuple(arguments if only_of is None else _without_state(arguments)),
        os.getcwd(),
        shutil.get_terminal_size().columns,
        (sys.stdin.isatty(), sys.stdout.isatty(), sys.stderr.isatty()),
        {name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
        None if only_of is None else os.path.realpath(only_of),
    )


def _relay(connection: socket.socket, show: ShowOutput) -> int | None:
    """Prints and reads for the command until it ends; returns None when the daemon has another vault."""
    from device.core.control_protocol import message_line, parse_message

    with connection.makefile("rb") as lines:
        for line in lines:
            message = parse_message(line)
            if "elsewhere" in message:
                return None
            if "exit" in message:
                return int(str(message["exit"]))
            if "ask" in message:
                connection.sendall(message_line({"line": sys.stdin.readline()}))
            try:
                show(message)
            except BrokenPipeError:
                with suppress(OSError):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                return 0
    return _lost()


def _print(message: dict[str, object]) -> None:
    for name, stream in (("out", sys.stdout), ("err", sys.stderr)):
        if name in message:
            stream.write(str(message[name]))
            stream.flush()


def _lost() -> int:
    sys.stderr.write("selene: Selene ended before the command did. See what it changed, then run it again. ")
    sys.stderr.write("[CONTROL_REFUSED]\n")
    return SocketRefused.exit_status
