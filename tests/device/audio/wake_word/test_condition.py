"""A wake word must be surer while she speaks or others have been talking; the word itself is no talk."""

from __future__ import annotations

import pytest

from device.audio.wake_word.condition import WakeCondition, WakeSurroundings, needed_score
from device.core.policy import DevicePolicy

QUIET, TALK, SPEAKING = WakeCondition
SECOND = 50


@pytest.mark.parametrize(
    ("frames", "speaking", "expected"),
    [
        ([False] * 500, False, QUIET),
        ([False] * 400 + [True] * SECOND, False, QUIET),  # the word
        ([True] * 75, False, QUIET),
        ([True] * 176, False, TALK),
        ([True] * 110 + [False] * 75, False, TALK),
        ([True] * 110 + [False] * 400, False, QUIET),  # long over
        ([False] * 10, True, SPEAKING),
        ([True] * 400, True, SPEAKING),
    ],
    ids=["silence", "the word alone", "a second and a half", "talk", "talk, then a pause", "over", "hers", "both"],
)
def test_what_is_heard_beside_it(frames: list[bool], speaking: bool, expected: WakeCondition) -> None:
    around = WakeSurroundings()
    assert [around.hear(speech=speech, speaking=speaking) for speech in frames][-1] is expected


def test_it_is_counted_the_same_however_long_she_listens() -> None:
    pattern = [True] * 300 + [False] * 900
    around = WakeSurroundings()
    once = [around.hear(speech=speech, speaking=False) for speech in pattern]
    assert [around.hear(speech=speech, speaking=False) for speech in pattern] == once


def test_it_needs_more_beside_talk() -> None:
    policy = DevicePolicy()
    assert needed_score(QUIET, policy) < needed_score(TALK, policy) == needed_score(SPEAKING, policy)
