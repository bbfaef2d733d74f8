"""A voice is learned from a few sentences of it, of which nothing is kept but their sound, and forgotten on request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from device.addressing.sound_measure import measure_sound
from device.addressing.voiceprint import VoiceSample
from device.assistant.assistant import Assistant
from device.core.messages import Answer, TurnResult
from device.core.ports import VoiceprintEngine
from device.engines import factory
from device.session.session import Session
from device.skills.voices.voiceprints import Voiceprint, known_voice, voiceprints
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.model.atoms import Channel, Moment
from memory.model.ports import Gate
from tests.device.engines.sound_samples import spoken
from tests.device.engines.voiceprint.tiny_model import write_pitch_model

NOW = Moment(1_767_225_600_000)
SENTENCES = ("my_favorite_color_is_green", "i_like_strong_coffee_in_the_morning", "where_does_my_sister_live")
TEXTS = ("my favorite color is green", "i like strong coffee in the morning", "where does my sister live")


@dataclass
class Talk:
    """A conversation by voice, whose sound is given with the words."""

    vault: Vault
    session: Session
    engine: VoiceprintEngine | None
    at_ms: int = NOW.at_ms

    def say(self, text: str, sound: str = "", wait_ms: int = 5_000) -> tuple[TurnResult, Answer]:
        self.at_ms += wait_ms
        voice = self._sample(sound) if sound else None
        self.session.conversation = replace(self.session.conversation, voice=voice)
        answered = self.session.say(text, Moment(self.at_ms), Channel.VOICE)
        self.session.conversation = replace(self.session.conversation, voice=None)
        return answered

    def enrol(self, voice: str = "rms", order: str = "learn my voice") -> list[str]:
        steps = [(order, "help_me"), *zip(TEXTS, SENTENCES, strict=True)]
        return [self.say(text, f"{voice}/{sound}")[0].reason_codes[0] for text, sound in steps]

    def prints(self) -> tuple[Voiceprint, ...]:
        return voiceprints(self.vault.reader, "u-1")

    def _sample(self, name: str) -> VoiceSample:
        frames = spoken(name)
        sound = measure_sound(frames)
        assert sound is not None
        if self.engine is None:
            return VoiceSample(sound)
        return VoiceSample(sound, self.engine.embed(b"".join(frames)), self.engine.model)


@pytest.fixture(params=["none:", "onnx:"])
def talk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Talk]:
    uri = write_pitch_model(tmp_path / "tiny.onnx") if request.param == "onnx:" else "none:"
    with Vault.open(tmp_path / "vault", now_ms=NOW.at_ms) as vault:
        yield Talk(vault, Session(Assistant(vault), "u-1", "s"), factory.open_voiceprint(uri))


def test_three_sentences_are_a_voice_and_nothing_of_them_is_kept(talk: Talk) -> None:
    assert talk.enrol() == ["VOICE_ASKED", "VOICE_SENTENCE_TAKEN", "VOICE_SENTENCE_TAKEN", "VOICE_LEARNED"]
    (known,) = talk.prints()
    assert (known.state, known.sentences, bool(known.embedding)) == ("learned", 3, talk.engine is not None)
    assert 90 < known.pitch_dhz / 10 < 130
    gate = Gate("u-1", True, Channel.TEXT)
    assert talk.vault.reader.atoms(gate, 10) == ()
    turns = VaultControlQueries(talk.vault).all_turn_ids("u-1")
    said = [line.text for line in talk.vault.reader.lines_by_id(gate, turns)]
    assert not [text for text in said if any(word in text for word in ("green", "coffee", "sister"))]


def test_the_ear_stays_open_until_the_last_sentence(talk: Talk) -> None:
    _, asked = talk.say("learn my voice", "rms/help_me")
    assert asked.expects_reply
    replies = [talk.say(text, f"rms/{sound}")[1] for text, sound in zip(TEXTS, SENTENCES, strict=True)]
    assert [one.expects_reply for one in replies] == [True, True, False]
    assert [one.reply for one in replies] == [
        "Thank you. Now 2 more.", "Thank you. One more, please.", "Thank you, I know your voice now."
    ]  # fmt: skip


def test_what_is_too_short_or_another_voice_is_not_taken(talk: Talk) -> None:
    talk.say("learn my voice", "rms/help_me")
    talk.say(TEXTS[0], f"rms/{SENTENCES[0]}")
    before = talk.prints()[0]
    assert talk.say("stop it there", "rms/no")[0].reason_codes == ("VOICE_TOO_SHORT",)
    assert talk.say(TEXTS[1], f"slt/{SENTENCES[1]}")[0].reason_codes == ("VOICE_UNLIKE",)
    after = talk.prints()[0]
    assert (after.sentences, after.sample) == (before.sentences, before.sample)
    assert talk.say(TEXTS[1], f"rms/{SENTENCES[1]}")[0].reason_codes == ("VOICE_SENTENCE_TAKEN",)


@pytest.mark.parametrize(
    ("said", "wait_ms", "intent"),
    [("stop", 5_000, "learn_voice"), ("no", 5_000, "learn_voice"), ("my sister lives in boston", 121_000, "statement")],
)
def test_it_ends_with_a_stop_or_after_a_while(talk: Talk, said: str, wait_ms: int, intent: str) -> None:
    talk.say("learn my voice", "rms/help_me")
    heard, _ = talk.say(said, "rms/my_sister_lives_in_boston", wait_ms)
    assert heard.intent == intent
    assert known_voice(talk.vault.reader, "u-1") is None
    assert talk.say("my favorite color is green", "rms/my_favorite_color_is_green")[0].created


def test_written_words_teach_no_voice(talk: Talk) -> None:
    heard, answer = talk.say("learn my voice")
    assert (heard.reason_codes, answer.expects_reply) == (("VOICE_NOT_HEARD",), False)
    assert talk.prints() == ()


def test_it_is_learned_anew_in_one_step(talk: Talk) -> None:
    talk.enrol("rms")
    old = known_voice(talk.vault.reader, "u-1")
    talk.say("learn my voice", "slt/help_me")
    assert known_voice(talk.vault.reader, "u-1") == old
    for text, sound in zip(TEXTS, SENTENCES, strict=True):
        talk.say(text, f"slt/{sound}")
    assert len(talk.prints()) == 1
    assert talk.prints()[0].pitch_dhz > 1_500


@pytest.mark.parametrize(
    "order", [("forget my voice",), ("forget how i sound",), ("forget everything about me", "yes")]
)
def test_it_is_forgotten_alone_and_with_the_person(talk: Talk, order: tuple[str, ...]) -> None:
    talk.enrol()
    for words in order:
        talk.say(words)
    assert talk.prints() == ()
    assert known_voice(talk.vault.reader, "u-1") is None


@pytest.mark.parametrize(
    ("said", "learned", "reason"),
    [("do you know my voice", False, "VOICE_UNKNOWN"), ("do you know my voice", True, "VOICE_KNOWN")],
)
def test_she_says_whether_she_knows_it(talk: Talk, said: str, learned: bool, reason: str) -> None:
    if learned:
        talk.enrol()
    assert talk.say(said)[1].reason_codes == (reason,)


def test_a_guest_teaches_no_voice_and_forgets_none(talk: Talk) -> None:
    talk.enrol()
    head = talk.vault.head()
    for words in ("learn my voice", "forget my voice", "do you know my voice"):
        _, answer = talk.session.say(words, Moment(talk.at_ms + 1_000), Channel.VOICE, identified=False)
        assert answer.reason_codes == ("SPEAKER_UNKNOWN",)
    assert talk.vault.head() == head


GERMAN = ("lern meine stimme", "merk dir meine stimme")


@pytest.mark.parametrize("order", GERMAN)
def test_it_is_learned_in_german(tmp_path: Path, order: str) -> None:
    with Vault.open(tmp_path / "vault", now_ms=NOW.at_ms) as vault:
        talk = Talk(vault, Session(Assistant(vault, "de"), "u-1", "s"), None)
        assert talk.enrol("slt", order)[-1] == "VOICE_LEARNED"
        assert talk.say("kennst du meine stimme")[1].reason_codes == ("VOICE_KNOWN",)
        assert talk.say("vergiss meine stimme")[0].reason_codes == ("VOICE_FORGOTTEN",)
        assert talk.prints() == ()
