"""Composition: measures the CPU time of starting `selene --help`, `selene status` and `selene run`.

`--help` and `status` are compared with a bare Python (limits: 150 and 300 ms); `run` reads one frame of silence, once
with nothing to hint and once with a name.

User plus system time of the child process, the median of several runs; `-X importtime` shows what costs it.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import soundfile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import describe
from device.core.ports import FRAME_BYTES, SAMPLES_PER_SECOND

RUNS = 7


def cpu_ms(command: list[str]) -> float:
    """CPU milliseconds of one run of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def main() -> int:
    """Print a table; 1 when a bound is passed."""
    selene = [sys.executable, "-m", "device"]
    with tempfile.TemporaryDirectory() as state:
        subprocess.run([*selene, "say", "my name is Ana", "--state", state], capture_output=True, check=True)
        tape = Path(state) / "frame.wav"
        soundfile.write(tape, np.zeros(FRAME_BYTES // 2, dtype=np.int16), SAMPLES_PER_SECOND)
        run = [*selene, "run", "--fast", "--mic", f"tape:{tape}", "--speaker", "null:", "--state"]
        rows = [
            ("python -c pass", [sys.executable, "-c", "pass"], None),
            ("selene --help", [*selene, "--help"], 150),
            ("selene status", [*selene, "status", "--state", state], 300),
            ("run, no hints", [*run, str(Path(state) / "new")], None),
            ("run, a name", [*run, state], None),
        ]
        print(describe())
        failed = False
        for name, command, bound in rows:
            median = statistics.median(cpu_ms(command) for _ in range(RUNS))
            failed |= bound is not None and median > bound
            print(f"{name:<16} {median:6.0f} ms CPU" + (f"   bound {bound} ms" if bound else "   reference"))
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
