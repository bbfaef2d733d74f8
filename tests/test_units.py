"""The systemd units are as shut as docs/mirror.md and the research (reliability 6) promise."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.sim.machine_requirements import skip_or_fail

UNITS = sorted((Path(__file__).resolve().parent.parent / "docs" / "systemd").glob("*.service"))
EXPOSED_MOST = 2.5


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_is_hardened(unit: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        skip_or_fail("systemd-analyze", "apt install systemd")
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", told)
    assert found, told[-500:]
    assert float(found[1]) <= EXPOSED_MOST


def test_device_and_mirror_have_a_unit_each() -> None:
    assert [unit.name for unit in UNITS] == ["selene-mirror.service", "selene.service"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_waits_until_it_serves_and_notices_when_it_hangs(unit: Path) -> None:
    """The words themselves are those of real processes in tests/cloud_mirror/process/test_watchdog.py and
    acceptance."""
    set_ = dict(re.findall(r"^([A-Za-z]+)=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE))
    assert set_["Type"] == "notify"
    assert int(set_["WatchdogSec"]) > 0
    assert set_["Restart"] == "on-failure", "which a watchdog that was not heard is"
    assert "AF_UNIX" in set_["RestrictAddressFamilies"], "the socket of systemd is one"
    assert "NotifyAccess" not in set_, "only the daemon itself is believed"
