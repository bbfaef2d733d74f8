"""Promise: an engine is added by a value that is handed in; nothing of the product is touched, and nothing forgets."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.core.errors import BadUri
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.engines.factory import open_recogniser
from memory.model.atoms import Moment
from tests.extending.toy_engine import WITH_RECITING, RecitingRecogniser

ROOT = Path(__file__).resolve().parents[2]


def test_a_toy_engine_is_opened_by_its_uri() -> None:
    assert isinstance(open_recogniser("reciting:remember that I like tea", WITH_RECITING), RecitingRecogniser)


def test_the_engines_that_are_built_in_stay_beside_it_and_do_not_know_it() -> None:
    with pytest.raises(BadUri, match=r"Known: pocketsphinx:, sherpa:, whisper:, reciting:$"):
        open_recogniser("telepathy:", WITH_RECITING)
    with pytest.raises(BadUri, match=r"Known: pocketsphinx:, sherpa:, whisper:$"):
        open_recogniser("reciting:remember that I like tea")


def test_a_conversation_runs_on_a_toy_engine(tmp_path: Path) -> None:
    settings = RunSettings(
        tmp_path,
        "ana",
        microphone=f"tape:{ROOT / 'fixtures' / 'talks' / 'brief.wav'}",
        speaker="null:",
        recogniser="reciting:remember that my bicycle is green",
        fast=True,
        now=Moment(1_700_000_000_000, 0),
        engines=WITH_RECITING,
    )
    heard: list[object] = []
    with open_local_audio(settings, (lambda line: heard.append(line.get("text")),)) as client:
        client.run()
    assert "remember that my bicycle is green" in heard
