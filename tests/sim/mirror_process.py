"""A real mirror in its own process: `with running_mirror(folder) as mirror:` gives address, folders and invitations.

Nothing is simulated here but the operator: the process is `python -m cloud_mirror serve` on a free port of loopback.
"""

from __future__ import annotations

import os
import shutil
import signal as signals
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.rules.invitation_token import token_to_text
from cloud_mirror.server.authority import FolderAuthority

ROOT = Path(__file__).resolve().parents[2]
STOP_S = 20


@dataclass
class RunningMirror:
    """A mirror that can be stopped, killed and started again on the same store."""

    folder: Path
    store_url: str
    listen: str = "127.0.0.1:0"
    environment: dict[str, str] = field(default_factory=dict)
    entry: tuple[str, ...] = ("-m", "cloud_mirror")
    """What Python is given to run; a test of faults may give another."""
    packages: Path | None = None
    """Package repositories to serve."""
    address: str = ""
    process: subprocess.Popen[str] | None = None

    @property
    def state(self) -> Path:
        """The folder of the mirror's keys."""
        return self.folder / "mirror"

    @property
    def store(self) -> Path:
        """The SQLite file, when that is the store; its tokens lie in `store` + ".tokens"."""
        return Path(self.store_url.removeprefix("sqlite:///"))

    @property
    def log(self) -> Path:
        """What the mirror told about itself."""
        return self.folder / "mirror.log"

    def start(self) -> None:
        """Start, and wait until calls are answered; again on the same port when it was started before."""
        self.kill()
        command = [*dying_with_me("KILL"), sys.executable, *self.entry, "serve"]
        command += ["--listen", self.address or self.listen]
        command += ["--store", self.store_url, "--state", str(self.state), "--metrics", str(self.folder / "metrics")]
        command += ["--packages", str(self.packages)] if self.packages else []
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **self.environment}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        out = self._out()
        line = out.readline()
        if not line.startswith("listening "):
            raise RuntimeError(f"the mirror did not start: {line}{self.log.read_text()[-2000:]}")
        self.address = line.split()[1]

    def stop(self) -> int:
        """SIGTERM; the exit status."""
        return self._end(signals.SIGTERM)

    def kill(self) -> int:
        """SIGKILL; the exit status."""
        return self._end(signals.SIGKILL)

    def signal(self, number: signals.Signals) -> None:
        """Any signal: SIGSTOP and SIGCONT pause it."""
        if self.process:
            self.process.send_signal(number)

    def invite(self, hours: int = 24) -> str:
        """An invitation token, as `selene-mirror invite` prints it."""
        return token_to_text(FolderAuthority(self.state, SystemMirrorClock()).invite(hours))

    def _out(self) -> IO[str]:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout

    def _end(self, number: signals.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(number)
        status = self.process.wait(STOP_S)
        self._out().close()
        self.process = None
        return status


@contextmanager
def running_mirror(
    folder: Path,
    store_url: str = "",
    environment: dict[str, str] | None = None,
    entry: tuple[str, ...] = (),
    packages: Path | None = None,
) -> Iterator[RunningMirror]:
    """A mirror on a SQLite file in `folder`, or on `store_url`. It is gone afterwards, whatever happened."""
    folder.mkdir(parents=True, exist_ok=True)
    mirror = RunningMirror(folder, store_url or f"sqlite:///{folder}/mirror.db", environment=environment or {})
    mirror.entry, mirror.packages = entry or mirror.entry, packages
    try:
        mirror.start()
        yield mirror
    finally:
        mirror.kill()


def dying_with_me(number: str) -> list[str]:
    """What to put before a command so that it ends with the thread that started it, even when the runner is killed."""
    return ["setpriv", "--pdeathsig", number] if shutil.which("setpriv") else []
