"""Composition: the size of Selene's base install: makes a fresh environment, installs this checkout, and adds up files.

Counts megabytes of 2^20 bytes, without compiled Python (`.pyc`) and without the installer. The environment holds
neither pip nor setuptools, because pip installs into it from outside.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from importlib.metadata import Distribution, distributions
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import ROOT, describe

BOUND_MB = 205
HEAVIEST = 10
MEBIBYTE = 1024 * 1024


def main() -> int:
    """Print the size and what weighs most; 1 when the bound is passed."""
    parser = argparse.ArgumentParser(description="How many megabytes the base install takes.")
    parser.add_argument("--environment", type=Path, help="Measure this one, which holds an install already.")
    given = parser.parse_args().environment
    with tempfile.TemporaryDirectory(prefix="selene-size-") as folder:
        environment = given or _installed(Path(folder) / "venv")
        packages = next(environment.glob("lib/python*/site-packages"))
        total = sum(_bytes_under(packages).values())
        weights = sorted(((_weight(one), one.name) for one in distributions(path=[str(packages)])), reverse=True)
    print(describe())
    for weight, name in weights[:HEAVIEST]:
        print(f"{name:<20} {weight / MEBIBYTE:7.1f} MB")
    print(f"{'base install':<20} {total / MEBIBYTE:7.1f} MB   bound {BOUND_MB} MB")
    return int(total > BOUND_MB * MEBIBYTE)


def _installed(environment: Path) -> Path:
    """A fresh environment with the base of this checkout."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-compile", "--disable-pip-version-check", str(ROOT)], check=True)
    return environment


def _bytes_under(folder: Path) -> dict[Path, int]:
    return {path: path.lstat().st_size for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def _weight(package: Distribution) -> int:
    files = [Path(str(package.locate_file(file))) for file in package.files or []]
    return sum(path.lstat().st_size for path in files if path.is_file() and path.suffix != ".pyc")


if __name__ == "__main__":
    raise SystemExit(main())
