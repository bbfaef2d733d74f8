"""Composition: runs the command line as a person's shell would, for the tests of the daemon."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from acceptance.drivers.fork_server import DAEMON_FORK_SERVER, FORK_SERVER, ForkServer
from acceptance.drivers.host_environment import HOST_ENVIRONMENTS, HostEnvironment, environment_variables

ROOT = Path(__file__).resolve().parents[2]
TALKS = ROOT / "fixtures" / "talks"
SELENE = [sys.executable, "-m", "device"]
NOW = "2026-02-20T09:00:00+00:00"


_OWN_PROCESS = ("demo",)
"""It starts processes of its own."""
_HEARS_AGAIN = ("vocab",)
"""It decodes the same sound with the same hints in one command after the other. All others are forks of the process
that starts daemons, which is loaded anyway: loading another takes four seconds."""


def run_selene(
    *words: str, status: int | None = 0, limit_s: float = 120, spawned: bool = False
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end; its exit status is checked unless `status` is None.

    It is a fork of a process that has loaded the command line, unless it is `spawned`, as for limits of this process.
    """
    done = _spawned(words, limit_s) if spawned or words[0] in _OWN_PROCESS else _forked(words)
    assert "Traceback" not in done.stderr, done.stderr
    if status is not None:
        assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done


def _spawned(words: tuple[str, ...], limit_s: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SELENE, *words], capture_output=True, text=True, cwd=ROOT, timeout=limit_s, check=False)


def _forked(words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    done = shared_fork_server(FORK_SERVER if words[0] in _HEARS_AGAIN else DAEMON_FORK_SERVER).run(words)
    return subprocess.CompletedProcess(words, done.status, done.out, done.messages)


@cache
def shared_fork_server(words: tuple[str, ...], world: HostEnvironment = HOST_ENVIRONMENTS[0]) -> ForkServer:
    """Returns the process that starts the commands of all tests of this one; made when it is first needed."""
    server = ForkServer(words, environment_variables(world))
    atexit.register(server.close)
    return server


def daemon_events(state: Path, tape: Path, *more: str, status: int | None = 0) -> list[dict[str, Any]]:
    """Runs the daemon on a tape, as fast as possible; returns its events."""
    words = ["run", "--mic", f"tape:{tape}", "--speaker", "null:", "--state", str(state), "--user", "Ana"]
    done = run_selene(*words, "--fast", "--now", NOW, "--events", "-", *more, status=status)
    return [json.loads(line) for line in done.stdout.splitlines()]


def listed_atoms(state: Path) -> list[dict[str, Any]]:
    """Returns the output of `selene memory list`."""
    atoms: list[dict[str, Any]] = json.loads(
        run_selene("memory", "list", "--state", str(state), "--user", "Ana", "--json").stdout
    )["atoms"]
    return atoms


def events_of_type(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """Returns the events of one type."""
    return [event for event in events if event["type"] == kind]
