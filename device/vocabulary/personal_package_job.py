"""Composition: builds a person's own vocabulary in the daemon once enough was learned (2.4.4), between turns.

It starts after a turn, and plays the self-test one spoken command at a time, between the jobs of a talk. A turn that
begins meanwhile has priority: the plan is dropped, and made anew after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext, suppress

from device.engines.ladder.stand_ins import bare_recogniser
from device.session.event_log import EventLine
from device.session.executor import WorkerClosed
from device.vocabulary.health_window import MonitoredRecogniser
from device.vocabulary.package_installer import CRASHES
from device.vocabulary.personal_package import PersonalPackage, StagedVersion
from device.vocabulary.self_test import SelfTestResult, compare_commands
from engine_b.core.errors import VaultError
from memory.core.policy import MemoryPolicy
from packages.core.errors import PackageError

RunOnWorker = Callable[[Callable[[], None]], Future[None]]


class PersonalPackageJob:
    """Builds a version when it is due. `heard` listens to the event log; all other work is done on the vault's
    worker.
    """

    def __init__(
        self,
        adapting: Callable[[], PersonalPackage],
        recogniser: MonitoredRecogniser,
        aside: RunOnWorker,
        tell: Callable[[str, str], None],
        guard: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """`adapting` is as of now; `tell` hears that a version was taken back out; `guard` holds the vault."""
        self._adapting, self._recogniser, self._aside, self._tell = adapting, recogniser, aside, tell
        self._guard = guard
        self._under_way: tuple[StagedVersion, Iterator[bool], list[bool]] | None = None

    def heard(self, line: EventLine) -> None:
        """Checks for new words after a turn."""
        if line["type"] == "turn_ended":
            self._later(self._begin)

    def _later(self, job: Callable[[], None]) -> None:
        with suppress(WorkerClosed):
            self._aside(lambda: self._guarded(job))

    def _guarded(self, job: Callable[[], None]) -> None:
        try:
            job()
        except VaultError:
            self._under_way = None
        except PackageError as error:
            self._under_way = None
            self._tell(error.code, str(error))

    def _begin(self) -> None:
        with self._guard():
            self._plan()

    def _plan(self) -> None:
        """Plans a version when one is due."""
        if self._under_way is None and not self._recogniser.in_use and self._adapting().due:
            if (plan := self._adapting().plan()) is None:
                return
            test = compare_commands(
                bare_recogniser(self._recogniser.untried), MemoryPolicy(), *self._adapting().trial_words(plan)
            )
            self._under_way = plan, test, []
            self._later(self._go_on)

    def _go_on(self) -> None:
        """Tests one more command, or finishes."""
        if self._under_way is None:
            return
        plan, test, worse = self._under_way
        if self._recogniser.in_use:
            self._under_way = None
            return
        try:
            worse.append(next(test))
            self._later(self._go_on)
        except StopIteration:
            self._finish(plan, SelfTestResult(len(worse), sum(worse)))
        except CRASHES:
            self._finish(plan, SelfTestResult(len(worse) + 1, 1))

    def _finish(self, plan: StagedVersion, outcome: SelfTestResult) -> None:
        self._under_way = None
        with self._guard():
            self._adapting().finish(plan, lambda before, after: outcome)
