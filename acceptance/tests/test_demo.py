"""The demo holds its talk as promised, can be listened to, and leaves alone what it did not make."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
import soundfile

from acceptance.drivers.selene_command import run_selene
from device.cli.talk.cmd_demo import _new_state as make_demo_state


@pytest.mark.timeout(900)
def test_the_demo_answers_as_expected_and_both_voices_can_be_heard(tmp_path: Path) -> None:
    out = tmp_path / os.fsdecode(b"out\xff")  # a folder may be called anything
    _leave_an_earlier_demo(out)
    done = run_selene("demo", "--out", os.path.relpath(out), "--json", limit_s=400)
    talk = json.loads(done.stdout)
    assert (talk["failed"], talk["passed"]) == (0, len(talk["turns"]))
    assert "SIGKILL" in done.stderr
    assert [step for step in talk["clients"] if not step["right"]] == []
    assert [step["who"] for step in talk["resumed"] if not step["right"]] == []
    assert len(talk["resumed"]) == 5
    assert [step for step in talk["room"] if not step["right"]] == []
    assert [step["who"] for step in talk["room"]] == ["Ana", "Ana", "Ana", "Bea", "TV"]
    assert {step["who"] for step in talk["clients"]} == {"voice", "terminal", "Wyoming", "MCP", "guest"}
    assert [(one["said"], one["wrong"]) for one in talk["terms"]] == [(2, 2), (2, 0)], "a corrected name is heard right"
    samples, rate = soundfile.read(os.fsencode(talk["sound"]), dtype="int16")
    assert rate == 16_000
    loud = np.abs(samples.astype(np.int32)) > 1_000
    assert (loud.sum(axis=0) > rate).all(), "more than a second of sound from each of the two"


def _leave_an_earlier_demo(out: Path) -> None:
    """Makes the folder as a demo makes it, with a vault and sound that the next one must replace."""
    state = make_demo_state(out, None)
    run_selene("say", "my name is Zoe", "--state", str(state), "--user", "Ana")
    for name in ("selene-1.wav", "talk.wav"):
        (out / name).write_bytes(b"sound of an earlier demo")


def test_the_demo_touches_no_vault_that_it_did_not_make(tmp_path: Path) -> None:
    state = tmp_path / "out" / "state"
    run_selene("say", "my name is Ana", "--state", str(state))
    before = {path.name: path.read_bytes() for path in state.iterdir()}
    assert "[BAD_USAGE]" in run_selene("demo", "--out", str(tmp_path / "out"), status=2).stderr
    assert {path.name: path.read_bytes() for path in state.iterdir()} == before
