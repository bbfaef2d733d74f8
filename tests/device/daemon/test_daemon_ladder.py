"""Promise: a daemon whose chosen engines do not load talks on with simpler ones, says so, and shows it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner

from device.cli.main import app
from device.core.errors import BadConfig, BadUri
from device.daemon.announcer import Announcer
from device.daemon.audio_inputs import RunSettings, ladder_opener
from device.daemon.composition import _written_news, open_daemon
from device.daemon.event_hub import EventHub
from device.daemon.vault_access import serving
from memory.model.atoms import Moment
from tests.extending.toy_engine import WITH_RECITING


def settings(folder: Path) -> RunSettings:
    """Some quiet seconds at the microphone."""
    tape = folder / "tape.wav"
    soundfile.write(tape, np.zeros(16_000 * 8, np.int16), 16_000)
    return RunSettings(
        folder / "state",
        "ana",
        microphone=f"tape:{tape}",
        wake="never:",
        speaker="null:",
        recogniser=f"sherpa:{folder / 'nowhere'}",
        mind=f"llama:{folder / 'none.gguf'}",
        fast=True,
        now=Moment(1_700_000_000_000, 0),
        instead={"recognisers": ("reciting:remember that my bicycle is green", "pocketsphinx:")},
        engines=WITH_RECITING,
    )


def test_it_talks_on_says_so_once_and_shows_it_in_status(tmp_path: Path) -> None:
    told: list[str] = []
    lines: list[dict[str, object]] = []
    tell = lambda code, sentence: told.append(f"{code} {sentence}")  # noqa: E731
    with open_daemon(settings(tmp_path), (lambda line: lines.append(dict(line)),), tell) as daemon:
        assert daemon.local is not None
        daemon.local.run()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SELENE_STATE", str(tmp_path / "state"))
            token = serving.set(daemon.served)
            shown = [CliRunner().invoke(app, ["status", *form]).output for form in ([], ["--json"])]
            serving.reset(token)
    said = [str(line["text"]) for line in lines if line["type"] == "reply"]
    assert sum("recogniser that you chose" in each for each in said) == 1
    assert sum("language model" in each for each in said) == 1
    assert sum(each.startswith("ENGINE_REPLACED sherpa:") for each in told) == 1
    assert "recogniser       reciting:remember that my bicycle is green instead of sherpa:" in shown[0]
    engines = {one["kind"]: one for one in json.loads(shown[1])["engines"]}
    assert (engines["recognisers"]["trouble"], engines["voices"]["uri"]) == ("does not open", "espeak:")
    assert engines["minds"]["uri"] == "none:"


def test_an_engine_named_for_its_place_that_is_none_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    wrong = replace(settings(tmp_path), instead={"voices": ("telepathy:",)})
    with pytest.raises(BadUri), open_daemon(wrong, ()):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["tape.wav"]


def test_what_takes_the_place_of_an_engine_is_a_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from device.cli.config.cmd_config import instead_of_engines

    monkeypatch.setenv("SELENE_CONFIG", str(tmp_path / "selene.toml"))
    setting = ["config", "set", "instead.recogniser"]
    assert CliRunner().invoke(app, [*setting, "sherpa:/m/a b, pocketsphinx:"]).exit_code == 0
    assert instead_of_engines() == {"recognisers": ("sherpa:/m/a b", "pocketsphinx:")}
    assert "BAD_URI" in CliRunner().invoke(app, [*setting, "espeak:"]).output
    assert "BAD_CONFIG" in CliRunner().invoke(app, [*setting, "nonsense"]).output
    assert "LANGUAGE_MISMATCH" in CliRunner().invoke(app, ["config", "set", "language", "de"]).output
    assert instead_of_engines() == {"recognisers": ("sherpa:/m/a b", "pocketsphinx:")}
    monkeypatch.setenv("SELENE_INSTEAD_VOICE", "no uri")
    with pytest.raises(BadConfig):
        instead_of_engines()


class NothingDue:
    """An assistant of whom nobody is told anything."""

    @property
    def shared(self) -> NothingDue:
        return self

    async def run(self, job: object) -> None:
        """Asks for nothing."""


async def test_without_a_microphone_the_next_client_is_told_once(tmp_path: Path) -> None:
    ladders, hub, told = ladder_opener(replace(settings(tmp_path), language="de")), EventHub(), list[str]()
    ladders.mind(f"llama:{tmp_path / 'none.gguf'}")
    news = _written_news("de", ladders)
    announcer = Announcer(NothingDue(), hub, "u-1", lambda: Moment(0), news=news)  # type: ignore[arg-type]
    announcer._interval_s = 0.0
    task = asyncio.create_task(announcer.run())
    for _ in range(5):
        await asyncio.sleep(0)
    with hub.subscribe(lambda line: told.append(f"{line['type']} {line['user_id']} {line['text']}")):
        for _ in range(20):
            await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait((task,))
    assert len(told) == 1
    assert told[0].startswith("due u-1 Mein Sprachmodell antwortet nicht")
