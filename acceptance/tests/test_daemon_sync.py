"""The daemon of a paired device syncs by itself, and no mirror that is slow, dead or gone is in the way of a talk."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from acceptance.drivers.device_accounts import command_json, create_device_account, shown_memory_digest
from acceptance.drivers.mirror_process import MirrorProcess, started_mirror
from acceptance.drivers.selene_command import TALKS, events_of_type, run_selene
from tests.sim.forked_process import ForkedProcess, start_daemon

RATE = 16_000
QUIET_S = 20
"""Long enough for the exchange that follows some seconds after a turn."""


def write_recording(folder: Path, *, quiet_s: int = QUIET_S) -> Path:
    """A talk, and then silence in which the daemon has nothing else to do."""
    talk, _ = soundfile.read(TALKS / "brief.wav", dtype="int16")
    path = folder / "tape.wav"
    soundfile.write(path, np.concatenate([talk, np.zeros(RATE * quiet_s, dtype=np.int16)]), RATE, subtype="PCM_16")
    return path


def daemon(state: Path, sound: Path) -> ForkedProcess:
    words = ["run", "--mic", f"tape:{sound}", "--speaker", "null:", "--state", str(state), "--user", "Ana"]
    return start_daemon(*words, "--events", "-")


def events_of(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_what_was_said_to_the_daemon_is_in_the_mirror_some_seconds_later(tmp_path: Path) -> None:
    with started_mirror(tmp_path / "m") as mirror:
        state, words = create_device_account(tmp_path, "kitchen", mirror)
        with daemon(state, write_recording(tmp_path)) as running:
            out, messages = running.communicate(timeout=120)
        assert (running.returncode, messages) == (0, "")
        assert events_of_type(events_of(out), "remembered")
        standing = command_json("sync", "status", "--state", str(state))
        assert standing["waiting"] == 0
        assert standing["last_sync"] is not None
        given = ["--mirror", mirror.address, "--token-file", str(mirror.invitation()), "--words-file", str(words)]
        run_selene("restore", *given, "--state", str(tmp_path / "pi"), "--device", "pi")
        run_selene("sync", "--once", "--state", str(state))
        assert shown_memory_digest(state) == shown_memory_digest(tmp_path / "pi")


def test_beside_the_daemon_everything_works_but_a_second_account(tmp_path: Path) -> None:
    with started_mirror(tmp_path / "m") as mirror:
        state, words = create_device_account(tmp_path, "kitchen", mirror)
        with daemon(state, write_recording(tmp_path, quiet_s=60)) as running:
            assert running.stdout is not None
            running.stdout.readline()
            at = ["--state", str(state)]
            standing = command_json("sync", "status", *at)
            assert (standing["in_use"], standing["scrub_pending"]) == (True, None)
            assert [each["name"] for each in command_json("device", "list", *at)["devices"]] == ["kitchen"]
            assert len(shown_memory_digest(state)) == 64
            given = ["--mirror", mirror.address, "--token-file", str(mirror.invitation())]
            refused = run_selene("init", "--words-out", str(tmp_path / "more"), *at, status=27)
            assert "[VAULT_BUSY]" in refused.stderr
            assert "running" in refused.stderr
            assert not (tmp_path / "more").exists()
            run_selene("device", "name", "pantry", *at)
            assert run_selene("sync", "--once", *at).stdout.startswith("Sent ")
            assert [each["name"] for each in command_json("device", "list", *at)["devices"]] == ["pantry"]
            for command in (["pair", *given], ["device", "revoke", "pantry", "--words-file", str(words)]):
                assert "[VAULT_BUSY]" not in run_selene(*command, *at, status=None).stderr
            running.send_signal(signal.SIGTERM)
            running.communicate(timeout=20)
        assert running.returncode == 0


@pytest.mark.parametrize("trouble", ["gone", "hanging"])
def test_a_mirror_that_does_not_answer_delays_neither_the_talk_nor_the_end(tmp_path: Path, trouble: str) -> None:
    with started_mirror(tmp_path / "m") as mirror:
        state, _ = create_device_account(tmp_path, "kitchen", mirror)
        _trouble(mirror, trouble)
        with daemon(state, write_recording(tmp_path, quiet_s=120)) as running:
            assert running.stdout is not None
            events: list[dict[str, Any]] = []
            # On a slow machine the second wake word interrupts the first reply, and its turn begins once more.
            while len(events_of_type(events, "reply")) < 2 or events[-1]["type"] != "turn_ended":
                events.append(json.loads(running.stdout.readline()))
            replied = events_of_type(events, "reply")
            running.send_signal(signal.SIGTERM)
            _, messages = running.communicate(timeout=10)
        assert running.returncode == 0
        assert "Traceback" not in messages
        assert len(replied) == 2
        assert command_json("sync", "status", "--state", str(state))["waiting"] > 0


def _trouble(mirror: MirrorProcess, trouble: str) -> None:
    assert mirror.process is not None
    if trouble == "hanging":
        mirror.process.send_signal(signal.SIGSTOP)
    else:
        mirror.end(9)
