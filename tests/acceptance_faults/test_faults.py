"""A case that cannot fail is a defect: every fault here makes the case that guards the broken rule fail."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from acceptance.judge import judge
from acceptance.play import WORLDS, Stage
from acceptance.suite import TESTS, load
from tests.acceptance_faults.faults import FAULTS, SIGHTINGS
from tests.acceptance_faults.registry import Sighting

LAUNCH = (sys.executable, "-m", "tests.acceptance_faults.launch")
_LEAST_FAULTS = 3


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    stage = Stage(LAUNCH)
    yield stage
    stage.close()


def failures(stage: Stage, sighting: Sighting, fault: str) -> tuple[str, ...]:
    fixture, _ = load(sighting.test_id)
    case = next(case for case in fixture.cases if case.id == sighting.case_id)
    worlds = [WORLDS[number % len(WORLDS)] for number in range(case.repeats)]
    played = [stage.play(case, world, (fault,)) for world in worlds]
    return judge(case, played[0], played[1:])


@pytest.mark.parametrize("sighting", SIGHTINGS, ids=lambda s: f"{s.fault}-{s.test_id}-{s.case_id}")
def test_a_broken_rule_is_seen_by_the_case_that_guards_it(stage: Stage, sighting: Sighting) -> None:
    wrong = failures(stage, sighting, sighting.fault)
    assert wrong, f"{sighting.case_id} passes although {sighting.fault}"
    assert not any("traceback" in what for what in wrong), f"the fault crashes instead of breaking a rule: {wrong}"


def test_every_acceptance_test_has_faults_that_it_must_see() -> None:
    seen = Counter(sighting.test_id for sighting in SIGHTINGS)
    assert {test: seen[test] for test in TESTS if seen[test] < _LEAST_FAULTS} == {}


def test_every_fault_is_seen_somewhere() -> None:
    assert set(FAULTS) == {sighting.fault for sighting in SIGHTINGS}
