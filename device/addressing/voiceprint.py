"""Pure: how a voice sounds that was learned, and whether an utterance is of it: the person's, unsure, or a guest's.

A voiceprint of a model may say that it is the person. Pitch and level alone may not: two people share them, so that
`device/addressing/addressed.py` counts them as doubt only.
"""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from device.addressing.policy import (
    ENROLMENT_PITCH,
    GUEST_SCORE,
    MAX_EMBEDDING,
    MIN_ENROLMENT_MS,
    MIN_VOICEPRINT_MS,
    PERSON_SCORE,
)
from device.addressing.sound_profile import SoundProfile

_UNIT = 32_767


class VoiceMatch(StrEnum):
    """What a voiceprint says of who spoke."""

    PERSON = "person"
    UNSURE = "unsure"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class VoiceSample:
    """How an utterance sounded, or the mean of several."""

    sound: SoundProfile = field(repr=False)
    embedding: tuple[float, ...] = field(default=(), repr=False)
    """The voiceprint, a vector of length 1; empty without an engine, or where the engine failed."""
    model: str = ""
    """The model that made it: vectors of two models cannot be compared."""


def is_enough(sample: VoiceSample) -> bool:
    """Says whether a sentence is long enough to learn a voice from."""
    return sample.sound.voiced_ms >= MIN_ENROLMENT_MS


def is_alike(sample: VoiceSample, before: VoiceSample) -> bool:
    """Says whether a sentence may be of the voice that is being learned; otherwise somebody else spoke."""
    if sample.model != before.model or sample.sound.pitch_distance(before.sound) >= ENROLMENT_PITCH:
        return False
    return not sample.embedding or score(sample, before) >= GUEST_SCORE


def mean_voice(before: VoiceSample, sentences: int, sample: VoiceSample) -> VoiceSample:
    """Returns the mean of so many sentences and one more."""
    parts = sentences + 1

    def mean(old: float, new: float) -> float:
        return (old * sentences + new) / parts

    first, new = before.sound, sample.sound
    sound = SoundProfile(
        round(mean(first.level_db, new.level_db), 2),
        round(math.exp(mean(math.log(first.pitch_hz), math.log(new.pitch_hz))), 1),
        (),
        first.voiced_ms + new.voiced_ms,
    )
    pairs = zip(before.embedding, sample.embedding, strict=True)
    return VoiceSample(sound, _to_unit([mean(*pair) for pair in pairs]), sample.model)


def score(sample: VoiceSample, known: VoiceSample) -> float:
    """Returns the cosine of two voiceprints of one model; -1 where they are of different sizes."""
    if len(sample.embedding) != len(known.embedding):
        return -1.0
    return round(math.fsum(a * b for a, b in zip(sample.embedding, known.embedding, strict=True)), 4)


def match_voice(sample: VoiceSample, known: VoiceSample) -> VoiceMatch | None:
    """Says whose voice it is; None where no voiceprint can tell: none was learned, or too little was said.

    Without a vector of the same model, though one was learned and an engine is there, nobody is known for sure.
    """
    if not known.embedding or not sample.model or sample.sound.voiced_ms < MIN_VOICEPRINT_MS:
        return None
    if sample.model != known.model or not sample.embedding:
        return VoiceMatch.UNSURE
    found = score(sample, known)
    if found >= PERSON_SCORE:
        return VoiceMatch.PERSON
    return VoiceMatch.GUEST if found < GUEST_SCORE else VoiceMatch.UNSURE


def unit_vector(numbers: list[float]) -> tuple[float, ...]:
    """Returns the direction of what a model gave; empty where it has none, or too many numbers."""
    usable = 0 < len(numbers) <= MAX_EMBEDDING and all(math.isfinite(one) for one in numbers)
    return _to_unit(numbers) if usable and any(numbers) else ()


def packed(sample: VoiceSample) -> dict[str, str | int]:
    """Returns the fields of a record, in whole numbers."""
    vector = struct.pack(f"<{len(sample.embedding)}h", *(round(one * _UNIT) for one in sample.embedding))
    return {
        "pitch_dhz": round(sample.sound.pitch_hz * 10),
        "below_full_cdb": max(0, round(-sample.sound.level_db * 100)),
        "voiced_ms": sample.sound.voiced_ms,
        "model": sample.model,
        "embedding": base64.b64encode(vector).decode(),
    }


def unpacked(fields: Mapping[str, object]) -> VoiceSample:
    """Returns what a record holds. A vector that cannot be read is none."""
    try:
        raw = base64.b64decode(str(fields["embedding"]), validate=True)
        vector = unit_vector([float(one) for (one,) in struct.iter_unpack("<h", raw)])
    except (ValueError, struct.error):
        vector = ()
    level_db, pitch_hz = -int(str(fields["below_full_cdb"])) / 100, int(str(fields["pitch_dhz"])) / 10
    sound = SoundProfile(level_db, pitch_hz, (), int(str(fields["voiced_ms"])))
    return VoiceSample(sound, vector, str(fields["model"]))


def _to_unit(numbers: list[float]) -> tuple[float, ...]:
    length = math.sqrt(math.fsum(one * one for one in numbers))
    return tuple(one / length for one in numbers) if length else ()
