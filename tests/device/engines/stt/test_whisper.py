"""Whisper hears words where there is a voice, none that it made up, hinted ones, and refuses models it cannot load."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.core.errors import EngineUnavailable
from device.core.ports import FRAME_BYTES, HintBundle, Transcript
from device.engines import factory
from device.engines.stt.whisper import Whisper
from tests.device.engines.sound_samples import QUIET, pad_with_silence
from tests.device.engines.stt.tiny_whisper import TOKENS, write_tokenizer, write_whisper

SPOKEN = tuple(pad_with_silence("rms/what_is_my_name"))
NOISE = tuple(
    (np.random.default_rng(number).standard_normal(FRAME_BYTES // 2) * 300).astype("<i2").tobytes()
    for number in range(100)
)


def opened(uri: str) -> Whisper:
    recogniser = factory.open_recogniser(uri)
    assert isinstance(recogniser, Whisper)
    return recogniser


def hear(recogniser: Whisper, frames: tuple[bytes, ...] = SPOKEN, hints: HintBundle | None = None) -> Transcript:
    recogniser.start(hints or HintBundle())
    for frame in frames:
        recogniser.hear(frame)
    return recogniser.finish()


@pytest.fixture(scope="module")
def thanking(tmp_path_factory: pytest.TempPathFactory) -> Whisper:
    """Says "thank you" to any sound, as a real one does."""
    return opened(write_whisper(tmp_path_factory.mktemp("thanking"), ("thank", "you")))


@pytest.mark.parametrize("frames", [(QUIET,) * 50, NOISE], ids=["silence", "noise"])
def test_a_second_without_a_voice_is_no_thank_you(thanking: Whisper, frames: tuple[bytes, ...]) -> None:
    assert hear(thanking).text == "thank you"
    assert hear(thanking, frames) == Transcript("")
    assert hear(thanking, frames[:1]) == Transcript("")


def test_the_words_are_heard_once_each_with_a_confidence(thanking: Whisper) -> None:
    """The engine decodes what follows the last word once more where it is asked for the times of words."""
    heard = hear(thanking)
    assert [word.word for word in heard.words] == ["thank", "you"]
    assert heard == hear(thanking), "the same sound gives the same words"
    assert heard.confidence_bp is not None
    assert 9_900 < heard.confidence_bp <= 10_000


def test_a_word_that_was_guessed_has_less_confidence(tmp_path: Path) -> None:
    heard = hear(opened(write_whisper(tmp_path / "m", ("forget", "that"), gains={"forget": 0.3})))
    forget, that = heard.words
    assert forget.confidence_bp < 7_000 < that.confidence_bp
    assert heard.confidence_bp is not None
    assert heard.confidence_bp < 9_000


def test_what_it_takes_for_silence_is_heard_only_where_it_is_sure(tmp_path: Path) -> None:
    assert hear(opened(write_whisper(tmp_path / "sure", silent=True))).text == "thank you"
    unsure = write_whisper(tmp_path / "unsure", silent=True, gains={"thank": 0.9, "you": 0.9})
    assert hear(opened(unsure)).text == ""


def test_one_word_over_and_over_is_not_heard_and_ends(tmp_path: Path) -> None:
    recogniser = opened(write_whisper(tmp_path / "m", ("ha", "one"), forever=True))
    assert hear(recogniser) == Transcript("")


def test_a_word_after_the_voice_is_not_heard(thanking: Whisper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.engines.stt.whisper.AFTER_VOICE_MS", -2_000)
    assert hear(thanking) == Transcript("")


def test_a_hinted_word_wins_and_of_many_hints_the_most_important_fit(tmp_path: Path) -> None:
    recogniser = opened(write_whisper(tmp_path / "m", ("call", "catch", "that"), hinted="Kaczmarek"))
    assert hear(recogniser).text == "call catch that"
    assert hear(recogniser, hints=HintBundle("en", ("b", "Kaczmarek", "c"))).text == "call Kaczmarek that"
    assert hear(recogniser).text == "call catch that"
    many = tuple(f"term{number}" for number in range(200))
    recogniser.start(HintBundle("en", many))
    kept = recogniser._hotwords()
    tokens = recogniser._engine.hf_tokenizer.encode(f" {kept}", add_special_tokens=False).ids
    assert kept == ", ".join(many[: len(kept.split())])
    assert 220 < len(tokens) <= 223
    assert hear(recogniser, hints=HintBundle("en", many)).text == "call catch that"


def test_where_only_some_words_may_be_said_they_are_the_hints(tmp_path: Path) -> None:
    recogniser = opened(write_whisper(tmp_path / "m", ("call", "catch", "that"), hinted="Kaczmarek"))
    assert hear(recogniser, hints=HintBundle("en", ("b",), only=("Kaczmarek",))).text == "call Kaczmarek that"


def test_an_utterance_abandoned_while_it_is_decoded_gives_no_word(
    thanking: Whisper, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcribe = thanking._engine.transcribe

    def abandoned(*sound: Any, **options: Any) -> Any:
        thanking.abandon()
        return transcribe(*sound, **options)

    with monkeypatch.context() as patch:
        patch.setattr(thanking._engine, "transcribe", abandoned)
        assert hear(thanking) == Transcript("")
    assert hear(thanking).text == "thank you"


def test_more_than_the_engine_hears_at_once_is_heard_in_parts(thanking: Whisper) -> None:
    long = (*SPOKEN, *(QUIET,) * (1_500 - len(SPOKEN)))
    assert hear(thanking, long).text == "thank you"
    assert hear(thanking, (*long, *SPOKEN)).text == "thank you thank you"


@pytest.mark.parametrize("name", ["model.bin", "tokenizer.json", "config.json"])
@pytest.mark.parametrize("damage", ["missing", "empty", "truncated"])
def test_a_damaged_model_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, damage: str
) -> None:
    uri = write_whisper(tmp_path / "m")
    path = tmp_path / "m" / name
    content = path.read_bytes()
    path.unlink()
    if damage != "missing":
        path.write_bytes(content[: len(content) // 2] if damage == "truncated" else b"")
    monkeypatch.setattr("socket.socket", None)  # nothing is fetched
    with pytest.raises(EngineUnavailable, match=r"faster-whisper cannot load .*Fetch it again\.") as refused:
        factory.open_recogniser(uri)
    assert (refused.value.code, refused.value.exit_status) == ("DOOR_UNAVAILABLE", 3)


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    uri = write_whisper(tmp_path / "m")
    write_tokenizer(tmp_path / "m" / "tokenizer.json", [f"w{number}" for number in range(len(TOKENS) - 1)] + ["[UNK]"])
    with pytest.raises(EngineUnavailable):
        factory.open_recogniser(uri)
    write_whisper(tmp_path / "m")
    (tmp_path / "m" / "preprocessor_config.json").write_text('{"feature_size": 128}', "utf-8")
    with pytest.raises(EngineUnavailable):
        factory.open_recogniser(uri)


def test_a_model_that_was_not_fetched_is_refused_and_not_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.socket", None)
    with pytest.raises(EngineUnavailable, match="'small'"):
        factory.open_recogniser("whisper:small")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(EngineUnavailable, match=r"\.\[whisper\]"):
        factory.open_recogniser("whisper:small")
