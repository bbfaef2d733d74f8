"""A command that runs beside a test as a fork of a process that has loaded Selene: what `Popen` would start.

It offers of `subprocess.Popen` what the tests of a running daemon use. Its process id is its own, so a signal goes to
it and to nothing else; its standard input is empty.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import IO

from acceptance.drivers.fork_server import DAEMON_FORK_SERVER, ForkServer
from acceptance.drivers.selene_command import shared_fork_server

_LOOK_S = 0.01


class ForkedProcess:
    """A command that was started by a fork server. Its output is read by `stdout` and `stderr`, or `communicate`."""

    def __init__(self, server: ForkServer, words: Sequence[str]) -> None:
        """Starts the command."""
        self._server = server
        self.args = tuple(words)
        self.returncode: int | None = None
        with TemporaryDirectory(prefix="selene-fork-") as folder:
            out, messages = (Path(folder) / name for name in ("out", "messages"))
            os.mkfifo(out)
            os.mkfifo(messages)
            self.pid = server.open(words, out, messages)
            self.stdout: IO[str] = out.open()
            self.stderr: IO[str] = messages.open()

    def poll(self) -> int | None:
        """Returns the exit status, negative for a signal; None while it runs."""
        if self.returncode is None:
            self.returncode = self._server.poll(self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end. Raises `subprocess.TimeoutExpired`."""
        until = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            time.sleep(_LOOK_S)
        return status

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Reads what it still writes, and waits for its end; nothing when called again. Raises
        `subprocess.TimeoutExpired`.
        """
        if self.stdout.closed:
            return "", ""
        with ThreadPoolExecutor(2) as readers:
            out, messages = (readers.submit(stream.read) for stream in (self.stdout, self.stderr))
            try:
                return out.result(timeout), messages.result(timeout)
            except TimeoutError:
                self.kill()
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            finally:
                self.wait(timeout)
                self._close()

    def send_signal(self, number: int) -> None:
        """Sends a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Asks it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it."""
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> ForkedProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.kill()
        self._close()
        self.wait()

    def _close(self) -> None:
        self.stdout.close()
        self.stderr.close()


def start_daemon(*words: str) -> ForkedProcess:
    """Starts a daemon that goes on beside the test, as a fork of a process that has loaded what it needs."""
    return ForkedProcess(shared_fork_server(DAEMON_FORK_SERVER), words)
