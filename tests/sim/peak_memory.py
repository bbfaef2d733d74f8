"""Runs a module as `python -m` does, and writes the most memory that its process had, in bytes, when it ends:
`python -m tests.sim.peak_memory FILE MODULE ARGUMENT...`.

The kernel's own account of a child begins with the memory of the process that started it.
"""

from __future__ import annotations

import atexit
import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def measuring(report: Path, *command: str) -> list[str]:
    """The command that runs a module with arguments, and leaves in `report` how much memory it had."""
    return [sys.executable, "-m", "tests.sim.peak_memory", str(report), *command]


def peak_of(report: Path, *command: str) -> int:
    """Runs a module with arguments; the most memory that it had, in bytes."""
    subprocess.run(measuring(report, *command), check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return int(report.read_text())


def _write_peak(report: Path) -> None:
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    report.write_text(next(str(int(line.split()[1]) * 1024) for line in status if line.startswith("VmHWM")))


if __name__ == "__main__":
    told = Path(sys.argv.pop(1))
    module = sys.argv.pop(1)
    atexit.register(_write_peak, told)
    runpy.run_module(module, run_name="__main__", alter_sys=True)
