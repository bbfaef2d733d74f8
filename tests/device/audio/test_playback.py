"""What is playing, and how much of a reply counts as spoken when it is cut off."""

from __future__ import annotations

import numpy as np
import pytest

from device.audio.playback import Playback, Sentence
from device.audio.sentence_splitter import split_sentences
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES

ONE = b"\1" * FRAME_BYTES


def test_sentences_play_in_order_and_the_last_frame_is_padded() -> None:
    playback = Playback()
    playback.begin(1, ("One.", "Two."))
    playback.add(Sentence(1, 0, "One.", ONE + b"\1\1"))
    assert playback.next_frame() == ONE
    assert playback.next_frame() == b"\1\1" + bytes(FRAME_BYTES - 2)
    assert playback.next_frame() is None
    assert not playback.finished
    playback.add(Sentence(1, 1, "Two.", ONE))
    assert playback.next_frame() == ONE
    assert playback.finished


def test_a_sentence_of_another_turn_is_too_late() -> None:
    playback = Playback()
    playback.begin(2, ("One.",))
    playback.add(Sentence(1, 0, "Late.", ONE))
    assert playback.next_frame() is None


def test_a_sentence_without_sound_does_not_hang_the_mouth() -> None:
    playback = Playback()
    playback.begin(1, ("…",))
    playback.add(Sentence(1, 0, "…", b""))
    assert playback.next_frame() is None
    assert playback.finished


def test_a_broken_sentence_counts_by_its_share_of_sound() -> None:
    playback = Playback()
    playback.begin(1, ("First one.", "one two three four"))
    playback.add(Sentence(1, 0, "First one.", ONE))
    playback.add(Sentence(1, 1, "one two three four", ONE * 4))
    for _ in range(3):
        playback.next_frame()
    assert (playback.spoken, playback.rest) == ("First one. one two …", "one two three four")
    playback.stop()
    assert (playback.next_frame(), playback.spoken, playback.rest) == (None, "", "")


HELD = "You like tea, you have a brother in Ulm, and you sing."
AFTER = "That is all."
CUTS = [
    (0, HELD, 0),
    (5, HELD, 0),
    (20, "you have a brother in Ulm, and you sing.", 14),
    (40, "you have a brother in Ulm, and you sing.", 14),
    (48, "and you sing.", 41),
]


@pytest.mark.parametrize(("frames", "rest", "begins"), CUTS, ids=lambda one: str(one)[:12])
def test_a_reply_that_is_held_goes_on_with_the_clause_that_was_cut_off(frames: int, rest: str, begins: int) -> None:
    """A voice that pauses, for one frame each, before the second and the third clause."""
    sound = [
        bytes(FRAME_BYTES) if number in (14, 41) else number.to_bytes(2, "little") * 320 for number in range(1, 56)
    ]
    sound.insert(0, ONE)
    playback = Playback()
    playback.begin(1, (HELD, AFTER))
    playback.add(Sentence(1, 0, HELD, b"".join(sound)))
    for _ in range(frames):
        playback.next_frame()
    playback.hold()
    assert (playback.next_frame(), playback.finished) == (None, False)
    assert playback.rest == f"{rest} {AFTER}"
    assert playback.resume() == ((1, AFTER),)
    assert playback._queue[0].played == begins * FRAME_BYTES
    assert playback.next_frame() is not None


def test_a_sentence_that_comes_twice_or_before_another_is_left_out() -> None:
    playback = Playback()
    playback.begin(1, ("One.", "Two."))
    playback.add(Sentence(1, 1, "Two.", ONE))
    assert playback.next_frame() is None
    for _ in range(2):
        playback.add(Sentence(1, 0, "One.", ONE))
    assert (playback.next_frame(), playback.next_frame()) == (ONE, None)


def test_what_was_spoken_before_an_interruption_stays_spoken_when_she_goes_on() -> None:
    playback = Playback()
    playback.begin(1, ("one two three four",))
    playback.add(Sentence(1, 0, "one two three four", ONE * 4))
    for _ in range(2):
        playback.next_frame()
    playback.hold()
    playback.resume()
    playback.next_frame()
    assert playback.spoken == "one two …"


def test_a_long_reply_is_cut_into_pieces_that_start_soon() -> None:
    policy = DevicePolicy(max_sentence_chars=20, max_reply_chars=60)
    parts = split_sentences("Yes. " + "word " * 30, policy)
    assert parts[0] == "Yes."
    assert all(len(part) <= 20 for part in parts)
    assert sum(map(len, parts)) <= 60


def test_a_quieter_reply_is_an_eighth_as_loud_within_40_ms_and_comes_back_without_a_jump() -> None:
    playback = Playback()
    playback.begin(1, ("a",))
    playback.add(Sentence(1, 0, "a", np.full(320 * 12, 16_000, "<i2").tobytes()))
    peaks = []
    for number in range(12):
        if number in (2, 7):
            playback.duck(quieter=number == 2)
        samples = np.frombuffer(playback.next_frame() or b"", "<i2").astype(int)
        peaks.append(samples)
    heard = np.concatenate(peaks)
    assert [peak[-1] for peak in peaks[:2]] == [16_000, 16_000]
    assert [int(peak[-1]) for peak in peaks[3:7]] == [2_014] * 4
    assert int(peaks[-1][-1]) == 16_000
    assert int(np.abs(np.diff(heard)).max()) < 100


def test_the_next_reply_is_as_loud_as_ever() -> None:
    playback = Playback()
    playback.begin(1, ("a",))
    playback.duck(quieter=True)
    playback.begin(2, ("a",))
    playback.add(Sentence(2, 0, "a", np.full(320, 16_000, "<i2").tobytes()))
    assert playback.next_frame() == np.full(320, 16_000, "<i2").tobytes()
