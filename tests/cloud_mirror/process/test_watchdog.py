"""The real mirror under a manager: ready when calls are answered, alive while its loop turns, silent when it hangs."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.mirror_process import RunningMirror, running_mirror
from tests.sim.systemd_manager import Manager, listening_manager

SILENCE_S = 2.0
HANGS_ON_ORDER = """
import os
from threading import Event
from cloud_mirror.server.service_log import ServiceLog
write_metrics = ServiceLog.write_metrics
def hang(self, *, ready):
    write_metrics(self, ready=ready)
    if os.path.exists(os.environ["HANG"]):
        Event().wait()
ServiceLog.write_metrics = hang
from cloud_mirror.__main__ import run_mirror
run_mirror()
"""


def until_silent(manager: Manager) -> Iterator[str]:
    """What is said before the daemon would be taken for dead; a test that is given up when it never is."""
    try:
        while True:
            yield manager.word(SILENCE_S)
    except TimeoutError:
        return


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_is_ready_then_alive_then_stopping(tmp_path: Path, number: signal.Signals) -> None:
    with listening_manager(tmp_path / "notify", SILENCE_S) as manager:
        with running_mirror(tmp_path / "m", environment=manager.environment) as mirror:
            assert manager.word() == "READY=1"
            assert [manager.word(SILENCE_S) for _ in range(3)] == ["WATCHDOG=1"] * 3
            mirror.signal(number)
            words = []
            while "STOPPING=1" not in words:
                words.append(manager.word())
            assert set(words[:-1]) <= {"WATCHDOG=1"}
            assert mirror.process is not None
            assert mirror.process.wait(20) == 0
        assert manager.rest() == []


def test_without_a_watchdog_it_says_when_it_is_ready_and_when_it_stops(tmp_path: Path) -> None:
    with listening_manager(tmp_path / "notify") as manager:
        with running_mirror(tmp_path / "m", environment=manager.environment) as mirror:
            assert manager.word() == "READY=1"
            assert mirror.stop() == 0
        assert manager.rest() == ["STOPPING=1"]


def test_one_that_cannot_listen_is_never_ready(tmp_path: Path) -> None:
    with listening_manager(tmp_path / "notify", SILENCE_S) as manager, running_mirror(tmp_path / "m") as first:
        second = RunningMirror(tmp_path / "m", first.store_url, first.address, manager.environment)
        with pytest.raises(RuntimeError, match="LISTEN_FAILED"):
            second.start()
        second.kill()
        assert manager.rest() == []


def test_a_loop_that_hangs_says_nothing_more(tmp_path: Path) -> None:
    """The process lives and its other threads run; only the loop that answers calls stands still."""
    order = tmp_path / "hang"
    with listening_manager(tmp_path / "notify", SILENCE_S) as manager:
        environment = {**manager.environment, "HANG": str(order)}
        with running_mirror(tmp_path / "m", environment=environment, entry=("-c", HANGS_ON_ORDER)) as mirror:
            assert [manager.word(), manager.word()] == ["READY=1", "WATCHDOG=1"]
            order.touch()
            assert set(until_silent(manager)) <= {"WATCHDOG=1"}
            assert mirror.process is not None
            assert mirror.process.poll() is None
