"""Speech during playback: suspected early, confirmed by what the canceller leaves, or taken back."""

from __future__ import annotations

from device.audio.double_talk import DoubleTalkEvent, DoubleTalkState, FrameLevels, advance_double_talk
from device.audio.policy import CLEAR_CONFIRM_MS, SUSPICION_MS, SUSPICION_WAIT_MS
from device.conversation.events import SpeechStarted, SpeechSuspected, SuspicionEnded
from device.core.ports import FRAME_MS

OWN_VOICE = FrameLevels(speech_bp=9_000, heard_db=-25.0, left_db=-45.0, erle_db=20.0, delay_ms=60)
PERSON = FrameLevels(speech_bp=9_000, heard_db=-25.0, left_db=-26.0, erle_db=20.0, delay_ms=60)
UNKNOWN_PATH = FrameLevels(speech_bp=9_000, heard_db=-25.0, left_db=-26.0, erle_db=2.0, delay_ms=60)
QUIETER = FrameLevels(speech_bp=9_000, heard_db=-43.0, left_db=-44.0, erle_db=2.0, delay_ms=60)
NOISE = FrameLevels(speech_bp=100, heard_db=-25.0, left_db=-26.0, erle_db=20.0, delay_ms=60)


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
    assert dict(PERSON.scores) == {"speech_bp": 9_000, "heard_db": -25, "left_db": -26, "erle_db": 20}


def test_a_sound_that_ends_soon_is_taken_back() -> None:
    events = heard((OWN_VOICE, 1_000), (PERSON, SUSPICION_MS), (OWN_VOICE, SUSPICION_WAIT_MS))
    assert [type(event) for event in events] == [SpeechSuspected, SuspicionEnded]


def test_where_the_path_is_unknown_her_own_voice_falls_when_she_is_quieter_and_a_persons_does_not() -> None:
    own = heard((UNKNOWN_PATH, SUSPICION_MS + 100), (QUIETER, SUSPICION_WAIT_MS))
    assert [type(event) for event in own] == [SpeechSuspected, SuspicionEnded]
    person = heard((UNKNOWN_PATH, SUSPICION_MS + SUSPICION_WAIT_MS))
    assert [type(event) for event in person][:2] == [SpeechSuspected, SpeechStarted]


def test_a_voice_far_below_the_echo_is_what_the_canceller_leaves() -> None:
    assert heard((OWN_VOICE, 200), (FrameLevels(9_000, -50.0, -51.0, 20.0, 60), 160)) == []
