"""`python -m tests.soak`: runs every suite that has a budget or long tables, whole, and writes a line about each part.

A part is a suite, or a share of a long one (`Budget.parts`); as many run at a time as there are processors, each in a
process of its own. The lines are JSON in `out/soak/results.jsonl`; what a part printed lies beside them. A part that
fails ends no other. A run that was cut off goes on with `--resume`, which leaves out what passed on this commit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.budgets import BUDGETS, Share
from tests.long_tables import has_examples

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "out" / "soak"
_WHOLE_COMMIT = 40
_TEST_SECONDS = "3600"
"""A test with its whole budget takes longer than one of `make test`, and so does one on a busy machine."""


@dataclass(frozen=True)
class SoakPart:
    """What one process of tests runs: a suite, one share of a suite, or the rest of a suite that has shares."""

    suite: str
    share: str = ""
    """An expression of `pytest -k`."""

    @property
    def name(self) -> str:
        """Returns the name in the results, which `--only` looks at."""
        return f"{self.suite}:{self.share.replace(' ', '-')}" if self.share else self.suite


@dataclass(frozen=True)
class PartResult:
    """A line of the results."""

    part: str
    passed: bool
    seconds: int
    commit: str


@dataclass(frozen=True)
class SoakRun:
    """Where the parts are run, and what is known of the run."""

    root: Path
    out: Path
    commit: str
    """The commit; with another ending where files were changed since, so that nothing counts as passed on it."""

    @property
    def results(self) -> Path:
        """Returns the file of the lines."""
        return self.out / "results.jsonl"

    def passed(self) -> frozenset[str]:
        """Returns the parts that passed last time on this commit; none where files were changed since it."""
        if len(self.commit) != _WHOLE_COMMIT or not self.results.exists():
            return frozenset()
        lines = map(json.loads, self.results.read_text(encoding="utf-8").splitlines())
        last = {line["part"]: line["passed"] for line in lines if line["commit"] == self.commit}
        return frozenset(part for part, passed in last.items() if passed)

    def run_all(self, parts: Sequence[SoakPart], minutes: float, processes: int) -> bool:
        """Runs the parts, begins none after so many minutes, and says whether all of them ran and passed."""
        self.out.mkdir(parents=True, exist_ok=True)
        end = time.monotonic() + minutes * 60

        def run(part: SoakPart) -> bool:
            return time.monotonic() < end and self.run_part(part)

        with ThreadPoolExecutor(processes) as workers:
            done = list(workers.map(run, parts))
        print(f"{sum(done)} of {len(parts)} passed; the others failed or were not begun: {self.results}")
        return all(done)

    def run_part(self, part: SoakPart) -> bool:
        """Runs one part, writes its line, and says whether it passed."""
        log = self.out / f"{part.name.replace('/', '.').replace(':', '.')}.log"
        words = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--no-header",
            *(["-k", part.share] if part.share else []),
            part.suite,
        ]
        began = time.monotonic()
        with log.open("wb") as output:
            status = subprocess.call(
                words,
                cwd=self.root,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "SELENE_SOAK": "1", "SELENE_TEST_PROCESSES": "1", "PYTEST_TIMEOUT": _TEST_SECONDS},
            )
        result = PartResult(part.name, status == 0, round(time.monotonic() - began), self.commit)
        with self.results.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(asdict(result)) + "\n")
        print(f"{'passed' if result.passed else 'FAILED'} {result.seconds:6} s  {part.name}", flush=True)
        return result.passed


def soak_suites(root: Path) -> Iterator[str]:
    """Yields the files of tests that import the budgets, by what they say, and those whose tables are of examples."""
    files = sorted(path for folder in ("tests", "acceptance") for path in (root / folder).rglob("test_*.py"))
    for path in files:
        suite = path.relative_to(root).as_posix()
        if has_examples(suite) or has_budget(path):
            yield suite


def has_budget(path: Path) -> bool:
    """Says whether a file of tests imports the budgets."""
    return any(line.startswith("from tests.budgets import") for line in path.read_text(encoding="utf-8").splitlines())


def soak_parts(suites: Sequence[str], shares: dict[str, int]) -> list[SoakPart]:
    """Returns the parts of all suites: first the shares of those that have so many, which take longest."""
    long = [suite for suite in suites if shares.get(suite, 1) > 1]
    parts = [SoakPart(suite, str(Share(number, shares[suite]))) for suite in long for number in range(shares[suite])]
    parts += [SoakPart(suite, "not soakpart") for suite in long]
    return parts + [SoakPart(suite) for suite in suites if suite not in long]


def current_commit(root: Path) -> str:
    """Returns the commit of the checkout; with `+changes` where files of it were changed."""
    commit, changes = (
        subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout.strip()
        for words in (("rev-parse", "HEAD"), ("status", "--porcelain"))
    )
    return f"{commit}+changes" if changes else commit


def main() -> None:
    """Reads the options, runs, and ends with 1 unless everything passed."""
    options = argparse.ArgumentParser(prog="python -m tests.soak", description="Runs every suite that has a budget.")
    options.add_argument("--only", default="", metavar="NAME", help="run the parts with this in their name")
    options.add_argument("--resume", action="store_true", help="leave out what passed on this commit")
    options.add_argument("--minutes", type=float, default=float("inf"), help="begin no part after so many minutes")
    given = options.parse_args()
    run = SoakRun(ROOT, OUT, current_commit(ROOT))
    shares = {each.suite: each.parts for each in BUDGETS.values() if each.parts > 1}
    done = run.passed() if given.resume else frozenset()
    parts = [part for part in soak_parts(list(soak_suites(ROOT)), shares) if given.only in part.name]
    sys.exit(not run.run_all([part for part in parts if part.name not in done], given.minutes, os.cpu_count() or 1))


if __name__ == "__main__":
    main()
