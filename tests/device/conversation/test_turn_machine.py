"""The turn machine: every state and event, the interruption that loses nothing, and what may never happen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import ConversationState, advance_turn
from device.conversation.turn_tables import ANNOUNCE, JOINT, EarState, MouthState, Origin
from device.core.messages import Announcement, Answer, TurnResult
from memory.model.atoms import Moment, Turn

TURN = Turn("t-1", "s-1", "u-1", "what is my name", Moment(0))
HEARD = TurnResult(TURN, "RecallOne", created=("a-1",))
ANSWER = Answer(TURN, "You told me: my name is Ana.", "RecallOne")
QUESTION = replace(ANSWER, reply="Is it Ana?", question=True, expects_reply=True)
SENTENCES = ("You told me: my name is Ana.",)


RINGING = Announcement("timers", "t-9", "The pasta is done.")
DUE = ev.Due(((RINGING, ("The pasta is done.",)),))
TEA = Announcement("timers", "t-8", "The tea is done.")


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


def test_speech_over_playback_is_one_row_of_the_joint_table() -> None:
    state, _ = run(ASKING)
    state, effects = advance_turn(state, ev.SpeechStarted(9_000))
    assert (state.ear, state.mouth, state.ear_turn) == (EarState.CAPTURING, MouthState.SILENT, 2)
    assert types(list(effects)) == [
        "StopSpeaking", "barge_in:SPEECH", "speaking_stopped:BARGE_IN", "RecordSaid", "turn_ended:INTERRUPTED",
        "speech_started:SPEECH_OVER_PLAYBACK", "StartRecognising",
    ]  # fmt: skip
    recorded = next(e for e in effects if isinstance(e, fx.RecordSaid))
    assert (recorded.turn, recorded.answer, recorded.complete) == (1, ANSWER, False)


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


def test_a_noise_over_playback_that_held_no_words_is_not_answered() -> None:
    state, _ = run([*ASKING, ev.SpeechStarted(9_000), ev.SpeechEnded(9_500, ev.EndReason.SILENCE)])
    state, effects = advance_turn(state, ev.Transcribed(2, ""))
    assert types(list(effects)) == ["transcript:NO_WORDS", "turn_ended:NO_WORDS"]
    assert (state.ear, state.mouth) == (EarState.ASLEEP, MouthState.SILENT)


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
    state, _ = run([*ASKING, ev.SpeechStarted(9_000), ev.SpeechEnded(9_900, ev.EndReason.SILENCE)])
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
    ev.Transcribed(2, "hello"), ev.Transcribed(2, ""), ev.TurnUnderstood(1, HEARD), ev.Answered(1, ANSWER, SENTENCES),
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
    st.builds(ev.Transcribed, turns, st.sampled_from(["", "hello"])),
    st.builds(ev.TurnUnderstood, turns, st.just(HEARD)),
    st.builds(ev.Answered, turns, st.sampled_from([ANSWER, QUESTION]), st.sampled_from([(), SENTENCES])),
    st.builds(ev.PlaybackStarted, turns),
    st.builds(ev.PlaybackFinished, turns),
    st.builds(ev.WorkFailed, turns, st.just("X")),
    st.just(ev.Stopped()),
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
        taken = isinstance(event, ev.Transcribed) and event.text and event.turn == state.ear_turn
        words += bool(taken and state.ear is EarState.RECOGNISING)
        state, effects = advance_turn(state, event)
        assert not (state.ear in (EarState.CAPTURING, EarState.LISTENING) and state.mouth is not MouthState.SILENT)
        ended += [e.turn for e in effects if isinstance(e, fx.ReportEvent) and e.type == "turn_ended"]
        remembers += sum(isinstance(e, fx.Remember) and bool(e.text) for e in effects)
        spoken += sum(isinstance(e, fx.Speak) and e.sentences == SENTENCES for e in effects)
        said += sum(isinstance(e, fx.RecordSaid) for e in effects)
    assert len(ended) == len(set(ended)), "a turn ends once"
    assert remembers == words, "words that were heard are always remembered"
    assert spoken - said <= 1, "what was spoken is recorded, unless it sounds now"


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
    state, effects = run([DUE, ev.PlaybackStarted(1), ev.SpeechStarted(2_000)])
    assert types(effects)[-6:] == [
        "StopSpeaking", "barge_in:SPEECH", "speaking_stopped:BARGE_IN", "turn_ended:INTERRUPTED",
        "speech_started:SPEECH_OVER_PLAYBACK", "StartRecognising",
    ]  # fmt: skip
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
