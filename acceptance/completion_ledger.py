"""Composition: the completion ledger of 2.16 as text. Made from results, compared as a whole, edited by nobody."""

from __future__ import annotations

from collections.abc import Iterable

from acceptance.cases.memory_cases import GATES
from acceptance.runner import SuiteResult

_TOP = """\
# Selene phase completion ledger: memory track, schedules and clients

Written by `selene accept` from what it found; `selene accept --check` fails when this file is not what it would
write. Specification 2.16 and 2.17. A digest is BLAKE2b-128: of the fixture file as it lies in `fixtures/acceptance/`,
and of the outcome (for every turn of every case: intent, reason codes, question, bundle, counts, and whether the case
passed). Outcomes are the same on every run.
"""


def render_completion_ledger(results: Iterable[SuiteResult]) -> str:
    """Renders the whole file."""
    found = tuple(results)
    parts = [_TOP, _table(("row", "tests", "cases", "failed", "result"), [_gate_row(gate, found) for gate in GATES])]
    for gate in GATES:
        tests = [test for test in found if test.gate == gate]
        rows = [_test_row(test) for test in tests]
        parts.append(f"## {gate}\n")
        parts.append("\n".join(f"- `{test.test_id}`: {test.promise}" for test in tests) + "\n")
        parts.append(_table(("test", "cases", "failed", "result", "fixture", "outcome"), rows))
    return "\n".join(parts)


def _gate_row(gate: str, results: Iterable[SuiteResult]) -> tuple[str, ...]:
    tests = [test for test in results if test.gate == gate]
    cases, failed = sum(len(test.cases) for test in tests), sum(len(test.failed) for test in tests)
    return gate, str(len(tests)), str(cases), str(failed), _word(passed=bool(tests) and not failed)


def _test_row(test: SuiteResult) -> tuple[str, ...]:
    numbers = (str(len(test.cases)), str(len(test.failed)), _word(passed=not test.failed))
    return (f"`{test.test_id}`", *numbers, f"`{test.fixture_digest}`", f"`{test.digest}`")


def _word(*, passed: bool) -> str:
    return "passed" if passed else "FAILED"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
