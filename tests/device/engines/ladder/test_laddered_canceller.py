"""A canceller that fails or is late is taken out, once; the sound then passes as it came."""

from __future__ import annotations

import pytest

from device.core.ladder.policy import LATE_RULES
from device.core.ports import FRAME_BYTES, Heard
from tests.device.engines.ladder.laddered import laddered_canceller

LATE_FRAMES = LATE_RULES["echo_cancellers"].in_a_row
FRAME = b"\1" * FRAME_BYTES
CLEAN = bytes(FRAME_BYTES)


class Faulty:
    """A canceller that fails in one frame."""

    engaged = True

    def __init__(self, nth: int, fault: Exception | Heard) -> None:
        self.asked, self._nth, self._fault = 0, nth, fault

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        self.asked += 1
        if self.asked != self._nth:
            return Heard(CLEAN, CLEAN)
        if isinstance(self._fault, Exception):
            raise self._fault
        return self._fault


FAULTS = [RuntimeError("native"), ValueError("size"), FloatingPointError("nan"), Heard(b"", CLEAN), Heard(CLEAN, b"1")]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_one_that_fails_is_taken_out(fault: Exception | Heard) -> None:
    canceller = Faulty(3, fault)
    guarded = laddered_canceller(canceller, lambda: 0)
    heard = [guarded.cancel(FRAME, FRAME).clean for _ in range(6)]
    assert heard == [CLEAN, CLEAN, FRAME, FRAME, FRAME, FRAME]
    assert (canceller.asked, guarded.engaged) == (3, False)


def test_a_defect_of_her_own_is_not_hidden() -> None:
    with pytest.raises(TypeError):
        laddered_canceller(Faulty(1, TypeError()), lambda: 0).cancel(FRAME, None)


@pytest.mark.parametrize(("slow", "frames", "engaged"), [(21, LATE_FRAMES, False), (21, 24, True), (19, 99, True)])
def test_one_that_is_late_for_half_a_second_is_taken_out(slow: int, frames: int, engaged: bool) -> None:
    times = iter(range(0, 10**12, slow * 1_000_000))
    guarded = laddered_canceller(Faulty(0, ValueError()), lambda: next(times))
    assert all(guarded.cancel(FRAME, None).clean == CLEAN for _ in range(frames))
    assert guarded.engaged is engaged
