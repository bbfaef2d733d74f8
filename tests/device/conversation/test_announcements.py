"""What skills say unasked: it waits until the person and the mouth are silent, and is interrupted like a reply."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import advance_turn
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import ANNOUNCE, JOINT, EarState, MouthState, Origin
from device.core.messages import Announcement
from tests.device.conversation.test_turn_machine import ANSWER, ASKING, DUE, HEARD, QUESTION, RINGING, run, types

TEA = Announcement("timers", "t-8", "The tea is done.")
REACHED = [joint for joint in ((ear, mouth) for ear in EarState for mouth in MouthState) if joint not in JOINT]


@pytest.mark.parametrize("joint", REACHED, ids=lambda joint: "+".join(joint))
def test_what_is_due_is_said_in_silence_and_waits_in_every_other_state(joint: tuple[EarState, MouthState]) -> None:
    ear, mouth = joint
    state = ConversationState(ear=ear, mouth=mouth, last_turn=2, ear_turn=2, mouth_turn=1, answer=ANSWER)
    after, effects = advance_turn(state, DUE)
    if joint == (EarState.ASLEEP, MouthState.SILENT):
        assert types(list(effects)) == ["reply:DUE", "Speak"]
        assert (after.ear, after.mouth, after.mouth_turn) == (ear, MouthState.SPEAKING, 3)
    else:
        assert effects == ()
        assert after == replace(state, waiting=DUE.announcements)


def test_silence_is_the_only_state_in_which_what_is_due_may_be_said() -> None:
    assert list(ANNOUNCE) == [(EarState.ASLEEP, MouthState.SILENT)]


def test_what_is_due_follows_the_reply_in_progress_and_is_recorded_when_it_sounds() -> None:
    _, effects = run([*ASKING, DUE, ev.PlaybackFinished(1), ev.PlaybackStarted(2), ev.PlaybackFinished(2)])
    assert types(effects)[-9:] == [
        "speaking_stopped:FINISHED", "RecordSaid", "turn_ended:ANSWERED", "reply:DUE", "Speak",
        "speaking_started:DUE", "RecordDue", "speaking_stopped:FINISHED", "turn_ended:ANNOUNCED",
    ]  # fmt: skip
    assert [e.announcement for e in effects if isinstance(e, fx.RecordDue)] == [RINGING]
    assert sum(isinstance(e, fx.RecordSaid) for e in effects) == 1


def test_what_is_due_waits_for_the_answer_to_a_question() -> None:
    asked = [*ASKING[:5], ev.Answered(1, QUESTION, ("Is it Ana?",)), ev.PlaybackStarted(1), DUE]
    state, effects = run([*asked, ev.PlaybackFinished(1)])
    assert (state.ear, state.mouth, "reply:DUE" in types(effects)) == (EarState.LISTENING, MouthState.SILENT, False)
    state, effects = run([ev.NothingSaid(9_000)], state)
    assert types(effects)[-2:] == ["reply:DUE", "Speak"]


def test_several_that_are_due_are_said_one_after_the_other_each_once() -> None:
    both = ev.Due((*DUE.announcements, (TEA, ("The tea is done.",))))
    state, effects = run([both, both, ev.PlaybackStarted(1), both, ev.PlaybackFinished(1), ev.PlaybackStarted(2)])
    assert [e.announcement for e in effects if isinstance(e, fx.RecordDue)] == [RINGING, TEA]
    assert [one for one, _ in state.waiting] == []


def test_what_is_due_is_interrupted_like_a_reply_and_nothing_is_recorded_as_an_answer() -> None:
    ended = ev.SpeechEnded(2_400, ev.EndReason.SILENCE)
    state, _ = run([DUE, ev.PlaybackStarted(1), ev.SpeechStarted(2_000), ended])
    assert (state.announcement, state.mouth) == (RINGING, MouthState.HELD)
    state, effects = advance_turn(state, ev.Transcribed(2, "stop"))
    assert types(list(effects)) == ["StopSpeaking", "turn_ended:INTERRUPTED", "transcript:HEARD", "Remember"]
    assert state.announcement is None


def test_a_voice_that_fails_before_the_first_sample_has_announced_nothing() -> None:
    _, effects = run([DUE, ev.WorkFailed(1, "X")])
    assert not [e for e in effects if isinstance(e, fx.RecordDue)]
    assert types(effects)[-1] == "turn_ended:X"


@pytest.mark.parametrize("end", [ev.Stopped(), ev.SoundEnded(9_000)], ids=["stopped", "sound ended"])
def test_a_conversation_that_ends_begins_no_announcement(end: ev.Event) -> None:
    state, effects = run([*ASKING, DUE, end, ev.PlaybackFinished(1)])
    assert "reply:DUE" not in types(effects)
    assert state.waiting == ()


def test_what_rings_has_a_chime_and_leaves_the_ear_open_after_its_words() -> None:
    ringing = ev.Due(((replace(RINGING, rings=True), ("The pasta is done.",)),))
    state, effects = run([ringing, ev.PlaybackStarted(1), ev.PlaybackFinished(1)])
    assert [e.chime for e in effects if isinstance(e, fx.Speak)] == [True]
    assert (state.ear, state.mouth, state.origin) == (EarState.LISTENING, MouthState.SILENT, Origin.FOLLOW_UP)
    assert types(effects)[-1] == "OpenEar"
    state, effects = run([ev.SpeechStarted(5_000), ev.SpeechEnded(5_500, ev.EndReason.SILENCE)], state)
    assert [e.turn for e in effects if isinstance(e, fx.FinishRecognising)] == [2]


def test_it_rings_again_only_when_the_person_has_said_nothing() -> None:
    first, again = (ev.Due(((replace(RINGING, key=key, rings=True), ("Done.",)),)) for key in ("t-9", "t-9 again"))
    state, effects = run([first, ev.PlaybackStarted(1), ev.PlaybackFinished(1), again])
    assert sum(isinstance(e, fx.Speak) for e in effects) == 1
    _, effects = run([ev.NothingSaid(9_000)], state)
    assert sum(isinstance(e, fx.Speak) for e in effects) == 1


def test_what_a_turn_may_have_stopped_is_not_said_after_it_unless_it_is_due_again() -> None:
    asked = [*ASKING[:4], DUE, ev.TurnUnderstood(1, HEARD), ev.Answered(1, ANSWER, ()), ev.NothingSaid(9_000)]
    state, effects = run(asked)
    assert "reply:DUE" not in types(effects)
    _, effects = run([DUE], state)
    assert types(effects) == ["reply:DUE", "Speak"]
