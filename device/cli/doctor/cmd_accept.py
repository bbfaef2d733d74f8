"""Composition: `selene accept`: runs the acceptance suite of the checkout in a process of its own.

The suite is no part of the installed application; outside a checkout there is nothing to run.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from device.core.errors import BadUsage


def run_acceptance_suite(only: Sequence[str], *, check: bool, as_json: bool) -> int:
    """Runs the suite. Returns its exit status: 0 every case passes, 1 not, 2 wrong usage.

    Raises `BadUsage` outside a checkout.
    """
    root = Path(__file__).resolve().parents[3]
    if not (root / "acceptance" / "__main__.py").exists():
        raise BadUsage(
            "`selene accept` needs a checkout of Selene, because its cases are not installed. Nothing was run."
        )
    words = [word for name in only for word in ("--only", name)]
    words += ["--check"] if check else []
    words += ["--json"] if as_json else []
    return subprocess.run([sys.executable, "-m", "acceptance", *words], cwd=root, check=False).returncode
