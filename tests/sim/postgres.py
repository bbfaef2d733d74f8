"""A private PostgreSQL server from Debian's binaries: on a socket in a folder of its own, gone afterwards.

Works as root, who may not run it and so becomes `postgres` or `nobody`, and as anybody else. Where no binary exists the
tests are skipped and say so, except in continuous integration (`CI=true`), where that is a failure.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg

from tests.sim.machine_requirements import PUBLIC_FOLDER, skip_or_fail
from tests.sim.mirror_process import dying_with_me

READY_S = 60
OTHERS_STILL_RUN = "pre-existing shared memory block"
"""What a server says that ends at once because processes of the one before it are still there."""
LAST_LINES = 3
_NUMBERS = count(1)


def binaries() -> Path | None:
    """The folder of the newest server, if there is any."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    elsewhere = shutil.which("initdb")
    return found[-1].parent if found else Path(elsewhere).resolve().parent if elsewhere else None


@dataclass
class Postgres:
    """The server. `durable` keeps what was committed when it is killed."""

    root: Path
    binaries: Path
    durable: bool
    process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """As `selene-mirror --store` takes it."""
        return f"postgresql://selene@/{database}?host={self.root}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"mirror_{next(_NUMBERS)}"
        self.run_sql(f"CREATE DATABASE {name}")
        return self.url(name)

    def run_sql(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement as the server's owner."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return list(cursor.fetchall()) if cursor.description else []

    def start(self) -> None:
        """Start, and wait until it answers; again when processes of a killed one have not ended yet."""
        deadline = time.monotonic() + READY_S
        self._launch()
        while not self._answers():
            if time.monotonic() > deadline:
                raise RuntimeError(self._log())
            if self.process is None or self.process.poll() is not None:
                if not any(OTHERS_STILL_RUN in line for line in self._log().splitlines()[-LAST_LINES:]):
                    raise RuntimeError(self._log())
                self._launch()
            time.sleep(0.02)

    def _launch(self) -> None:
        options = [f"unix_socket_directories={self.root}", "listen_addresses=", "max_connections=60"]
        if not self.durable:
            options += ["fsync=off", "full_page_writes=off", "synchronous_commit=off"]
        command = [
            *_other_user(),
            *dying_with_me("QUIT"),
            str(self.binaries / "postgres"),
            "-D",
            str(self.root / "data"),
        ]
        for option in options:
            command += ["-c", option]
        with (self.root / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd="/", env=self._environment(), stdout=log, stderr=log)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it; by SIGKILL it has no chance to write anything more."""
        if self.process:
            self.process.send_signal(number)
            self.process.wait(READY_S)
            self.process = None

    def make(self) -> None:
        """The empty cluster."""
        command = [*_other_user(), str(self.binaries / "initdb"), "-D", str(self.root / "data"), "-U", "selene"]
        command += ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(command, check=True, cwd="/", env=self._environment(), capture_output=True, timeout=READY_S)

    def _environment(self) -> dict[str, str]:
        return {"PATH": f"{self.binaries}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True

    def _log(self) -> str:
        return (self.root / "log").read_text()


@contextmanager
def private_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """A running server; skips the test where there is none to run."""
    found = binaries()
    if found is None:
        skip_or_fail("PostgreSQL", "apt install postgresql")
    owner = _owner()
    # A short path, for the name of a socket has at most 107 bytes; and for another user none inside a private home.
    root = Path(tempfile.mkdtemp(prefix="selpg-", dir=PUBLIC_FOLDER))
    if owner:
        os.chown(root, owner.pw_uid, owner.pw_gid)
    root.chmod(0o711)
    server = Postgres(root, found, durable)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.kill(signal.SIGQUIT)
        shutil.rmtree(root, ignore_errors=True)


def _owner() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return pwd.getpwnam("postgres" if "postgres" in names else "nobody")


def _other_user() -> list[str]:
    owner = _owner()
    if owner is None:
        return []
    return ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
