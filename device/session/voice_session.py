"""Composition: a conversation by voice, fed one frame at a time: `feed` hears, steps the turn machine and plays.

A frame is one call: results of finished work are handled, the frame is heard, the machine steps, and one frame is
played. No effect waits here; slow work goes to the worker and comes back as an event with its turn. Only the worker's
jobs change the conversation's state, one at a time. The client provides the frames.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from device.addressing.talker_watch import Snapshot
from device.audio.chime import ToneQueue, chime
from device.audio.end_of_turn import NO_PAUSES, HeardSoFar, TurnPauses
from device.audio.playback import Playback, Sentence
from device.audio.sentence_splitter import split_sentences
from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import advance_turn
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import EarState, MouthState, Origin
from device.conversation.turn_words import TurnWords
from device.core.errors import DeviceError, EngineUnavailable
from device.core.messages import OWN_NEWS, Announcement, TurnResult
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, PacedVoice, Transcript
from device.engines.ladder.own_news import OwnNews
from device.session.event_log import NEAR_MISS, EventLog
from device.session.executor import Result, Worker
from device.session.minds.spoken_mind import SpokenMind
from device.session.pause_judge import PauseJudge
from device.session.session import Session
from device.session.speaking import SoundPorts, speak_sentence
from device.session.utterance_judge import UtteranceJudge
from engine_b.core.errors import VaultError
from memory.model.atoms import Channel, Moment, Turn


@dataclass(slots=True)
class VoiceSession:
    """One conversation by voice: `begin`, `feed` for each frame, `finish` when the sound has ended, `close`."""

    session: Session
    sound: SoundPorts
    worker: Worker
    event_log: EventLog
    policy: DevicePolicy
    state: ConversationState
    nanoseconds: Callable[[], int]
    words: TurnWords = field(default_factory=TurnWords)
    """The words of the person's language that say how the conversation goes on."""
    tones: bool = False
    """Whether a tone says that she listens, and another that she has heard enough."""
    judge: UtteranceJudge = field(default_factory=UtteranceJudge)
    """What decides whether an utterance was said to her."""
    pauses: PauseJudge = field(default_factory=PauseJudge)
    """What decides how long a pause of an utterance must last to end it."""
    mind: SpokenMind = field(default_factory=SpokenMind)
    """What may reply where she knows no answer."""
    news: OwnNews = field(default_factory=OwnNews)
    """What she says of her engines."""
    _tone: ToneQueue = field(default_factory=lambda: ToneQueue())
    _playback: Playback = field(default_factory=Playback)
    _played: bytes | None = None
    _feeding: int = 0
    _started: int = 0
    _stopping: bool = False
    _due_ms: int = 0
    _spoken: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By turn what was spoken of a reply that was cut off, and its rest."""
    _failed: ev.WorkFailed | None = None
    """The last failure: an engine that fails at each frame is told of once a turn."""

    def begin(self) -> None:
        """Prepares the recogniser for the first turn, in the worker."""
        paces = isinstance(self.sound.voice, PacedVoice)
        self.session.conversation = replace(self.session.conversation, paces=paces)
        self.worker.submit(self._get_ready)

    def feed(self, frame: bytes) -> None:
        """Hears one frame and plays one: the hot path."""
        self._collect()
        acoustics = self.sound.acoustics
        self._tell_own_news()
        for event in acoustics.hear(frame, self._played):
            self._take(event)
        if (near := acoustics.near_miss) is not None:
            scores = (("first_bp", near.first_bp), ("second_bp", near.second_bp), ("needed_bp", near.needed_bp))
            self.event_log.write(
                fx.ReportEvent(0, NEAR_MISS, acoustics.wake_condition.value, scores=scores), acoustics.now_ms
            )
        self.judge.watch.hear(acoustics.latest, acoustics.speech_bp, acoustics.now_ms)
        if self._feeding:
            self._feed_recogniser(self._feeding, acoustics.latest_said)
            self._ask_what_was_said(self._feeding)
        if acoustics.now_ms >= self._due_ms:
            self._ask_for_due(acoustics.now_ms)
        self._played = self._play()

    def finish(self, after_frame: Callable[[], None]) -> None:
        """Lets the current reply play out after the end of the sound. Pending memory writes are done.

        `after_frame` is called for each silent frame that is still played: it waits as long as one sounds.
        """
        self._due_ms = sys.maxsize
        self._take(ev.SoundEnded(self.sound.acoustics.now_ms))
        self._drain(after_frame)
        self._settle()
        if self.state.ear in (EarState.CAPTURING, EarState.RECOGNISING):  # it hangs and was given up
            self._take(ev.WorkFailed(self.state.ear_turn, EngineUnavailable.code))
        self._take(ev.Stopped())
        self._settle()

    def stop(self) -> None:
        """Stops speaking; pending memory writes are still done. May be called in a signal handler. The client ends the
        sound.
        """
        self._stopping = True
        self.worker.hurry()

    def close(self) -> None:
        """Finishes the accepted jobs, and ends the worker."""
        self.worker.close()

    def _settle(self) -> None:
        """Lets the worker finish and handles its results, until none is left."""
        while self.worker.busy:
            self.worker.settle()
            self._collect()

    def _drain(self, after_frame: Callable[[], None]) -> None:
        until_ms = self.sound.acoustics.now_ms + self.policy.drain_ms
        while self._under_way() and not self._stopping and self.sound.acoustics.now_ms < until_ms:
            self.worker.settle()
            self.feed(bytes(FRAME_BYTES))
            after_frame()

    def _under_way(self) -> bool:
        quiet = self.state.ear in (EarState.ASLEEP, EarState.LISTENING) and self.state.mouth is MouthState.SILENT
        return self.worker.busy or not quiet

    def _collect(self) -> None:
        for result in self.worker.results():
            if isinstance(result, Sentence):
                self._playback.add(result)
            elif isinstance(result, HeardSoFar):
                self._judge_pause(result)
            elif result != self._failed:
                self._failed = result if isinstance(result, ev.WorkFailed) else self._failed
                self._take(result)
        for event in self.mind.news(self.sound.acoustics.now_ms, self._is_awaited, self.policy):
            self._take(event)

    def _take(self, event: ev.Event) -> None:
        self.state, effects = advance_turn(self.state, event)
        for effect in effects:
            self._perform(effect)

    def _play(self) -> bytes | None:
        frame = self._playback.next_frame()
        turn = self._playback.turn
        if frame is not None:
            self._begin_playback(turn)
        listens = self.state.ear is EarState.LISTENING and not self.sound.acoustics.voicing
        tone = self._tone.next_frame(self.sound.acoustics.now_ms, replying=frame is not None, listens=listens)
        self.sound.speaker.play(frame or tone)
        if frame is None and self._playback.finished:
            self._playback.begin(turn, ())
            self._begin_playback(turn)
            self._take(ev.PlaybackFinished(turn))
        return frame  # a canceller would learn a path from the tone that holds for its two pitches alone

    def _begin_playback(self, turn: int) -> None:
        """Reports the start of playback once a turn, also for a reply without sound."""
        if self._started != turn:
            self._started = turn
            self.pauses.cuts.replied(self.sound.acoustics.now_ms)
            self._take(ev.PlaybackStarted(turn))

    def _perform(self, effect: fx.Effect) -> None:
        match effect:
            case fx.ReportEvent():
                self.event_log.write(effect, self.sound.acoustics.now_ms)
            case fx.OpenEar(after_wake=after_wake):
                self.sound.acoustics.open(after_wake=after_wake)
                self._open_watch(after_wake=after_wake)
                if after_wake and self.tones:
                    self._tone.listen(self.sound.acoustics.now_ms)
            case fx.CloseEar():
                self.sound.acoustics.close()
            case fx.StartRecognising(turn=turn, from_ms=from_ms):
                self._start_recognising(turn, from_ms)
            case fx.FinishRecognising():
                if self.tones:
                    self._tone.end()
                self._finish_recognising(effect)
            case fx.AbandonRecognising():
                self._feeding = 0
                self.worker.submit(self._abandon_recognising)
            case fx.Remember() | fx.Think():
                self._to_assistant(effect)
            case fx.Speak():
                self._speak(effect)
            case fx.SpeakOn(turn=turn, sentences=parts, more=more):
                self._synthesise_all(turn, self._playback.go_on(turn, parts, more=more))
            case fx.Duck(quieter=quieter):
                self._playback.duck(quieter=quieter)
            case fx.HoldSpeaking():
                self._playback.hold()
                self.sound.speaker.flush()
            case fx.ResumeSpeaking(turn=turn):
                self._synthesise_all(turn, self._playback.resume())
            case fx.StopSpeaking(turn=turn):
                self._spoken[turn] = self._playback.spoken, self._playback.rest
                self._playback.stop()
                self.sound.speaker.flush()
            case fx.RecordSaid():
                self._record_spoken(effect)
            case fx.RecordDue(announcement=announcement) if announcement.skill == OWN_NEWS:
                pass  # nothing of the memory
            case fx.RecordDue(turn=turn, announcement=announcement):
                session, words = self.session, self._turn(turn, announcement.text)
                self._submit(turn, "record", lambda: session.record_due(announcement, words))

    def _start_recognising(self, turn: int, from_ms: int) -> None:
        """Starts recognising with the pre-roll; the frame of this tick is the last of it."""
        self.sound.acoustics.wait_usually(self.pauses.usual_ms(self.policy))
        self.pauses.cuts.began(from_ms, self.state.origin)
        kept = self.sound.acoustics.begin(from_ms)
        self.judge.watch.speech_started(from_ms)
        recogniser, session = self.sound.recogniser, self.session
        self._submit(turn, "hints", lambda: recogniser.start(session.hints()))
        for frame in kept[:-1]:
            self._feed_recogniser(turn, frame)
        self._feeding = turn

    def _feed_recogniser(self, turn: int, frame: bytes) -> None:
        recogniser = self.sound.recogniser
        self._submit(turn, "hear", lambda: recogniser.hear(frame))

    def _open_watch(self, *, after_wake: bool) -> None:
        """Notes from when on an utterance is waited for; after one that was not for her the wake word still counts."""
        acoustics = self.sound.acoustics
        if after_wake and acoustics.wake_phrase:  # a button has no voice
            self.judge.watch.woken(acoustics.now_ms - acoustics.wake_lag_ms)
        elif after_wake or self.state.origin is not Origin.WAKE_WORD:
            self.judge.watch.opened(acoustics.now_ms)

    def _finish_recognising(self, effect: fx.FinishRecognising) -> None:
        self._feeding = 0
        turn, sound, origin = effect.turn, self.judge.watch.snapshot(), self.state.origin
        pauses = self.pauses.cuts.ended(effect.hushed_ms, effect.paused_ms)
        finish = self.pauses.finisher(self.sound.recogniser, turn, effect.hushed_ms)
        self._submit(turn, "recognise", lambda: self._decide(turn, finish(), sound, origin, pauses))

    def _decide(self, turn: int, heard: Transcript, sound: Snapshot, origin: Origin, pauses: TurnPauses) -> ev.Event:
        transcript = self.pauses.cuts.joined(heard, pauses, self.words)
        text, decided = transcript.text.strip(), self.judge.decide(sound, origin, transcript)
        self.pauses.cuts.decided(decided)
        return ev.Transcribed(turn, text, self.words.is_backchannel(text), decided)

    def _ask_what_was_said(self, turn: int) -> None:
        """Asks in a pause what was said so far, and whether it sounds complete: that decides how long it must be."""
        for stage, work in self.pauses.questions(turn, self.sound.acoustics, self.sound.recogniser, self.judge.watch):
            self._submit(turn, stage, work)

    def _judge_pause(self, so_far: HeardSoFar) -> None:
        if so_far.failed:
            self.pauses.failed()
            self.event_log.write(fx.ReportEvent(so_far.turn, "error", so_far.failed), self.sound.acoustics.now_ms)
        elif so_far.turn == self._feeding:
            needed_ms = self.pauses.needed(so_far, self.words, self.state, self.pauses.usual_ms(self.policy))
            self.sound.acoustics.need_silence(so_far.paused_ms, needed_ms)

    def _abandon_recognising(self) -> None:
        self.sound.recogniser.abandon()

    def _to_assistant(self, effect: fx.Remember | fx.Think) -> None:
        turn = effect.turn
        if isinstance(effect, fx.Remember):
            words = self._turn(turn, effect.text, effect.act)
            doubtful = effect.act is ev.HearingAct.CONFIRM
            self._submit(turn, "understand", lambda: ev.TurnUnderstood(turn, self._hear(words, doubtful=doubtful)))
        else:
            heard = effect.heard
            self._submit(turn, "answer", lambda: self._answer(turn, heard), abandonable=True)

    def _hear(self, words: Turn, *, doubtful: bool) -> TurnResult:
        """Understands a turn, with its sound and its pauses: the skill of voices learns from them."""
        session, cuts = self.session, self.pauses.cuts
        session.conversation = replace(
            session.conversation, voice=self.judge.sample, pauses=cuts.heard, doubtful=doubtful
        )
        heard = session.hear(words)
        session.conversation = replace(session.conversation, voice=None, pauses=NO_PAUSES, doubtful=False)
        cuts.understood(heard, self.words)
        return heard

    def _answer(self, turn: int, heard: TurnResult) -> ev.Event | None:
        answer = self.session.answer(heard)
        self.judge.answered(answer)
        if self.mind.begin(turn, answer):
            return None
        return ev.Answered(turn, answer, split_sentences(answer.reply, self.policy))

    def _speak(self, effect: fx.Speak) -> None:
        texts = ("", *effect.sentences) if effect.chime else effect.sentences
        self._playback.begin(effect.turn, texts, more=effect.more)
        self._synthesise_all(effect.turn, tuple(enumerate(texts)))

    def _synthesise_all(self, turn: int, parts: tuple[tuple[int, str], ...]) -> None:
        for number, text in parts:
            self._submit(turn, "synthesise", partial(self._synthesise, turn, number, text), abandonable=True)

    def _synthesise(self, turn: int, number: int, text: str) -> Sentence:
        conversation = self.session.conversation
        return Sentence(turn, number, text, speak_sentence(self.sound.voice, text, conversation) if text else chime())

    def _record_spoken(self, effect: fx.RecordSaid) -> None:
        spoken, rest = (effect.answer.reply, "") if effect.complete else self._spoken.pop(effect.turn, ("", ""))
        session, answer = self.session, effect.answer
        self._submit(effect.turn, "record", lambda: session.record_spoken(answer, spoken, rest))
        if not self._feeding:
            self.worker.submit(self._get_ready)

    def _get_ready(self) -> None:
        """Reads how the person pauses, and gives the recogniser the next turn's hints, while nobody waits."""
        self.pauses.learn_person()
        with suppress(DeviceError, VaultError):
            self.sound.recogniser.start(self.session.hints())
            self.sound.recogniser.abandon()

    def _ask_for_due(self, now_ms: int) -> None:
        """Lets the worker ask the skills at intervals."""
        self._due_ms = now_ms + self.policy.due_every_ms
        now = self.event_log.moment(now_ms)
        self.worker.submit(lambda: self._look_for_due(now))

    def _look_for_due(self, now: Moment) -> ev.Event | None:
        found = self.session.due(now)
        said = tuple((one, split_sentences(one.text, self.policy)) for one in found)
        return ev.Due(said) if said else None

    def _turn(self, turn: int, text: str, act: ev.HearingAct = ev.HearingAct.ACT) -> Turn:
        """Builds the turn with its durable ids; a long silence has begun another session id."""
        session_id, at = self.event_log.session_id, self.event_log.moment(self.sound.acoustics.now_ms)
        turn_id, user_id = self.event_log.turn_id(turn), self.session.user_id
        overheard = act is ev.HearingAct.ANSWER_ONLY
        identified = self.session.identified and not overheard
        return Turn(
            turn_id, session_id, user_id, text, at, Channel.VOICE,
            identified=identified, overheard=overheard, opened_by=self.state.origin.value,
        )  # fmt: skip

    def _tell_own_news(self) -> None:
        """Says once what became of an engine; without a canceller speech over playback counts for nothing."""
        acoustics = self.sound.acoustics
        for said in self.news.new(self.words, cancels=acoustics.cancels):
            if said.echo_lost:
                self._take(ev.EchoLost(acoustics.now_ms))
            else:
                self.event_log.write(fx.ReportEvent(0, "error", said.code), acoustics.now_ms)
            parts = split_sentences(said.sentence, self.policy)
            self._take(ev.Due(((Announcement(OWN_NEWS, said.about, said.sentence), parts),)))

    def _is_awaited(self, turn: int) -> bool:
        """Says whether the reply of a turn is being made or spoken; one that is held waits for what was said."""
        return turn == self.state.mouth_turn and self.state.mouth not in (MouthState.SILENT, MouthState.HELD)

    def _submit(self, turn: int, stage: str, work: Callable[[], Result | None], *, abandonable: bool = False) -> None:
        """Gives work to the worker, timed by stage; its errors become a WorkFailed event of the turn."""

        def job() -> Result | None:
            if abandonable and not self._is_awaited(turn):
                return None
            began = self.nanoseconds()
            try:
                return work()
            except (DeviceError, VaultError) as error:
                return ev.WorkFailed(turn, error.code)
            finally:
                self.event_log.spent(turn, stage, self.nanoseconds() - began)

        self.worker.submit(job)
