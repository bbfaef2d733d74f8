"""Pure: the voiceprints of a person, as records of the vault: the one that is learned, one that is being learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from device.addressing.policy import ENROLMENT_SENTENCES
from device.addressing.voiceprint import VoiceSample, mean_voice, packed, unpacked
from memory.model.atoms import Turn
from memory.model.changes import Record
from memory.model.ports import MemoryReader
from protos.canonical_json import Plain

VOICE_TYPE = "voiceprint"
"""The name of the record type."""
LEARNING, LEARNED = "learning", "learned"


@dataclass(frozen=True, slots=True)
class Voiceprint:
    """A voice, learned or being learned. Its fields are those of `VoiceprintSchema`."""

    voiceprint_id: str
    user_id: str
    state: str
    sentences: int
    pitch_dhz: int
    below_full_cdb: int
    voiced_ms: int
    learned_ms: int
    model: str = ""
    embedding: str = ""
    turn_id: str = ""

    @property
    def sample(self) -> VoiceSample:
        """How it sounds."""
        return unpacked(asdict(self))

    def record(self) -> Record:
        """Returns it as a record of the vault."""
        return Record(VOICE_TYPE, asdict(self))

    def touched(self, turn: Turn) -> Voiceprint:
        """Returns it with this turn as the last that was about it."""
        return replace(self, turn_id=turn.turn_id, learned_ms=turn.at.at_ms)

    def with_sentence(self, sample: VoiceSample, turn: Turn) -> Voiceprint:
        """Returns it with one more sentence; after enough of them it is learned. The order to learn counts for none."""
        mean = mean_voice(self.sample, self.sentences, sample) if self.sentences else sample
        sentences = self.sentences + 1
        state = LEARNED if sentences >= ENROLMENT_SENTENCES else LEARNING
        return _of(turn, self.voiceprint_id, state, sentences, mean)


def new_voiceprint(turn: Turn, sample: VoiceSample) -> Voiceprint:
    """Returns one that is about to be learned, by the sound of the order."""
    return _of(turn, f"voice-{turn.turn_id}", LEARNING, 0, sample)


def voiceprints(reader: MemoryReader, user_id: str) -> tuple[Voiceprint, ...]:
    """Reads the voiceprints of a person, the latest last."""
    found = (voiceprint_from(one.content) for one in reader.records(user_id, VOICE_TYPE))
    return tuple(sorted(found, key=lambda one: (one.learned_ms, one.voiceprint_id)))


def learned_voiceprint(reader: MemoryReader, user_id: str) -> Voiceprint | None:
    """Returns the voiceprint of a person that counts."""
    return next((one for one in reversed(voiceprints(reader, user_id)) if one.state == LEARNED), None)


def known_voice(reader: MemoryReader, user_id: str) -> VoiceSample | None:
    """Returns how the learned voice of a person sounds; None where none was learned."""
    found = learned_voiceprint(reader, user_id)
    return found.sample if found else None


def voiceprint_from(content: Mapping[str, Plain]) -> Voiceprint:
    """Returns the voiceprint that a record holds."""
    told: dict[str, Any] = {each.name: content[each.name] for each in fields(Voiceprint) if each.name in content}
    return Voiceprint(**told)


def _of(turn: Turn, voiceprint_id: str, state: str, sentences: int, sample: VoiceSample) -> Voiceprint:
    numbers: dict[str, Any] = packed(sample)
    return Voiceprint(
        voiceprint_id, turn.user_id, state, sentences, **numbers, learned_ms=turn.at.at_ms, turn_id=turn.turn_id
    )
