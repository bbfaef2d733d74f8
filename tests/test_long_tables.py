"""Of a long table of examples `make test` plays one row in a few, and of every other table all."""

from __future__ import annotations

from tests.budgets import TABLE_STRIDE
from tests.long_tables import LONG_TABLE, has_examples, played_rows
from tests.soak import ROOT, soak_suites

LISTS = "tests/device/skills/lists/test_requests.py"
TOLD = "tests/device/skills/memory/test_told_talks.py"
ATTACKS = "tests/packages/verification/test_content_attacks.py"


def test_of_a_long_table_the_first_row_and_one_in_the_stride_are_played() -> None:
    rows = [(LISTS, "test_a_thing_is_added")] * 20
    assert [n for n, played in enumerate(played_rows(rows, 3, frozenset())) if played] == [0, 3, 6, 9, 12, 15, 18]


def test_every_function_has_a_table_of_its_own() -> None:
    rows = [(LISTS, name) for _ in range(LONG_TABLE + 1) for name in ("test_added", "test_taken_off")]
    assert played_rows(rows, LONG_TABLE + 1, frozenset()) == (True, True) + (False, False) * LONG_TABLE


def test_a_short_table_one_of_promises_and_one_with_a_budget_are_played_whole() -> None:
    for suite, rows in ((LISTS, LONG_TABLE), (ATTACKS, 100), (TOLD, 100)):
        assert all(played_rows([(suite, "test_it")] * rows, 3, frozenset([TOLD])))


def test_all_rows_are_played_in_a_soak() -> None:
    assert TABLE_STRIDE.whole == 1
    assert all(played_rows([(LISTS, "test_it")] * 100, TABLE_STRIDE.whole, frozenset()))
    examples = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert {suite for suite in examples if has_examples(suite)} <= set(soak_suites(ROOT))
