"""Wiring: accounts, invitations and a real mirror, as a person and an operator would have them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from acceptance.daemon import ROOT, selene

STOP_S = 20


@dataclass(slots=True)
class Mirror:
    """A mirror of its own process, with its folders; `address` stays the same when it is started again."""

    folder: Path
    address: str = "127.0.0.1:0"
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        store = ["--store", f"sqlite:///{self.folder / 'mirror.db'}", "--state", str(self.folder / "mirror")]
        words = [sys.executable, "-m", "cloud_mirror", "serve", "--listen", self.address, *store]
        with (self.folder / "mirror.log").open("ab") as log:
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
        line = _out(self.process).readline()
        assert line.startswith("listening "), (self.folder / "mirror.log").read_text(encoding="utf-8")
        self.address = line.split()[1]

    def end(self, number: int = 15) -> None:
        """Send a signal and wait for the end."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(STOP_S)
            _out(self.process).close()
            self.process = None

    def invitation(self) -> Path:
        """A file with a new invitation."""
        words = [sys.executable, "-m", "cloud_mirror", "invite", "--state", str(self.folder / "mirror")]
        token = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=True).stdout
        number = len(list(self.folder.glob("token-*")))
        path = self.folder / f"token-{number}"
        path.write_text(token, encoding="utf-8")
        return path


@contextmanager
def mirror_in(folder: Path) -> Iterator[Mirror]:
    """A running mirror, gone afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    mirror = Mirror(folder)
    try:
        mirror.start()
        yield mirror
    finally:
        mirror.end(9)


def account(folder: Path, name: str, mirror: Mirror | None = None) -> tuple[Path, Path]:
    """A new account in a state folder of its own, paired when there is a mirror: the state, the words."""
    state, words = folder / name, folder / f"{name}.words"
    selene("init", "--state", str(state), "--user", "Ana", "--words-out", str(words), "--device", name)
    if mirror is not None:
        given = ["--mirror", mirror.address, "--token-file", str(mirror.invitation())]
        selene("pair", *given, "--state", str(state))
    return state, words


def shown(*words: str) -> dict[str, Any]:
    """What a command prints with `--json`."""
    found: dict[str, Any] = json.loads(selene(*words, "--json").stdout)
    return found


def digest(state: Path) -> str:
    """The digest of what a device remembers."""
    return str(shown("memory", "digest", "--state", str(state))["digest"])


def fingerprint(state: Path) -> dict[str, bytes]:
    """Every file of a folder with its content; empty when there is no folder."""
    found = (path for path in sorted(state.rglob("*")) if path.is_file())
    return {str(path.relative_to(state)): path.read_bytes() for path in found}


def _out(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout
