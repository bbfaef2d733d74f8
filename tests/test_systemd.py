"""What a daemon tells systemd: ready once, alive as often as is needed, ending; nothing where nobody asked."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from protos.systemd import Supervisor
from tests.sim.systemd_manager import listening_manager


@pytest.mark.parametrize("abstract", [False, True])
def test_ready_once_then_alive_then_ending(tmp_path: Path, abstract: bool) -> None:
    place = f"@selene-test-{os.getpid()}" if abstract else tmp_path / "notify"
    with listening_manager(place, silence_s=1) as manager:
        supervisor = Supervisor(manager.environment)
        for now_ms in range(0, 1_001, 20):
            supervisor.alive(now_ms)
        supervisor.stopping()
        assert manager.rest() == ["READY=1", *["WATCHDOG=1"] * 3, "STOPPING=1"]


def test_a_loop_that_turns_as_it_is_told_is_never_silent_for_half_of_the_time(tmp_path: Path) -> None:
    with listening_manager(tmp_path / "notify", silence_s=1) as manager:
        supervisor, heard, now_ms = Supervisor(manager.environment), [0.0], 0.0
        while now_ms < 10_000:
            supervisor.alive(now_ms)
            heard += [now_ms] * len(manager.rest())
            now_ms += supervisor.turn_s * 999  # a timer may be a little early
        assert max(later - sooner for sooner, later in pairwise(heard)) < 500


@pytest.mark.parametrize("watchdog", [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"},
                                      {"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"}])  # fmt: skip
def test_without_a_watchdog_of_its_own_it_is_ready_and_no_more(tmp_path: Path, watchdog: dict[str, str]) -> None:
    with listening_manager(tmp_path / "notify") as manager:
        supervisor = Supervisor({**manager.environment, **watchdog})
        for now_ms in (0, 10_000, 10_000_000):
            supervisor.alive(now_ms)
        assert manager.rest() == ["READY=1"]
        assert min(5.0, supervisor.turn_s) == 5.0


def test_a_watchdog_of_this_very_process_is_answered(tmp_path: Path) -> None:
    with listening_manager(tmp_path / "notify", silence_s=1) as manager:
        supervisor = Supervisor({**manager.environment, "WATCHDOG_PID": str(os.getpid())})
        supervisor.alive(0)
        supervisor.alive(400)
        assert manager.rest() == ["READY=1", "WATCHDOG=1"]


def test_what_was_not_taken_is_said_again_at_the_next_turn(tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "1000000"}
    supervisor = Supervisor(environment)
    supervisor.alive(0)
    supervisor.stopping()
    with listening_manager(tmp_path / "notify") as manager:
        supervisor.alive(20)
        assert manager.rest() == ["READY=1"]


def test_a_manager_that_does_not_listen_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Its queue is full; a loop that waited for room would stand still here until the test is given up."""
    with listening_manager(tmp_path / "notify", silence_s=1) as manager:
        supervisor = Supervisor(manager.environment)
        while _sent_until_refused(tmp_path / "notify"):
            pass
        supervisor.alive(0)
        assert set(manager.rest()) == {"X"}
        supervisor.alive(20)
        assert manager.rest() == ["READY=1"]


def _sent_until_refused(place: Path) -> int:
    """Sends from a new socket until it is refused; returns how much it sent.

    One socket alone does not fill a long queue: systemd makes it 512 long, and a sender has room for 280.
    """
    sent = 0
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out, suppress(BlockingIOError):
        out.setblocking(False)
        while True:
            sent += out.sendto(b"X", str(place))
    return sent


def test_where_nobody_asked_nothing_is_told_nor_loaded(tmp_path: Path) -> None:
    code = (
        "import sys; from protos.systemd import Supervisor; s = Supervisor({'WATCHDOG_USEC': '1'});"
        "s.alive(0); s.alive(9); s.stopping(); assert 'socket' not in sys.modules"
    )
    subprocess.run([sys.executable, "-S", "-c", code], check=True, timeout=60, cwd=Path(__file__).parent.parent)
