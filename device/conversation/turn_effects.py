"""Pure: the effects of each event of the turn machine, once the states have moved."""

from __future__ import annotations

from typing import assert_never

from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_state import ConversationState, Effects
from device.conversation.turn_tables import REPLYING, SOUNDING, EarState, MouthState, Signal


def effects_of(state: ConversationState, before: ConversationState, event: ev.Event, signal: Signal | None) -> Effects:
    """Returns the effects of an event that led from one state to another."""
    match event:
        case ev.Woken(at_ms=at_ms):
            return _woken(state, before, at_ms)
        case ev.SpeechStarted(at_ms=at_ms):
            reason = state.origin.value
            started = fx.ReportEvent(state.ear_turn, "speech_started", reason, at_ms=at_ms, scores=event.scores)
            return (started, fx.StartRecognising(state.ear_turn, at_ms))
        case ev.SpeechSuspected():
            return _duck(state, "SPEECH", event) if signal else ()
        case ev.SuspicionEnded():
            return _duck(state, "NO_SPEECH", event)
        case ev.EchoLost(at_ms=at_ms):
            return (*report_echo_lost(event), *_duck(state, "ECHO_LOST", ev.SuspicionEnded(at_ms)))
        case ev.SpeechEnded():
            return _end_utterance(state, event)
        case ev.NothingSaid() | ev.SoundEnded():
            return _nothing_said(state, before, event, signal)
        case ev.Transcribed():
            return _transcript_effects(state, before, event, signal)
        case ev.TurnUnderstood(heard=heard):
            return (*report_understood(event), fx.Think(event.turn, heard))
        case ev.Answered():
            return _answered(event)
        case ev.ReplyGrew():
            return _grown(event)
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
        ended = fx.ReportEvent(turn, "turn_ended", code)
        return (error, fx.CloseEar(), fx.AbandonRecognising(turn), ended, *_resumed(before, code))
    if before.mouth in REPLYING:
        return (error, *_cut_off(before, code))
    return (error, fx.ReportEvent(turn, "turn_ended", code))


def _cut_off(before: ConversationState, reason: str) -> Effects:
    """Ends playback early without an interruption."""
    turn = before.mouth_turn
    sounds = before.mouth in SOUNDING
    stopped: Effects = (fx.ReportEvent(turn, "speaking_stopped", reason),) if sounds else ()
    return (fx.StopSpeaking(turn), *stopped, *_record_said(before), fx.ReportEvent(turn, "turn_ended", reason))


def _resumed(before: ConversationState, reason: str) -> Effects:
    """Goes on with a reply that was held: what interrupted it was meant for nobody."""
    if before.mouth is not MouthState.HELD:
        return ()
    turn = before.mouth_turn
    return (fx.ReportEvent(turn, "resumed", reason), fx.ResumeSpeaking(turn))


def _woken(state: ConversationState, before: ConversationState, at_ms: int) -> Effects:
    """Begins a turn; one whose words were not complete, or not yet recognised, ends."""
    left: Effects = ()
    if before.ear in (EarState.CAPTURING, EarState.RECOGNISING):
        left = (fx.AbandonRecognising(before.ear_turn),)
    if before.ear is not EarState.ASLEEP:
        left += (fx.ReportEvent(before.ear_turn, "turn_ended", "ABANDONED"),)
    woken = fx.ReportEvent(state.ear_turn, "wake", "WAKE_WORD", at_ms=at_ms)
    return (*left, woken, fx.OpenEar(state.ear_turn, after_wake=True))


def _duck(state: ConversationState, reason: str, event: ev.SpeechSuspected | ev.SuspicionEnded) -> Effects:
    ducked = state.mouth is MouthState.DUCKED
    kind: fx.EventType = "ducked" if ducked else "resumed"
    report = fx.ReportEvent(state.mouth_turn, kind, reason, at_ms=event.at_ms, scores=event.scores)
    return (report, fx.Duck(state.mouth_turn, quieter=ducked))


def _end_utterance(state: ConversationState, event: ev.SpeechEnded) -> Effects:
    ended = fx.ReportEvent(state.ear_turn, "speech_ended", event.reason.value, at_ms=event.at_ms)
    hushed_ms = event.at_ms if event.reason is ev.EndReason.SILENCE else None
    return (ended, fx.CloseEar(), fx.FinishRecognising(state.ear_turn, hushed_ms, event.paused_ms))


def _nothing_said(
    state: ConversationState, before: ConversationState, event: ev.NothingSaid | ev.SoundEnded, signal: Signal | None
) -> Effects:
    if signal is Signal.HUSH:
        return _end_utterance(state, ev.SpeechEnded(event.at_ms, ev.EndReason.SOUND_ENDED))
    abandoned: Effects = (fx.AbandonRecognising(state.ear_turn),) if before.ear is EarState.CAPTURING else ()
    ended = fx.ReportEvent(state.ear_turn, "turn_ended", "NOTHING_SAID")
    return (fx.CloseEar(), *abandoned, ended, *_resumed(before, "NOTHING_SAID"))


def _transcript_effects(
    state: ConversationState, before: ConversationState, event: ev.Transcribed, signal: Signal | None
) -> Effects:
    turn, text, decided = before.ear_turn, event.text, event.addressing
    unsaid = signal in (Signal.NO_WORDS, Signal.BACKCHANNEL, Signal.NOT_TO_HER)
    ignored = unsaid and decided.act is ev.HearingAct.IGNORE
    reason = "IGNORED" if ignored else signal.name if unsaid and signal else "HEARD" if text else "NO_WORDS"
    heard: Effects = (fx.ReportEvent(turn, "transcript", "HEARD" if ignored else reason, text=text),)
    if decided.act is not ev.HearingAct.ACT or decided.reasons:
        codes, scores = decided.reasons, (("points", decided.points),)
        heard += (fx.ReportEvent(turn, "addressed", decided.act.value, codes=codes, scores=scores),)
    if unsaid:
        reopened = (fx.OpenEar(state.ear_turn, after_wake=False),) if signal is Signal.NOT_TO_HER else ()
        return (*heard, fx.ReportEvent(turn, "turn_ended", reason), *_resumed(before, reason), *reopened)
    interrupted = end_interrupted(before) if before.mouth is MouthState.HELD else ()
    words = "" if decided.act is ev.HearingAct.ASK_AGAIN else text
    return (*interrupted, *heard, fx.Remember(turn, words, decided.act))


def report_echo_lost(event: ev.Event) -> Effects:
    """Reports that speech does not interrupt her any more; nothing for another event."""
    return (fx.ReportEvent(0, "error", "ECHO_LOST", at_ms=event.at_ms),) if isinstance(event, ev.EchoLost) else ()


def report_understood(event: ev.TurnUnderstood) -> Effects:
    """Reports what a turn changed; also when nobody waits for its answer any more."""
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
        return (reply, fx.Speak(turn, event.sentences, more=event.more))
    said = fx.RecordSaid(turn, answer, complete=True)
    return (reply, said, fx.ReportEvent(turn, "turn_ended", "NO_REPLY"))


def _grown(event: ev.ReplyGrew) -> Effects:
    """Speaks on, and reports the words that are new."""
    answer, turn = event.answer, event.turn
    words = " ".join(event.sentences)
    reply = fx.ReportEvent(turn, "reply", answer.reason_codes[0], text=words, intent=answer.intent)
    return (*((reply,) if words else ()), fx.SpeakOn(turn, event.sentences, event.more))


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


def end_interrupted(before: ConversationState) -> Effects:
    """Ends a reply that somebody interrupted, and that is silent already."""
    turn = before.mouth_turn
    return (fx.StopSpeaking(turn), *_record_said(before), fx.ReportEvent(turn, "turn_ended", "INTERRUPTED"))


def _record_said(before: ConversationState) -> Effects:
    answer = before.answer
    return () if answer is None else (fx.RecordSaid(before.mouth_turn, answer, complete=False),)
