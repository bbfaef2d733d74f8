"""Promise: a vocabulary with which the recogniser dies in the middle of an utterance is taken back out (V25).

The daemon is the real one, in a process of its own, and so is the recogniser. Either it refuses to go on, or its engine
really crashes and takes the process with it.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from device.vocabulary.package_installer import PackageInstaller
from engine_b.vocabulary import activation
from packages.installation.activation import ActivationPointers
from tests.device.vocabulary.installer_steps import DEVICE, commit, hears, opened, package_installer, publishing, source
from tests.sim.publisher import NOW_MS

pytestmark = pytest.mark.timeout(600)
ROOT = Path(__file__).resolve().parents[3]
NOW = "2026-09-01T00:00:00Z"
ENGINE_FAILS = 'raise EngineUnavailable("The recogniser failed on this sound.")'
PROCESS_DIES = "self._sphinx.end(); self._sphinx.hear(frame)"
"""The engine ends with a segmentation fault when it is given sound outside an utterance."""
SELENE = """
import os, signal, sys
from device.engines import factory
from device.engines.stt.pocketsphinx import PocketSphinx
from device.core.errors import EngineUnavailable

class Dying(PocketSphinx):
    def hear(self, frame):
        super().hear(frame)
        if self._decoding and "spiralizer" in self._hints.terms:
            DEATH

factory.open_recogniser = lambda uri, engines: Dying()
from device.cli.main import app
app(sys.argv[1:])
"""


def talk(state: Path, death: str) -> tuple[int, list[dict[str, object]], str]:
    """A talk of two turns with the daemon: its exit, its events, and what it told."""
    events = state.parent / "events.jsonl"
    events.unlink(missing_ok=True)
    words = ["run", "--state", str(state), "--user", "Ana", "--mic", "tape:fixtures/talks/brief.wav", "--fast",
             "--speaker", "null:", "--now", NOW, "--events", str(events)]  # fmt: skip
    program = [sys.executable, "-c", SELENE.replace("DEATH", death), *words]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=240)
    lines = events.read_text().splitlines() if events.exists() else []
    return done.returncode, [json.loads(line) for line in lines], done.stdout + done.stderr


def on_trial(state: Path) -> tuple[str, str]:
    """A device with a committed vocabulary and a new one on trial: their digests."""
    publisher = publishing(("1.0", "mandoline"))
    with opened(state) as vault:
        package_installer(vault).apply(source(publisher), hears)
        commit(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        PackageInstaller(vault, DEVICE, NOW_MS).apply(source(publisher), hears)
        now = activation.load_pointers(vault.database)
        return now.committed, now.active


def found(state: Path) -> tuple[ActivationPointers, tuple[str, str]]:
    with opened(state) as vault:
        *_, last = activation.vocabulary_history(vault.database, 99)
        assert vault.verify().ok
        return activation.load_pointers(vault.database), (last[2], last[3])


def test_an_engine_that_fails_in_the_middle_costs_a_turn_and_the_vocabulary(tmp_path: Path) -> None:
    old, _ = on_trial(tmp_path / "state")
    status, events, told = talk(tmp_path / "state", ENGINE_FAILS)
    assert status == 0
    assert "VOCAB_ROLLED_BACK" in told
    assert found(tmp_path / "state") == (ActivationPointers(old, old), ("VOCAB_ROLLED_BACK", "HEALTH_FAILED"))
    ends = [event["reason"] for event in events if event["type"] == "turn_ended"]
    assert ends == ["DOOR_UNAVAILABLE", "ANSWERED"], "the talk goes on with the vocabulary of before"


def test_a_recogniser_that_takes_the_process_with_it_is_found_out_at_the_next_start(tmp_path: Path) -> None:
    old, new = on_trial(tmp_path / "state")
    status, _, _ = talk(tmp_path / "state", PROCESS_DIES)
    assert status == -signal.SIGSEGV
    with opened(tmp_path / "state") as vault:
        now = activation.load_pointers(vault.database)
        assert (now.active, now.on_trial, now.hearing) == (new, True, True)
    status, events, told = talk(tmp_path / "state", PROCESS_DIES)
    assert status == 0
    assert "HEALTH_FAILED" in told
    assert found(tmp_path / "state") == (ActivationPointers(old, old), ("VOCAB_ROLLED_BACK", "HEALTH_FAILED"))
    assert [event["reason"] for event in events if event["type"] == "turn_ended"] == ["ANSWERED", "ANSWERED"]
