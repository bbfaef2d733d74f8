"""Promise: what leaves the device is noted before it goes, is listed, and is not shown once it is forgotten."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner

from device.cli.main import app
from device.daemon.audio_inputs import NO_MICROPHONE, RunSettings
from device.daemon.composition import open_daemon
from device.engines.factory import BUILT_IN
from device.session.session import SessionTable
from memory.model import ids
from memory.model.atoms import Moment
from tests.sim.assistant_talk import START
from tests.sim.scripted_mind import ScriptedMind


def _talk(state: Path, mind: ScriptedMind, *lines: str, later_ms: int = 0) -> list[str]:
    engines = replace(BUILT_IN, minds={"scripted": lambda _: mind})
    how = RunSettings(state, "Ana", microphone=NO_MICROPHONE, fast=True, now=START, mind="scripted:", engines=engines)
    with open_daemon(how, ()) as daemon:
        session = SessionTable(daemon.served.assistant("en")).session(ids.user_id("Ana"), "s-1")
        moments = (Moment(START.at_ms + later_ms + 60_000 * number, 0) for number in range(len(lines)))
        return [session.say(line, at)[1].reply for line, at in zip(lines, moments, strict=False)]


def _listed(state: Path, *options: str) -> str:
    done = CliRunner().invoke(app, ["left-device", "list", "--state", str(state), "--user", "Ana", *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_what_went_is_listed_and_what_is_forgotten_is_not(tmp_path: Path) -> None:
    mind = ScriptedMind(otherwise=[{"say": "It is sunny."}], place="mind.example.org:8443")
    told = "my sister anna lives in kiel"
    assert _talk(tmp_path, mind, told, "what is the weather in kiel")[1] == "It is sunny."
    left = json.loads(_listed(tmp_path, "--json"))["left"]
    assert [(one["place"], one["said"], one["memories"], one["earlier_turns"]) for one in left] == [
        ("mind.example.org:8443", "what is the weather in kiel", [told], 0)
    ]
    assert "mind.example.org:8443  what is the weather in kiel" in _listed(tmp_path)
    _talk(tmp_path, mind, "forget where anna lives", "yes", later_ms=3_600_000)
    after = json.loads(_listed(tmp_path, "--json"))["left"]
    assert (after[0]["memories"], after[0]["forgotten"]) == ([], 1)
    assert "anna" not in _listed(tmp_path)


def test_nothing_that_stays_on_the_device_is_listed(tmp_path: Path) -> None:
    assert _talk(tmp_path, ScriptedMind(otherwise=[{"say": "Homer."}]), "who wrote the odyssey") == ["Homer."]
    assert "Nothing has left" in _listed(tmp_path)


def test_lines_of_earlier_talks_that_went_are_listed(tmp_path: Path) -> None:
    mind = ScriptedMind(otherwise=[{"say": "Hm."}], place="mind.example.org:8443")
    _talk(tmp_path, mind, "asdf tvrtko lighthouse bottrop")
    _talk(tmp_path, mind, "lighthouse bottrop tvrtko", later_ms=3_600_000)
    left = json.loads(_listed(tmp_path, "--json"))["left"]
    sent = [json.loads(line) for line in mind.asked[-1].memory.splitlines()[1:-1]]
    history = [piece for one in sent if "history" in one for piece in one["history"].splitlines()]
    assert history
    assert left[-1]["history"] == ["asdf tvrtko lighthouse bottrop"]
    assert "with asdf tvrtko lighthouse bottrop" in _listed(tmp_path)


def test_what_is_told_only_if_asked_for_is_not_listed(tmp_path: Path) -> None:
    mind = ScriptedMind(otherwise=[{"say": "Hm."}], place="mind.example.org:8443")
    _talk(tmp_path, mind, "my diet is keto", "what is the news about the diet", "only recall my diet if i ask")
    left = json.loads(_listed(tmp_path, "--json"))["left"]
    assert (left[0]["memories"], left[0]["forgotten"]) == ([], 1)
    assert "keto" not in _listed(tmp_path)


def test_what_the_turns_before_rest_on_went_again(tmp_path: Path) -> None:
    mind = ScriptedMind(otherwise=[{"say": "Hm."}], place="mind.example.org:8443")
    told = "my sister anna lives in kiel"
    _talk(tmp_path, mind, told, "what is the weather in kiel", "who wrote the odyssey")
    left = json.loads(_listed(tmp_path, "--json"))["left"]
    assert [(one["memories"], one["earlier_turns"]) for one in left] == [([told], 0), ([told], 1)]
