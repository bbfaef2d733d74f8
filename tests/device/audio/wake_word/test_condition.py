"""A wake word must be surer where others have been talking, and less sure where noise or her own voice hides it."""

from __future__ import annotations

import pytest

from device.audio.wake_word.condition import WakeCondition, WakeSurroundings, needed_score
from device.core.policy import DevicePolicy

QUIET, TALK, SPEAKING, NOISE = WakeCondition
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


def test_it_needs_more_beside_talk_and_less_where_something_hides_it() -> None:
    policy = DevicePolicy()
    assert needed_score(QUIET, policy) < needed_score(TALK, policy)
    assert needed_score(NOISE, policy) == needed_score(SPEAKING, policy) < needed_score(QUIET, policy)


FAN, ROOM = 10**-3.8, 10**-6.5


@pytest.mark.parametrize(("powers", "speech", "expected"), [
    ([FAN] * 75, False, NOISE), ([FAN] * 74, False, QUIET), ([FAN] * 200 + [ROOM], False, QUIET),
    ([ROOM] * 200, False, QUIET), ([FAN] * 200, True, TALK),
], ids=["a fan", "too short", "a quiet moment", "a quiet room", "a fan and talk"])  # fmt: skip
def test_steady_noise_is_never_quiet(powers: list[float], *, speech: bool, expected: WakeCondition) -> None:
    around = WakeSurroundings()
    assert [around.hear(speech=speech, speaking=False, power=power) for power in powers][-1] is expected


def test_her_own_voice_is_no_talk_of_others_and_a_word_may_begin_over_it() -> None:
    around = WakeSurroundings()
    for _ in range(400):
        assert around.hear(speech=True, speaking=True) is SPEAKING
    after = [around.hear(speech=False, speaking=False) for _ in range(80)]
    assert (after[0], after[73], after[74]) == (SPEAKING, SPEAKING, QUIET)
