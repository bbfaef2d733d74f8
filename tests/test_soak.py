"""`make soak` runs every suite that has a budget, writes what came of each part, and goes on where it was cut off."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.budgets import BUDGETS
from tests.soak import ROOT, SoakRun, soak_parts, soak_suites

COMMIT, NEXT_COMMIT = "a" * 40, "b" * 40
SUITES = {
    "tests/test_good.py": "from tests.budgets import GOOD\ndef test_it(): pass\n",
    "tests/test_bad.py": "from tests.budgets import BAD\ndef test_it(): assert 0, 'seen'\n",
    "tests/test_long.py": "from tests.budgets import LONG\nimport os, pytest\n"
    "@pytest.mark.parametrize('share', ['soakpart00', 'soakpart01'])\n"
    "def test_it(share): assert os.environ['SELENE_SOAK'] and share == 'soakpart00'\n"
    "def test_the_rest(): pass\n",
    "tests/test_other.py": "def test_it(): assert 0\n",
}
SHARES = {"tests/test_long.py": 2}
FAILED = {"tests/test_bad.py", "tests/test_long.py:soakpart01"}
PASSED = {"tests/test_good.py", "tests/test_long.py:soakpart00", "tests/test_long.py:not-soakpart"}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> SoakRun:
    """A run over a checkout of its own, in which two parts fail."""
    root = tmp_path_factory.mktemp("checkout")
    for path, content in SUITES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")
    (root / "tests" / "__init__.py").touch()
    (root / "tests" / "budgets.py").write_text("GOOD = BAD = LONG = 1\n", encoding="utf-8")
    (root / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    run = SoakRun(root, root / "out", COMMIT)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # these tests need no plugin
        assert not run.run_all(soak_parts(list(soak_suites(root)), SHARES), minutes=5, processes=2)
    return run


def test_every_part_has_a_line_and_one_that_fails_ends_no_other(run: SoakRun) -> None:
    lines = [json.loads(line) for line in run.results.read_text(encoding="utf-8").splitlines()]
    assert {line["part"]: line["passed"] for line in lines} == dict.fromkeys(FAILED, False) | dict.fromkeys(
        PASSED, True
    )
    assert {line["commit"] for line in lines} == {COMMIT}
    assert all(0 <= line["seconds"] <= 60 for line in lines)
    assert "seen" in (run.out / "tests.test_bad.py.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("commit", "passed"),
    [(COMMIT, PASSED), (NEXT_COMMIT, set()), (f"{COMMIT}+changes", set())],
    ids=("its commit", "another", "with changes"),
)
def test_what_passed_counts_on_its_commit_only(run: SoakRun, commit: str, passed: set[str]) -> None:
    assert SoakRun(run.root, run.out, commit).passed() == passed


def test_what_passed_and_failed_later_is_run_again(tmp_path: Path) -> None:
    run = SoakRun(tmp_path, tmp_path, COMMIT)
    lines = [{"part": "one", "passed": passed, "seconds": 1, "commit": COMMIT} for passed in (False, True, False)]
    for known, passed in ((1, set()), (2, {"one"}), (3, set())):
        run.results.write_text("".join(f"{json.dumps(line)}\n" for line in lines[:known]), encoding="utf-8")
        assert run.passed() == passed


def test_what_was_not_begun_did_not_pass(run: SoakRun, tmp_path: Path) -> None:
    short = SoakRun(run.root, tmp_path, COMMIT)
    assert not short.run_all(soak_parts(["tests/test_good.py"], {}), minutes=0, processes=1)
    assert not short.results.exists()
    assert short.run_all([], minutes=0, processes=1), "nothing is left to run"


def test_every_suite_with_a_budget_is_run_and_every_share_of_a_long_one() -> None:
    suites = set(soak_suites(ROOT))
    assert {each.suite for each in BUDGETS.values()} <= suites
    for each in BUDGETS.values():
        uses_shares = re.search(
            r"^@pytest\.mark\.parametrize\(\"share\", \w+\.shares, ids=str\)$", _text(each.suite), re.M
        )
        assert bool(uses_shares) == (each.parts > 1), each.suite
        assert len(each.shares) in (1, each.parts)


def _text(suite: str) -> str:
    return (ROOT / suite).read_text(encoding="utf-8")
