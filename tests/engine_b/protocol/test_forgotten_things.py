"""The names of a forgotten thing are digests that no device loses, also one that does not know them."""

from __future__ import annotations

from itertools import permutations

from engine_b.protocol.core_types import FORGOTTEN_VALUE
from engine_b.protocol.op_heads import OpHead
from memory.rules.forgotten_values import forgotten_record, forgotten_value, names_of, thing_record, with_known_names


def digest(words: str) -> str:
    return f"{sum(words.encode()) * 2_654_435_761:032x}"[:32]


def head(number: int) -> OpHead:
    return OpHead(f"op-{number}", f"op-{number}", version=number, lamport=number)


def content(*names: str, forgot_ms: int = 1) -> dict[str, object]:
    record = forgotten_record("u-ana", "7719731", "", digest, forgot_ms, (frozenset(name.split()) for name in names))
    assert record is not None
    return dict(record.content)


def test_every_order_of_heads_keeps_every_name() -> None:
    heads = [(head(1), content("gate number")), (head(2), content("shed")), (head(3), content(forgot_ms=9))]
    merged = {str(FORGOTTEN_VALUE.merge("gone-1", order).content) for order in permutations(heads)}
    assert len(merged) == 1
    (_, _, latest) = heads
    kept = FORGOTTEN_VALUE.merge("gone-1", heads).content
    assert kept["forgot_ms"] == latest[1]["forgot_ms"]
    assert names_of(kept["thing"]) == names_of(str(content("gate number", "shed")["thing"]))


def test_an_op_without_names_is_a_whole_record() -> None:
    said = {name: value for name, value in content().items() if name != "thing"}
    known, unknown = FORGOTTEN_VALUE.split(said)
    assert (known["thing"], unknown) == ("", {})


def test_the_names_of_an_earlier_forgetting_stay() -> None:
    first = forgotten_record("u-ana", "7719731", "", digest, 1, (frozenset({"gate"}),))
    again = forgotten_record("u-ana", "7719731", "", digest, 2, (frozenset({"shed"}),))
    assert first is not None
    assert again is not None
    kept = with_known_names(again, (forgotten_value(first),))
    assert names_of(str(kept.content["thing"])) == {frozenset({digest("gate")}), frozenset({digest("shed")})}


def test_a_thing_alone_bars_no_words() -> None:
    record = thing_record("u-ana", (frozenset({"gate", "number"}),), digest, 1)
    assert record is not None
    assert not forgotten_value(record).bars
    assert thing_record("u-ana", (), digest, 1) is None
    assert "gate" not in str(record.content)
