"""Promise: a vault and ops that an earlier Selene wrote are read to the last field as they were meant, by every later
one, in whatever house and under whatever name its code lives.

`fixtures/golden/` was written once (`fixtures/regenerate_golden.py`). What differs here would be lost or misread on a
device that is updated, or between two devices of which only one is.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fixtures import golden_reader as reader
from fixtures import golden_vectors as vectors
from tests.engine_b.change_builders import state_fingerprint

GOLDEN: dict[str, Any] = json.loads(reader.DIGEST.read_bytes())
OPS: list[dict[str, Any]] = [json.loads(line) for line in reader.OPS.read_text(encoding="utf-8").splitlines()]
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(reader.VECTORS.read_bytes())
STEPS_SINCE = reader.newest_schema() - GOLDEN["schema"]
"""Migrations that were written after the golden vault; each leaves one event in the ledger when it is opened."""
SORTS = {"atom", "line", "rule", "flag", "correction", "setting", "device"}


def test_the_golden_vault_is_whole(tmp_path: Path) -> None:
    with reader.opened_vault(reader.copied_vault(tmp_path / "vault")) as vault:
        assert reader.problems(vault) == ()


def test_opening_adds_nothing_but_the_steps_that_are_new(tmp_path: Path) -> None:
    folder = reader.copied_vault(tmp_path / "vault")
    before = state_fingerprint(folder)
    with reader.opened_vault(folder) as vault:
        seq = GOLDEN["head"]["seq"]
        events = [row for (row,) in reader.rows_of(vault, "ledger", ["event"], f"seq > {seq}")]
        assert events == ["MIGRATION_APPLIED"] * STEPS_SINCE
        assert reader.rows_of(vault, "ledger", ["hash"], f"seq = {seq}") == [[GOLDEN["head"]["hash"]]]
        assert STEPS_SINCE or reader.head_of(vault) == GOLDEN["head"]
    assert STEPS_SINCE or state_fingerprint(folder) == before


def test_it_knows_what_it_knew(tmp_path: Path) -> None:
    with reader.opened_vault(reader.copied_vault(tmp_path / "vault")) as vault:
        assert reader.digest_of(vault) == GOLDEN["digest"]
        assert reader.records_of(vault) == GOLDEN["records"]
        assert reader.account_of(vault) == GOLDEN["account"]
        assert {record[0] for record in GOLDEN["records"]} == SORTS
        counts = {**GOLDEN["counts"], "events": GOLDEN["counts"]["events"] + STEPS_SINCE}
        assert reader.counted(vault) == counts


def test_current_state_is_what_the_ledger_tells(tmp_path: Path) -> None:
    with reader.opened_vault(reader.copied_vault(tmp_path / "vault")) as vault:
        assert reader.rebuilt_state(vault) == (GOLDEN["current_state"], GOLDEN["current_state"])


def test_every_row_of_every_table_is_as_it_was_written(tmp_path: Path) -> None:
    """By the columns that the tables had then: later ones may have more."""
    with reader.opened_vault(reader.copied_vault(tmp_path / "vault")) as vault:
        for table, told in GOLDEN["tables"].items():
            if STEPS_SINCE and table in reader.DERIVED:
                continue
            where = f"seq <= {GOLDEN['head']['seq']}" if table == reader.APPENDED else "1"
            rows = reader.rows_of(vault, table, told["columns"], where)
            assert rows == told.get("rows", rows), table
            assert (len(rows), reader.hash_of(rows)) == (told["count"], told["hash"]), table


def test_every_op_opens_to_what_it_said() -> None:
    assert [reader.read_again(row, GOLDEN["vault_id"]) for row in OPS] == OPS


def test_the_ops_are_of_every_sort_that_there_is() -> None:
    bodies = [row["body"] for row in OPS if "body" in row]
    assert {body["sort"] for body in bodies} == SORTS
    for part in ("parents", "keeps", "repeats", "erases", "final"):
        assert any(body[part] for body in bodies), part
    assert {(row["state"], row["waiting"]) for row in OPS} >= {
        ("told", False), ("told", True), ("erased", False), ("erased", True), ("parked", False),
    }  # fmt: skip


def test_an_empty_vault_that_hears_all_ops_knows_the_same_in_whatever_order_they_come(tmp_path: Path) -> None:
    ways = reader.orders(OPS)
    assert len(ways) == 2
    for number, (way, steps) in enumerate(ways.items()):
        taken = reader.after_taking_in(tmp_path / str(number), GOLDEN["vault_id"], steps)
        assert taken == GOLDEN["taken_in"], way
    assert GOLDEN["taken_in"]["digest"] == GOLDEN["digest"]


# What the protocol's functions make ----------------------------------------------------------------------------------


@pytest.mark.parametrize("section", sorted(vectors.SECTIONS))
def test_the_protocols_functions_make_what_they_made(section: str) -> None:
    for case in VECTORS[section]:
        assert vectors.outcome(section, case["in"]) == case["out"], case["in"]


def test_there_are_cases_for_every_function_and_for_what_is_refused() -> None:
    assert set(VECTORS) == {*vectors.SECTIONS, "heads"}
    verdicts = {case["out"] if isinstance(case["out"], str) else "told" for case in VECTORS["payload"]}
    assert verdicts == {"told", "malformed", "mismatch", "not understood"}
    assert {case["in"][0]["sort"] for case in VECTORS["heads"]} == SORTS


@pytest.mark.parametrize("way", ["one by one", "backwards", "at once"])
def test_the_heads_of_every_sort_make_the_same_record_in_whatever_order_they_come(tmp_path: Path, way: str) -> None:
    made = vectors.taken_in(tmp_path / "vault", {case["name"]: case["in"] for case in VECTORS["heads"]}, way)
    for case in VECTORS["heads"]:
        assert made[case["name"]] == case["out"], case["name"]
