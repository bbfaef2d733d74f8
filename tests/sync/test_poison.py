"""Promise: an op that is no record is parked where it arrives: it is shown, changes nothing, and stops nobody."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from engine_b.ops import Sort
from engine_b.outbox import parked
from engine_b.records import records
from memory.changes import Scope
from tests.sim.household import FIRST, SECOND, THIRD, Household

LONE = "\ud800"
POISON: list[tuple[Sort, str, object]] = [
    *((Sort.ATOM, name, value) for name, value in (
        ("text", 5), ("text", LONE), ("value", None), ("kind", "martian"), ("status", "x y"), ("exposure", ""),
        ("recall", 1), ("provenance", 4), ("confidence_bp", 10_001), ("pinned", 2), ("pinned", True), ("version", 0),
        ("learned_at_ms", 10**30), ("learned_at_ms", "5"), ("valid_from_ms", "soon"), ("supersedes", 7),
        ("learned_at_ms", 5.0), ("newer", 0.5), ("newer", {"a": [1.5]}),
        ("reason_code", "my name is Ana"), ("sources", []), ("sources", [["t", 0]]), ("sources", [["t", "0", 1]]),
        ("sources", "t01"), ("atom_id", "a-another"),
    )),
    *((Sort.LINE, name, value) for name, value in (
        ("speaker", "martian"), ("text", []), ("at_ms", 1 << 70), ("tokens", None), ("used", [5]), ("used", "a-1"),
        ("line_id", "t-another"), ("session_id", LONE),
    )),
    *((Sort.RULE, name, value) for name, value in (("kind", "obey"), ("topic", 1), ("made_at_ms", ""))),
    *((Sort.FLAG, name, value) for name, value in (("touched_ms", -(1 << 63)), ("reason_code", "said so"))),
    *((Sort.CORRECTION, name, value) for name, value in (("delta_bp", "-5"), ("heard", {}), ("reason_code", ""))),
    *((Sort.SETTING, name, value) for name, value in (("key", "two words"), ("value", 3))),
    *((Sort.DEVICE, name, value) for name, value in (("device_id", "0" * 32), ("name", ["study"]))),
]  # fmt: skip


def _of_every_sort(house: Household) -> None:
    atom = house.remember(SECOND, "The dentist is on June 14", "date:dentist", "June 14", reply="Noted.")
    house.correct(SECOND, atom.atom_id, "June 14", "June 15")
    house.hush(SECOND, "money")
    house.flag(SECOND, "voice")
    house.set(SECOND, "pace", "soft")


def _told(house: Household, sort: Sort, spoiled: Mapping[str, Any]) -> None:
    """The second device says what one of its records says, but for what is spoiled."""
    vault = house.vaults[SECOND]
    if sort is Sort.DEVICE:
        subject, content = f"device:{vault.device_id}", {"device_id": vault.device_id, "name": "study"}
    else:
        subject, content = next((s, json.loads(c)) for o, s, _, c in records(vault.database) if o is sort)
    with vault.recording(Scope("", "", "", house.now())) as recorder:
        recorder.put(sort, subject, 9, _written({**content, **spoiled}))


def _written(content: Mapping[str, Any]) -> bytes:
    """Like canonical bytes, but for floats, which those refuse."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize(("sort", "name", "value"), POISON)
def test_what_is_no_record_is_parked_and_what_comes_after_it_arrives(
    house: Household, sort: Sort, name: str, value: object
) -> None:
    _of_every_sort(house)
    house.settle()
    before = house.digest(FIRST)
    _told(house, sort, {name: value})
    house.sync(SECOND, FIRST)
    vault = house.vaults[FIRST]
    assert [reason for *_, reason in parked(vault.database)] == ["NOT_UNDERSTOOD"]
    assert house.digest(FIRST) == before
    after = house.remember(SECOND, "The key is under the mat", "place:key", "the mat")
    house.sync(SECOND, FIRST)
    assert house.atom(FIRST, after.atom_id) == after
    house.join(THIRD)
    house.sync(THIRD, FIRST, THIRD)
    assert house.atom(THIRD, after.atom_id) is not None
    assert vault.verify().ok


@pytest.mark.parametrize("sort", [sort for sort in Sort if sort is not Sort.DEVICE])
def test_a_field_that_a_newer_selene_added_is_passed_over(house: Household, sort: Sort) -> None:
    _of_every_sort(house)
    house.settle()
    _told(house, sort, {"newer": ["a", {"b": None}]})
    house.sync(SECOND, FIRST)
    assert not parked(house.vaults[FIRST].database)
    assert house.vaults[FIRST].verify().ok


def test_what_every_sort_of_record_says_is_understood(house: Household) -> None:
    _of_every_sort(house)
    house.settle()
    house.require_equal()
    assert {sort for sort, *_ in records(house.vaults[FIRST].database)} >= set(Sort) - {Sort.DEVICE}
    assert not parked(house.vaults[FIRST].database)
