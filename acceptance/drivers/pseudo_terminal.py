"""Composition: runs a command in a pseudo-terminal: reads its screen, and types."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from types import TracebackType

from acceptance.drivers.fork_server import DAEMON_FORK_SERVER
from acceptance.drivers.selene_command import ROOT, SELENE, shared_fork_server

CTRL_C = "\x03"


class PseudoTerminal:
    """One command, from its start to its end; it does not outlive the `with`."""

    def __init__(self, *words: str, spawned: bool = False) -> None:
        """Starts the command as a fork of a process that has loaded it, unless it is `spawned`."""
        self.seen = ""
        self._looked_at = 0
        self._server = None if spawned else shared_fork_server(DAEMON_FORK_SERVER)
        if self._server is not None:
            self._terminal, other = pty.openpty()
            self.pid = self._server.open_terminal(words, os.ttyname(other))
            os.close(other)  # the command has it
            return
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.execv(sys.executable, [*SELENE, *words])

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        if kind is not None:
            os.kill(self.pid, signal.SIGKILL)
            self._wait()
        os.close(self._terminal)

    def until(self, pattern: str, limit_s: float = 60) -> str:
        """Waits until the screen shows this, after what was waited for before; returns the match of the first group."""
        due = time.monotonic() + limit_s
        while (found := re.compile(pattern).search(self.seen, self._looked_at)) is None:
            assert time.monotonic() < due, f"{pattern!r} did not come: {self.seen}"
            assert self._read(), f"ended before {pattern!r} came: {self.seen}"
        self._looked_at = found.end()
        return found[1] if found.groups() else ""

    def type(self, keys: str) -> None:
        r"""Presses keys; `\n` is Enter."""
        os.write(self._terminal, keys.encode())

    def ended(self) -> int:
        """Waits for the end; returns the exit status."""
        while self._read():
            pass
        return self._wait()

    def _wait(self) -> int:
        if self._server is not None:
            return self._server.wait(self.pid)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bool:
        if select.select([self._terminal], [], [], 1.0)[0]:
            try:
                piece = os.read(self._terminal, 4_096)
            except OSError:  # Linux raises this when the other side is closed.
                return False
            self.seen += piece.decode()
            return bool(piece)
        return True
