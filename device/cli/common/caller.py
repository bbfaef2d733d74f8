"""Composition: who called a command: this process's own terminal, or a terminal at the control socket of the daemon.

A command prints, asks and reads its environment the same way for both. In a daemon the streams of the process pass
what a command's thread writes to that command's caller; every other thread keeps the daemon's own streams.
"""

from __future__ import annotations

import io
import os
import sys
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

from device.core.control_protocol import ControlRequest
from device.core.errors import BadUsage


class Terminal(Protocol):
    """The terminal of a caller. Raises BrokenPipeError when it is gone."""

    @property
    def own(self) -> bool:
        """Whether the caller is the user whose vault it is, or root."""
        ...

    @property
    def gone(self) -> bool:
        """Whether the caller has hung up."""
        ...

    def write(self, stream: str, text: str) -> None:
        """Prints; `stream` is `out` or `err`."""
        ...

    def read_line(self) -> str:
        """Returns a line of input; empty at its end."""
        ...


@dataclass(frozen=True, slots=True)
class CommandCaller:
    """A command's caller at the control socket."""

    request: ControlRequest
    terminal: Terminal
    state: Path
    """The folder of the daemon's vault, which the caller means when it names none."""


current_caller: ContextVar[CommandCaller | None] = ContextVar("current_caller", default=None)
"""The caller of the command that runs in this thread; None for a process's own terminal."""


def environment_value(name: str) -> str | None:
    """Returns a variable of the caller's environment."""
    caller = current_caller.get()
    return os.environ.get(name) if caller is None else caller.request.environment.get(name)


def was_called_with(option: str) -> bool:
    """Says whether the command line names the option."""
    caller = current_caller.get()
    return option in (sys.argv[1:] if caller is None else caller.request.arguments)


def absolute_path(path: Path) -> Path:
    """Returns a path as the caller means it: in the daemon, from the caller's working folder."""
    caller = current_caller.get()
    if caller is None or path == Path("-"):
        return path
    meant = Path(caller.request.folder) / path
    if not caller.terminal.own and meant != caller.state:
        raise BadUsage(
            "Selene runs as another user, whose files are not yours. Run this as that user, or without a file."
        )
    return meant


class CallerOutput(io.TextIOBase):
    """An output stream of the daemon: what a command writes goes to its caller."""

    def __init__(self, own: TextIO, name: str, place: int) -> None:
        """`own` is the process's stream; `name` and `place` are those of the protocol."""
        self._own, self._name, self._place = own, name, place
        self._pending: ContextVar[list[str] | None] = ContextVar(f"pending_{name}", default=None)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """UTF-8: what goes to a caller is text."""
        return "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        """As of the process's own output."""
        return "backslashreplace"

    def write(self, text: str) -> int:
        """Writes; a caller gets it at the end of a line or with `flush`."""
        caller = current_caller.get()
        if caller is None:
            return self._own.write(text)
        if not isinstance(text, str):
            raise TypeError("This stream takes text.")
        pending = self._pending.get()
        if pending is None:
            self._pending.set(pending := [])
        pending.append(text)
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Sends what was written."""
        caller = current_caller.get()
        if caller is None:
            self._own.flush()
        elif pending := self._pending.get():
            text = "".join(pending)
            pending.clear()
            if text:
                caller.terminal.write(self._name, text)

    def isatty(self) -> bool:
        """Says whether the caller's stream is a terminal."""
        caller = current_caller.get()
        return self._own.isatty() if caller is None else caller.request.terminals[self._place]

    def fileno(self) -> int:
        """Returns the process's descriptor; a caller's stream has none."""
        if current_caller.get() is not None:
            raise io.UnsupportedOperation("fileno")
        return self._own.fileno()


class CallerInput(io.TextIOBase):
    """The input stream of the daemon: a command reads its caller's lines."""

    def __init__(self, own: TextIO) -> None:
        """`own` is the process's stream."""
        self._own = own

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        """Returns a line; empty at the end of the input."""
        caller = current_caller.get()
        return self._own.readline(size) if caller is None else caller.terminal.read_line()

    def isatty(self) -> bool:
        """Says whether the caller's input is a terminal."""
        caller = current_caller.get()
        return self._own.isatty() if caller is None else caller.request.terminals[0]

    def fileno(self) -> int:
        """Returns the process's descriptor; a caller's input has none."""
        if current_caller.get() is not None:
            raise io.UnsupportedOperation("fileno")
        return self._own.fileno()


def share_streams() -> None:
    """Lets commands of this process have callers of their own. Once a process, in the daemon."""
    if not isinstance(sys.stdout, CallerOutput):
        sys.stdout = CallerOutput(sys.stdout, "out", 1)
        sys.stderr = CallerOutput(sys.stderr, "err", 2)
        sys.stdin = CallerInput(sys.stdin)
