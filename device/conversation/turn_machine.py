"""Pure: the turn machine: two coupled machines, ear and mouth, that move by the tables of `turn_tables.py`.

Every state change is in this file (design.md section 5). `advance_turn(state, event)` returns the new state and the
effects to perform, and raises nothing: an event without a row is stale or impossible, and changes nothing. Results of
the recogniser and the assistant carry their turn; those of another turn change nothing, except that a committed memory
is still reported, because remembering must finish. What is due unasked waits until the person and the mouth are silent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_effects import effects_of, end_interrupted, report_echo_lost, report_understood
from device.conversation.turn_state import ConversationState, Effects
from device.conversation.turn_tables import (
    ANNOUNCE,
    EAR,
    JOINT,
    MOUTH,
    REPLYING,
    SOUNDING,
    EarState,
    MouthState,
    Origin,
    Signal,
)
from device.core.messages import OWN_NEWS
from device.core.policy import MAX_LISTENED_ON


def advance_turn(state: ConversationState, event: ev.Event) -> tuple[ConversationState, Effects]:
    """Advances the conversation by one event, and begins to say what is due where nothing is in its way.

    Returns the next state and the effects, in the order in which they are to be performed.
    """
    if isinstance(event, ev.Due):
        return _announce(_queue(state, event))
    if isinstance(event, ev.EchoLost):  # what is suspected now is hers
        state = replace(state, speech_interrupts=False)
    after, effects = _advance(state, event)
    if after.announcement is not None and after.mouth not in REPLYING:
        after = replace(after, announcement=None)
    if isinstance(event, ev.SoundEnded | ev.Stopped):
        return replace(after, waiting=()), effects
    if isinstance(event, ev.TurnUnderstood):  # a turn may have stopped what rings; the skills are asked again soon
        return replace(after, waiting=tuple(one for one in after.waiting if one[0].skill == OWN_NEWS)), effects
    announced, more = _announce(after)
    return announced, effects + more


def _queue(state: ConversationState, event: ev.Due) -> ConversationState:
    """Queues what is due, except what waits already or is being said."""
    waiting = list(state.waiting)
    for announcement, sentences in event.announcements:
        known = {(one.skill, one.key) for one, _ in waiting}
        if state.announcement is not None:
            known.add((state.announcement.skill, state.announcement.key))
        if sentences and (announcement.skill, announcement.key) not in known:
            waiting.append((announcement, sentences))
    return replace(state, waiting=tuple(waiting))


def _announce(state: ConversationState) -> tuple[ConversationState, Effects]:
    """Begins the first announcement that waits, as a turn of its own, where the table allows it."""
    mouth = ANNOUNCE.get((state.ear, state.mouth))
    if mouth is None or not state.waiting:
        return state, ()
    (announcement, sentences), *rest = state.waiting
    turn = state.last_turn + 1
    begun = replace(
        state, mouth=mouth, last_turn=turn, mouth_turn=turn, answer=None, waiting=tuple(rest), announcement=announcement
    )
    report = fx.ReportEvent(turn, "reply", "DUE", text=announcement.text, intent=announcement.skill)
    return begun, (report, fx.Speak(turn, sentences, chime=announcement.rings))


def _advance(state: ConversationState, event: ev.Event) -> tuple[ConversationState, Effects]:
    """Processes one event: returns the next state and the effects, in order."""
    if _is_stale(state, event):
        return state, _reports_of_stale(event)
    signal = _signal(state, event)
    ear, mouth = state.ear, state.mouth
    if signal is not None:
        if (ear, signal) not in EAR and (mouth, signal) not in MOUTH:
            return state, report_echo_lost(event)
        ear, mouth = EAR.get((ear, signal), ear), MOUTH.get((mouth, signal), mouth)
    moved = _take_turns(replace(state, ear=ear, mouth=mouth), state, event, signal)
    settled, stopped = _settle(moved, state, signal)
    return settled, stopped + effects_of(settled, state, event, signal)


def _settle(
    state: ConversationState, before: ConversationState, signal: Signal | None
) -> tuple[ConversationState, Effects]:
    """Applies the joint table until nothing changes; what it stops is the turn of the mouth."""
    out: Effects = ()
    while (target := JOINT.get((state.ear, state.mouth))) is not None:
        out += _interrupt(state, before, signal)
        state = replace(state, mouth=target, answer=state.answer if target is MouthState.HELD else None)
    return state, out


def _interrupt(state: ConversationState, before: ConversationState, signal: Signal | None) -> Effects:
    """Ends a reply that the person does not wait for, or holds it while it is open what was said."""
    turn = before.mouth_turn
    if state.mouth is MouthState.THINKING:
        return (fx.ReportEvent(turn, "turn_ended", "ABANDONED"),)
    if state.mouth is MouthState.HELD:
        return end_interrupted(replace(before, answer=state.answer))
    held = signal is not Signal.WAKE
    reports = (
        fx.ReportEvent(turn, "barge_in", "SPEECH" if held else "WAKE_WORD"),
        fx.ReportEvent(turn, "speaking_stopped", "BARGE_IN"),
    )
    if held:
        return (fx.HoldSpeaking(turn), *reports)
    stop, *rest = end_interrupted(replace(before, answer=state.answer))
    return (stop, *reports, *rest)


def _is_stale(state: ConversationState, event: ev.Event) -> bool:
    match event:
        case ev.Transcribed(turn=turn):
            return turn != state.ear_turn or state.ear is not EarState.RECOGNISING
        case ev.TurnUnderstood(turn=turn) | ev.Answered(turn=turn):
            return turn != state.mouth_turn or state.mouth is not MouthState.THINKING
        case ev.PlaybackStarted(turn=turn) | ev.PlaybackFinished(turn=turn):
            return turn != state.mouth_turn or state.mouth not in SOUNDING
        case ev.ReplyGrew(turn=turn):
            return turn != state.mouth_turn or state.mouth not in REPLYING
        case ev.WorkFailed():
            return _failure(state, event) is None
        case ev.SoundEnded() | ev.NothingSaid():
            return state.ear is EarState.RECOGNISING
        case _:
            return False


def _failure(state: ConversationState, event: ev.WorkFailed) -> Signal | None:
    """Says whether the work of the ear or of the mouth failed; None when neither is at that turn any more."""
    if event.turn == state.ear_turn and state.ear in (EarState.CAPTURING, EarState.RECOGNISING):
        return Signal.UNHEARD
    if event.turn == state.mouth_turn and state.mouth is not MouthState.SILENT:
        return Signal.FAILED
    return None


def _reports_of_stale(event: ev.Event) -> Effects:
    """Reports commits and failures of a turn that nobody waits for any more."""
    match event:
        case ev.TurnUnderstood():
            return report_understood(event)
        case ev.WorkFailed(turn=turn, code=code):
            return (fx.ReportEvent(turn, "error", code),)
        case _:
            return ()


def _signal(state: ConversationState, event: ev.Event) -> Signal | None:
    """Returns the event's signal in this state; None for events that change no state and only cause effects."""
    match event:
        case ev.Woken():
            return Signal.WAKE
        case ev.SpeechStarted():
            over = state.mouth in SOUNDING and state.ear is EarState.ASLEEP and state.speech_interrupts
            return Signal.INTERRUPTION if over else Signal.SPEECH
        case ev.SpeechSuspected():
            return Signal.SUSPICION if state.speech_interrupts and state.ear is EarState.ASLEEP else None
        case ev.SuspicionEnded() | ev.EchoLost():
            return Signal.FALSE_ALARM
        case ev.SpeechEnded():
            return Signal.HUSH
        case ev.NothingSaid():
            return Signal.NOTHING_SAID
        case ev.Transcribed():
            return _signal_of_words(state, event)
        case ev.Answered(sentences=sentences):
            return Signal.REPLY if sentences else Signal.NO_REPLY
        case ev.PlaybackFinished():
            return Signal.QUESTION_SPOKEN if state.waits_for_reply else Signal.SPOKEN
        case ev.WorkFailed():
            return _failure(state, event)
        case ev.Stopped():
            return Signal.STOPPED
        case ev.SoundEnded():
            return _end_of_sound(state)
        case ev.TurnUnderstood() | ev.PlaybackStarted() | ev.ReplyGrew() | ev.Due():
            return None
        case _:
            assert_never(event)


def _signal_of_words(state: ConversationState, event: ev.Transcribed) -> Signal:
    """Says what words mean: those of somebody else leave the ear open for the person, a few times. Over playback "mhm"
    is an answer only to a question, and no words are nobody's.
    """
    over = state.origin is Origin.SPEECH_OVER_PLAYBACK
    if event.addressing.act is ev.HearingAct.IGNORE:
        return Signal.NO_WORDS if over or state.listened_on >= MAX_LISTENED_ON else Signal.NOT_TO_HER
    if not over:
        return Signal.WORDS
    if event.backchannel and state.mouth is MouthState.HELD and not state.waits_for_reply:
        return Signal.BACKCHANNEL
    return Signal.WORDS if event.text else Signal.NO_WORDS


def _end_of_sound(state: ConversationState) -> Signal:
    return Signal.HUSH if state.ear is EarState.CAPTURING else Signal.NOTHING_SAID


_ORIGINS = {
    Signal.WAKE: Origin.WAKE_WORD,
    Signal.INTERRUPTION: Origin.SPEECH_OVER_PLAYBACK,
    Signal.QUESTION_SPOKEN: Origin.FOLLOW_UP,
}


def _take_turns(
    state: ConversationState, before: ConversationState, event: ev.Event, signal: Signal | None
) -> ConversationState:
    """Gives an opening ear a new turn, the mouth the ear's turn after the words, and keeps a reply while it is
    spoken.
    """
    if isinstance(event, ev.Answered) and state.mouth is MouthState.SPEAKING:
        return replace(state, answer=event.answer)
    if isinstance(event, ev.ReplyGrew):
        return replace(state, answer=event.answer)
    if signal in _ORIGINS and (before.ear, signal) in EAR:
        turn = state.last_turn + 1
        return replace(state, last_turn=turn, ear_turn=turn, origin=_ORIGINS[signal], listened_on=0)
    if signal is Signal.NOT_TO_HER:
        turn = state.last_turn + 1
        return replace(state, last_turn=turn, ear_turn=turn, listened_on=state.listened_on + 1)
    if state.mouth is MouthState.THINKING and before.mouth is not MouthState.THINKING:
        return replace(state, mouth_turn=state.ear_turn, answer=None)
    return state
