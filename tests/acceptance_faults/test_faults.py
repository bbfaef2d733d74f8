"""A case that cannot fail is a defect: every fault here makes the case that guards the broken rule fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec import structs

from acceptance.cases.memory_cases import MemoryCase
from acceptance.drivers.selene_command import shared_fork_server
from acceptance.runner import TESTS, AnyCase, CaseJob, load_case_file, run_case_jobs
from tests.acceptance_faults.all_faults import FAULTS, LAUNCH, SIGHTINGS
from tests.acceptance_faults.fault_registry import Sighting
from tests.budgets import PROCESSES, SOAK

_LEAST_FAULTS = 3
_PLAYED_FAULTS, _PLAYED_TESTS = 1, 2
"""In `make test`: so many of each acceptance test that is played, and one in so many of these."""


def _played() -> list[Sighting]:
    """Returns every sighting for `make soak`, and the first of every second acceptance test for `make test`."""
    if SOAK:
        return SIGHTINGS
    few: dict[str, list[Sighting]] = {}
    for sighting in SIGHTINGS:
        few.setdefault(sighting.test_id, []).append(sighting)
    return [sighting for each in list(few.values())[::_PLAYED_TESTS] for sighting in each[:_PLAYED_FAULTS]]


def _shortly(case: AnyCase) -> AnyCase:
    """Returns the case for `make test`: played once, since one of several environments loads a Selene for each."""
    return case if SOAK or not isinstance(case, MemoryCase) else structs.replace(case, repeats=1)


PLAYED = _played()
pytestmark = pytest.mark.timeout(3_600 if SOAK else 900)


@pytest.fixture(scope="module")
def seen() -> Mapping[Sighting, tuple[str, ...]]:
    """What each case that guards a broken rule found wrong."""
    cases = {(test, case.id): case for test in TESTS for case in load_case_file(test)[0].cases}
    guards = [cases[sighting.test_id, sighting.case_id] for sighting in PLAYED]
    stories = [CaseJob(_shortly(case), (sighting.fault,)) for case, sighting in zip(guards, PLAYED, strict=True)]
    results = run_case_jobs(stories, LAUNCH, processes=PROCESSES)
    return {sighting: result.wrong for sighting, result in zip(PLAYED, results, strict=True)}


@pytest.mark.parametrize("sighting", PLAYED, ids=lambda s: f"{s.fault}-{s.test_id}-{s.case_id}")
def test_a_broken_rule_is_seen_by_the_case_that_guards_it(
    seen: Mapping[Sighting, tuple[str, ...]], sighting: Sighting
) -> None:
    wrong = seen[sighting]
    assert wrong, f"{sighting.case_id} passes although {sighting.fault}"
    assert not any("traceback" in what for what in wrong), f"the fault crashes instead of breaking a rule: {wrong}"


def test_every_acceptance_test_has_faults_that_it_must_see() -> None:
    seen = Counter(sighting.test_id for sighting in SIGHTINGS)
    assert {test: seen[test] for test in TESTS if seen[test] < _LEAST_FAULTS} == {}


def test_every_fault_is_seen_somewhere() -> None:
    assert set(FAULTS) == {sighting.fault for sighting in SIGHTINGS}


def test_every_fault_finds_what_it_breaks() -> None:
    """Those that are not played here may not grow stale: each is put in, in front of a command that does nothing."""
    ended = {fault: shared_fork_server(LAUNCH).run((fault, "--help")) for fault in FAULTS}
    assert {fault: each.messages for fault, each in ended.items() if each.status or each.messages} == {}
