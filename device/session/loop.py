"""Composition: the conversation loop. Frames in, `turn.step`, effects out; one queue, one order.

A tick is one frame: finished work is taken in, the frame is heard, the machine steps, the mouth plays one frame, and
whoever watches over the daemon hears that the loop turns.
No effect waits here; what is slow goes to the worker and comes back as an event with its turn.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from device.audio.audio_frontend import AudioFrontend
from device.audio.playback import Playback, Sentence
from device.audio.sentence_splitter import split_sentences
from device.conversation import effects as fx
from device.conversation import events as ev
from device.conversation.turn_machine import ConversationState, EarState, MouthState, advance_turn
from device.core.errors import DeviceError
from device.core.messages import Assistant, TurnResult
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, Loudspeaker, Microphone, Recogniser, Voice
from device.session.event_log import EventLog
from device.session.executor import Result, Worker
from engine_b.core.errors import VaultError
from memory.model.atoms import Channel, Turn
from protos.systemd import Supervisor


@dataclass(slots=True)
class SoundPorts:
    """The open doors through which sound comes and goes."""

    microphone: Microphone
    speaker: Loudspeaker
    acoustics: AudioFrontend
    recogniser: Recogniser
    voice: Voice


@dataclass(slots=True)
class SessionPorts(SoundPorts):
    """The open doors of one conversation."""

    brain: Assistant


@dataclass(slots=True)
class ConversationLoop:
    """One running conversation. `run` returns when the microphone ends, or soon after `stop`."""

    session_ports: SessionPorts
    worker: Worker
    journal: EventLog
    policy: DevicePolicy
    user_id: str
    state: ConversationState
    nanoseconds: Callable[[], int]
    rest: Callable[[], None] = lambda: None
    """Waits out a frame after the sound has ended; a loudspeaker takes no more than it can play."""
    supervisor: Supervisor = field(default_factory=Supervisor)
    _playback: Playback = field(default_factory=Playback)
    _feeding: int = 0
    _started: int = 0
    _stopping: bool = False
    _spoken: dict[int, str] = field(default_factory=dict)

    def run(self) -> None:
        """Hear until the sound ends, then let the reply under way play out. What was taken in is remembered."""
        played: bytes | None = None
        self.worker.submit(self._get_ready)
        try:
            for frame in self.session_ports.microphone.frames():
                played = self._tick(frame, played)
            self.supervisor.ending()
            self._take(ev.SoundEnded(self.session_ports.acoustics.now_ms))
            self._drain(played)
            self._settle()
            self._take(ev.Stopped())
            self._settle()
        finally:
            self.worker.close()

    def stop(self) -> None:
        """End now: nothing more is heard or said, and what was to be remembered still is. Safe in a signal handler."""
        self._stopping = True
        self.session_ports.microphone.close()

    def _settle(self) -> None:
        """Let the worker finish, and take in what it found, until nothing follows from it."""
        while self.worker.busy:
            self.worker.settle()
            self._collect()

    def _drain(self, played: bytes | None) -> None:
        until_ms = self.session_ports.acoustics.now_ms + self.policy.drain_ms
        while self._under_way() and not self._stopping and self.session_ports.acoustics.now_ms < until_ms:
            self.worker.settle()
            played = self._tick(bytes(FRAME_BYTES), played)
            self.rest()

    def _under_way(self) -> bool:
        quiet = self.state.ear in (EarState.ASLEEP, EarState.LISTENING) and self.state.mouth is MouthState.SILENT
        return self.worker.busy or not quiet

    def _tick(self, frame: bytes, played: bytes | None) -> bytes | None:
        self._collect()
        acoustics = self.session_ports.acoustics
        for event in acoustics.hear(frame, played):
            self._take(event)
        if self._feeding:
            self._feed(self._feeding, acoustics.latest)
        played = self._play()
        self.supervisor.alive(self.nanoseconds() / 1e6)
        return played

    def _collect(self) -> None:
        for result in self.worker.results():
            if isinstance(result, Sentence):
                self._playback.add(result)
            else:
                self._take(result)

    def _take(self, event: ev.Event) -> None:
        self.state, effects = advance_turn(self.state, event)
        for effect in effects:
            self._perform(effect)

    def _play(self) -> bytes | None:
        frame = self._playback.next_frame()
        self.session_ports.speaker.play(frame)
        turn = self._playback.turn
        if frame is not None:
            self._begin_playback(turn)
        if frame is None and self._playback.finished:
            self._playback.begin(turn, 0)
            self._begin_playback(turn)
            self._take(ev.PlaybackFinished(turn))
        return frame

    def _begin_playback(self, turn: int) -> None:
        """Once a turn, also for a reply that has no sound in it."""
        if self._started != turn:
            self._started = turn
            self._take(ev.PlaybackStarted(turn))

    def _perform(self, effect: fx.Effect) -> None:
        match effect:
            case fx.ReportEvent():
                self.journal.write(effect, self.session_ports.acoustics.now_ms)
            case fx.OpenEar(after_wake=after_wake):
                self.session_ports.acoustics.open(after_wake=after_wake)
            case fx.CloseEar():
                self.session_ports.acoustics.close()
            case fx.StartRecognising(turn=turn, from_ms=from_ms):
                self._start_recognising(turn, from_ms)
            case fx.FinishRecognising(turn=turn):
                self._feeding = 0
                self._submit(turn, "recognise", lambda: self._finish_recognising(turn))
            case fx.AbandonRecognising():
                self._feeding = 0
                self.worker.submit(self._abandon_recognising)
            case fx.Remember() | fx.Think():
                self._to_brain(effect)
            case fx.Speak(turn=turn, sentences=parts):
                self._speak(turn, parts)
            case fx.StopSpeaking(turn=turn):
                self._spoken[turn] = self._playback.stop()
                self.session_ports.speaker.flush()
            case fx.RecordSaid():
                self._record_said(effect)

    def _start_recognising(self, turn: int, from_ms: int) -> None:
        """The first frames are the pre-roll; the frame of this tick is the last of them."""
        kept = self.session_ports.acoustics.begin(from_ms)
        recogniser, brain = self.session_ports.recogniser, self.session_ports.brain
        self._submit(turn, "hints", lambda: recogniser.start(brain.hints()))
        for frame in kept[:-1]:
            self._feed(turn, frame)
        self._feeding = turn

    def _feed(self, turn: int, frame: bytes) -> None:
        recogniser = self.session_ports.recogniser
        self._submit(turn, "hear", lambda: recogniser.hear(frame))

    def _finish_recognising(self, turn: int) -> ev.Event:
        return ev.Transcribed(turn, self.session_ports.recogniser.finish().text.strip())

    def _abandon_recognising(self) -> None:
        self.session_ports.recogniser.abandon()

    def _to_brain(self, effect: fx.Remember | fx.Think) -> None:
        brain, turn = self.session_ports.brain, effect.turn
        if isinstance(effect, fx.Remember):
            said = self._turn(turn, effect.text)
            self._submit(turn, "understand", lambda: ev.TurnUnderstood(turn, brain.hear(said)))
        else:
            heard = effect.heard
            self._submit(turn, "answer", lambda: self._answer(turn, brain, heard), abandonable=True)

    def _answer(self, turn: int, brain: Assistant, heard: TurnResult) -> ev.Event:
        answer = brain.answer(heard)
        return ev.Answered(turn, answer, split_sentences(answer.reply, self.policy))

    def _speak(self, turn: int, parts: tuple[str, ...]) -> None:
        self._playback.begin(turn, len(parts))
        for part in parts:
            self._submit(turn, "synthesise", partial(self._synthesise, turn, part), abandonable=True)

    def _synthesise(self, turn: int, text: str) -> Sentence:
        return Sentence(turn, text, self.session_ports.voice.speak(text))

    def _record_said(self, effect: fx.RecordSaid) -> None:
        spoken = effect.answer.reply if effect.complete else self._spoken.pop(effect.turn, "")
        brain, answer = self.session_ports.brain, effect.answer
        self._submit(effect.turn, "record", lambda: brain.said(answer, spoken))
        if not self._feeding:
            self.worker.submit(self._get_ready)

    def _get_ready(self) -> None:
        """While nobody waits, tell the recogniser what the next turn's hints will be if nothing else happens."""
        with suppress(DeviceError, VaultError):
            self.session_ports.recogniser.start(self.session_ports.brain.hints())
            self.session_ports.recogniser.abandon()

    def _turn(self, turn: int, text: str) -> Turn:
        session_id, at = self.journal.session_id, self.journal.moment(self.session_ports.acoustics.now_ms)
        return Turn(self.journal.turn_id(turn), session_id, self.user_id, text, at, Channel.VOICE)

    def _submit(self, turn: int, stage: str, work: Callable[[], Result | None], *, abandonable: bool = False) -> None:
        """Give work to the worker, timed by stage; its refusals become a Failed event of the turn."""

        def job() -> Result | None:
            if abandonable and (turn != self.state.mouth_turn or self.state.mouth is MouthState.SILENT):
                return None
            began = self.nanoseconds()
            try:
                return work()
            except (DeviceError, VaultError) as error:
                return ev.WorkFailed(turn, error.code)
            finally:
                self.journal.spent(turn, stage, self.nanoseconds() - began)

        self.worker.submit(job)
