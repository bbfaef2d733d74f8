"""Composition: passes a frame of sound through echo canceller, wake word, speech detector and endpointer.

Nothing here waits, and no frame changes thread (design.md section 5). It returns events for the turn machine.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from device.audio import endpointer as ep
from device.audio.double_talk import DoubleTalkState, FrameLevels, advance_double_talk
from device.audio.end_of_turn import Loudness
from device.audio.framing import level_db, power, to_pcm, to_samples
from device.audio.policy import (
    ECHO_TAIL_MS,
    OTHERS_BELOW_DB,
    OVER_PLAYBACK_PREROLL_MS,
    SOFT_END_MS,
    WAKE_LOOK_ON_FRAMES,
)
from device.audio.ring_buffer import RingBuffer
from device.audio.wake_word.condition import WakeCondition, WakeSurroundings, needed_score
from device.conversation.events import Event, SpeechStarted, SuspicionEnded, Woken
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS, EchoCanceller, Heard, SpeechDetector, VerifyingWakeWord, WakeScores, WakeWord


class AudioFrontend:
    """Turns frames of sound into events. `now_ms` is audio time: the end of the latest frame."""

    def __init__(
        self, echo: EchoCanceller, wake: WakeWord, speech: SpeechDetector, policy: DevicePolicy, now_ms: int = 0
    ) -> None:
        """Takes open engines; the first frame begins at audio time `now_ms`."""
        self.now_ms = now_ms
        self.latest = b""
        self.speech_bp = 0
        """The probability of speech in the latest frame."""
        self.wake_lag_ms = wake.lag_ms
        self._echo, self._wake, self._speech, self._policy = echo, wake, speech, policy
        self._verifying = wake if isinstance(wake, VerifyingWakeWord) else None  # too slow to be asked of each frame
        self._endpoint = ep.EndpointerState()
        self._preroll = RingBuffer(
            policy.preroll_ms + policy.wake_tail_ms + policy.speech_confirm_ms + WAKE_LOOK_ON_FRAMES * FRAME_MS + 100
        )
        self._surroundings = WakeSurroundings()
        self.wake_condition = WakeCondition.QUIET
        """What is heard beside a wake word."""
        self._double_talk = DoubleTalkState()
        self._loudness, self._power = Loudness(), 0.0
        self._opened_ms = 0
        self._played_ms = -(1 << 62)

    @property
    def wake_phrase(self) -> str:
        """Returns the wake word that counts now; empty where a button wakes her."""
        return self._wake.phrase

    @property
    def cancels(self) -> bool:
        """Says whether her own voice is taken out of what is heard."""
        return self._echo.engaged

    @property
    def voicing(self) -> bool:
        """Says whether somebody speaks now."""
        return self._endpoint.voicing

    @property
    def another_speaks(self) -> bool:
        """Says whether somebody else is heard in a pause of the person whose utterance it is."""
        state = self._endpoint
        return state.background and self.now_ms - state.last_voiced_ms > SOFT_END_MS

    @property
    def latest_said(self) -> bytes:
        """The latest frame for the recogniser: what another says in a pause of the person is made too soft for it."""
        if not self.another_speaks:
            return self.latest
        return to_pcm(to_samples(self.latest) * np.float32(10 ** (OTHERS_BELOW_DB / 20)))

    def hear(self, frame: bytes, played: bytes | None) -> list[Event]:
        """Processes the frame that the microphone gave while `played` was sounding."""
        began_ms, self.now_ms = self.now_ms, self.now_ms + FRAME_MS
        heard = self._echo.cancel(frame, played)
        self.latest = heard.clean
        self._preroll.add(began_ms, heard.clean)
        self.speech_bp = speech_bp = self._speech.hear(heard.linear)
        self._power = power(heard.clean)
        loudness = self._loudness.add(self._power)
        if played is not None:
            self._played_ms = self.now_ms
        over_playback = self._echo.engaged and self.now_ms - self._played_ms <= heard.delay_ms + ECHO_TAIL_MS
        if over_playback and self._endpoint.mode is ep.EndpointerMode.IDLE:
            event = self._hear_over_playback(frame, heard, speech_bp)
        else:
            event = self._hear_in_silence(speech_bp, loudness)
        if self._hear_wake(heard.clean, over_playback=over_playback):
            self._wake.reset()
            # The speech of this frame is the wake word itself, after which the ear is opened anew.
            return [Woken(self.now_ms)]
        return [] if event is None else [event]

    @property
    def near_miss(self) -> WakeScores | None:
        """Returns the scores of what was nearly the wake word, in the frame in which that was decided."""
        return self._verifying.near_miss if self._verifying else None

    def _hear_wake(self, frame: bytes, *, over_playback: bool) -> bool:
        """Says whether the wake word was heard; beside talk it must be surer."""
        speaking = over_playback or self.now_ms - self._played_ms <= ECHO_TAIL_MS
        speech = self.speech_bp >= self._policy.speech_on_bp
        self.wake_condition = self._surroundings.hear(speech=speech, speaking=speaking, power=self._power)
        if self._verifying:
            self._verifying.needed_bp = needed_score(self.wake_condition, self._policy)
        return self._wake.hear(frame)

    def _hear_in_silence(self, speech_bp: int, loudness: float) -> Event | None:
        if self._double_talk.suspected_ms is not None:
            self._double_talk = DoubleTalkState()
            return SuspicionEnded(self.now_ms)
        self._endpoint, event = ep.advance_endpointer(self._endpoint, self._policy, speech_bp, self.now_ms, loudness)
        return event

    def _hear_over_playback(self, frame: bytes, heard: Heard, speech_bp: int) -> Event | None:
        """Speech is the person's only where the canceller does not explain it by what was played."""
        heard_db, echo = level_db(frame), to_pcm(to_samples(frame) - to_samples(heard.linear))
        left_db = min(level_db(heard.linear), heard_db)
        levels = FrameLevels(speech_bp, heard_db, left_db, level_db(echo), heard.erle_db, heard.delay_ms)
        self._double_talk, event = advance_double_talk(self._double_talk, levels, self.now_ms)
        if isinstance(event, SpeechStarted):
            self._endpoint = ep.note_speech(event.at_ms, self.now_ms)
            self._opened_ms = max(self._opened_ms, event.at_ms - OVER_PLAYBACK_PREROLL_MS)
        return event

    def open(self, *, after_wake: bool) -> None:
        """Begins to wait for a command, which may have begun with the end of the wake word."""
        self._opened_ms = self.now_ms - (self._wake.lag_ms if after_wake else 0)
        wake_end_ms = self._opened_ms if after_wake else None
        self._endpoint = ep.open_ear(self._endpoint, self._policy, self.now_ms, wake_end_ms)

    def begin(self, from_ms: int) -> tuple[bytes, ...]:
        """Begins an utterance at `from_ms`; returns its sound so far, with the pre-roll."""
        self._endpoint = ep.begin_utterance(self._endpoint)
        return self._preroll.since(max(from_ms - self._policy.preroll_ms, self._opened_ms))

    def paused_since(self, least_ms: int) -> int | None:
        """Returns when the pause of the utterance began, once it has lasted `least_ms`; None otherwise."""
        since_ms = self._endpoint.last_voiced_ms
        speaking = self._endpoint.mode is ep.EndpointerMode.SPEAKING
        return since_ms if speaking and self.now_ms - since_ms >= least_ms else None

    def wait_usually(self, silence_ms: int) -> None:
        """Sets how long a pause ends a turn when nothing else is known of it: people pause differently."""
        self._policy = replace(self._policy, end_silence_ms=silence_ms)

    def need_silence(self, paused_ms: int, needed_ms: int) -> None:
        """Sets how long the pause that began at `paused_ms` must last to end the turn."""
        self._endpoint = ep.need_silence(self._endpoint, paused_ms, needed_ms)

    def close(self) -> None:
        """Waits only for the wake word, or for speech over playback."""
        self._opened_ms = self.now_ms
        self._endpoint = ep.close_ear(self._endpoint, self.now_ms)
