"""The turn machine: every state and event, the interruption that loses nothing, and what may never happen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import advance_turn
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import JOINT, EarState, MouthState, Origin
from device.core.messages import Announcement, Answer, TurnResult
from memory.model.atoms import Moment, Turn

TURN = Turn("t-1", "s-1", "u-1", "what is my name", Moment(0))
HEARD = TurnResult(TURN, "RecallOne", created=("a-1",))
ANSWER = Answer(TURN, "You told me: my name is Ana.", "RecallOne")
QUESTION = replace(ANSWER, reply="Is it Ana?", question=True, expects_reply=True)
SENTENCES = ("You told me: my name is Ana.",)


RINGING = Announcement("timers", "t-9", "The pasta is done.")
DUE = ev.Due(((RINGING, ("The pasta is done.",)),))


def run(events: list[ev.Event], state: ConversationState | None = None) -> tuple[ConversationState, list[fx.Effect]]:
    state, out = state or ConversationState(), list[fx.Effect]()
    for event in events:
        state, effects = advance_turn(state, event)
        out.extend(effects)
    return state, out


def types(effects: list[fx.Effect]) -> list[str]:
    return [f"{e.type}:{e.reason}" if isinstance(e, fx.ReportEvent) else type(e).__name__ for e in effects]


ASKING: list[ev.Event] = [
    ev.Woken(1_000),
    ev.SpeechStarted(1_400),
    ev.SpeechEnded(3_000, ev.EndReason.SILENCE),
    ev.Transcribed(1, "what is my name"),
    ev.TurnUnderstood(1, HEARD),
    ev.Answered(1, ANSWER, SENTENCES),
    ev.PlaybackStarted(1),
]


def test_a_whole_turn_gives_its_effects_in_this_order() -> None:
    state, effects = run([*ASKING, ev.PlaybackFinished(1)])
    assert (state.ear, state.mouth) == (EarState.ASLEEP, MouthState.SILENT)
    assert types(effects) == [
        "wake:WAKE_WORD", "OpenEar", "speech_started:WAKE_WORD", "StartRecognising", "speech_ended:SILENCE", "CloseEar",
        "FinishRecognising", "transcript:HEARD", "Remember", "understood:UNDERSTOOD", "remembered:UNDERSTOOD", "Think",
        "reply:ANSWER", "Speak", "speaking_started:REPLY", "speaking_stopped:FINISHED", "RecordSaid",
        "turn_ended:ANSWERED",
    ]  # fmt: skip


def test_speech_over_playback_holds_the_reply_until_it_is_known_what_was_said() -> None:
    state, _ = run(ASKING)
    state, effects = advance_turn(state, ev.SpeechStarted(9_000))
    assert (state.ear, state.mouth, state.ear_turn) == (EarState.CAPTURING, MouthState.HELD, 2)
    assert types(list(effects)) == [
        "HoldSpeaking", "barge_in:SPEECH", "speaking_stopped:BARGE_IN", "speech_started:SPEECH_OVER_PLAYBACK",
        "StartRecognising",
    ]  # fmt: skip


SAID_OVER: list[ev.Event] = [*ASKING, ev.SpeechStarted(9_000), ev.SpeechEnded(9_500, ev.EndReason.SILENCE)]


def test_words_over_playback_end_the_reply_and_what_was_said_of_it_is_recorded() -> None:
    state, _ = run(SAID_OVER)
    state, effects = advance_turn(state, ev.Transcribed(2, "what time is it"))
    assert (state.ear, state.mouth, state.mouth_turn) == (EarState.ASLEEP, MouthState.THINKING, 2)
    assert types(list(effects)) == [
        "StopSpeaking", "RecordSaid", "turn_ended:INTERRUPTED", "transcript:HEARD", "Remember",
    ]  # fmt: skip
    recorded = next(e for e in effects if isinstance(e, fx.RecordSaid))
    assert (recorded.turn, recorded.answer, recorded.complete) == (1, ANSWER, False)


NOBODY = [
    (SAID_OVER, ev.Transcribed(2, ""), "NO_WORDS"),
    (SAID_OVER, ev.Transcribed(2, "mhm", backchannel=True), "BACKCHANNEL"),
    (SAID_OVER[:-1], ev.NothingSaid(9_300), "NOTHING_SAID"),
    (SAID_OVER[:-1], ev.WorkFailed(2, "X"), "X"),
]


@pytest.mark.parametrize(("before", "event", "reason"), NOBODY, ids=lambda one: one if isinstance(one, str) else "")
def test_what_was_no_interruption_lets_her_go_on(before: list[ev.Event], event: ev.Event, reason: str) -> None:
    state, _ = run(before)
    state, effects = advance_turn(state, event)
    assert (state.ear, state.mouth, state.mouth_turn, state.answer) == (EarState.ASLEEP, MouthState.SPEAKING, 1, ANSWER)
    assert types(list(effects))[-3:] == [f"turn_ended:{reason}", f"resumed:{reason}", "ResumeSpeaking"]
    _, effects = advance_turn(state, ev.PlaybackFinished(1))
    assert types(list(effects)) == ["speaking_stopped:FINISHED", "RecordSaid", "turn_ended:ANSWERED"]


def test_yes_over_a_question_is_its_answer() -> None:
    asked = [*ASKING[:5], ev.Answered(1, QUESTION, ("Is it Ana?",)), *SAID_OVER[-3:]]
    _, effects = run([*asked, ev.Transcribed(2, "yes", backchannel=True)])
    assert types(effects)[-2:] == ["transcript:HEARD", "Remember"]


def test_a_wake_word_ends_a_reply_that_is_held() -> None:
    state, _ = run(SAID_OVER)
    state, effects = advance_turn(state, ev.Woken(9_900))
    assert (state.ear, state.mouth) == (EarState.LISTENING, MouthState.SILENT)
    assert types(list(effects))[:3] == ["StopSpeaking", "RecordSaid", "turn_ended:INTERRUPTED"]


def test_a_daemon_that_stops_records_what_was_said_of_a_held_reply() -> None:
    _, effects = advance_turn(run(SAID_OVER[:-1])[0], ev.Stopped())
    assert types(list(effects)) == ["StopSpeaking", "RecordSaid", "turn_ended:STOPPED"]


def test_where_selene_could_hear_herself_only_the_wake_word_interrupts() -> None:
    state, _ = run(ASKING, ConversationState(speech_interrupts=False))
    assert advance_turn(state, ev.SpeechStarted(9_000)) == (state, ())
    state, effects = advance_turn(state, ev.Woken(9_000))
    assert (state.ear, state.mouth) == (EarState.LISTENING, MouthState.SILENT)
    assert "barge_in:WAKE_WORD" in types(list(effects))


def test_waking_while_selene_thinks_abandons_the_answer_but_not_the_memory() -> None:
    state, effects = run([*ASKING[:4], ev.Woken(3_500)])
    assert "Remember" in types(effects)
    late, reports = advance_turn(state, ev.TurnUnderstood(1, HEARD))
    assert late == state
    assert types(list(reports)) == ["understood:UNDERSTOOD", "remembered:UNDERSTOOD"]
    assert advance_turn(state, ev.Answered(1, ANSWER, SENTENCES)) == (state, ())


ASKED: list[ev.Event] = [*ASKING[:5], ev.Answered(1, QUESTION, ("Is it Ana?",)), ev.PlaybackStarted(1)]
HEARD_WAKE = [
    ("asleep", [], []),
    ("listening", ASKING[:1], ["turn_ended:ABANDONED"]),
    ("capturing", ASKING[:2], ["AbandonRecognising", "turn_ended:ABANDONED"]),
    ("recognising", ASKING[:3], ["AbandonRecognising", "turn_ended:ABANDONED"]),
    ("asleep", ASKED, ["StopSpeaking", "barge_in:WAKE_WORD", "speaking_stopped:BARGE_IN", "RecordSaid",
                       "turn_ended:INTERRUPTED"]),
    ("listening", [*ASKED, ev.PlaybackFinished(1)], ["turn_ended:ABANDONED"]),
    ("capturing", [*ASKED, ev.PlaybackFinished(1), ev.SpeechStarted(7_000)],
     ["AbandonRecognising", "turn_ended:ABANDONED"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ear", "before", "left"), HEARD_WAKE, ids=[f"{ear}-{n}" for n, (ear, *_) in enumerate(HEARD_WAKE)]
)
def test_a_wake_word_begins_a_new_turn_in_every_state_of_the_ear(
    ear: str, before: list[ev.Event], left: list[str]
) -> None:
    state, _ = run(before)
    assert state.ear == ear
    after, effects = advance_turn(state, ev.Woken(9_000))
    assert (after.ear, after.ear_turn, after.mouth) == (EarState.LISTENING, state.last_turn + 1, MouthState.SILENT)
    assert after.origin is Origin.WAKE_WORD
    assert types(list(effects)) == [*left, "wake:WAKE_WORD", "OpenEar"]
    assert advance_turn(after, ev.Transcribed(state.ear_turn, "what was left"))[0] == after


def test_every_state_of_the_ear_is_among_those_in_which_a_wake_word_is_heard() -> None:
    assert {ear for ear, _, _ in HEARD_WAKE} == set(EarState)


def test_a_question_keeps_the_ear_open_and_a_statement_does_not() -> None:
    state, _ = run([*ASKING[:5], ev.Answered(1, QUESTION, ("Is it Ana?",)), ev.PlaybackStarted(1)])
    state, effects = advance_turn(state, ev.PlaybackFinished(1))
    assert (state.ear, state.ear_turn, state.origin) == (EarState.LISTENING, 2, Origin.FOLLOW_UP)
    assert isinstance(effects[-1], fx.OpenEar)
    assert not effects[-1].after_wake


def test_woken_and_not_understood_the_person_gets_an_answer() -> None:
    _, effects = run([*ASKING[:3], ev.Transcribed(1, "")])
    assert types(effects)[-2:] == ["transcript:NO_WORDS", "Remember"]


def test_a_vault_that_could_not_save_is_an_error_and_nothing_is_called_remembered() -> None:
    state, _ = run(ASKING[:4])
    _, effects = advance_turn(
        state, ev.TurnUnderstood(1, TurnResult(TURN, "RememberThat", created=("a-1",), failure="VAULT_DISK_FULL"))
    )
    assert types(list(effects)) == ["understood:UNDERSTOOD", "error:VAULT_DISK_FULL", "Think"]


def test_work_that_fails_ends_the_turn_with_its_code() -> None:
    state, _ = run(ASKING[:3])
    state, effects = advance_turn(state, ev.WorkFailed(1, "DOOR_UNAVAILABLE"))
    assert types(list(effects)) == [
        "error:DOOR_UNAVAILABLE", "CloseEar", "AbandonRecognising", "turn_ended:DOOR_UNAVAILABLE",
    ]  # fmt: skip
    assert state.ear is EarState.ASLEEP


def test_a_recogniser_that_fails_in_mid_speech_puts_the_ear_to_sleep_at_once() -> None:
    state, _ = run(ASKING[:2])
    state, effects = advance_turn(state, ev.WorkFailed(1, "X"))
    assert (state.ear, types(list(effects))[-1]) == (EarState.ASLEEP, "turn_ended:X")


def test_a_voice_that_fails_in_mid_reply_falls_silent_and_what_was_said_is_recorded() -> None:
    state, _ = run(ASKING)
    state, effects = advance_turn(state, ev.WorkFailed(1, "X"))
    assert types(list(effects)) == ["error:X", "StopSpeaking", "speaking_stopped:X", "RecordSaid", "turn_ended:X"]
    assert state.mouth is MouthState.SILENT


def test_a_late_failure_of_an_old_turn_does_not_touch_the_new_one() -> None:
    state, _ = run([*ASKING, ev.Woken(8_800), ev.SpeechStarted(9_000), ev.SpeechEnded(9_900, ev.EndReason.SILENCE)])
    after, effects = advance_turn(state, ev.WorkFailed(1, "X"))
    assert (after, types(list(effects))) == (state, ["error:X"])
    assert types(list(advance_turn(after, ev.Transcribed(2, "stop"))[1])) == ["transcript:HEARD", "Remember"]


def test_a_daemon_that_ends_cuts_itself_off_and_records_what_was_said() -> None:
    state, _ = run(ASKING)
    state, effects = advance_turn(state, ev.Stopped())
    assert types(list(effects)) == ["StopSpeaking", "speaking_stopped:STOPPED", "RecordSaid", "turn_ended:STOPPED"]
    assert advance_turn(ConversationState(), ev.Stopped()) == (ConversationState(), ())


def test_what_was_changed_and_what_was_forgotten_is_reported_too() -> None:
    heard = TurnResult(TURN, "Correct", reason_codes=("CORRECTED",), updated=("a-1",), forgotten=("a-2", "a-3"))
    _, effects = advance_turn(run(ASKING[:4])[0], ev.TurnUnderstood(1, heard))
    reports = [(e.type, e.reason, e.ids) for e in effects if isinstance(e, fx.ReportEvent)]
    assert reports[1:] == [("remembered", "CORRECTED", ("a-1",)), ("forgotten", "CORRECTED", ("a-2", "a-3"))]


def test_a_reply_without_words_is_recorded_and_ends_the_turn() -> None:
    state, _ = run(ASKING[:5])
    state, effects = advance_turn(state, ev.Answered(1, ANSWER, ()))
    assert types(list(effects)) == ["reply:ANSWER", "RecordSaid", "turn_ended:NO_REPLY"]
    assert state.mouth is MouthState.SILENT


LATE = ("understood", "remembered", "error")
EVERY_EVENT: list[ev.Event] = [
    ev.Woken(1), ev.SpeechStarted(1), ev.SpeechSuspected(1), ev.SuspicionEnded(1),
    ev.SpeechEnded(1, ev.EndReason.SILENCE), ev.NothingSaid(1),
    ev.Transcribed(2, "hello"), ev.Transcribed(2, ""),
    ev.Transcribed(2, "hello", addressing=ev.Addressing(ev.HearingAct.IGNORE)),
    ev.Transcribed(2, "mhm", backchannel=True), ev.TurnUnderstood(1, HEARD), ev.Answered(1, ANSWER, SENTENCES),
    ev.Answered(1, ANSWER, ()), ev.PlaybackStarted(1), ev.PlaybackFinished(1), ev.WorkFailed(1, "X"), ev.SoundEnded(1),
    ev.Stopped(),
]  # fmt: skip
MOVES = {
    (EarState.ASLEEP, MouthState.SILENT): {"Woken"},
    (EarState.ASLEEP, MouthState.THINKING): {"Woken", "TurnUnderstood", "Answered", "WorkFailed"},
    (EarState.ASLEEP, MouthState.SPEAKING): {
        "Woken", "SpeechStarted", "SpeechSuspected", "PlaybackStarted", "PlaybackFinished", "WorkFailed", "Stopped",
    },
    (EarState.ASLEEP, MouthState.DUCKED): {
        "Woken", "SpeechStarted", "SuspicionEnded", "PlaybackStarted", "PlaybackFinished", "WorkFailed", "Stopped",
    },
    (EarState.LISTENING, MouthState.SILENT): {"Woken", "SpeechStarted", "NothingSaid", "SoundEnded"},
    (EarState.CAPTURING, MouthState.SILENT): {"Woken", "SpeechEnded", "NothingSaid", "SoundEnded"},
    (EarState.RECOGNISING, MouthState.SILENT): {"Woken", "Transcribed"},
    (EarState.CAPTURING, MouthState.HELD): {
        "Woken", "SpeechEnded", "NothingSaid", "SoundEnded", "WorkFailed", "Stopped",
    },
    (EarState.RECOGNISING, MouthState.HELD): {"Woken", "Transcribed", "WorkFailed", "Stopped"},
}  # fmt: skip


@pytest.mark.parametrize("event", EVERY_EVENT, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("joint", MOVES, ids=lambda joint: "+".join(joint))
def test_every_state_and_event_is_listed_or_changes_nothing(
    joint: tuple[EarState, MouthState], event: ev.Event
) -> None:
    ear, mouth = joint
    state = ConversationState(ear=ear, mouth=mouth, last_turn=2, ear_turn=2, mouth_turn=1, answer=ANSWER)
    after, effects = advance_turn(state, event)
    if type(event).__name__ in MOVES[joint]:
        assert effects
    else:
        assert after == state
        assert all(isinstance(e, fx.ReportEvent) and e.type in LATE for e in effects)


turns = st.integers(0, 4)
any_event = st.one_of(
    st.builds(ev.Woken, st.integers(0, 9)),
    st.builds(ev.SpeechStarted, st.integers(0, 9)),
    st.builds(ev.SpeechSuspected, st.integers(0, 9)),
    st.builds(ev.SuspicionEnded, st.integers(0, 9)),
    st.builds(ev.SpeechEnded, st.integers(0, 9), st.sampled_from(ev.EndReason)),
    st.builds(ev.NothingSaid, st.integers(0, 9)),
    st.builds(ev.Transcribed, turns, st.sampled_from(["", "hello"]), st.booleans()),
    st.builds(ev.Transcribed, turns, st.just("hello"), st.just(False), st.just(ev.Addressing(ev.HearingAct.IGNORE))),
    st.builds(ev.TurnUnderstood, turns, st.just(HEARD)),
    st.builds(ev.Answered, turns, st.sampled_from([ANSWER, QUESTION]), st.sampled_from([(), SENTENCES])),
    st.builds(ev.PlaybackStarted, turns),
    st.builds(ev.PlaybackFinished, turns),
    st.builds(ev.WorkFailed, turns, st.just("X")),
    st.just(ev.Stopped()),
    st.just(ev.EchoLost(1)),
    st.builds(ev.Due, st.just(((RINGING, ("The pasta is done.",)),))),
)


@settings(derandomize=True, max_examples=400)
@given(st.lists(any_event, max_size=60), st.booleans())
def test_whatever_happens_these_hold(events: list[ev.Event], speech_interrupts: bool) -> None:
    state, ended, words, remembers, spoken, said = (
        ConversationState(speech_interrupts=speech_interrupts),
        [],
        0,
        0,
        0,
        0,
    )
    for event in events:
        meant = isinstance(event, ev.Transcribed) and event.addressing.act is ev.HearingAct.ACT
        taken = isinstance(event, ev.Transcribed) and meant and event.text and event.turn == state.ear_turn
        over = state.mouth is MouthState.HELD and state.answer is not QUESTION
        listens = isinstance(event, ev.Transcribed) and event.backchannel and over
        words += bool(taken and state.ear is EarState.RECOGNISING and not listens)
        state, effects = advance_turn(state, event)
        assert (state.ear, state.mouth) not in JOINT
        assert state.mouth is not MouthState.HELD or state.ear in (EarState.CAPTURING, EarState.RECOGNISING)
        ended += [e.turn for e in effects if isinstance(e, fx.ReportEvent) and e.type == "turn_ended"]
        remembers += sum(isinstance(e, fx.Remember) and bool(e.text) for e in effects)
        spoken += sum(isinstance(e, fx.Speak) and e.sentences == SENTENCES for e in effects)
        said += sum(isinstance(e, fx.RecordSaid) for e in effects)
    assert len(ended) == len(set(ended)), "a turn ends once"
    assert remembers == words, "words that were heard are always remembered"
    assert spoken - said <= 1, "what was spoken is recorded, unless it sounds now"
