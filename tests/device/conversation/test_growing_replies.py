"""Promise: a reply may grow while it is spoken, and what comes for another turn or after its end changes nothing."""

from __future__ import annotations

from dataclasses import replace

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import advance_turn
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import MouthState
from device.core.messages import Answer
from memory.model.atoms import Moment, Turn

FIRST = Answer(Turn("t-1", "s-1", "u-1", "why", Moment(0)), "One.", "question", reason_codes=("MIND",))
WHOLE = replace(FIRST, reply="One. Two?", expects_reply=True)
THINKING = ConversationState(mouth=MouthState.THINKING, mouth_turn=1, last_turn=1)


def test_a_reply_that_grows_is_spoken_on_and_its_end_is_the_answer() -> None:
    state, effects = advance_turn(THINKING, ev.Answered(1, FIRST, ("One.",), more=True))
    assert fx.Speak(1, ("One.",), more=True) in effects
    state, effects = advance_turn(state, ev.ReplyGrew(1, WHOLE, ("Two?",), more=False))
    assert effects == (
        fx.ReportEvent(1, "reply", "MIND", text="Two?", intent="question"),
        fx.SpeakOn(1, ("Two?",), False),
    )
    assert (state.mouth, state.answer, state.waits_for_reply) == (MouthState.SPEAKING, WHOLE, True)


def test_what_comes_for_another_turn_or_too_late_changes_nothing() -> None:
    speaking = replace(THINKING, mouth=MouthState.SPEAKING, answer=FIRST)
    grown = ev.ReplyGrew(2, WHOLE, ("Two?",), more=True)
    assert advance_turn(speaking, grown) == (speaking, ())
    for mouth in (MouthState.SILENT, MouthState.THINKING):
        other = replace(THINKING, mouth=mouth)
        assert advance_turn(other, replace(grown, turn=1)) == (other, ())


def test_a_reply_that_is_held_has_its_end_too() -> None:
    held = replace(THINKING, mouth=MouthState.HELD, answer=FIRST)
    state, effects = advance_turn(held, ev.ReplyGrew(1, WHOLE, (), more=False))
    assert (state.answer, effects) == (WHOLE, (fx.SpeakOn(1, (), more=False),))
