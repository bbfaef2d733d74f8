"""The streaming recogniser hears words while they are said, hinted ones too, and refuses models it cannot load."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from device.core.errors import BadUri, EngineUnavailable
from device.core.ports import HintBundle, TermDetail, Transcript
from device.engines import factory
from device.engines.stt.sherpa import Sherpa
from tests.device.engines.sound_samples import QUIET, pad_with_silence
from tests.device.engines.stt.tiny_sherpa import METADATA, write_encoder, write_sherpa

SPOKEN = tuple(pad_with_silence("slt/what_is_my_favorite_color"))
PLAIN = HintBundle()


def opened(uri: str) -> Sherpa:
    recogniser = factory.open_recogniser(uri)
    assert isinstance(recogniser, Sherpa)
    return recogniser


@pytest.fixture(scope="module")
def recogniser(tmp_path_factory: pytest.TempPathFactory) -> Sherpa:
    return opened(write_sherpa(tmp_path_factory.mktemp("calls")))


def hear(recogniser: Sherpa, hints: HintBundle = PLAIN) -> Transcript:
    recogniser.start(hints)
    for frame in SPOKEN:
        recogniser.hear(frame)
    return recogniser.finish()


def test_words_are_known_while_they_are_said_and_to_the_pause_that_asks(recogniser: Sherpa) -> None:
    recogniser.start(PLAIN)
    assert recogniser.preview() == Transcript("")
    so_far = []
    for frame in SPOKEN:
        recogniser.hear(frame)
        so_far.append(recogniser.preview().text)
    assert list(dict.fromkeys(so_far)) == ["", "call", "call catch", "call catch that"]
    assert recogniser.finish().text == "call catch that"
    assert hear(recogniser).text == "call catch that", "asking changed nothing"


def test_each_word_has_its_probability_and_all_have_their_mean(recogniser: Sherpa) -> None:
    heard = hear(recogniser)
    assert [word.word for word in heard.words] == ["call", "catch", "that"]
    _, catch, that = (word.confidence_bp for word in heard.words)
    assert catch < 7_000 < that, "something else than the second was nearly as likely"
    assert heard.confidence_bp is not None
    assert catch < heard.confidence_bp < that
    assert heard == hear(recogniser)


def test_a_hint_is_heard_by_the_decoder_and_gone_with_the_next_utterance(recogniser: Sherpa) -> None:
    assert hear(recogniser, HintBundle("en", ("Katja",))).text == "call katja that"
    assert hear(recogniser).text == "call catch that"
    assert hear(recogniser, HintBundle("en", ("other",), only=("Katja",))).text == "call katja that"
    light = HintBundle("en", ("Katja",), {"Katja": TermDetail(weight=1)})
    assert hear(recogniser, light).text == "call catch that"


def test_a_hint_that_cannot_be_written_is_left_out_and_not_printed(
    recogniser: Sherpa, capfd: pytest.CaptureFixture[str]
) -> None:
    terms = ("Zoë", "漢字", "a/b", "c:d", ":2", "", " ", "<unk>", "\ud800")
    assert hear(recogniser, HintBundle("en", terms)).text == "call catch that"
    assert hear(recogniser, HintBundle("en", (*terms, "Katja"))).text == "call katja that"
    assert capfd.readouterr() == ("", "")


def test_a_model_of_capitals_is_hinted_in_them_and_heard_in_small_letters(tmp_path: Path) -> None:
    recogniser = opened(write_sherpa(tmp_path / "m", upper=True))
    assert hear(recogniser).text == "call catch that"
    heard = hear(recogniser, HintBundle("en", ("Katja",)))
    assert [word.word for word in heard.words] == heard.text.split() == ["call", "katja", "that"]


def test_without_its_pieces_or_with_those_of_another_it_hears_without_hints(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    uri = write_sherpa(tmp_path / "m")
    pieces = tmp_path / "m" / "bpe.vocab"
    pieces.write_text(pieces.read_text("utf-8") + "▁unheard\t-99\n", "utf-8")
    assert hear(opened(uri), HintBundle("en", ("Katja",))).text == "call catch that"
    pieces.unlink()
    assert hear(opened(uri), HintBundle("en", ("Katja",))).text == "call catch that"
    assert capfd.readouterr().err == ""


def test_silence_and_nothing_are_no_words(recogniser: Sherpa) -> None:
    for frames in (0, 1, 15, 16, 100):
        recogniser.start(PLAIN)
        for _ in range(frames):
            recogniser.hear(QUIET)
        assert recogniser.finish() == Transcript("")


def test_a_close_look_gives_the_words_of_the_end_and_the_utterance_goes_on(recogniser: Sherpa) -> None:
    whole = hear(recogniser)
    recogniser.start(PLAIN)
    assert recogniser.look_closely() == Transcript("")
    for number, frame in enumerate(SPOKEN):
        if number == 40:
            assert recogniser.look_closely().text in ("call", "call catch")
        recogniser.hear(frame)
    assert recogniser.look_closely() == whole
    for _ in range(10):
        recogniser.hear(QUIET)
    assert recogniser.finish_as_looked() == whole
    recogniser.start(PLAIN)
    assert recogniser.finish() == Transcript(""), "nothing of it is left for the next utterance"


def test_an_abandoned_utterance_leaves_no_trace(recogniser: Sherpa) -> None:
    recogniser.start(PLAIN)
    for frame in SPOKEN:
        recogniser.hear(frame)
    recogniser.abandon()
    recogniser.abandon()
    assert recogniser.preview() == recogniser.finish() == Transcript("")
    assert hear(recogniser).text == "call catch that"


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("encoder-epoch-99-avg-1.int8.onnx", "truncated"),
        ("decoder-epoch-99-avg-1.onnx", "empty"),
        ("joiner-epoch-99-avg-1.int8.onnx", "missing"),
        ("tokens.txt", "missing"),
        ("encoder-epoch-99-avg-1.int8.onnx", "another"),
    ],
)
def test_a_model_that_would_end_the_process_or_fail_is_refused_with_a_sentence(
    tmp_path: Path, name: str, damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    uri = write_sherpa(tmp_path / "m")
    path = tmp_path / "m" / name
    content = path.read_bytes()
    path.unlink()
    if damage == "another":
        write_encoder(path, {key: value for key, value in METADATA.items() if key != "encoder_dims"})
    elif damage != "missing":
        path.write_bytes(content[: len(content) // 2] if damage == "truncated" else b"")
    with pytest.raises(EngineUnavailable, match=r"sherpa-onnx cannot load .*Fetch it again\.") as refused:
        factory.open_recogniser(uri)
    assert (refused.value.code, refused.value.exit_status) == ("DOOR_UNAVAILABLE", 3)
    assert capfd.readouterr() == ("", "")


def test_a_model_that_never_loads_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uri = write_sherpa(tmp_path / "m")
    monkeypatch.setattr("device.engines.stt.sherpa.SHERPA_TRIAL_S", 0.001)
    with pytest.raises(EngineUnavailable):
        factory.open_recogniser(uri)


def test_without_the_extra_or_a_folder_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadUri):
        factory.open_recogniser("sherpa:")
    monkeypatch.setitem(sys.modules, "sherpa_onnx", None)
    with pytest.raises(EngineUnavailable, match=r"\.\[sherpa\]"):
        factory.open_recogniser("sherpa:folder")
