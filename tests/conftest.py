"""Says in one line, at the end of a run, what was not tested for want of a package, and how to have it."""

from __future__ import annotations

import pytest

from tests.sim.machine_requirements import missing_line


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the line, when there is something to say."""
    skipped = terminalreporter.getreports("skipped")
    reasons = [report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple)]
    if line := missing_line(reasons):
        terminalreporter.write_line(line, yellow=True)
