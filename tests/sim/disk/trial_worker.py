"""`python -m tests.sim.disk.trial_worker PLAN OUT`: runs trials in a process that was started with the failing disk.

PLAN and OUT are JSON: a list of trials, and what came of each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.budgets import PROCESSES
from tests.sim.disk.failing_disk import Disk, Failure, build_disk_library
from tests.sim.disk.process_trials import House, Life, aftermath, live
from tests.sim.disk.scripted_session import SESSIONS
from tests.sim.disk.vault_faults import HONEST, install_vault_fault

ROOT = Path(__file__).resolve().parents[3]
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it


@dataclass(frozen=True)
class FaultTrial:
    """One fault: the `at`-th change of a session goes wrong in the way of `how`. 0 is no fault."""

    session: str
    at: int = 0
    how: int = int(Failure.KILL)
    second: bool = False
    """Whether a second device is restored afterwards, to compare."""
    fault: str = HONEST


@dataclass(frozen=True)
class Outcome:
    """What came of a trial: violations, and the codes that the session met."""

    trial: FaultTrial
    problems: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    count: int = 0
    done: int = 0
    status: int = 0


@dataclass
class Bench:
    """Where trials are made: the houses they begin in, and a folder to make them in."""

    houses: Path
    scratch: Path
    truths: dict[str, Life] = field(default_factory=dict)

    def truth(self, session: str) -> Life:
        """The same session without a fault."""
        if session not in self.truths:
            house = House(self.houses / session).copy(self.scratch / "house")
            life = live(house, SESSIONS[session], lambda disk: None, tell=True)
            assert not life.stuck, life.stuck
            assert not life.codes, life.codes
            self.truths[session] = life
        return self.truths[session]

    def made(self, trial: FaultTrial) -> Outcome:
        """Make one trial."""
        steps, truth = SESSIONS[trial.session], self.truth(trial.session)
        house = House(self.houses / trial.session).copy(self.scratch / "house")

        def prepare(disk: Disk) -> None:
            install_vault_fault(trial.fault, disk)
            if trial.at:
                disk.fail(trial.at, Failure(trial.how))

        life = live(house, steps, prepare)
        found = [f"STUCK: {life.stuck}"] if life.stuck else []
        try:
            found += aftermath(house, steps, life.done, truth, second=trial.second)
        except Exception:  # noqa: BLE001 - whatever is raised is what the trial has found
            found.append(f"AFTERWARDS: {traceback.format_exc()}")
        return Outcome(trial, tuple(found), tuple(life.codes), life.count, life.done, life.status)


def run_trials(houses: Path, trials: Sequence[FaultTrial], workers: int = PROCESSES) -> list[Outcome]:
    """Make all trials, spread over some processes."""
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as name:
        folder, running = Path(name), []
        for number in range(workers):
            (folder / f"plan-{number}").write_text(json.dumps([asdict(each) for each in trials[number::workers]]))
            running.append(start_worker(folder, number, "tests.sim.disk.trial_worker", houses))
        if [process for process in running if process.wait()]:
            raise RuntimeError("a worker failed; its output is above")
        told = [each for n in range(workers) for each in json.loads((folder / f"out-{n}").read_text())]
    return [_outcome(**each) for each in told]


def _outcome(trial: dict[str, Any], problems: list[str], codes: list[str], **rest: int) -> Outcome:
    return Outcome(FaultTrial(**trial), tuple(problems), tuple(codes), **rest)


def start_worker(folder: Path, number: int, module: str, houses: Path) -> subprocess.Popen[bytes]:
    """A worker process on the failing disk."""
    (folder / f"work-{number}").mkdir()
    command = [sys.executable, "-m", module, *(str(folder / f"{part}-{number}") for part in ("plan", "out", "work"))]
    environment = {**os.environ, "LD_PRELOAD": str(build_disk_library()), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([*command, str(houses)], env=environment, cwd=ROOT)


def main(plan: Path, out: Path, scratch: Path, houses: Path) -> None:
    """Make the trials of a plan."""
    bench = Bench(houses, scratch)
    outcomes = [bench.made(FaultTrial(**each)) for each in json.loads(plan.read_text())]
    out.write_text(json.dumps([asdict(each) for each in outcomes]))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:5]))
