"""What was not said to her: the ear stays open for the person, a few times, and nothing of it reaches the memory."""

from __future__ import annotations

import pytest

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import advance_turn
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import EarState, MouthState, Origin
from device.core.policy import MAX_LISTENED_ON

IGNORED = ev.Addressing(ev.HearingAct.IGNORE, ("OTHER_LEVEL", "NARRATION"), 3)
HEARD = (ev.Woken(1_000), ev.SpeechStarted(1_400), ev.SpeechEnded(3_000, ev.EndReason.SILENCE))


def heard_by(events: tuple[ev.Event, ...], state: ConversationState | None = None) -> ConversationState:
    state = state or ConversationState()
    for event in events:
        state, _ = advance_turn(state, event)
    return state


def reports(effects: tuple[fx.Effect, ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(e.type, e.reason, e.codes) for e in effects if isinstance(e, fx.ReportEvent)]


def test_after_what_somebody_else_said_the_ear_waits_on_for_the_person() -> None:
    state, effects = advance_turn(heard_by(HEARD), ev.Transcribed(1, "and now the weather", addressing=IGNORED))
    assert (state.ear, state.mouth, state.ear_turn, state.origin) == (
        EarState.LISTENING, MouthState.SILENT, 2, Origin.WAKE_WORD,
    )  # fmt: skip
    assert reports(effects) == [
        ("transcript", "HEARD", ()), ("addressed", "IGNORE", ("OTHER_LEVEL", "NARRATION")),
        ("turn_ended", "IGNORED", ()),
    ]  # fmt: skip
    assert effects[-1] == fx.OpenEar(2, after_wake=False)
    assert not [effect for effect in effects if isinstance(effect, fx.Remember)]


def test_somebody_who_goes_on_does_not_keep_the_ear_open() -> None:
    state, turn = heard_by(HEARD), 1
    for _ in range(MAX_LISTENED_ON):
        state, _ = advance_turn(state, ev.Transcribed(turn, "and on", addressing=IGNORED))
        turn = state.ear_turn
        state = heard_by((ev.SpeechStarted(5_000), ev.SpeechEnded(6_000, ev.EndReason.SILENCE)), state)
    state, effects = advance_turn(state, ev.Transcribed(turn, "and on", addressing=IGNORED))
    assert (state.ear, reports(effects)[-1][:2]) == (EarState.ASLEEP, ("turn_ended", "IGNORED"))
    assert heard_by((ev.Woken(9_000),), state).listened_on == 0


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (ev.HearingAct.ACT, "hello"),
        (ev.HearingAct.ANSWER_ONLY, "hello"),
        (ev.HearingAct.ASK_AGAIN, ""),
        (ev.HearingAct.CONFIRM, "hello"),
    ],
)
def test_the_assistant_is_told_what_to_do_with_the_words(act: ev.HearingAct, text: str) -> None:
    state, effects = advance_turn(
        heard_by(HEARD), ev.Transcribed(1, "hello", addressing=ev.Addressing(act, ("ONE",), 1))
    )
    assert effects[-1] == fx.Remember(1, text, act)
    assert (state.ear, state.mouth) == (EarState.ASLEEP, MouthState.THINKING)
    assert ("addressed", act.value, ("ONE",)) in reports(effects)


def test_what_nothing_speaks_against_is_not_reported() -> None:
    _, effects = advance_turn(heard_by(HEARD), ev.Transcribed(1, "hello"))
    assert [kind for kind, _, _ in reports(effects)] == ["transcript"]
