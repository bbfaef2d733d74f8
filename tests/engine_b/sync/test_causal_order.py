"""Promise: what a device has taken in of others is, at every moment, something that was once so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine_b.core.sync_errors import OpChainBroken
from engine_b.protocol.causal_order import ReceivedOp, batch_in_causal_order
from engine_b.protocol.core_types import LINE
from engine_b.protocol.op_decoder import OpenedOp, VerifiedOp
from engine_b.protocol.ops import OpBody
from engine_b.protocol.sync_protocol import ChainPosition
from engine_b.sync import sync_session
from tests.sim.household import FIRST, SECOND, THIRD, Household

ANY = 1_000


def _told(who: bytes, seq: int, clock: int, *, ends: bool = True) -> ReceivedOp:
    """An op with this logical clock; without a clock it was erased."""
    op = VerifiedOp(bytes([*who, seq]).hex(), who.hex(), seq, seq, b"x", b"", (), None)
    body = OpBody(LINE.name, "t-1", 1, who.hex(), clock, (), {}, (), final=False) if clock else None
    return ReceivedOp(OpenedOp(op, body), ends, ChainPosition(seq))


def _order(steps: list[list[ReceivedOp]]) -> list[list[tuple[str, int]]]:
    return [[(told.arrival.op.device_id, told.arrival.op.seq) for told in step] for step in steps]


def test_a_transaction_comes_after_all_that_its_device_had_heard_of() -> None:
    streams = {b"\x01": [_told(b"\x01", 1, 4), _told(b"\x01", 2, 9)], b"\x02": [_told(b"\x02", 7, 5)]}
    assert _order(batch_in_causal_order(streams, 1)) == [[("01", 1)], [("02", 7)], [("01", 2)]]


def test_what_is_said_again_and_what_was_erased_wait_for_the_clock_of_what_came_before_them() -> None:
    said_again = [_told(b"\x01", 1, 9), _told(b"\x01", 2, 2), _told(b"\x01", 3, 0)]
    assert _order(batch_in_causal_order({b"\x01": said_again, b"\x02": [_told(b"\x02", 1, 8)]}, 1)) == [
        [("02", 1)], [("01", 1)], [("01", 2)], [("01", 3)],
    ]  # fmt: skip


def test_a_transaction_is_in_one_step_and_the_order_of_devices_makes_no_difference() -> None:
    one = [_told(b"\x01", 1, 3, ends=False), _told(b"\x01", 2, 4)]
    other = [_told(b"\x02", 1, 4, ends=False), _told(b"\x02", 2, 4)]
    wanted = [[("01", 1), ("01", 2)], [("02", 1), ("02", 2)]]
    for streams in ({b"\x01": one, b"\x02": other}, {b"\x02": other, b"\x01": one}):
        assert _order(batch_in_causal_order(streams, 1)) == wanted
        assert _order(batch_in_causal_order(streams, ANY)) == [[*wanted[0], *wanted[1]]]


def test_a_transaction_without_an_end_is_refused_before_anything_is_taken_in() -> None:
    with pytest.raises(OpChainBroken):
        batch_in_causal_order({b"\x01": [_told(b"\x01", 1, 3), _told(b"\x01", 2, 4, ends=False)]}, 1)


def test_a_memory_that_is_said_again_is_there_at_every_moment(
    trio: Household, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each of two devices says again and erases comes to a third, one transaction at a time."""
    atom_id = trio.remember(FIRST, "The dentist is on June 14", "date:dentist", "June 14").atom_id
    trio.settle()
    trio.mirror.back_up(tmp_path / "backup")
    trio.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
    trio.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    trio.sync(FIRST, SECOND, FIRST)
    trio.mirror.come_back_from(tmp_path / "backup")
    trio.sync(FIRST, SECOND)
    seen: list[bool] = []
    real = sync_session._apply_step

    def watched(*what: Any) -> None:
        real(*what)
        seen.append(atom_id in trio.texts(THIRD))

    monkeypatch.setattr(sync_session, "STEP_OPS", 1)
    monkeypatch.setattr(sync_session, "_apply_step", watched)
    trio.sync(THIRD)
    assert len(seen) > 1
    assert all(seen)
    trio.settle()
    trio.require_equal()
