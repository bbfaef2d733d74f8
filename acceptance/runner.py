"""Composition: runs all cases of all tests, several at a time, and collects the results."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path

from acceptance.cases.case_reader import CaseFile, gate_of, parse_case_file
from acceptance.cases.client_cases import ClientCase
from acceptance.cases.journeys import Journey
from acceptance.cases.memory_cases import InvalidCase, MemoryCase
from acceptance.cases.vocab_cases import VocabCase
from acceptance.drivers.case_driver import CaseDriver
from acceptance.drivers.fork_server import FORK_SERVER, ROOT
from acceptance.drivers.host_environment import HOST_ENVIRONMENTS, HostEnvironment
from acceptance.judges.client_judge import judge_client_case
from acceptance.judges.journey_judge import judge_journey
from acceptance.judges.memory_judge import judge_memory_case
from acceptance.judges.vocab_judge import judge_vocab_case
from acceptance.observations.memory_observation import MemoryObservation, turn_facts
from protos.canonical_json import canonical_bytes

FIXTURES = ROOT / "fixtures" / "acceptance"
TESTS = (
    "AT_Q12_MEM_BUNDLE_BUDGETS",
    "AT_Q12_MEM_ORDERING_TIEBREAK",
    "AT_Q12_MEM_TAGGING",
    "AT_Q12_MEM_ONE_QUESTION_RULE",
    "AT_Q12_MEM_NO_INTERNAL_LEAK",
    "AT_Q12_STATE_MEM_WRITTEN",
    "AT_Q13_MEM_CORRECTION_PAIR_CAPTURE",
    "AT_Q13_MEM_CRITICAL_TOKEN_CONFIRM",
    "AT_Q13_MEM_CONFIDENCE_DELTAS",
    "AT_Q13_MEM_NO_SILENT_OVERWRITE",
    "AT_Q13_VOCAB_MEM_LEARNED",
    "AT_Q13_PACKAGE_MEM_APPLIED",
    "AT_Q14_MEM_DO_NOT_REPEAT",
    "AT_Q14_MEM_REASK_GUARDS",
    "AT_Q14_MEM_UNRESOLVED_SUPPRESS",
    "AT_Q15_MEM_RESTORE_CONTINUITY",
    "AT_Q15_MEM_OUTBOX_IDEMPOTENCE",
    "AT_Q15_MEM_NO_ACTION_ON_RESTORE",
    "AT_Q16_MEM_EXPOSURE_FILTER",
    "AT_Q16_MEM_DO_NOT_MENTION",
    "AT_Q16_MEM_FORGET_COMMANDS",
    "AT_Q16_MEM_SAFE_RECALL_SUMMARY",
    "AT_Q17_MEM_METRICS_STABLE",
    "AT_Q17_MEM_METRICS_COUNTS",
    "AT_Q17_MEM_METRICS_NONAUTHORITATIVE",
    "AT_Q18_MEM_EMO_TONE_ONLY",
    "AT_Q18_MEM_EMO_NO_FACTS",
    "AT_Q18_MEM_EMO_FORGET",
    "AT_Q18_THREAD_MEM_KEPT",
    "AT_Q18_RESUME_MEM_TIERS",
    "AT_Q18_WORK_MEM_PENDING",
    "AT_Q18_RETENTION_MEM_MODES",
    "AT_Q18_TIME_MEM_HISTORY",
    "AT_Q18_GRAPH_MEM_LINKED",
    "AT_SCHEDULES_RING_ONCE",
    "AT_SCHEDULES_LISTS",
    "AT_CLIENTS_OWN_MEMORY",
)
"""The tests of 2.17 in its order. A test without a file, or a file without a test, is an error."""


AnyCase = MemoryCase | Journey | VocabCase | ClientCase


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of one case: what was wrong (empty: passed), and its observation, for the digest."""

    case_id: str
    wrong: tuple[str, ...]
    facts: tuple[dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """The result of one acceptance test."""

    test_id: str
    gate: str
    promise: str
    fixture_digest: str
    cases: tuple[CaseResult, ...]

    @property
    def failed(self) -> tuple[CaseResult, ...]:
        """The failed cases."""
        return tuple(case for case in self.cases if case.wrong)

    @property
    def digest(self) -> str:
        """BLAKE2b of the result: equal on every run."""
        outcome = [[case.case_id, not case.wrong, list(case.facts)] for case in self.cases]
        return hashlib.blake2b(canonical_bytes(outcome), digest_size=16).hexdigest()  # type: ignore[arg-type]


def select_tests(only: Iterable[str], folder: Path = FIXTURES) -> tuple[str, ...]:
    """Returns the tests of `Q13`, `Q13-MEM` or a test's name; all when nothing is named. Raises `InvalidCase`."""
    present = {path.stem for path in folder.glob("*.yaml")}
    if present != set(TESTS):
        raise InvalidCase(f"Tests and files differ: {sorted(present ^ set(TESTS))}")
    wanted = tuple(only)
    for name in wanted:
        if not any(_names_test(name, test) for test in TESTS):
            raise InvalidCase(f"{name} names no gate and no test.")
    return tuple(test for test in TESTS if not wanted or any(_names_test(name, test) for name in wanted))


def load_case_file(test_id: str, folder: Path = FIXTURES) -> tuple[CaseFile, str]:
    """Reads the cases of a test and the digest of their file. Raises `InvalidCase`."""
    content = (folder / f"{test_id}.yaml").read_bytes()
    return parse_case_file(test_id, content.decode("utf-8")), hashlib.blake2b(content, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class CaseJob:
    """A case to run. `first` are words before those of every command."""

    case: AnyCase
    first: tuple[str, ...] = ()


def run_suite(
    tests: Iterable[str],
    cases: Iterable[str] = (),
    selene: tuple[str, ...] = FORK_SERVER,
    *,
    nested: bool = True,
    processes: int | None = None,
) -> tuple[SuiteResult, ...]:
    """Runs the cases of these tests (only those named, when any are) and judges them."""
    named = frozenset(cases)
    loaded = {test: load_case_file(test) for test in tests}
    wanted: dict[str, list[AnyCase]] = {
        test: [case for case in fixture.cases if not named or case.id in named] for test, (fixture, _) in loaded.items()
    }
    jobs = [CaseJob(case) for found in wanted.values() for case in found]
    results = iter(run_case_jobs(jobs, selene, nested=nested, processes=processes))
    return tuple(
        SuiteResult(test, gate_of(test), fixture.promise, digest, tuple(islice(results, len(wanted[test]))))
        for test, (fixture, digest) in loaded.items()
    )


def run_case_jobs(
    stories: Iterable[CaseJob],
    selene: tuple[str, ...] = FORK_SERVER,
    *,
    nested: bool = True,
    processes: int | None = None,
    cases_each: int = 24,
) -> tuple[CaseResult, ...]:
    """Runs and judges cases, several at a time. The processes are spawned: a fork of one with threads may hang.

    Fewer than `cases_each` are not worth a process of their own, which loads Selene first; they are run here.
    """
    jobs = tuple(stories)
    at_once = min(processes or os.cpu_count() or 1, -(-len(jobs) // cases_each))
    if at_once <= 1:
        with closing(CaseDriver(selene, nested=nested, shared=True)) as driver:
            return tuple(_run_case_job(job, driver) for job in jobs)
    context = get_context("spawn")
    with ProcessPoolExecutor(at_once, context, _start_driver, (selene, nested)) as pool:
        return tuple(pool.map(_run_case_job, jobs))


_DRIVERS: list[CaseDriver] = []
"""The driver of a process of the pool."""


def _start_driver(selene: tuple[str, ...], nested: bool) -> None:
    _DRIVERS.append(CaseDriver(selene, nested=nested))
    Finalize(None, _DRIVERS[0].close, exitpriority=1)


def _run_case_job(story: CaseJob, own: CaseDriver | None = None) -> CaseResult:
    driver = own or _DRIVERS[0]
    if isinstance(story.case, Journey):
        return _run_journey(driver, story.case, story.first)
    if isinstance(story.case, VocabCase):
        return _run_vocab_case(driver, story.case, story.first)
    if isinstance(story.case, ClientCase):
        return _run_client_case(driver, story.case, story.first)
    played = [driver.run_case(story.case, world, story.first) for world in _environments_for(story.case)]
    return CaseResult(story.case.id, judge_memory_case(story.case, played[0], played[1:]), _facts(played[0]))


def _run_journey(driver: CaseDriver, journey: Journey, first: tuple[str, ...]) -> CaseResult:
    seen = driver.run_journey(journey, first)
    facts: list[dict[str, object]] = []
    for step in seen.steps:
        facts += [{"step": step.number, "do": step.do, "code": step.code}, *map(turn_facts, step.heard)]
    return CaseResult(journey.id, judge_journey(journey, seen), tuple(facts))


def _run_vocab_case(driver: CaseDriver, practice: VocabCase, first: tuple[str, ...]) -> CaseResult:
    played = driver.run_vocab_case(practice, first)
    facts: list[dict[str, object]] = [
        {"task": seen.number, "do": seen.do, "code": seen.code, "terms": seen.after.get("terms")}
        for seen in played.seen
    ]
    return CaseResult(practice.id, judge_vocab_case(practice, played), tuple(facts))


def _run_client_case(driver: CaseDriver, case: ClientCase, first: tuple[str, ...]) -> CaseResult:
    played = driver.run_client_case(case, first)
    facts: list[dict[str, object]] = [
        {"step": seen.number, "do": seen.do, "via": seen.via, "code": seen.code} for seen in played.answers
    ]
    return CaseResult(case.id, judge_client_case(case, played), tuple(facts))


def _environments_for(case: MemoryCase) -> Iterable[HostEnvironment]:
    return (HOST_ENVIRONMENTS[number % len(HOST_ENVIRONMENTS)] for number in range(case.repeats))


def _facts(played: MemoryObservation) -> tuple[dict[str, object], ...]:
    return tuple(turn_facts(heard) for heard in played.heard)


def _names_test(name: str, test: str) -> bool:
    return name in (test, gate_of(test), gate_of(test).removesuffix("-MEM"))
