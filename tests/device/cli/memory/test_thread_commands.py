"""Promise: threads are shown, pinned, resumed and forgotten from the command line; a refusal changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.main import app
from engine_b.vault.vault import Vault

Run = Callable[..., Result]
GARDEN = (
    "we are redoing the garden this spring",
    "we decided on cedar for the fence",
    "I still don't know which gate fits the house",
    "my kayak is in the barn",
    "my ladder is in the shed",
    "my guitar is in the hall",
    "my bicycle is in the cellar",
)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A command on this vault, on a day of March."""

    def command(*words: str, day: int = 2, minute: int = 0, typed: str | None = None) -> Result:
        now = ("--now", f"2026-03-{day:02}T10:{minute:02}+01:00")
        return CliRunner().invoke(app, [*words, "--state", str(tmp_path / "state"), *now], input=typed)

    return command


@pytest.fixture
def talked(run: Run) -> Run:
    """The same after a talk about the garden."""
    for minute, text in enumerate(GARDEN):
        assert run("say", text, minute=minute).exit_code == 0
    return run


def parsed(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def contents(tmp_path: Path) -> tuple[Any, ...]:
    with Vault.open(tmp_path / "state", now_ms=1, read_only=True) as vault:
        return vault.head(), vault.database.rows("SELECT * FROM thread"), vault.database.rows("SELECT * FROM atom")


def test_a_thread_is_listed_shown_resumed_and_pinned(talked: Run) -> None:
    assert talked("thread", "list", minute=10).stdout == "There are no threads yet.\n"
    (listed,) = parsed(talked("thread", "list", "--json", day=3))["threads"]
    assert (listed["title"], listed["tier"], listed["pinned"], listed["use_count"]) == ("garden", "HOT", False, 0)
    shown = talked("thread", "show", listed["thread_id"][:12], day=8)
    assert "- decisions: we decided on cedar for the fence" in shown.stdout
    assert "- questions: I still don't know which gate fits the house" in shown.stdout
    assert parsed(talked("thread", "resume", "garden", "--json", day=9))["use_count"] == 1
    assert parsed(talked("thread", "pin", "the garden", "--json", day=9))["pinned"] is True
    assert "pinned" in talked("thread", "list", day=20).stdout
    assert parsed(talked("thread", "pin", "garden", "--off", "--json", day=9))["pinned"] is False


@pytest.mark.parametrize(
    ("words", "typed", "status", "code"),
    [
        (("show", "zebras"), None, 9, "UNKNOWN_THREAD"),
        (("resume", "thread-ffff"), None, 9, "UNKNOWN_THREAD"),
        (("pin", "%"), None, 9, "UNKNOWN_THREAD"),
        (("forget", "zebras"), None, 9, "UNKNOWN_THREAD"),
        (("forget", "garden"), "n\n", 9, "AMBIGUOUS_ATOM"),
        (("forget", "garden"), "", 9, "AMBIGUOUS_ATOM"),
        (("forget", "garden", "--json"), None, 9, "AMBIGUOUS_ATOM"),
    ],
)
def test_a_refusal_changes_nothing(
    talked: Run, tmp_path: Path, words: tuple[str, ...], typed: str | None, status: int, code: str
) -> None:
    talked("thread", "list", day=3)
    before = contents(tmp_path)
    result = talked("thread", *words, day=3, typed=typed)
    assert (result.exit_code, code in result.stderr + result.stdout) == (status, True)
    assert contents(tmp_path) == before


def test_forgetting_takes_what_came_from_the_thread_alone(talked: Run, tmp_path: Path) -> None:
    forgotten = parsed(talked("thread", "forget", "garden", "--yes", "--json", day=3))["forgotten"]
    assert len(forgotten) > 5
    _, threads, atoms = contents(tmp_path)
    assert (threads, atoms) == ([], [])


def test_without_a_vault_none_is_made(run: Run, tmp_path: Path) -> None:
    assert run("thread", "list").exit_code == 21
    assert not (tmp_path / "state").exists()
