"""Pure: detects when speech begins and ends, in audio time only: probabilities in, events out.

Three modes. IDLE notices speech so that it may interrupt playback. OPEN waits for a command and gives up after a while.
SPEAKING measures an utterance until silence, or until the limit of its length.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from device.audio.end_of_turn import TalkerLevel
from device.audio.policy import OTHERS_HEARD_MS, SOFT_END_MS
from device.conversation.events import EndReason, NothingSaid, SpeechEnded, SpeechStarted
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS


class EndpointerMode(StrEnum):
    """What the endpointer is waiting for."""

    IDLE = "idle"
    OPEN = "open"
    SPEAKING = "speaking"


@dataclass(frozen=True, slots=True)
class EndpointerState:
    """The state of the endpointer between two frames. All times are audio time."""

    mode: EndpointerMode = EndpointerMode.IDLE
    opened_ms: int = 0
    wait_ms: int = 0
    """How long OPEN waits for speech."""
    voicing: bool = False
    onset_ms: int = 0
    last_voiced_ms: int = 0
    voiced_ms: int = 0
    """Voiced time of this utterance, without silences."""
    held_ms: int | None = None
    """Voice that was sounding already at this moment is no new utterance; None once there was silence."""
    tail_ms: int = 0
    """Such voice is a command after all when it lasts longer than this (said in one breath with the wake word)."""
    talker: TalkerLevel = field(default_factory=TalkerLevel)
    paused_ms: int = 0
    """The longest pause inside this utterance."""
    needed_ms: int | None = None
    """How long the present pause must last, once it is known what was said before it."""
    background: bool = False
    """Whether somebody else is heard in an utterance, so much softer than its talker that it is no voice of it."""
    others_ms: int = 0
    """How long somebody else was heard in this pause of an utterance, once the end of the talker's own word is over."""
    was_cut: bool = False
    """True while the talk whose utterance was cut at the limit goes on: until a silence that would have ended it."""


EndpointerEvent = SpeechStarted | SpeechEnded | NothingSaid | None


def open_ear(
    endpoint: EndpointerState, policy: DevicePolicy, at_ms: int, wake_end_ms: int | None = None
) -> EndpointerState:
    """Begins to wait for a command, after a wake word that was over at `wake_end_ms` or without one.

    The voice that sounds on after the wake word is its echo, unless it lasts: then it is the command, since that end.
    Cut talk is no command.
    """
    if wake_end_ms is None:
        opened = EndpointerState(EndpointerMode.OPEN, opened_ms=at_ms, wait_ms=policy.follow_up_ms)
        return _held_on(opened, endpoint, at_ms) if endpoint.was_cut else opened
    voiced_ms = at_ms - wake_end_ms if endpoint.voicing else 0
    return EndpointerState(
        EndpointerMode.OPEN,
        opened_ms=at_ms,
        wait_ms=policy.said_nothing_ms,
        voicing=endpoint.voicing,
        onset_ms=wake_end_ms,
        last_voiced_ms=at_ms,
        voiced_ms=voiced_ms,
        held_ms=wake_end_ms,
        tail_ms=policy.wake_tail_ms,
    )


def close_ear(endpoint: EndpointerState, at_ms: int) -> EndpointerState:
    """Returns to idle. Whoever speaks now must stop before new speech is counted, and cut talk must end."""
    if endpoint.was_cut:
        return _held_on(EndpointerState(), endpoint, at_ms)
    speaks = endpoint.voicing or endpoint.background
    return EndpointerState(held_ms=at_ms if speaks else None, tail_ms=_FOR_EVER_MS, voicing=speaks)


def _held_on(opened: EndpointerState, endpoint: EndpointerState, at_ms: int) -> EndpointerState:
    """Takes over that the talk whose utterance was cut still goes on."""
    voicing, last = endpoint.voicing, endpoint.last_voiced_ms
    return replace(
        opened, was_cut=True, held_ms=at_ms, tail_ms=_FOR_EVER_MS, voicing=voicing, last_voiced_ms=last, onset_ms=at_ms
    )


def advance_endpointer(
    endpoint: EndpointerState, policy: DevicePolicy, speech_bp: int, at_ms: int, loudness: float = 1.0
) -> tuple[EndpointerState, EndpointerEvent]:
    """Processes a frame of FRAME_MS that ends at `at_ms`, with its probability of speech in basis points.

    `loudness` is the mean power of the last moments: in an utterance, what is much softer than its talker is no voice.
    """
    voicing = speech_bp >= (policy.speech_off_bp if endpoint.voicing else policy.speech_on_bp)
    if voicing:
        endpoint = replace(endpoint, talker=endpoint.talker.heard(loudness, endpoint.voiced_ms))
        voicing = endpoint.mode is not EndpointerMode.SPEAKING or endpoint.talker.is_talkers(loudness)
        talker = endpoint.talker.accepted(loudness if voicing else 0.0)
        endpoint = replace(endpoint, background=not voicing, talker=talker)
        if not voicing and at_ms - endpoint.last_voiced_ms > SOFT_END_MS:
            endpoint = replace(endpoint, others_ms=endpoint.others_ms + FRAME_MS)
    elif endpoint.background or endpoint.talker.latest:
        endpoint = replace(endpoint, background=False, talker=endpoint.talker.accepted(0.0))
    if endpoint.was_cut and endpoint.mode is not EndpointerMode.SPEAKING:
        endpoint = replace(endpoint, was_cut=voicing or at_ms - endpoint.last_voiced_ms < policy.end_silence_ms)
    endpoint = _count_voiced(endpoint, voicing, at_ms)
    if endpoint.mode is EndpointerMode.SPEAKING:
        return _in_speech(endpoint, policy, at_ms)
    if endpoint.voicing and not _is_held(endpoint, at_ms) and endpoint.voiced_ms >= policy.speech_confirm_ms:
        return replace(endpoint, held_ms=at_ms, tail_ms=_FOR_EVER_MS), SpeechStarted(endpoint.onset_ms)
    if endpoint.mode is EndpointerMode.OPEN and not voicing and at_ms - endpoint.opened_ms >= endpoint.wait_ms:
        return EndpointerState(), NothingSaid(at_ms)
    return endpoint, None


def begin_utterance(endpoint: EndpointerState) -> EndpointerState:
    """Marks the speech that just started as the utterance of a turn."""
    return replace(endpoint, mode=EndpointerMode.SPEAKING, held_ms=None, was_cut=False, paused_ms=0, others_ms=0)


def note_speech(onset_ms: int, at_ms: int) -> EndpointerState:
    """Takes over that somebody speaks since `onset_ms`, who was recognised by something else."""
    voiced_ms = at_ms - onset_ms
    return EndpointerState(voicing=True, onset_ms=onset_ms, last_voiced_ms=at_ms, voiced_ms=voiced_ms, held_ms=at_ms)


def _count_voiced(endpoint: EndpointerState, voicing: bool, at_ms: int) -> EndpointerState:
    if not voicing:
        kept = endpoint.voiced_ms if endpoint.mode is EndpointerMode.SPEAKING else 0
        held = endpoint.held_ms if endpoint.was_cut else None
        talker = endpoint.talker if kept else _NO_TALKER
        if (endpoint.voicing, endpoint.voiced_ms, endpoint.held_ms, endpoint.talker) == (False, kept, held, talker):
            return endpoint  # in a quiet room nothing changes from frame to frame
        return replace(endpoint, voicing=False, voiced_ms=kept, held_ms=held, talker=talker)
    onset = endpoint.onset_ms if endpoint.voiced_ms else at_ms - FRAME_MS
    voiced, paused = endpoint.voiced_ms + FRAME_MS, endpoint.paused_ms
    if endpoint.mode is EndpointerMode.SPEAKING and not endpoint.voicing:
        paused = max(paused, at_ms - FRAME_MS - endpoint.last_voiced_ms)
    endpoint = replace(endpoint, voicing=True, voiced_ms=voiced, onset_ms=onset, last_voiced_ms=at_ms)
    return replace(endpoint, paused_ms=paused, needed_ms=None, others_ms=0)


def need_silence(endpoint: EndpointerState, paused_ms: int, needed_ms: int) -> EndpointerState:
    """Notes how long the pause that began at `paused_ms` must last; another pause has begun meanwhile, or none."""
    same = endpoint.mode is EndpointerMode.SPEAKING and endpoint.last_voiced_ms == paused_ms
    return replace(endpoint, needed_ms=needed_ms) if same else endpoint


def _is_held(endpoint: EndpointerState, at_ms: int) -> bool:
    return endpoint.held_ms is not None and at_ms - endpoint.held_ms < endpoint.tail_ms


def _in_speech(endpoint: EndpointerState, policy: DevicePolicy, at_ms: int) -> tuple[EndpointerState, EndpointerEvent]:
    if at_ms - endpoint.onset_ms >= policy.never_stops_ms:
        return replace(endpoint, was_cut=True), SpeechEnded(at_ms, EndReason.TOO_LONG)
    needed_ms = policy.end_silence_ms if endpoint.needed_ms is None else endpoint.needed_ms
    if endpoint.others_ms >= OTHERS_HEARD_MS:  # the words so far may be theirs
        needed_ms = min(needed_ms, policy.end_silence_ms)
    if at_ms - endpoint.last_voiced_ms < needed_ms:
        return endpoint, None
    if endpoint.voiced_ms < policy.min_voiced_ms:
        return endpoint, NothingSaid(at_ms)
    return endpoint, SpeechEnded(endpoint.last_voiced_ms, EndReason.SILENCE, endpoint.paused_ms)


_FOR_EVER_MS = 1 << 62
_NO_TALKER = TalkerLevel()
