"""Pure: the turn machine: two coupled machines, ear and mouth, that move by the tables of `turn_tables.py`.

Every state change is in this file (design.md section 5). `advance_turn(state, event)` returns the new state and the
effects to perform, and raises nothing: an event without a row is stale or impossible, and changes nothing. Results of
the recogniser and the assistant carry their turn; those of another turn change nothing, except that a committed memory
is still reported, because remembering must finish. What is due unasked waits until the person and the mouth are silent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_tables import ANNOUNCE, EAR, JOINT, MOUTH, SOUNDING, EarState, MouthState, Origin, Signal
from device.core.messages import Announcement, Answer

Waiting = tuple[Announcement, tuple[str, ...]]
"""An announcement and its sentences."""


@dataclass(frozen=True, slots=True)
class ConversationState:
    """The state of a conversation."""

    ear: EarState = EarState.ASLEEP
    mouth: MouthState = MouthState.SILENT
    speech_interrupts: bool = True
    """False when the microphone hears the loudspeaker: then only the wake word interrupts (barge-in)."""
    last_turn: int = 0
    ear_turn: int = 0
    mouth_turn: int = 0
    origin: Origin = Origin.WAKE_WORD
    answer: Answer | None = None
    waiting: tuple[Waiting, ...] = ()
    """Announcements that wait, in order."""
    announcement: Announcement | None = None
    """The announcement that is being said."""


Effects = tuple[fx.Effect, ...]


def advance_turn(state: ConversationState, event: ev.Event) -> tuple[ConversationState, Effects]:
    """Advances the conversation by one event, and begins to say what is due where nothing is in its way.

    Returns the next state and the effects, in the order in which they are to be performed.
    """
    if isinstance(event, ev.Due):
        return _announce(_queue(state, event))
    after, effects = _advance(state, event)
    if after.announcement is not None and after.mouth not in SOUNDING:
        after = replace(after, announcement=None)
    if isinstance(event, ev.SoundEnded | ev.Stopped):
        return replace(after, waiting=()), effects
    if isinstance(event, ev.TurnUnderstood):  # a turn may have stopped what rings; the skills are asked again soon
        return replace(after, waiting=()), effects
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
            return state, ()
        ear, mouth = EAR.get((ear, signal), ear), MOUTH.get((mouth, signal), mouth)
    moved = _take_turns(replace(state, ear=ear, mouth=mouth), state, event, signal)
    settled, stopped = _settle(moved, state, signal)
    return settled, stopped + _effects(settled, state, event, signal)


def _settle(
    state: ConversationState, before: ConversationState, signal: Signal | None
) -> tuple[ConversationState, Effects]:
    """Applies the joint table until nothing changes; what it stops is the turn of the mouth."""
    out: Effects = ()
    while (target := JOINT.get((state.ear, state.mouth))) is not None:
        out += _interrupt(state, before, signal)
        state = replace(state, mouth=target, answer=None)
    return state, out


def _interrupt(state: ConversationState, before: ConversationState, signal: Signal | None) -> Effects:
    turn = before.mouth_turn
    if state.mouth is MouthState.THINKING:
        return (fx.ReportEvent(turn, "turn_ended", "ABANDONED"),)
    by = "WAKE_WORD" if signal is Signal.WAKE else "SPEECH"
    stop, stopped, *rest = _cut_off(replace(before, answer=state.answer), "BARGE_IN")
    ended = fx.ReportEvent(turn, "turn_ended", "INTERRUPTED")
    return (stop, fx.ReportEvent(turn, "barge_in", by), stopped, *rest[:-1], ended)


def _is_stale(state: ConversationState, event: ev.Event) -> bool:
    match event:
        case ev.Transcribed(turn=turn):
            return turn != state.ear_turn or state.ear is not EarState.RECOGNISING
        case ev.TurnUnderstood(turn=turn) | ev.Answered(turn=turn):
            return turn != state.mouth_turn or state.mouth is not MouthState.THINKING
        case ev.PlaybackStarted(turn=turn) | ev.PlaybackFinished(turn=turn):
            return turn != state.mouth_turn or state.mouth not in SOUNDING
        case ev.WorkFailed():
            return _failure(state, event) is None
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
            return _understood_reports(event)
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
        case ev.SuspicionEnded():
            return Signal.FALSE_ALARM
        case ev.SpeechEnded():
            return Signal.HUSH
        case ev.NothingSaid():
            return Signal.NOTHING_SAID
        case ev.Transcribed(text=text):
            spoken_to = bool(text) or state.origin is not Origin.SPEECH_OVER_PLAYBACK
            return Signal.WORDS if spoken_to else Signal.NO_WORDS
        case ev.Answered(sentences=sentences):
            return Signal.REPLY if sentences else Signal.NO_REPLY
        case ev.PlaybackFinished():
            asked = state.answer is not None and state.answer.expects_reply
            asked |= state.announcement is not None and state.announcement.rings
            return Signal.QUESTION_SPOKEN if asked else Signal.SPOKEN
        case ev.WorkFailed():
            return _failure(state, event)
        case ev.Stopped():
            return Signal.STOPPED
        case ev.SoundEnded():
            return _end_of_sound(state)
        case ev.TurnUnderstood() | ev.PlaybackStarted() | ev.Due():
            return None
        case _:
            assert_never(event)


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
    if signal in _ORIGINS and (before.ear, signal) in EAR:
        turn = state.last_turn + 1
        return replace(state, last_turn=turn, ear_turn=turn, origin=_ORIGINS[signal])
    if state.mouth is MouthState.THINKING and before.mouth is not MouthState.THINKING:
        return replace(state, mouth_turn=state.ear_turn, answer=None)
    return state


def _effects(state: ConversationState, before: ConversationState, event: ev.Event, signal: Signal | None) -> Effects:
    match event:
        case ev.Woken(at_ms=at_ms):
            return _woken(state, before, at_ms)
        case ev.SpeechStarted(at_ms=at_ms):
            reason = state.origin.value
            started = fx.ReportEvent(state.ear_turn, "speech_started", reason, at_ms=at_ms)
            return (started, fx.StartRecognising(state.ear_turn, at_ms))
        case ev.SpeechSuspected(at_ms=at_ms):
            return _duck(state, "SPEECH", at_ms) if signal else ()
        case ev.SuspicionEnded(at_ms=at_ms):
            return _duck(state, "NO_SPEECH", at_ms)
        case ev.SpeechEnded(at_ms=at_ms, reason=reason):
            return _end_utterance(state, at_ms, reason)
        case ev.NothingSaid() | ev.SoundEnded():
            return _nothing_said(state, before, event, signal)
        case ev.Transcribed(text=text):
            return _transcript_effects(state, text, signal)
        case ev.TurnUnderstood(heard=heard):
            return (*_understood_reports(event), fx.Think(event.turn, heard))
        case ev.Answered():
            return _answered(event)
        case ev.PlaybackStarted(turn=turn):
            return _started(state, turn)
        case ev.PlaybackFinished(turn=turn):
            return _spoken(state, before, turn, signal)
        case ev.WorkFailed(turn=turn, code=code):
            return _failed(before, turn, code, signal)
        case ev.Stopped():
            return _cut_off(before, "STOPPED")
        case ev.Due():
            return ()
        case _:
            assert_never(event)


def _failed(before: ConversationState, turn: int, code: str, signal: Signal | None) -> Effects:
    error = fx.ReportEvent(turn, "error", code)
    if signal is Signal.UNHEARD:
        return (error, fx.CloseEar(), fx.AbandonRecognising(turn), fx.ReportEvent(turn, "turn_ended", code))
    if before.mouth in SOUNDING:
        return (error, *_cut_off(before, code))
    return (error, fx.ReportEvent(turn, "turn_ended", code))


def _cut_off(before: ConversationState, reason: str) -> Effects:
    """Ends playback early without an interruption."""
    turn = before.mouth_turn
    said: Effects = () if before.answer is None else (fx.RecordSaid(turn, before.answer, complete=False),)
    stopped = fx.ReportEvent(turn, "speaking_stopped", reason)
    return (fx.StopSpeaking(turn), stopped, *said, fx.ReportEvent(turn, "turn_ended", reason))


def _woken(state: ConversationState, before: ConversationState, at_ms: int) -> Effects:
    """Begins a turn; one whose words were not complete, or not yet recognised, ends."""
    left: Effects = ()
    if before.ear in (EarState.CAPTURING, EarState.RECOGNISING):
        left = (fx.AbandonRecognising(before.ear_turn),)
    if before.ear is not EarState.ASLEEP:
        left += (fx.ReportEvent(before.ear_turn, "turn_ended", "ABANDONED"),)
    woken = fx.ReportEvent(state.ear_turn, "wake", "WAKE_WORD", at_ms=at_ms)
    return (*left, woken, fx.OpenEar(state.ear_turn, after_wake=True))


def _duck(state: ConversationState, reason: str, at_ms: int) -> Effects:
    ducked = state.mouth is MouthState.DUCKED
    report = fx.ReportEvent(state.mouth_turn, "ducked" if ducked else "resumed", reason, at_ms=at_ms)
    return (report, fx.Duck(state.mouth_turn, quieter=ducked))


def _end_utterance(state: ConversationState, at_ms: int, reason: ev.EndReason) -> Effects:
    ended = fx.ReportEvent(state.ear_turn, "speech_ended", reason.value, at_ms=at_ms)
    return (ended, fx.CloseEar(), fx.FinishRecognising(state.ear_turn))


def _nothing_said(
    state: ConversationState, before: ConversationState, event: ev.NothingSaid | ev.SoundEnded, signal: Signal | None
) -> Effects:
    if signal is Signal.HUSH:
        return _end_utterance(state, event.at_ms, ev.EndReason.SOUND_ENDED)
    abandoned: Effects = (fx.AbandonRecognising(state.ear_turn),) if before.ear is EarState.CAPTURING else ()
    return (fx.CloseEar(), *abandoned, fx.ReportEvent(state.ear_turn, "turn_ended", "NOTHING_SAID"))


def _transcript_effects(state: ConversationState, text: str, signal: Signal | None) -> Effects:
    turn = state.ear_turn
    heard = fx.ReportEvent(turn, "transcript", "HEARD" if text else "NO_WORDS", text=text)
    if signal is Signal.NO_WORDS:
        return (heard, fx.ReportEvent(turn, "turn_ended", "NO_WORDS"))
    return (heard, fx.Remember(turn, text))


def _understood_reports(event: ev.TurnUnderstood) -> Effects:
    heard, turn = event.heard, event.turn
    reason = heard.reason_codes[0] if heard.reason_codes else "UNDERSTOOD"
    out: Effects = (fx.ReportEvent(turn, "understood", reason, intent=heard.intent),)
    if heard.failure:
        return (*out, fx.ReportEvent(turn, "error", heard.failure))
    if heard.created or heard.updated:
        out += (fx.ReportEvent(turn, "remembered", reason, ids=heard.created + heard.updated),)
    if heard.forgotten:
        out += (fx.ReportEvent(turn, "forgotten", reason, ids=heard.forgotten),)
    return out


def _answered(event: ev.Answered) -> Effects:
    answer, turn = event.answer, event.turn
    reason = answer.reason_codes[0] if answer.reason_codes else "ANSWER"
    reply = fx.ReportEvent(turn, "reply", reason, text=answer.reply, intent=answer.intent)
    if event.sentences:
        return (reply, fx.Speak(turn, event.sentences))
    said = fx.RecordSaid(turn, answer, complete=True)
    return (reply, said, fx.ReportEvent(turn, "turn_ended", "NO_REPLY"))


def _started(state: ConversationState, turn: int) -> Effects:
    if state.announcement is None:
        return (fx.ReportEvent(turn, "speaking_started", "REPLY"),)
    return (fx.ReportEvent(turn, "speaking_started", "DUE"), fx.RecordDue(turn, state.announcement))


def _spoken(state: ConversationState, before: ConversationState, turn: int, signal: Signal | None) -> Effects:
    said: Effects = () if before.answer is None else (fx.RecordSaid(turn, before.answer, complete=True),)
    stopped = fx.ReportEvent(turn, "speaking_stopped", "FINISHED")
    ended = fx.ReportEvent(turn, "turn_ended", "ANSWERED" if before.announcement is None else "ANNOUNCED")
    if signal is Signal.QUESTION_SPOKEN and state.ear is EarState.LISTENING:
        return (stopped, *said, ended, fx.OpenEar(state.ear_turn, after_wake=False))
    return (stopped, *said, ended)
