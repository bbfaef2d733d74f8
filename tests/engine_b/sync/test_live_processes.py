"""Promise: five devices and a mirror, all real processes, that are killed, paused and cut off at any moment, end with
the same set: nothing lost, nothing doubled, nothing that came back (research: reliability 3.2).

How long it runs says `tests/budgets.py`. How many faults there were is printed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine_b.account.enrollment import begin_account, pair_with_mirror, sync_once
from engine_b.account.restore import restore_account
from engine_b.crypto.certificates import parse_token
from engine_b.vault.vault import Vault
from tests.budgets import LIVE_SECONDS
from tests.sim.device_process import shown
from tests.sim.household import ENTROPY
from tests.sim.knowledge_digest import knowledge_digest
from tests.sim.mirror_process import ROOT, RunningMirror, running_mirror
from tests.sim.tcp_proxy import Proxy

SECONDS = LIVE_SECONDS.now
DEVICES = 5
MOST_ROUNDS = 12
NOW_MS = time.time_ns() // 1_000_000


@dataclass
class Lives:
    """The devices' processes, and everything that happens to them."""

    folder: Path
    mirror: RunningMirror
    proxy: Proxy
    chance: random.Random
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    born: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def state(self, number: int) -> Path:
        return self.folder / f"device-{number}"

    def journal(self, number: int) -> Path:
        return self.folder / f"device-{number}.journal"

    def start(self, number: int) -> None:
        self.born += 1
        command = [sys.executable, "-m", "tests.sim.device_process", str(self.state(number)), str(self.journal(number))]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with (self.folder / f"device-{number}.log").open("ab") as log:
            self.running[number] = subprocess.Popen([*command, str(self.born)], stderr=log, env=environment)

    def some(self) -> int:
        return self.chance.choice(sorted(self.running))

    def kill_device(self) -> None:
        number = self.some()
        self.running[number].kill()
        self.running[number].wait()
        self.start(number)

    def pause_device(self) -> None:
        process = self.running[self.some()]
        process.send_signal(signal.SIGSTOP)
        self.wait(0.5)
        process.send_signal(signal.SIGCONT)

    def kill_mirror(self) -> None:
        self.mirror.kill()
        self.wait(0.3)
        self.mirror.start()

    def pause_mirror(self) -> None:
        self.mirror.signal(signal.SIGSTOP)
        self.wait(0.5)
        self.mirror.signal(signal.SIGCONT)

    def cut_line(self) -> None:
        self.proxy.cut()
        self.wait(0.4)
        self.proxy.mend()

    def stall_line(self) -> None:
        self.proxy.stall()
        self.wait(0.4)
        self.proxy.mend()

    def wait(self, most_s: float) -> None:
        time.sleep(self.chance.uniform(0, most_s))

    def suffer(self, until: float) -> None:
        """One fault after the other; also after `until` while there was too little: a busy machine is slow."""
        every: list[Callable[[], None]] = [
            self.kill_device, self.pause_device, self.kill_mirror, self.pause_mirror, self.cut_line, self.stall_line,
        ]  # fmt: skip
        while time.monotonic() < until or self.faults.total() <= SECONDS / 2 or len(self.told("said")) <= DEVICES:
            fault = self.chance.choice(every)
            fault()
            self.faults[fault.__name__] += 1
            self.wait(0.5)

    def end(self) -> None:
        for number in self.running:
            self.journal(number).with_suffix(".stop").touch()
        for process in self.running.values():
            assert process.wait(90) == 0

    def told(self, what: str) -> set[str]:
        """All that any device has written down under `what`."""
        found = set()
        for journal in filter(Path.exists, map(self.journal, range(DEVICES))):
            for line in journal.read_text().splitlines():
                found |= {json.loads(line)[what]} if line.endswith("}") and what in json.loads(line) else set()
        return found


def _join(lives: Lives) -> None:
    """Five devices of one account, through the proxy."""
    for number in range(DEVICES):
        invitation = parse_token(lives.mirror.invite())
        if number:
            restore_account(lives.state(number), lives.proxy.address, invitation, ENTROPY, f"device {number}", NOW_MS)
            continue
        with Vault.open(lives.state(0), now_ms=NOW_MS) as vault:
            begin_account(vault, ENTROPY, "device 0", NOW_MS)
            pair_with_mirror(vault, lives.proxy.address, invitation, NOW_MS)
            sync_once(vault, NOW_MS)


def _settled(vaults: list[Vault]) -> bool:
    reports = [sync_once(vault, NOW_MS) for vault in vaults]
    return not any(report.pushed or report.pulled or report.rotated for report in reports)


@pytest.mark.timeout(600)
def test_five_devices_under_faults_end_with_the_same_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_mirror(tmp_path / "mirror") as mirror, Proxy(mirror.address) as proxy:
        lives = Lives(tmp_path, mirror, proxy, random.Random(7))
        _join(lives)
        for number in range(DEVICES):
            lives.start(number)
        lives.suffer(time.monotonic() + SECONDS)
        lives.end()
        vaults = [Vault.open(lives.state(number), now_ms=NOW_MS) for number in range(DEVICES)]
        assert any(_settled(vaults) for _ in range(MOST_ROUNDS))
        last = [shown(vault) for vault in vaults]
        digests = {knowledge_digest(vault.database) for vault in vaults}
        for vault in vaults:
            vault.close()
    said, forgot, forgetting = lives.told("said"), lives.told("forgot"), lives.told("forgetting")
    lost = {word for words in last for word in (said - forgetting) - set(words)}
    resurrected = {word for words in last for word in forgot & set(words)}
    doubled = {word for words in last for word, atoms in words.items() if len(atoms) > 1}
    with capsys.disabled():
        print(f"\nlive: {len(said)} said, {len(forgot)} forgotten, faults {dict(lives.faults)}"
              f", refusals {sorted(lives.told('refused'))}")  # fmt: skip
    assert (len(lost), len(doubled), len(resurrected), len(digests)) == (0, 0, 0, 1)
    assert len(said) > DEVICES
    assert sum(lives.faults.values()) > SECONDS / 2
    assert lives.told("refused") <= {"MIRROR_UNREACHABLE", "SYNC_STALE"}
