"""A set of spoken utterances is played as it is written down, or refused before a sound is played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from device.core.errors import BadManifest, DeviceError
from device.core.ports import HintBundle, Transcript
from device.vocabulary.hint_evaluation import evaluate_hints, load_distractors, read_manifest
from tests.device.engines.sound_samples import FIXTURES

VOCAB = FIXTURES / "vocab"


@dataclass
class Scripted:
    """A recogniser that hears what it is told to, and keeps what it was given."""

    lines: list[str]
    given: list[HintBundle] = field(default_factory=list)
    frames: int = 0

    def start(self, hints: HintBundle) -> None:
        self.given.append(hints)

    def hear(self, frame: bytes) -> None:
        self.frames += len(frame) == 640

    def finish(self) -> Transcript:
        return Transcript(self.lines.pop(0))

    def abandon(self) -> None:
        raise AssertionError("nothing is abandoned here")


def written(folder: Path, lines: Sequence[object]) -> Path:
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    (folder / "manifest.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_errors_are_counted_at_terms_and_rated_elsewhere() -> None:
    utterances = read_manifest(VOCAB)[22:24]
    assert [one.text for one in utterances] == ["the zigbee hub is in the kitchen", "turn off the zigbee hub tonight"]
    heard = ["the big bee hub is in a kitchen", "turn of the zigbee hub tonight"]
    recogniser = Scripted([*heard, "The Zigbee hub is in the kitchen.", "turn off the zigbee up tonight"])
    trial = evaluate_hints(recogniser, utterances, 3)
    assert (trial.utterances, trial.terms, trial.distractors) == (2, 2, 3)
    assert (trial.term_errors_without, trial.term_errors_with) == (1, 1)
    assert (trial.other_wer_without, trial.other_wer_with) == (round(2 / 9, 6), 0.0)
    assert [len(hints.terms) for hints in recogniser.given] == [0, 0, 4, 4]
    assert recogniser.given[2].terms == ("Zigbee hub", *load_distractors(3, ["Zigbee hub"]))


def test_distractors_are_always_the_same_and_never_a_term() -> None:
    assert len(set(load_distractors(100, []))) == 100
    assert load_distractors(5, []) == load_distractors(9, [])[:5]
    first = load_distractors(1, [])[0]
    assert first not in load_distractors(200, [first.upper()])


@pytest.mark.parametrize("count", [-1, 100_000])
def test_more_distractors_than_there_are_is_refused(count: int) -> None:
    with pytest.raises(BadManifest):
        load_distractors(count, [])


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["\n"],
        ["{"],
        ["[]"],
        ["[" * 100_000],
        [{"wav": "a.wav", "text": "a"}],
        [{"wav": 1, "text": "a", "terms": []}],
        [{"wav": "a.wav", "text": "a", "terms": "a"}],
        [{"wav": "a.wav", "text": "a", "terms": [1]}],
    ],
)
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, lines: list[object]) -> None:
    with pytest.raises(BadManifest):
        read_manifest(written(tmp_path, lines))


def test_a_sound_that_is_missing_is_refused(tmp_path: Path) -> None:
    folder = written(tmp_path, [{"wav": "none.wav", "text": "a", "terms": []}])
    with pytest.raises(DeviceError) as refusal:
        evaluate_hints(Scripted([]), read_manifest(folder), 0)
    assert refusal.value.code == "SOUND_MISSING"
