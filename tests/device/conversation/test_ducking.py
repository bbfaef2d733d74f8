"""Suspected speech during playback makes her quieter; it is confirmed, or was none."""

from __future__ import annotations

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import advance_turn
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import EarState, MouthState
from tests.device.conversation.test_turn_machine import ASKING, run, types


def test_suspected_speech_makes_her_quieter_until_it_was_none() -> None:
    state, _ = run(ASKING)
    state, effects = advance_turn(state, ev.SpeechSuspected(9_000))
    assert (state.ear, state.mouth) == (EarState.ASLEEP, MouthState.DUCKED)
    assert effects == (fx.ReportEvent(1, "ducked", "SPEECH", at_ms=9_000), fx.Duck(1, quieter=True))
    assert advance_turn(state, ev.SpeechSuspected(9_100)) == (state, ())
    state, effects = advance_turn(state, ev.SuspicionEnded(9_400))
    assert state.mouth is MouthState.SPEAKING
    assert effects == (fx.ReportEvent(1, "resumed", "NO_SPEECH", at_ms=9_400), fx.Duck(1, quieter=False))


def test_suspected_speech_that_is_confirmed_stops_her() -> None:
    state, _ = run([*ASKING, ev.SpeechSuspected(9_000)])
    after, effects = advance_turn(state, ev.SpeechStarted(9_100, (("left_db", -30),)))
    assert after.mouth is MouthState.HELD
    assert types(list(effects))[:3] == ["HoldSpeaking", "barge_in:SPEECH", "speaking_stopped:BARGE_IN"]
    after, effects = advance_turn(state, ev.Woken(9_100))
    assert after.mouth is MouthState.SILENT
    assert types(list(effects))[:4] == [
        "StopSpeaking", "barge_in:WAKE_WORD", "speaking_stopped:BARGE_IN", "RecordSaid",
    ]  # fmt: skip


def test_a_reply_that_ends_while_it_is_quieter_ends_as_always() -> None:
    _, effects = run([*ASKING, ev.SpeechSuspected(9_000), ev.PlaybackFinished(1), ev.SuspicionEnded(9_400)])
    assert types(effects)[-3:] == ["speaking_stopped:FINISHED", "RecordSaid", "turn_ended:ANSWERED"]


def test_where_she_hears_herself_nothing_is_suspected() -> None:
    state, _ = run(ASKING, ConversationState(speech_interrupts=False))
    assert advance_turn(state, ev.SpeechSuspected(9_000)) == (state, ())


def test_a_canceller_that_is_lost_makes_her_as_loud_as_before_and_deaf_to_speech() -> None:
    state, _ = run([*ASKING, ev.SpeechSuspected(9_000)])
    state, effects = advance_turn(state, ev.EchoLost(9_100))
    assert (state.mouth, state.speech_interrupts) == (MouthState.SPEAKING, False)
    assert types(list(effects)) == ["error:ECHO_LOST", "resumed:ECHO_LOST", "Duck"]
    assert advance_turn(state, ev.SpeechStarted(9_300)) == (state, ())
    state, effects = advance_turn(ConversationState(), ev.EchoLost(9_100))
    assert (state.speech_interrupts, types(list(effects))) == (False, ["error:ECHO_LOST"])
