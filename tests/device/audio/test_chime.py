"""Promise: what rings is heard, does not click, and is the same on every device."""

from __future__ import annotations

import numpy as np

from device.audio.chime import chime
from device.core.ports import SAMPLES_PER_SECOND


def test_the_chime_is_heard_and_neither_clips_nor_clicks() -> None:
    samples = np.frombuffer(chime(), dtype="<i2").astype(int)
    assert 0.5 < len(samples) / SAMPLES_PER_SECOND < 1.0
    assert 5_000 < abs(samples).max() < 20_000
    assert abs(np.diff(samples)).max() < 6_000
    assert max(abs(samples[0]), abs(samples[-1])) < 100
