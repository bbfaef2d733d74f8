"""Promise: the daemon syncs at a steady pace, waits longer and longer after failures, and never all devices at once."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future

from device.core.backoff import SyncBackoff
from device.session.executor import ThreadWorker, WorkerClosed

PACE = SyncBackoff()


def test_the_wait_grows_with_each_failure_to_a_limit_and_is_never_nothing() -> None:
    longest = [max(PACE.after_failures(n, draw) for draw in range(0, 600_000, 37)) for n in range(20)]
    assert longest == sorted(longest)
    assert longest[0] <= PACE.first_failure_ms < longest[3]
    assert longest[-1] <= PACE.longest_ms
    assert all(PACE.after_failures(n, 0) > 0 for n in range(20))


def test_the_jitter_is_full() -> None:
    waits = {PACE.after_failures(5, draw) for draw in range(0, 64_000, 500)}
    assert min(waits) < 1_000
    assert max(waits) > 60_000


def test_a_job_aside_is_no_part_of_the_talk_and_a_closed_worker_says_so() -> None:
    worker, gate = ThreadWorker(), threading.Event()
    waiting: Callable[[], Future[bool]] = lambda: worker.aside(lambda: gate.wait(5))  # noqa: E731
    future = waiting()
    assert not worker.busy
    gate.set()
    assert future.result()
    worker.close()
    try:
        waiting()
    except WorkerClosed:
        return
    raise AssertionError("a closed worker took a job")


def test_a_job_that_hangs_keeps_neither_who_waits_nor_the_interpreter() -> None:
    code = (
        "import threading\n"
        "from device.session.executor import ThreadWorker\n"
        "worker = ThreadWorker(patience_s=0)\n"
        "worker.submit(lambda: threading.Event().wait() and None)\n"
        "worker.hurry()\n"
        "worker.settle()\n"
        "worker.close()\n"
        "print('ended')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")
