"""The promises of the memory track hold, and the completion ledger says so."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from acceptance.__main__ import LEDGER
from acceptance.completion_ledger import render_completion_ledger
from acceptance.runner import TESTS, SuiteResult, load_case_file, run_suite, select_tests
from tests.budgets import PROCESSES

LEAST_CASES = 8
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def results() -> Sequence[SuiteResult]:
    return run_suite(select_tests([]), processes=PROCESSES)


def test_every_case_of_every_acceptance_test_passes(results: Sequence[SuiteResult]) -> None:
    assert {f"{test.test_id}/{case.case_id}": case.wrong for test in results for case in test.failed} == {}


def test_the_completion_ledger_is_what_a_run_writes(results: Sequence[SuiteResult]) -> None:
    assert LEDGER.read_text(encoding="utf-8") == render_completion_ledger(results), (
        "`selene accept` writes the ledger anew"
    )


@pytest.mark.parametrize("test_id", TESTS)
def test_every_acceptance_test_has_cases_of_its_own(test_id: str) -> None:
    fixture, _ = load_case_file(test_id)
    assert len(fixture.cases) >= LEAST_CASES
