"""Adapter: a real mirror in a process of its own, and a proxy that can cut the connection after some bytes."""

from __future__ import annotations

import ctypes
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from acceptance.drivers.fork_server import ROOT

STOP_S = 20
_PIECE = 2_048
_PR_SET_PDEATHSIG = 1
_STORE = "mirror.db"


@dataclass(slots=True)
class MirrorProcess:
    """A mirror with its folders; `address` stays the same when it is started again."""

    folder: Path
    address: str = "127.0.0.1:0"
    process: subprocess.Popen[str] | None = None
    packages: Path | None = None
    """The package repositories that it serves."""

    @property
    def state(self) -> Path:
        """Returns the folder of its keys."""
        return self.folder / "mirror"

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        store = ["--store", f"sqlite:///{self.folder / _STORE}", "--state", str(self.state)]
        words = [sys.executable, "-m", "cloud_mirror", "serve", "--listen", self.address, *store]
        words += ["--packages", str(self.packages)] if self.packages else []
        with (self.folder / "mirror.log").open("ab") as log:
            self.process = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT, preexec_fn=_die_with_parent
            )
        line = _out(self.process).readline()
        if not line.startswith("listening "):
            raise RuntimeError(f"the mirror did not start: {(self.folder / 'mirror.log').read_text()[-500:]}")
        self.address = line.split()[1]

    def end(self, number: int = signal.SIGTERM) -> None:
        """Sends a signal and waits for the end."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(STOP_S)
            _out(self.process).close()
            self.process = None

    def keep_copy(self) -> None:
        """Copies the store, for `put_back`. Only while it does not run."""
        for path in self.folder.glob(f"{_STORE}*"):
            shutil.copy(path, self.folder / f"copy-{path.name}")

    def empty(self) -> None:
        """Empties the store. Only while it does not run."""
        for path in self.folder.glob(f"{_STORE}*"):
            path.unlink()

    def put_back(self) -> None:
        """Restores the store of `keep_copy`. Only while it does not run."""
        self.empty()
        for path in self.folder.glob(f"copy-{_STORE}*"):
            shutil.copy(path, path.with_name(path.name.removeprefix("copy-")))

    def invitation(self) -> Path:
        """Writes a new invitation to a file."""
        words = [sys.executable, "-m", "cloud_mirror", "invite", "--state", str(self.state)]
        path = self.folder / f"token-{len(list(self.folder.glob('token-*')))}"
        subprocess.run([*words, "--out", str(path)], capture_output=True, cwd=ROOT, check=True)
        return path


@contextmanager
def started_mirror(folder: Path) -> Iterator[MirrorProcess]:
    """Runs a mirror, and deletes it afterwards."""
    mirror = MirrorProcess(folder)
    try:
        mirror.start()
        yield mirror
    finally:
        mirror.end(signal.SIGKILL)


class CuttableProxy:
    """A TCP proxy to a mirror. `cut_after` sets how many more bytes of answers pass before it cuts."""

    def __init__(self, target: Callable[[], str]) -> None:
        self._target = target
        self._left: int | None = None
        self._then: Callable[[], None] = lambda: None
        self._open: list[socket.socket] = []
        self._cutting = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_after(self, count: int | None, then: Callable[[], None] = lambda: None) -> None:
        """Passes `count` more bytes of answers, then cuts and calls `then`; None removes the cut.

        It waits for a cut that has begun: a caller that saw the connection end may rely on `then` being done.
        """
        with self._cutting:
            self._left, self._then = count, then

    def close(self) -> None:
        """End it. Closing a socket alone does not wake a thread that accepts on it."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._hang_up()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    host, _, port = self._target().rpartition(":")
                    far = socket.create_connection((host, int(port)))
                except OSError:
                    near.close()
                    continue
                self._open += [near, far]
                for one, other, answers in ((near, far, False), (far, near, True)):
                    threading.Thread(target=self._pump, args=(one, other, answers), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while piece := source.recv(_PIECE):
                if answers and self._ends_with(len(piece)):
                    return
                sink.sendall(piece)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _ends_with(self, count: int) -> bool:
        """Says whether these bytes exceed the limit: then the connection is cut here."""
        with self._cutting:
            if self._left is None:
                return False
            self._left -= count
            if self._left >= 0:
                return False
            then, self._then = self._then, lambda: None
            self._hang_up()
            then()
            return True

    def _hang_up(self) -> None:
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()


def _out(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def _die_with_parent() -> None:
    """Makes the process end with its parent (Linux), even when that is killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
