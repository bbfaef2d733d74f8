"""Runs a session in a process of its own, on the failing disk, with a mirror that outlives the process."""

from __future__ import annotations

import os
import shutil
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest import mock

from engine_b.account import enrollment
from engine_b.account import restore as restoring
from engine_b.account.restore import restore_account
from engine_b.core.errors import VaultError
from engine_b.core.sync_errors import SyncError
from engine_b.crypto.certificates import InvitationToken
from engine_b.storage.header import HEADER_FILE
from engine_b.sync.mirror_client import Credentials
from engine_b.vault.vault import Vault
from tests.sim.disk.failing_disk import Disk
from tests.sim.disk.scripted_session import (
    ENTROPY,
    SESSIONS,
    SMALL,
    START_MS,
    Person,
    Step,
    before_the_day,
    facts,
    meanwhile,
)
from tests.sim.disk.vault_checks import problems
from tests.sim.in_process_mirror import SimClient, SimMirror, reachable
from tests.sim.knowledge_digest import knowledge_digest

HANGING_S = 60
Prepare = Callable[[Disk], None]


@dataclass(frozen=True, slots=True)
class House:
    """A folder with the state of the device, the mirror and its keys."""

    folder: Path

    @property
    def state(self) -> Path:
        return self.folder / "state"

    def mirror(self) -> SimMirror:
        return SimMirror(self.folder / "mirror", self.folder / "keys")

    def copy(self, to: Path) -> House:
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder, to)
        return House(to)


@dataclass(slots=True)
class Life:
    """What was heard of a session: how many steps were done, and which codes it met on the way."""

    done: int = 0
    codes: list[str] = field(default_factory=list)
    seen: list[tuple[int, str]] = field(default_factory=list)
    """Facts, each with the number of steps that were done then; told when the session is asked to tell."""
    count: int = 0
    status: int = 0
    stuck: str = ""
    asked: int = 0

    def allowed(self, done: int) -> list[str]:
        """What a vault may hold when `done` steps are acknowledged and the next may be under way."""
        before = [told for at, told in self.seen if at <= done][-1:] or [self.seen[0][1]]
        within = [told for at, told in self.seen if at == done]
        return before + within + [told for at, told in self.seen if at == done + 1][:1]

    @property
    def end(self) -> list[str]:
        """What the vault holds when everything is done."""
        return [self.seen[-1][1]]


class _Afar:
    """The mirror as the session's process sees it."""

    def __init__(self, wire: Connection, before: Callable[[], None]) -> None:
        self._wire, self._before = wire, before

    def answer(self, request: Any, certificate: bytes) -> Any:
        self._before()
        self._wire.send(("ask", request, certificate))
        return self._heard()

    def invitation(self) -> InvitationToken:
        self._wire.send(("invite",))
        found: InvitationToken = self._heard()
        return found

    def _heard(self) -> Any:
        told = self._wire.recv()
        if isinstance(told, Exception):
            raise told
        return told


def live(house: House, steps: Sequence[Step], prepare: Prepare, *, tell: bool = False, backups: str = "") -> Life:
    """Live through `steps` in a child process on the failing disk; `prepare` says there what the disk is to do.

    With `backups`, the mirror as it was after each request is kept in a folder of that name.
    """
    here, there = Pipe()
    child = os.fork()
    if child == 0:
        here.close()
        _be_the_child(house, steps, there, prepare, tell=tell)
    there.close()
    mirror = house.mirror()
    life = Life()
    try:
        _listen(here, mirror, life, house.folder / backups if backups else None)
    finally:
        if life.stuck:
            os.kill(child, signal.SIGKILL)
        life.status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        mirror.close()
        here.close()
    return life


def _listen(here: Connection, mirror: SimMirror, life: Life, backups: Path | None) -> None:
    """Answer the session, and keep what it tells, until it ends or says nothing for long."""
    while True:
        if not here.poll(HANGING_S):
            life.stuck = "hangs"
            return
        try:
            kind, *told = here.recv()
        except (EOFError, ConnectionResetError):
            return
        match kind:
            case "ask":
                here.send(_answered(mirror, *told))
                life.asked += 1
                if backups:
                    mirror.back_up(backups / str(life.asked))
            case "invite":
                here.send(mirror.invitation())
            case "done":
                life.done = told[0]
            case "facts":
                life.seen.append((told[0], told[1]))
            case "code":
                life.codes.append(told[0])
            case "stuck":
                life.stuck = told[0]
            case "count":
                life.count = told[0]


def _answered(mirror: SimMirror, request: Any, certificate: bytes) -> Any:
    try:
        return mirror.answer(request, certificate)
    except SyncError as error:
        return error


def _be_the_child(house: House, steps: Sequence[Step], wire: Connection, prepare: Prepare, *, tell: bool) -> None:
    status = 1
    try:
        disk = Disk()
        disk.watch(house.state)
        prepare(disk)
        _steps(house, steps, wire, disk, tell=tell)
        wire.send(("count", disk.count()))
        status = 0
    except BaseException:  # noqa: BLE001 - whatever is raised is what the trial has found
        disk.heal()
        wire.send(("stuck", traceback.format_exc()))
    finally:
        wire.close()
        os._exit(status)


def _steps(house: House, steps: Sequence[Step], wire: Connection, disk: Disk, *, tell: bool) -> None:
    done = 0
    asked = 0

    def before_asking() -> None:
        nonlocal asked
        tell_facts()
        asked += 1
        disk.mark(f"ask {asked}")

    def tell_facts() -> None:
        if tell and person.vault:
            wire.send(("facts", done, facts(person.vault)))

    afar: Any = _Afar(wire, before_asking)
    person = Person(house.state, afar.invitation)
    with _in_reach(afar):
        for step in steps:
            _done_in_the_end(step, person, wire, disk)
            done += 1
            disk.mark(f"done {done}")
            wire.send(("done", done))
            tell_facts()


@contextmanager
def _in_reach(afar: Any) -> Iterator[None]:
    """Inside, whoever connects to a mirror reaches this one."""

    def connect(address: str, credentials: Credentials) -> SimClient:
        del address
        return SimClient(afar, credentials)

    with mock.patch.object(enrollment, "MirrorClient", connect), mock.patch.object(restoring, "MirrorClient", connect):
        yield


def _done_in_the_end(step: Step, person: Person, wire: Connection, disk: Disk) -> None:
    """Do a step; when it is refused with a code, heal the disk and do it again, which has to succeed."""
    try:
        step.work(person)
    except (VaultError, SyncError) as error:
        wire.send(("code", error.code))
        disk.heal()
        step.work(person)


# Afterwards -----------------------------------------------------------------------------------------------------------


def aftermath(house: House, steps: Sequence[Step], done: int, truth: Life, *, second: bool) -> list[str]:
    """Open what was left, go on from there to the end, and sync; with `second`, restore it all on another device."""
    if steps is SESSIONS["restore"]:
        return _after_restoring(house, steps, done, truth)
    with _at_home(house) as person:
        person.open()
        found = problems(person.open_vault, truth.allowed(done), steps[:done])
        for step in steps[done:]:
            step.work(person)
        person.open()
        enrollment.sync_once(person.open_vault, START_MS + 80_000)
        found += [f"IN THE END {each}" for each in problems(person.open_vault, truth.end, steps)]
        if second:
            found += _differs(house, person)
        person.close()
    return found


def _differs(house: House, person: Person) -> list[str]:
    """What a device that is restored now does not know in the same way."""
    restore_account(house.folder / "second", "sim", person.invitation(), ENTROPY, "second", START_MS + 91_000)
    enrollment.sync_once(person.open_vault, START_MS + 92_000)
    with Vault.open(house.folder / "second", now_ms=START_MS, create=False) as other:
        return (
            []
            if knowledge_digest(other.database) == knowledge_digest(person.open_vault.database)
            else ["RESTORED: differs"]
        )


def _after_restoring(house: House, steps: Sequence[Step], done: int, truth: Life) -> list[str]:
    whole = (house.state / HEADER_FILE).exists()
    if done and not whole:
        return ["RESTORE: there is no vault"]
    with _at_home(house) as person:
        if whole:
            person.open()
            found = problems(person.open_vault, truth.end, ())
            person.close()
        else:
            found = []
        for step in steps:
            step.work(person)
        person.open()
        found += problems(person.open_vault, truth.end, ())
        person.close()
    return found


@contextmanager
def _at_home(house: House) -> Iterator[Person]:
    mirror = house.mirror()
    person = Person(house.state, mirror.invitation)
    try:
        with reachable(mirror):
            yield person
    finally:
        if person.vault:
            person.close()
        mirror.close()


def raise_houses(folder: Path) -> None:
    """The houses that the sessions begin in: `first`, `day` and `restore`, with nothing running in them."""
    morning = House(folder / "day")
    (folder / "laptop").mkdir(parents=True)
    mirror = morning.mirror()
    with reachable(mirror):
        House(folder / "first").mirror().close()
        with Vault.open(morning.state, now_ms=START_MS, policy=SMALL) as kitchen:
            for change in before_the_day():
                kitchen.commit(change)
            enrollment.begin_account(kitchen, ENTROPY, "kitchen", START_MS)
            enrollment.pair_with_mirror(kitchen, "sim", mirror.invitation(), START_MS)
            enrollment.sync_once(kitchen, START_MS)
        restore_account(folder / "laptop", "sim", mirror.invitation(), ENTROPY, "laptop", START_MS)
        with Vault.open(folder / "laptop", now_ms=START_MS) as laptop:
            for change in meanwhile():
                laptop.commit(change)
            enrollment.sync_once(laptop, START_MS)
    mirror.close()
    morning.copy(folder / "restore")
    shutil.rmtree(folder / "restore" / "state")
