"""Pure: every limit of the ear and the mouth, unit in the name, reason beside it. All times are audio time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DevicePolicy:
    """Frozen; built once by the composition root and passed inward."""

    speech_on_bp: int = 5_000
    """A window above this is speech; Silero's own recommendation."""
    speech_off_bp: int = 3_500
    """A window below this is silence; the gap keeps a quiet syllable from ending a sentence."""
    speech_confirm_ms: int = 60
    """Speech must last this long before it starts a turn: a click is not a word."""
    end_silence_ms: int = 700
    """End of turn; Home Assistant's default. Shorter cuts people off, longer feels slow."""
    min_voiced_ms: int = 120
    """Less voice than this in a whole utterance was no utterance (a cough, the tail of the wake word)."""
    wake_tail_ms: int = 320
    """After the wake word fires its last vowel still sounds; speech that goes on longer is the command."""
    said_nothing_ms: int = 5_000
    """Woken and nobody speaks: back to sleep."""
    follow_up_ms: int = 5_000
    """How long the ear stays open after Selene asked something (voice.md section 12: 4 s after a question)."""
    writing_down_ms: int = 900_000
    """24 words are on paper by then, or nobody is there: they are taken off the screen."""
    never_stops_ms: int = 30_000
    """A monologue is cut here and answered; the recogniser is not made for more."""
    preroll_ms: int = 480
    """Audio kept from before the speech was confirmed, so that first syllables are heard."""
    session_idle_ms: int = 600_000
    """Ten quiet minutes end a session; the next wake starts a new one."""
    drain_ms: int = 60_000
    """After the tape ends, how long the reply under way may still play."""
    max_reply_chars: int = 4_000
    """What is spoken aloud in one reply at most."""
    max_sentence_chars: int = 400
    """A sentence longer than this is spoken in parts, so that the first sound comes early."""
