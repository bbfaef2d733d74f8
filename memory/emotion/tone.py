"""Pure: the tone for a feeling: how a reply is spoken, never what it says (2.3, Q18)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memory.core.policy import (
    GENTLE_PACE_PERCENT,
    GENTLE_PITCH_PERCENT,
    GLAD_PACE_PERCENT,
    GLAD_PITCH_PERCENT,
    TENSE_PACE_PERCENT,
    TENSE_PITCH_PERCENT,
    TONE_ACTIVATION,
    TONE_VALENCE,
)
from memory.emotion.feeling import Feeling


class ToneName(StrEnum):
    """The tones; the value names the sentences of a language file that take the place of the plain ones."""

    PLAIN = ""
    GENTLE = "gentle"
    CALM = "calm"
    GLAD = "glad"


@dataclass(frozen=True, slots=True)
class Tone:
    """Guidance for how to speak. It decides no fact, no question and no action."""

    name: ToneName = ToneName.PLAIN
    pace_percent: int = 100
    pitch_percent: int = 100
    warm: bool = False
    brief: bool = False
    """Whether attributions are short."""
    formal: bool = True
    """False where a greeting may be casual."""


_TONES = {
    ToneName.GENTLE: Tone(ToneName.GENTLE, GENTLE_PACE_PERCENT, GENTLE_PITCH_PERCENT, warm=True),
    ToneName.CALM: Tone(ToneName.CALM, TENSE_PACE_PERCENT, TENSE_PITCH_PERCENT, brief=True),
    ToneName.GLAD: Tone(ToneName.GLAD, GLAD_PACE_PERCENT, GLAD_PITCH_PERCENT, warm=True, formal=False),
    ToneName.PLAIN: Tone(),
}


def tone_of(felt: Feeling) -> Tone:
    """Returns the tone for a feeling: gentle with who is low, calm and short with who is upset, glad with who is."""
    if felt.valence <= -TONE_VALENCE:
        return _TONES[ToneName.CALM if felt.activation >= TONE_ACTIVATION else ToneName.GENTLE]
    return _TONES[ToneName.GLAD if felt.valence >= TONE_VALENCE else ToneName.PLAIN]
