"""Composition: measures what a person waits for `selene say` beside a daemon, and what the daemon costs while idle.

The reference of the waiting is a Python process that does nothing, started in the same run. The limit: 150 ms of wall
time for a whole command.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import ROOT, describe, percentile

SAYS = 40
BOUND_MS = 150.0
IDLE_S = 20.0
SENTENCES = ("my name is Ana", "what is my name", "my dog is called Rex", "what do you remember about me")


def main() -> int:
    """Print the figures; 1 when the bound is passed."""
    print(describe())
    with tempfile.TemporaryDirectory(prefix="selene-bench-") as folder:
        state = str(Path(folder) / "state")
        daemon = subprocess.Popen([sys.executable, "-m", "device", "run", "--mic", "none:", "--state", state], cwd=ROOT)
        try:
            while '"ready"' not in _run("events", "--state", state)[1]:
                continue
            nothing = [_timed([sys.executable, "-c", "pass"])[0] for _ in range(SAYS)]
            said = [_run("say", SENTENCES[n % len(SENTENCES)], "--state", state)[0] for n in range(SAYS)]
            before = _processor_s(daemon.pid)
            time.sleep(IDLE_S)
            idle = (_processor_s(daemon.pid) - before) / IDLE_S
        finally:
            daemon.terminate()
            daemon.wait()
    for name, each in (("python -c pass", nothing), ("selene say", said)):
        print(f"{name:<16} p50 {percentile(each, 50):6.1f} ms   p95 {percentile(each, 95):6.1f} ms")
    print(f"{'idle daemon':<16} {100 * idle:6.2f} % of one core, without a microphone")
    return int(percentile(said, 95) > BOUND_MS)


def _run(*arguments: str) -> tuple[float, str]:
    return _timed([sys.executable, "-m", "device", *arguments])


def _timed(command: Sequence[str]) -> tuple[float, str]:
    began = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return (time.perf_counter() - began) * 1_000, done.stdout


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    raise SystemExit(main())
