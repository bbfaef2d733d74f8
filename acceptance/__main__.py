"""Composition: `python -m acceptance`: runs the acceptance tests and keeps the completion ledger."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence

from acceptance.cases.memory_cases import InvalidCase
from acceptance.completion_ledger import render_completion_ledger
from acceptance.drivers.fork_server import FORK_SERVER, ROOT
from acceptance.runner import SuiteResult, run_suite, select_tests

LEDGER = ROOT / "acceptance" / "SELENE_PHASE_COMPLETION_LEDGER.md"
HOLDS, BROKEN, WRONG_USAGE = 0, 1, 2


def run_acceptance(words: Sequence[str] | None = None) -> int:
    """Runs the requested tests. 0: every case passes (and the ledger is up to date); 1: not; 2: wrong usage."""
    how = _parser().parse_args(words)
    try:
        tests = select_tests(how.only)
        selene = tuple(shlex.split(how.selene))
        results = run_suite(tests, how.case, selene or FORK_SERVER, nested=not selene)
    except InvalidCase as error:
        print(f"acceptance: {error}", file=sys.stderr)
        return WRONG_USAGE
    stale = _update_ledger(results, whole=not how.only and not how.case, check=how.check)
    print(json.dumps(results_object(results))) if how.json else _print_results(results)
    if stale:
        print("acceptance: the completion ledger is stale; `selene accept` writes it anew.", file=sys.stderr)
    return BROKEN if stale or any(test.failed for test in results) else HOLDS


def results_object(results: Sequence[SuiteResult]) -> dict[str, object]:
    """Returns the stable JSON form. `why` has the failed expectations of each failed case."""
    tests = [
        {
            "id": test.test_id,
            "passed": not test.failed,
            "cases": len(test.cases),
            "failed_cases": [case.case_id for case in test.failed],
            "why": {case.case_id: list(case.wrong) for case in test.failed},
        }
        for test in results
    ]
    failed = sum(bool(test.failed) for test in results)
    return {"tests": tests, "passed": len(results) - failed, "failed": failed}


def _update_ledger(results: Sequence[SuiteResult], *, whole: bool, check: bool) -> bool:
    """Writes or checks the ledger; True when it is stale. A part of the suite neither writes nor checks it."""
    if not whole:
        return False
    text = render_completion_ledger(results)
    if check:
        return not LEDGER.exists() or LEDGER.read_text(encoding="utf-8") != text
    LEDGER.write_text(text, encoding="utf-8")
    return False


def _print_results(results: Sequence[SuiteResult]) -> None:
    for test in results:
        print(f"{'FAILED' if test.failed else 'passed'}  {test.test_id}  {len(test.cases)} cases")
        for case in test.failed:
            for what in case.wrong:
                print(f"        {case.case_id}: {what}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m acceptance", description="Run the acceptance tests.")
    parser.add_argument("--only", action="append", default=[], help="a gate (Q13) or a test (AT_Q13_...)")
    parser.add_argument("--case", action="append", default=[], help="only this case of the chosen tests")
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")
    parser.add_argument("--check", action="store_true", help="fail when the completion ledger is stale")
    parser.add_argument("--selene", default="", help="the command to put to the test; default: this checkout's")
    return parser


if __name__ == "__main__":
    sys.exit(run_acceptance())
