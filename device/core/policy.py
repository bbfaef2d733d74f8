"""Pure: every limit of the ear and the mouth, with its unit in the name and its reason. All times are audio time."""

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
    """An utterance with less voice than this is none (a cough, the end of the wake word)."""
    wake_tail_ms: int = 320
    """The last vowel of the wake word sounds after its detection; speech that lasts longer is the command."""
    said_nothing_ms: int = 5_000
    """How long a woken ear waits for speech."""
    follow_up_ms: int = 5_000
    """How long the ear stays open after Selene asked something (voice.md section 12: 4 s after a question)."""
    writing_down_ms: int = 900_000
    """By then the 24 words are on paper, or nobody is there: the screen is cleared."""
    never_stops_ms: int = 30_000
    """A longer monologue is cut here and answered; the recogniser is not made for more."""
    preroll_ms: int = 480
    """Audio kept from before the speech was confirmed, so that first syllables are heard."""
    session_idle_ms: int = 600_000
    """Ten quiet minutes end a session; the next wake word starts a new one."""
    drain_ms: int = 60_000
    """How long the current reply may still play after the tape ends."""
    max_reply_chars: int = 4_000
    """The longest reply that is spoken."""
    max_sentence_chars: int = 400
    """A longer sentence is spoken in parts, so that the first sound comes early."""
