"""Promise: an op that is no record is parked where it arrives: it is shown, changes nothing, and stops nobody."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from engine_b.apply.parked_ops import parked_ops
from engine_b.protocol.core_types import (
    ATOM,
    CORE_TYPES,
    CORRECTION,
    DEVICE,
    FLAG,
    FORGOTTEN_VALUE,
    LINE,
    LIST_ITEM,
    MOOD,
    PAUSE_PROFILE,
    RULE,
    SCHEDULE,
    SETTING,
    THREAD,
    VOICEPRINT,
    WORK_ORDER,
)
from engine_b.protocol.ops import OpMalformed, decode_op_body, encode_op_body
from engine_b.protocol.record_types import RecordType, SyncScope
from engine_b.writes import transaction as recorder_module
from memory.model.atoms import Atom
from memory.model.changes import Change, Record, Scope
from protos.canonical_json import Plain
from tests.budgets import SORTS_STRIDE
from tests.engine_b.change_builders import ANA
from tests.sim.household import FIRST, SECOND, THIRD, Household
from tests.sim.vault_contents import all_records

LONE = "\ud800"
A_TIMER: dict[str, Plain] = {
    "schedule_id": "schedule-t-1", "user_id": ANA, "kind": "timer", "label": "the pasta", "state": "set", "due_ms": 5,
    "device_id": "a", "set_on": "a", "set_ms": 1, "zone": "Europe/Berlin",
}  # fmt: skip
AN_ITEM: dict[str, Plain] = {
    "item_id": "item-t-1/0", "user_id": ANA, "list_name": "shopping", "text": "oats", "state": "open", "added_ms": 1,
}  # fmt: skip
A_BARRED_VALUE: dict[str, Plain] = {
    "value_id": "gone-1", "user_id": ANA, "digest": "ab" * 16, "words": 1, "about": "", "forgot_ms": 1,
}  # fmt: skip
A_VOICE: dict[str, Plain] = {
    "voiceprint_id": "voice-t-1", "user_id": ANA, "state": "learned", "sentences": 3, "pitch_dhz": 1_100,
    "below_full_cdb": 2_600, "voiced_ms": 3_000, "learned_ms": 1,
}  # fmt: skip
A_PAUSE: dict[str, Plain] = {
    "pause_profile_id": "pause-t-1", "user_id": ANA, "wait_ms": 900, "cuts": 1, "learned_ms": 1,
}  # fmt: skip
A_THREAD: dict[str, Plain] = {
    "thread_id": "thread-1", "user_id": ANA, "session_id": "s1", "began_ms": 1, "ended_ms": 2, "title": "t-1/0-6",
}  # fmt: skip
A_WORK_ORDER: dict[str, Plain] = {
    "work_order_id": "work-1", "user_id": ANA, "said": "t-1/0-6", "made_ms": 1, "touched_ms": 2,
}  # fmt: skip
A_MOOD: dict[str, Plain] = {
    "mood_id": "mood-1", "user_id": ANA, "session": "ab", "session_valence": -40, "session_activation": 10,
    "valence": -10, "activation": 0, "felt_ms": 1,
}  # fmt: skip
POISON: list[tuple[RecordType, str, object]] = [
    *((ATOM, name, value) for name, value in (
        ("text", 5), ("text", LONE), ("value", None), ("kind", "martian"), ("status", "x y"), ("exposure", ""),
        ("recall", 1), ("provenance", 4), ("confidence_bp", 10_001), ("pinned", 2), ("pinned", True), ("version", 0),
        ("learned_at_ms", 10**30), ("learned_at_ms", "5"), ("valid_from_ms", "soon"), ("supersedes", 7),
        ("learned_at_ms", 5.0), ("version", 1 << 31), ("reason_code", "my name is Ana"),
        ("sources", []), ("sources", [["t", 0]]), ("sources", [["t", "0", 1]]), ("sources", "t01"),
        ("atom_id", "a-another"),
    )),
    *((LINE, name, value) for name, value in (
        ("speaker", "martian"), ("text", []), ("at_ms", 1 << 70), ("tokens", None), ("used", [5]), ("used", "a-1"),
        ("line_id", "t-another"), ("session_id", LONE),
    )),
    *((RULE, name, value) for name, value in (("kind", "obey"), ("topic", 1), ("made_at_ms", ""))),
    *((FLAG, name, value) for name, value in (("touched_ms", -(1 << 63)), ("reason_code", "said so"))),
    *((CORRECTION, name, value) for name, value in (("delta_bp", "-5"), ("heard", {}), ("reason_code", ""))),
    *((SETTING, name, value) for name, value in (("key", "two words"), ("value", 3))),
    *((SCHEDULE, name, value) for name, value in (
        ("kind", "bomb"), ("due_ms", "soon"), ("state", 1), ("schedule_id", "schedule-another"), ("guest", 2),
    )),
    *((LIST_ITEM, name, value) for name, value in (("state", "eaten"), ("text", 5), ("position", None))),
    *((VOICEPRINT, name, value) for name, value in (
        ("pitch_dhz", 0), ("embedding", "A" * 5_000), ("state", "hoarse"), ("sentences", -1),
        ("voiceprint_id", "voice"),
    )),
    *((PAUSE_PROFILE, name, value) for name, value in (
        ("wait_ms", 299), ("wait_ms", 2_001), ("cuts", -1), ("pause_profile_id", "pause"),
    )),
    *((FORGOTTEN_VALUE, name, value) for name, value in (("digest", 5), ("words", -1), ("value_id", "gone-another"))),
    *((THREAD, name, value) for name, value in (("title", "the garden"), ("pinned", 2), ("thread_id", "thread-2"))),
    *((WORK_ORDER, name, value) for name, value in (
        ("said", "the roof"), ("status", "EXECUTED"), ("reason", "because"), ("work_order_id", "work"),
    )),
    *((MOOD, name, value) for name, value in (
        ("valence", 101), ("session_valence", -101), ("session", "sad about the move"), ("felt_ms", "now"),
        ("mood_id", "mood"),
    )),
    *((DEVICE, name, value) for name, value in (("device_id", "0" * 32), ("name", ["study"]))),
]  # fmt: skip


def _of_every_sort(house: Household) -> None:
    atom = house.remember(SECOND, "The dentist is on June 14", "date:dentist", "June 14", reply="Noted.")
    house.correct(SECOND, atom.atom_id, "June 14", "June 15")
    house.hush(SECOND, "money")
    house.flag(SECOND, "voice")
    house.set(SECOND, "pace", "soft")
    house.set(SECOND, "sync.voiceprint", "yes")
    house.set(SECOND, "sync.pause_profile", "yes")
    every = {
        "schedule": A_TIMER,
        "list_item": AN_ITEM,
        "forgotten_value": A_BARRED_VALUE,
        "voiceprint": A_VOICE,
        "pause_profile": A_PAUSE,
        "thread": A_THREAD,
        "mood": A_MOOD,
        "work_order": A_WORK_ORDER,
    }
    records = tuple(Record(name, content) for name, content in every.items())
    house.vaults[SECOND].commit(Change(house.scope(), records=records))


def _told(house: Household, sort: RecordType, spoiled: Mapping[str, Any], version: int = 9) -> str:
    """The second device says what one of its records says, but for what is spoiled; its subject."""
    vault = house.vaults[SECOND]
    if sort is DEVICE:
        subject, content = f"device:{vault.device_id}", {"device_id": vault.device_id, "name": "study"}
    else:
        subject, content = next((s, json.loads(c)) for o, s, _, c in all_records(vault.database) if o == sort.name)
    with vault.recording(Scope("", "", "", house.now())) as recorder:
        recorder.put(sort, subject, version, _written({**content, **spoiled}))
    return subject


def _written(content: Mapping[str, Any]) -> bytes:
    """Like canonical bytes, but for floats, which those refuse."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize(("sort", "name", "value"), POISON)
def test_what_is_no_record_is_parked_and_what_comes_after_it_arrives(
    house: Household, sort: RecordType, name: str, value: object
) -> None:
    _of_every_sort(house)
    house.settle()
    before = house.digest(FIRST)
    _told(house, sort, {name: value})
    house.sync(SECOND, FIRST)
    vault = house.vaults[FIRST]
    assert [reason for *_, reason in parked_ops(vault.database)] == ["NOT_UNDERSTOOD"]
    assert house.digest(FIRST) == before
    _arrives(house)


def test_a_device_that_is_new_parks_all_of_them(house: Household) -> None:
    _of_every_sort(house)
    house.settle()
    before = house.digest(FIRST)
    for number, (sort, name, value) in enumerate(POISON):
        _told(house, sort, {name: value}, 9 + number)
    house.sync(SECOND, FIRST)
    assert house.digest(FIRST) == before
    _goes_on(house)
    for device in (FIRST, THIRD):
        reasons = [reason for *_, reason in parked_ops(house.vaults[device].database)]
        assert reasons == ["NOT_UNDERSTOOD"] * len(POISON)


def _put(house: Household, sort: RecordType, subject: str, content: Mapping[str, Any]) -> None:
    """The second device says this, as a subject of its own or beside what there is."""
    with house.vaults[SECOND].recording(Scope("", "", "", house.now())) as recorder:
        recorder.put(sort, subject, 1, _written(content), new=True)


def _record(house: Household, sort: RecordType) -> tuple[str, dict[str, Any]]:
    return next((s, json.loads(c)) for o, s, _, c in all_records(house.vaults[SECOND].database) if o == sort.name)


SORTS = [kind for kind in CORE_TYPES if kind is not DEVICE and kind.scope is not SyncScope.NEVER]
OWN_ID = {
    ATOM: "atom_id",
    LINE: "line_id",
    RULE: "rule_id",
    CORRECTION: "pair_id",
    SCHEDULE: "schedule_id",
    LIST_ITEM: "item_id",
    FORGOTTEN_VALUE: "value_id",
    VOICEPRINT: "voiceprint_id",
    PAUSE_PROFILE: "pause_profile_id",
    THREAD: "thread_id",
    MOOD: "mood_id",
    WORK_ORDER: "work_order_id",
}


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("deep", "carried"), [(1, True), (30, True), (900, False)])
def test_fields_that_a_newer_selene_added_stop_nobody(
    house: Household, deep: int, *, carried: bool, known: bool
) -> None:
    """They are carried; what lies too deep to be written again for sure is kept aside with the op that brought it."""
    _of_every_sort(house)
    if known:
        house.settle()
    newer: Any = 0.5
    for _ in range(deep):
        newer = [newer, {"b": None}]
    for sort in SORTS:
        subject = _told(house, sort, {"newer": newer})
        if carried:
            extra = (subject, _written({"newer": newer}).decode())
            house.vaults[SECOND].database.run("INSERT INTO record_extra VALUES (?, ?)", extra)
    house.settle()
    assert len(parked_ops(house.vaults[FIRST].database)) == (0 if carried else len(SORTS))
    house.join(THIRD)
    house.settle()
    house.require_equal()
    records = house.record_of(SECOND)
    assert sum(content.get("newer") == newer for *_, content in records) == (len(SORTS) if carried else 0)
    assert house.record_of(FIRST) == house.record_of(THIRD) == records
    assert all(vault.verify().ok for vault in house.vaults.values())


PAIRS = [
    (sort, SORTS[(place + shift) % len(SORTS)], known)
    for shift, known, (place, sort) in product(range(1, len(SORTS)), (True, False), enumerate(SORTS))
]
"""Every pair; the first of them have each sort on both sides."""
PLAYED = PAIRS[: len(PAIRS) // SORTS_STRIDE.now]


@pytest.mark.parametrize(("sort", "other", "known"), PLAYED)
def test_nothing_is_of_two_sorts(house: Household, sort: RecordType, other: RecordType, *, known: bool) -> None:
    """A record that has the id of one of another sort, and an op that erases as another sort than it said."""
    _of_every_sort(house)
    if known:
        house.settle()
    subject, _ = _record(house, sort)
    _, content = _record(house, other)
    if other in OWN_ID:
        content[OWN_ID[other]] = subject
    _put(house, other, subject, content)
    with house.vaults[SECOND].recording(Scope("", "", "", house.now())) as recorder:
        recorder.erase(other.name, subject, 9, (), final=True)
    house.sync(SECOND, FIRST)
    assert len(parked_ops(house.vaults[FIRST].database)) == 2
    _goes_on(house)


def test_each_sort_is_taken_for_another_and_another_for_it() -> None:
    """Whatever part of the pairs is played."""
    sorts = {kind.name for kind in SORTS}
    for known in (True, False):
        played = [(sort.name, other.name) for sort, other, each in PLAYED if each is known]
        assert {sort for sort, _ in played} == {other for _, other in played} == sorts


@pytest.mark.parametrize(
    ("subject", "key"), [("setting:welcome", "welcome"), ("setting:own.x", "own.x"), ("setting:pace", "mood")]
)
def test_a_setting_of_one_device_alone_or_under_another_name_is_parked(
    house: Household, subject: str, key: str
) -> None:
    _of_every_sort(house)
    house.settle()
    for value in ("x", "y"):
        _put(house, SETTING, subject, {"key": key, "value": value})
        house.sync(SECOND, FIRST)
    assert len(parked_ops(house.vaults[FIRST].database)) == 2
    _goes_on(house)


@pytest.mark.parametrize(("clock", "aside"), [((1 << 52) - 1, False), (1 << 52, True)])
def test_a_clock_that_runs_away_takes_nobody_with_it(house: Household, clock: int, *, aside: bool) -> None:
    _of_every_sort(house)
    house.settle()
    with house.vaults[SECOND].recording(Scope("", "", "", house.now())) as recorder:
        seq, _ = recorder._load_next()
        recorder._next = seq, clock - seq
        recorder.put(SETTING, "setting:mood", 1, _written({"key": "mood", "value": "soft"}))
    house.sync(SECOND, FIRST)
    assert bool(parked_ops(house.vaults[FIRST].database)) == aside
    after = house.remember(FIRST, "The key is under the mat", "place:key", "the mat")
    house.sync(FIRST, SECOND)
    assert house.atom(SECOND, after.atom_id) == after


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"zz":' + b"[" * 100_000 + b"]" * 100_000 + b"}", b"\xff", b"7"])
def test_what_is_no_op_is_malformed_and_nothing_else(body: bytes) -> None:
    with pytest.raises(OpMalformed):
        decode_op_body(body)


def test_what_a_parked_op_erases_is_not_kept_back_by_the_mirror(house: Household, monkeypatch: Any) -> None:
    """A newer Selene tells something of a sort that is not known here, and forgets it."""
    _of_every_sort(house)
    house.settle()
    vault, real = house.vaults[SECOND], encode_op_body
    monkeypatch.setattr(recorder_module, "encode_op_body", lambda *said: real(*said).replace(b'"atom"', b'"photo"'))
    with vault.recording(Scope("", "", "", house.now())) as recorder:
        said = recorder.put(ATOM, "p-1", 1, b'{"a":1}')
    house.sync(SECOND)
    with vault.recording(Scope("", "", "", house.now())) as recorder:
        recorder_module.tombstone_ops(vault.database, (said,), here=True, taken_back=True)
        recorder.erase(ATOM.name, "p-1", 1, (said,), final=True)
    monkeypatch.undo()
    house.sync(SECOND, FIRST)
    _goes_on(house)


def _arrives(house: Household) -> Atom:
    """What comes after it arrives, and the vault is whole."""
    after = house.remember(SECOND, "The key is under the mat", "place:key", "the mat")
    house.sync(SECOND, FIRST)
    assert house.atom(FIRST, after.atom_id) == after
    assert house.vaults[FIRST].verify().ok
    return after


def _goes_on(house: Household) -> None:
    """What comes after it arrives, also at a device that is new, and all vaults are whole."""
    after = _arrives(house)
    house.join(THIRD)
    house.sync(THIRD, FIRST, THIRD)
    assert house.atom(THIRD, after.atom_id) == after
    assert house.vaults[FIRST].verify().ok
    assert house.vaults[THIRD].verify().ok


def test_what_every_sort_of_record_says_is_understood(house: Household) -> None:
    _of_every_sort(house)
    house.settle()
    house.require_equal()
    assert {sort for sort, *_ in all_records(house.vaults[FIRST].database)} >= {sort.name for sort in SORTS}
    assert not parked_ops(house.vaults[FIRST].database)
