"""What every recogniser keeps, the embedded one and those with a fetched model alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from device.core.ports import HintBundle, PreviewingRecogniser, Recogniser, Transcript
from device.engines import factory
from tests.device.engines.sound_samples import QUIET, pad_with_silence
from tests.device.engines.stt.tiny_sherpa import write_sherpa
from tests.device.engines.stt.tiny_whisper import write_whisper

ENGINES: dict[str, Callable[[Path], str]] = {
    "pocketsphinx": lambda _: "pocketsphinx:",
    "sherpa": write_sherpa,
    "whisper": lambda folder: write_whisper(folder, ("call", "catch", "that"), hinted="Kaczmarek"),
}
SPOKEN = tuple(pad_with_silence("rms/yes", 100, 300))
OTHER = tuple(pad_with_silence("slt/no", 100, 300))
HOSTILE = ("", " ", "\0", "\ud800", "a/b", ":9", "<s>", "<unk>", "<|endoftext|>", "漢字", "x" * 4_000)


@dataclass
class Tried:
    """A recogniser, and what it heard first."""

    recogniser: Recogniser

    @cached_property
    def first(self) -> Transcript:
        return self.hear()

    def hear(self, frames: tuple[bytes, ...] = SPOKEN, hints: HintBundle | None = None) -> Transcript:
        self.recogniser.start(hints or HintBundle())
        for frame in frames:
            self.recogniser.hear(frame)
        return self.recogniser.finish()


def test_every_recogniser_is_held_to_the_contract() -> None:
    assert set(factory.BUILT_IN.recognisers) == set(ENGINES)


@pytest.fixture(scope="module", params=ENGINES)
def tried(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tried:
    return Tried(factory.open_recogniser(ENGINES[request.param](tmp_path_factory.mktemp("model"))))


def test_what_is_said_has_words_and_confidences(tried: Tried) -> None:
    heard = tried.first
    assert heard.text
    assert heard.text == " ".join(heard.text.split())
    assert [one.word for one in heard.words] == heard.text.split()
    assert all(0 <= one.confidence_bp <= 10_000 for one in heard.words)
    assert heard.confidence_bp is None or 0 < heard.confidence_bp <= 10_000


def test_silence_and_nothing_are_no_words(tried: Tried) -> None:
    for frames in (0, 1, 50):
        assert tried.hear((QUIET,) * frames) == Transcript("")


def test_the_same_sound_gives_the_same_words_whatever_came_before(tried: Tried) -> None:
    other = tried.hear(OTHER)
    assert tried.hear(SPOKEN, HintBundle("en", ("Kaczmarek", "Katja", "yes"))).text
    assert tried.hear(OTHER) == other


def test_an_utterance_that_is_dropped_leaves_nothing(tried: Tried) -> None:
    recogniser = tried.recogniser
    recogniser.start(HintBundle())
    for frame in OTHER:
        recogniser.hear(frame)
    recogniser.start(HintBundle())
    assert recogniser.finish() == Transcript("")
    for frame in OTHER:
        recogniser.hear(frame)
    recogniser.abandon()
    recogniser.abandon()
    assert recogniser.finish() == recogniser.finish() == Transcript("")
    assert tried.hear() == tried.first


def test_hints_that_nobody_can_say_change_nothing_and_are_not_printed(
    tried: Tried, capfd: pytest.CaptureFixture[str]
) -> None:
    assert tried.hear(SPOKEN, HintBundle("en", HOSTILE)).text == tried.first.text
    assert capfd.readouterr() == ("", "")


def test_asking_in_the_middle_changes_nothing(tried: Tried) -> None:
    recogniser = tried.recogniser
    if not isinstance(recogniser, PreviewingRecogniser):
        assert not hasattr(recogniser, "preview")
        return
    recogniser.start(HintBundle())
    for number, frame in enumerate(SPOKEN):
        recogniser.hear(frame)
        if number == len(SPOKEN) // 2:
            assert recogniser.preview() is not None
            recogniser.look_closely()
    looked = recogniser.look_closely()
    assert looked is not None
    assert looked.text == tried.first.text
    assert recogniser.finish_as_looked() == looked
    assert recogniser.finish() == Transcript("")


def test_utterances_take_no_memory_with_them(tried: Tried) -> None:
    assert tried.first.text
    before = _resident_mib()
    for _ in range(5):
        tried.hear(SPOKEN[:10])
        tried.recogniser.start(HintBundle())
        tried.recogniser.hear(QUIET)
        tried.recogniser.abandon()
    assert _resident_mib() - before < 4


def _resident_mib() -> float:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1_024
