"""Promise: where a voice was learned, another voice at the same microphone is a guest: it is told nothing of the memory
and nothing of it is kept, and the person is heard as before. The sound is that of the fixtures.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.other_people import Case, HeardRoom, OtherPeople, Outcome
from device.addressing.sound_measure import measure_sound
from device.addressing.voiceprint import VoiceSample
from device.core.errors import EngineUnavailable
from device.core.ports import VoiceprintEngine
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.engines import factory
from device.session.event_log import EventLine
from device.session.known_voice import voice_reader
from device.session.voice_session import VoiceSession
from device.skills.voices.voiceprints import learned_voiceprint, new_voiceprint
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Channel, Moment, Turn
from memory.model.changes import Change, Scope
from memory.model.ports import Gate
from memory.model.timestamps import from_iso
from tests.device.engines.sound_samples import SPEECH, spoken
from tests.device.engines.voiceprint.tiny_model import write_pitch_model

NOW = from_iso("2026-02-20T08:00:00+00:00")
SENTENCES = ("my_favorite_color_is_green", "i_like_strong_coffee_in_the_morning", "where_does_my_sister_live")


def teach(vault: Vault, user_id: str, voice: str, engine: VoiceprintEngine | None) -> None:
    """The vault knows this voice of the person, as after "learn my voice"."""
    turn = Turn(f"t-{user_id}", "s-taught", user_id, "", NOW)
    known = None
    for name in SENTENCES:
        frames = spoken(f"{voice}/{name}")
        sound = measure_sound(frames)
        assert sound is not None
        sample = VoiceSample(sound)
        if engine is not None:
            sample = VoiceSample(sound, engine.embed(b"".join(frames)), engine.model)
        known = (known or new_voiceprint(turn, sample)).with_sentence(sample, turn)
    assert known is not None
    vault.commit(Change(Scope(user_id, "", turn.turn_id, NOW.at_ms), records=(known.record(),)))
    assert learned_voiceprint(vault.reader, user_id) is not None


class Broken:
    """An engine that fails on every utterance."""

    def __init__(self, model: str) -> None:
        self.model = model

    def embed(self, sound: bytes) -> tuple[float, ...]:
        raise EngineUnavailable("The voiceprint of an utterance could not be made.")


@dataclass
class KnownPeople(OtherPeople):
    """Scenarios in which the voice of the person was learned before."""

    learned: str = "rms"
    engine: VoiceprintEngine | None = None
    heard_by: VoiceprintEngine | None = None

    def _voice_session(self, room: HeardRoom, user_id: str, lines: list[EventLine]) -> VoiceSession:
        session = super()._voice_session(room, user_id, lines)
        teach(self._vault, user_id, self.learned, self.engine)
        session.judge.voiceprint = self.heard_by
        session.judge.known_voice = voice_reader(lambda: nullcontext(self._vault), user_id)
        return session


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnownPeople]:
    folder = tmp_path_factory.mktemp("known")
    played = KnownPeople(folder, engine=factory.open_voiceprint(write_pitch_model(folder / "tiny.onnx")))
    yield played
    played.close()


GREEN = ("My favorite color is green.",)
ASKS, TELLS = (("okay_nabu", 600), ("what_is_my_favorite_color", 2_300)), (("okay_nabu", 600), (SENTENCES[1], 2_300))


def play(people: KnownPeople, voice: str, said: tuple[tuple[str, int], ...], kept: tuple[str, ...] = ()) -> Outcome:
    return people.play(Case("known", said, voice=voice, place="1m", kept=kept, before=GREEN))


@pytest.mark.parametrize("heard_by", ["model", "pitch alone"])
def test_another_voice_with_the_wake_word_is_told_nothing_and_leaves_nothing(
    people: KnownPeople, heard_by: str
) -> None:
    people.heard_by = people.engine if heard_by == "model" else None
    told = play(people, "slt", TELLS)
    assert (told.of_others, told.lost, len(told.acts)) == ((), (), 1)
    asked = play(people, "slt", ASKS)
    replies = [str(line["text"]) for line in asked.lines if line["type"] == "reply"]
    assert not any("green" in reply for reply in replies)
    assert asked.acts[0][0] != "ACT"


@pytest.mark.parametrize("heard_by", ["model", "pitch alone"])
def test_the_person_is_answered_and_kept(people: KnownPeople, heard_by: str) -> None:
    people.heard_by = people.engine if heard_by == "model" else None
    assert play(people, "rms", TELLS, ("coffee",)).lost == ()
    replies = [str(line["text"]) for line in play(people, "rms", ASKS).lines if line["type"] == "reply"]
    assert any("green" in reply for reply in replies)


@pytest.mark.parametrize(("voice", "said"), [("rms", TELLS), ("slt", TELLS)])
def test_an_engine_that_fails_knows_nobody_for_sure(
    people: KnownPeople, voice: str, said: tuple[tuple[str, int], ...]
) -> None:
    assert people.engine is not None
    people.heard_by = Broken(people.engine.model)
    outcome = play(people, voice, said)
    assert outcome.of_others == ()
    assert "UNSURE_VOICE" in outcome.acts[0]


@pytest.mark.parametrize(("voice", "facts"), [("rms", 1), ("slt", 0)])
def test_the_daemon_at_its_microphone_keeps_only_what_the_learned_voice_tells(
    tmp_path: Path, voice: str, facts: int
) -> None:
    state, uri = tmp_path / "state", write_pitch_model(tmp_path / "tiny.onnx")
    with Vault.open(state, now_ms=NOW.at_ms) as vault:
        teach(vault, ids.user_id("Ana"), "rms", factory.open_voiceprint(uri))
    tape = f"tape:{SPEECH / voice / 'okay_nabu_my_favorite_color_is_green.wav'}"
    settings = RunSettings(
        state, "Ana", microphone=tape, speaker="null:", voiceprint=uri, fast=True, now=Moment(NOW.at_ms + 60_000)
    )
    with open_local_audio(settings, ()) as local:
        local.run()
    with Vault.open(state, now_ms=NOW.at_ms) as vault:
        assert len(vault.reader.atoms(Gate(ids.user_id("Ana"), True, Channel.TEXT), 9)) == facts
