"""The linear echo canceller: it learns the path, keeps the person, and gives the same samples on every run."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from device.audio.framing import level_db
from device.core.errors import BadUri, EngineUnavailable
from device.core.ports import FRAME_BYTES, Heard
from device.engines.aec.linear import LinearCanceller
from device.engines.factory import open_echo
from tests.device.engines.sound_samples import spoken

READING = spoken("rms/monologue")[:400]
SILENT = bytes(FRAME_BYTES)


def echo_of(played: list[bytes], delay: int, gain: float) -> list[bytes]:
    """The frames `delay` frames later, softer, with a reflection after 5 ms."""
    sound = np.concatenate([np.frombuffer(frame, "<i2").astype(np.float64) for frame in played])
    path = np.zeros(delay * 320 + 81)
    path[delay * 320], path[-1] = gain, gain / 3
    heard = np.convolve(sound, path)[: len(sound)].astype("<i2").tobytes()
    return [heard[at : at + FRAME_BYTES] for at in range(0, len(heard), FRAME_BYTES)]


def cancel(microphone: list[bytes], played: list[bytes]) -> list[Heard]:
    canceller = LinearCanceller()
    return [canceller.cancel(*both) for both in zip(microphone, played, strict=True)]


def power_db(frames: list[bytes]) -> float:
    return level_db(b"".join(frames))


@pytest.mark.parametrize(("delay", "gain"), [(2, 0.3), (6, 0.3), (10, 1.0)])
def test_it_takes_out_20_db_of_the_echo_within_three_seconds_and_knows_its_delay(delay: int, gain: float) -> None:
    microphone = echo_of(list(READING), delay, gain)
    heard = cancel(microphone, list(READING))
    assert power_db(microphone[150:]) - power_db([one.linear for one in heard[150:]]) > 20
    assert heard[-1].erle_db > 20
    assert heard[-1].delay_ms == delay * 20


def test_while_nothing_sounds_it_says_what_it_would_of_silence_that_is_played() -> None:
    """Nothing is computed then: the frame, and what was measured last."""
    reading = list(READING[:60])
    played = [None] * 5 + reading + [None] * 40 + reading + [None] * 40
    microphone = [*READING[100:105], *echo_of([frame or SILENT for frame in played[5:]], 2, 0.3)]
    canceller, plain = LinearCanceller(), LinearCanceller()
    for heard, frame in zip(microphone, played, strict=True):
        assert canceller.cancel(heard, frame) == plain.cancel(heard, frame or SILENT)
    path = plain._filter._path
    assert plain._filter.delay_partitions == int((np.abs(path) ** 2).sum(axis=1).argmax()) == 2
    assert not plain._filter.active


def test_it_follows_a_loudspeaker_whose_clock_drifts() -> None:
    """Two sound cards, 100 parts in a million: a monologue is 13 samples late at its end."""
    sound = np.frombuffer(b"".join(READING), "<i2").astype(np.float64)
    heard = (
        np.interp(np.arange(len(sound)) * (1 - 1e-4) - 640, np.arange(len(sound)), sound * 0.3).astype("<i2").tobytes()
    )
    microphone = [heard[at : at + FRAME_BYTES] for at in range(0, len(heard), FRAME_BYTES)]
    left = cancel(microphone, list(READING))
    assert power_db(microphone[150:]) - power_db([one.linear for one in left[150:]]) > 17.5


def test_a_person_who_speaks_over_it_stays_as_loud() -> None:
    person = [SILENT] * 200 + list(spoken("slt/stop"))
    person += [SILENT] * (len(READING) - len(person))
    both = [_mixed(*pair) for pair in zip(echo_of(list(READING), 3, 0.3), person, strict=True)]
    left = [one.linear for one in cancel(both, list(READING))]
    stop = slice(205, 225)
    assert abs(power_db(left[stop]) - power_db(person[stop])) < 3


def test_without_playback_the_sound_is_passed_on_bit_for_bit() -> None:
    canceller = LinearCanceller()
    assert [canceller.cancel(frame, None).clean for frame in READING[:50]] == list(READING[:50])


def test_it_gives_the_same_samples_on_every_run() -> None:
    microphone = echo_of(list(READING[:100]), 3, 0.5)
    assert cancel(microphone, list(READING[:100])) == cancel(microphone, list(READING[:100]))


def test_it_has_no_options() -> None:
    with pytest.raises(BadUri, match="linear:fast"):
        open_echo("linear:fast")


def test_webrtc_without_its_extra_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "livekit.rtc", None)
    with pytest.raises(EngineUnavailable, match=r"pip install '\.\[room\]'"):
        open_echo("webrtc:")


def _mixed(one: bytes, other: bytes) -> bytes:
    both: bytes = (np.frombuffer(one, "<i2") + np.frombuffer(other, "<i2")).astype("<i2").tobytes()
    return both
