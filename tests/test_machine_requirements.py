"""Promise: what was not tested for want of a package stands in one line at the end; in CI it is a failure."""

from __future__ import annotations

import pytest

from tests.sim.machine_requirements import missing_line, skip_or_fail


def _skipped(missing: str, how: str, patch: pytest.MonkeyPatch) -> str:
    patch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception) as skipped:
        skip_or_fail(missing, how)
    return f"Skipped: {skipped.value}"


def test_one_line_names_all_that_is_missing_and_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = [
        _skipped("PostgreSQL", "apt install postgresql", monkeypatch),
        _skipped("PostgreSQL", "apt install postgresql", monkeypatch),
        _skipped("a C compiler", "apt install gcc libc6-dev", monkeypatch),
        _skipped("a small disk", "run as root with CAP_SYS_ADMIN", monkeypatch),
        "Skipped: for another reason",
    ]
    assert missing_line(reasons) == (
        "Not tested for want of PostgreSQL (2), a C compiler (1), a small disk (1). "
        "To have it: apt install gcc libc6-dev postgresql; run as root with CAP_SYS_ADMIN"
    )
    assert missing_line(["Skipped: for another reason"]) == ""


def test_in_ci_it_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="NO PostgreSQL: apt install postgresql"):
        skip_or_fail("PostgreSQL", "apt install postgresql")
