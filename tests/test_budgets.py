"""The page about the tests shows every budget as it is."""

from __future__ import annotations

import re
from pathlib import Path

from tests.budgets import BUDGETS

ROOT = Path(__file__).resolve().parent.parent
TABLE = (ROOT / "tests" / "README.md").read_text(encoding="utf-8").split("## Budgets", 1)[1].split("\n## ", 1)[0]


def test_the_page_shows_every_budget() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+) \| ([\d,]+) \| ([\d,]+) \| `(.+)` \|$", TABLE, re.MULTILINE)
    shown = [f"{name} {unit} {part} {whole} {suite}" for name, unit, part, whole, suite in rows]
    assert shown == [f"{name} {each.unit} {each.part:,} {each.whole:,} {each.suite}" for name, each in BUDGETS.items()]


def test_every_budget_is_the_budget_of_the_suite_that_it_names() -> None:
    for name, each in BUDGETS.items():
        assert re.search(rf"from tests\.budgets import .*\b{name}\b", (ROOT / each.suite).read_text(encoding="utf-8"))
