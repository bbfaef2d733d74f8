"""Composition: names the machine and the commit of a figure."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def describe() -> str:
    """One line: processor, cores, Python, commit (with a + when the tree differs from it)."""
    model = next((line.split(":", 1)[1].strip() for line in _cpuinfo() if line.startswith("model name")), "")
    commit = _git("rev-parse", "--short", "HEAD") + ("+" if _git("status", "--porcelain") else "")
    return f"{model or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, commit {commit}"


def _cpuinfo() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def percentile(values: Sequence[float], share: int) -> float:
    """The value below which `share` per cent of the values lie (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, -(-len(ordered) * share // 100) - 1)]
