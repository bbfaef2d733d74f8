"""What is playing, and how much of a reply counts as spoken when it is cut off."""

from __future__ import annotations

import numpy as np

from device.audio.playback import Playback, Sentence
from device.audio.sentence_splitter import split_sentences
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES

ONE = b"\1" * FRAME_BYTES


def test_sentences_play_in_order_and_the_last_frame_is_padded() -> None:
    playback = Playback()
    playback.begin(1, 2)
    playback.add(Sentence(1, "One.", ONE + b"\1\1"))
    assert playback.next_frame() == ONE
    assert playback.next_frame() == b"\1\1" + bytes(FRAME_BYTES - 2)
    assert playback.next_frame() is None
    assert not playback.finished
    playback.add(Sentence(1, "Two.", ONE))
    assert playback.next_frame() == ONE
    assert playback.finished


def test_a_sentence_of_another_turn_is_too_late() -> None:
    playback = Playback()
    playback.begin(2, 1)
    playback.add(Sentence(1, "Late.", ONE))
    assert playback.next_frame() is None


def test_a_sentence_without_sound_does_not_hang_the_mouth() -> None:
    playback = Playback()
    playback.begin(1, 1)
    playback.add(Sentence(1, "…", b""))
    assert playback.next_frame() is None
    assert playback.finished


def test_a_broken_sentence_counts_by_its_share_of_sound() -> None:
    playback = Playback()
    playback.begin(1, 2)
    playback.add(Sentence(1, "First one.", ONE))
    playback.add(Sentence(1, "one two three four", ONE * 4))
    for _ in range(3):
        playback.next_frame()
    assert playback.stop() == "First one. one two …"
    assert playback.next_frame() is None


def test_a_long_reply_is_cut_into_pieces_that_start_soon() -> None:
    policy = DevicePolicy(max_sentence_chars=20, max_reply_chars=60)
    parts = split_sentences("Yes. " + "word " * 30, policy)
    assert parts[0] == "Yes."
    assert all(len(part) <= 20 for part in parts)
    assert sum(map(len, parts)) <= 60


def test_a_quieter_reply_is_an_eighth_as_loud_within_40_ms_and_comes_back_without_a_jump() -> None:
    playback = Playback()
    playback.begin(1, 1)
    playback.add(Sentence(1, "a", np.full(320 * 12, 16_000, "<i2").tobytes()))
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
    playback.begin(1, 1)
    playback.duck(quieter=True)
    playback.begin(2, 1)
    playback.add(Sentence(2, "a", np.full(320, 16_000, "<i2").tobytes()))
    assert playback.next_frame() == np.full(320, 16_000, "<i2").tobytes()
