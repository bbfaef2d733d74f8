"""Speech during playback: suspected early, confirmed by what the canceller leaves, or taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.audio.double_talk import DoubleTalkEvent, DoubleTalkState, FrameLevels, advance_double_talk
from device.audio.policy import (
    CLEAR_CONFIRM_MS,
    SURE_CONFIRM_MS,
    SUSPICION_MS,
    SUSPICION_WAIT_MS,
    UNKNOWN_DELAY_MS,
)
from device.conversation.events import SpeechStarted, SpeechSuspected, SuspicionEnded
from device.core.ports import FRAME_MS

OWN_VOICE = FrameLevels(speech_bp=9_000, heard_db=-25.0, left_db=-45.0, echo_db=-25.0, erle_db=20.0, delay_ms=60)
PERSON = FrameLevels(speech_bp=9_000, heard_db=-23.0, left_db=-28.0, echo_db=-25.0, erle_db=20.0, delay_ms=60)
LOUD_PERSON = replace(PERSON, heard_db=-20.0, left_db=-22.0)
UNKNOWN_PATH = FrameLevels(speech_bp=9_000, heard_db=-25.0, left_db=-26.0, echo_db=-40.0, erle_db=2.0, delay_ms=60)
QUIETER = FrameLevels(speech_bp=9_000, heard_db=-43.0, left_db=-44.0, echo_db=-58.0, erle_db=2.0, delay_ms=60)
NOISE = FrameLevels(speech_bp=100, heard_db=-25.0, left_db=-26.0, echo_db=-32.0, erle_db=20.0, delay_ms=60)


def heard(*parts: tuple[FrameLevels, int]) -> list[DoubleTalkEvent]:
    """The events of these frames, each for so many milliseconds."""
    state, at_ms, events = DoubleTalkState(), 1_000, list[DoubleTalkEvent]()
    for frame, length_ms in parts:
        for _ in range(length_ms // FRAME_MS):
            at_ms += FRAME_MS
            state, event = advance_double_talk(state, frame, at_ms)
            events += [event] if event else []
    return events


def test_her_own_voice_and_noise_are_no_suspicion() -> None:
    assert heard((OWN_VOICE, 5_000), (NOISE, 2_000)) == []


def test_a_person_is_suspected_and_confirmed_where_the_path_is_known() -> None:
    events = heard((OWN_VOICE, 1_000), (PERSON, CLEAR_CONFIRM_MS))
    assert events == [SpeechSuspected(2_000, PERSON.scores), SpeechStarted(2_000, PERSON.scores)]
    assert dict(PERSON.scores) == {"speech_bp": 9_000, "heard_db": -23, "left_db": -28, "erle_db": 20}


def test_a_person_far_above_what_the_canceller_leaves_is_confirmed_sooner() -> None:
    assert SURE_CONFIRM_MS < CLEAR_CONFIRM_MS
    events = heard((OWN_VOICE, 1_000), (LOUD_PERSON, SURE_CONFIRM_MS))
    assert [type(event) for event in events] == [SpeechSuspected, SpeechStarted]
    events = heard((OWN_VOICE, 1_000), (PERSON, SURE_CONFIRM_MS))
    assert [type(event) for event in events] == [SpeechSuspected]


def test_what_her_own_voice_left_lately_is_not_far_above_it() -> None:
    taught = ((OWN_VOICE, 1_000), (LOUD_PERSON, SUSPICION_MS), (OWN_VOICE, SUSPICION_WAIT_MS))
    assert SpeechStarted not in [type(event) for event in heard(*taught, (LOUD_PERSON, SURE_CONFIRM_MS))]


def test_a_sound_that_ends_soon_is_taken_back() -> None:
    events = heard((OWN_VOICE, 1_000), (PERSON, SUSPICION_MS), (OWN_VOICE, SUSPICION_WAIT_MS))
    assert [type(event) for event in events] == [SpeechSuspected, SuspicionEnded]


def test_where_the_path_is_unknown_her_own_voice_falls_when_she_is_quieter_and_a_persons_does_not() -> None:
    own = heard((UNKNOWN_PATH, SUSPICION_MS + 100), (QUIETER, SUSPICION_WAIT_MS))
    assert [type(event) for event in own] == [SpeechSuspected, SuspicionEnded]
    person = heard((UNKNOWN_PATH, SUSPICION_MS + SUSPICION_WAIT_MS))
    assert [type(event) for event in person][:2] == [SpeechSuspected, SpeechStarted]


def test_a_voice_far_below_the_echo_is_what_the_canceller_leaves() -> None:
    assert heard((OWN_VOICE, 200), (FrameLevels(9_000, -53.0, -54.0, -60.0, 20.0, 60), 160)) == []


def test_what_a_person_does_to_the_loss_does_not_make_the_path_unknown() -> None:
    softer = [replace(PERSON, erle_db=max(2.0, 20.0 - 6.0 * number)) for number in range(CLEAR_CONFIRM_MS // FRAME_MS)]
    events = heard((OWN_VOICE, 1_000), *((frame, FRAME_MS) for frame in softer))
    assert [type(event) for event in events] == [SpeechSuspected, SpeechStarted]


def test_a_person_as_soft_as_what_the_echo_hides_is_heard_between_its_sounds() -> None:
    louder_echo = replace(PERSON, heard_db=-15.0, left_db=-25.0, echo_db=-15.5)
    events = heard((OWN_VOICE, 1_000), (louder_echo, CLEAR_CONFIRM_MS))
    assert [type(event) for event in events] == [SpeechSuspected, SpeechStarted]


@pytest.mark.parametrize(
    "changed",
    [
        replace(PERSON, heard_db=-25.0, left_db=-25.0),  # the loudspeaker was moved: as loud, but unlike
        replace(PERSON, heard_db=-31.0, left_db=-31.0),  # it is softer than expected by the half
        replace(PERSON, heard_db=-19.0, left_db=-25.0),  # it is twice as loud
    ],
)
def test_a_path_that_changes_is_no_person(changed: FrameLevels) -> None:
    quieter = replace(changed, heard_db=changed.heard_db - 18.0, left_db=changed.left_db - 18.0, echo_db=-43.0)
    events = heard((OWN_VOICE, 1_000), (changed, SUSPICION_MS + 100), (quieter, SUSPICION_WAIT_MS))
    assert [type(event) for event in events][:2] == [SpeechSuspected, SuspicionEnded]


def test_a_canceller_that_takes_out_too_much_in_a_pause_is_no_person() -> None:
    """What it takes out of silence is not louder than the silence: the loudness that is left is that of the room."""
    pause = replace(UNKNOWN_PATH, heard_db=-60.0, left_db=-60.0, echo_db=-48.0)
    events = heard((UNKNOWN_PATH, SUSPICION_MS), (pause, SUSPICION_WAIT_MS))
    assert [type(event) for event in events] == [SpeechSuspected, SuspicionEnded]


def test_where_the_delay_is_unknown_it_is_waited_for_an_echo_that_comes_late() -> None:
    late = replace(UNKNOWN_PATH, delay_ms=0)
    still_loud_ms = SUSPICION_MS + UNKNOWN_DELAY_MS
    events = heard((late, still_loud_ms), (replace(QUIETER, delay_ms=0), SUSPICION_WAIT_MS))
    assert [type(event) for event in events] == [SpeechSuspected, SuspicionEnded]


def test_a_suspicion_that_was_none_raises_what_a_person_needs() -> None:
    """Two sound cards whose clocks differ: the path is never known well, and each hiss leaves much of itself."""
    own = replace(OWN_VOICE, left_db=-36.0, erle_db=11.0)
    hiss = replace(own, heard_db=-27.5, left_db=-28.5, echo_db=-34.5)
    once = ((own, 200), (hiss, CLEAR_CONFIRM_MS - FRAME_MS), (own, SUSPICION_WAIT_MS))
    assert [type(event) for event in heard(*once)] == [SpeechSuspected, SuspicionEnded]
    assert SpeechStarted in [type(event) for event in heard((own, 200), (hiss, CLEAR_CONFIRM_MS))]
    assert SpeechStarted not in [type(event) for event in heard(*once, (hiss, CLEAR_CONFIRM_MS))]
