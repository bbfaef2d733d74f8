"""`selene accept` runs the suite of a checkout, and says so where there is none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from acceptance.drivers.fork_server import ROOT
from device.cli.doctor import cmd_accept
from device.core.errors import BadUsage


def test_outside_a_checkout_there_is_nothing_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cmd_accept, "__file__", str(tmp_path / "device" / "cli" / "doctor" / "cmd_accept.py"))
    with pytest.raises(BadUsage, match="needs a checkout"):
        cmd_accept.run_acceptance_suite([], check=False, as_json=False)


def test_one_test_can_be_asked_for_and_answers_as_one_object() -> None:
    ledger = (ROOT / "acceptance" / "SELENE_PHASE_COMPLETION_LEDGER.md").read_bytes()
    words = ["accept", "--only", "AT_SCHEDULES_LISTS", "--json"]
    done = subprocess.run([sys.executable, "-m", "device", *words], cwd=ROOT, capture_output=True, check=False)
    shown = json.loads(done.stdout)
    assert [test["id"] for test in shown["tests"]] == ["AT_SCHEDULES_LISTS"]
    assert {"passed", "cases", "failed_cases"} <= shown["tests"][0].keys()
    assert (shown["passed"], shown["failed"], done.returncode) == (1, 0, 0)
    assert (ROOT / "acceptance" / "SELENE_PHASE_COMPLETION_LEDGER.md").read_bytes() == ledger, "a part writes no ledger"


def test_a_name_that_means_nothing_is_wrong_usage() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "acceptance", "--only", "Q99"], cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, b"Q99" in done.stderr) == (2, True)
