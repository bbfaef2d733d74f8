"""`python -m tests.sim.disk.power_loss_runner PLAN OUT`: records a session and looks at what power losses leave of it.

PLAN and OUT are JSON: what to record, and how many states were looked at with what was wrong in them.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from engine_b.vault.vault import Vault
from tests.budgets import PROCESSES
from tests.sim.disk.failing_disk import Disk as FailingDisk
from tests.sim.disk.power_loss_model import Disk, Event, recorded
from tests.sim.disk.process_trials import House, Life, aftermath, live
from tests.sim.disk.scripted_session import SESSIONS, SMALL, START_MS
from tests.sim.disk.trial_worker import MEMORY_DISK, start_worker
from tests.sim.disk.vault_checks import problems
from tests.sim.disk.vault_faults import HONEST, install_vault_fault

WAYS = ("none", "all", "some", "some", "torn", "torn")


@dataclass(frozen=True)
class Plan:
    """How many states of which session, from which seed, and which deliberate fault is in the vault meanwhile."""

    session: str
    states: int
    seed: int = 0
    fault: str = HONEST
    on_every: int = 8
    """Every so many states, what was left goes on to the end of its session, with the mirror as it was."""


@dataclass(frozen=True)
class Seen:
    """What was seen: how many different states, and each violation with how often it occurred."""

    plan: Plan
    states: int
    went_on: int
    events: int
    violations: dict[str, int]
    examples: list[str]


@dataclass
class Recording:
    """A session that was lived through once, with everything that it did to the disk."""

    life: Life
    events: list[Event]
    start: House
    backups: Path


def record(houses: Path, plan: Plan, scratch: Path) -> Recording:
    """Live through the session, writing down what reaches the disk."""
    start = House(houses / plan.session)
    house = start.copy(scratch / "house")

    def prepare(disk: FailingDisk) -> None:
        install_vault_fault(plan.fault, disk)
        disk.record(scratch / "log")

    life = live(house, SESSIONS[plan.session], prepare, tell=True, backups="backups")
    if life.stuck or life.codes:
        raise RuntimeError(f"the session did not go through: {life.stuck} {life.codes}")
    shutil.move(house.folder / "backups", scratch / "backups") if life.asked else None
    return Recording(life, list(recorded(scratch / "log")), start, scratch / "backups")


def left(recording: Recording, house: House, plan: Plan) -> Iterator[tuple[int, int, dict[str, bytes | None]]]:
    """Different states after losing power, with how many steps were done and requests answered; at most `states`."""
    chance = random.Random(plan.seed)
    moments = _loss_points(recording.events, chance, plan.states)
    disk, done, asked, seen = Disk(recording.start.state, house.state), 0, 0, set[int]()
    for number, event in enumerate(recording.events):
        disk.take(event)
        if event.op == "M":
            kind, count = event.data.decode().split()
            done, asked = (int(count), asked) if kind == "done" else (done, int(count))
        for _ in range(moments[number]):
            found = disk.after_losing_power(chance, chance.choice(WAYS))
            print_of = hash((done, asked, tuple(sorted((p, c or b"") for p, c in found.items()))))
            if print_of not in seen:
                seen.add(print_of)
                yield done, asked, found


def _loss_points(events: list[Event], chance: random.Random, states: int) -> Counter[int]:
    """At which events the power is lost how often: at each acknowledgement, and anywhere between."""
    marks = [number for number, event in enumerate(events) if event.op == "M"]
    moments = Counter(dict.fromkeys(marks, 4))
    while moments.total() < states * 3:
        moments[chance.randrange(len(events))] += 1
    return moments


def lose_power_often(houses: Path, plan: Plan, scratch: Path) -> Seen:
    """Record, lose power again and again, and look at each."""
    recording = record(houses, plan, scratch)
    house = House(scratch / "house")
    violations: Counter[str] = Counter()
    examples: list[str] = []
    states = went_on = 0
    for done, asked, found in left(recording, house, plan):
        if states == plan.states:
            break
        states += 1
        on = states % plan.on_every == 0
        went_on += on
        wrong = _looked_at(recording, house, plan, done, asked, found, on=on)
        violations.update(each.strip().splitlines()[-1] for each in wrong)
        if wrong and len(examples) < 5:
            examples.append(f"{plan.session} after {done} steps and {asked} requests: {wrong}")
    return Seen(plan, states, went_on, len(recording.events), dict(violations), examples)


def _looked_at(
    recording: Recording, house: House, plan: Plan, done: int, asked: int, found: dict[str, bytes | None], *, on: bool
) -> list[str]:
    steps = SESSIONS[plan.session]
    _lay_out(house, found)
    try:
        if on or plan.session == "restore":
            mirror = recording.backups / str(asked) if asked else recording.start.folder / "mirror"
            shutil.rmtree(house.folder / "mirror", ignore_errors=True)
            shutil.copytree(mirror, house.folder / "mirror")
            return aftermath(house, steps, done, recording.life, second=False)
        with Vault.open(house.state, now_ms=START_MS, policy=SMALL) as vault:
            return problems(vault, recording.life.allowed(done), steps[:done])
    except Exception:  # noqa: BLE001 - whatever is raised is what was found
        return [traceback.format_exc()]


def _lay_out(house: House, found: dict[str, bytes | None]) -> None:
    shutil.rmtree(house.state, ignore_errors=True)
    for path, content in sorted(found.items()):
        if content is None:
            (house.folder / path).mkdir(mode=0o700)
        else:
            (house.folder / path).write_bytes(content)
            (house.folder / path).chmod(0o600)


def run_power_losses(houses: Path, plans: Sequence[Plan], workers: int = PROCESSES) -> list[Seen]:
    """Look at all plans, spread over some processes."""
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as name:
        folder, running = Path(name), []
        for number in range(workers):
            (folder / f"plan-{number}").write_text(json.dumps([asdict(each) for each in plans[number::workers]]))
            running.append(start_worker(folder, number, "tests.sim.disk.power_loss_runner", houses))
        if [process for process in running if process.wait()]:
            raise RuntimeError("a worker failed; its output is above")
        told = [each for n in range(workers) for each in json.loads((folder / f"out-{n}").read_text())]
    return [Seen(Plan(**each.pop("plan")), **each) for each in told]


def main(plan: Path, out: Path, scratch: Path, houses: Path) -> None:
    """Look at the plans of a file."""
    seen = []
    for number, each in enumerate(json.loads(plan.read_text())):
        folder = scratch / str(number)
        folder.mkdir()
        seen.append(asdict(lose_power_often(houses, Plan(**each), folder)))
        shutil.rmtree(folder)
    out.write_text(json.dumps(seen))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:5]))
