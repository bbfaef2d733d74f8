"""Promise: what is said to the program means the same, whether all its commands were built or only the called one."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest
from typer import Typer
from typer.main import get_command_name
from typer.testing import CliRunner

from device.__main__ import main
from device.cli.common.command_filter import narrow_app
from device.cli.main import app

NAMES = [each.name or get_command_name(each.callback.__name__) for each in app.registered_commands if each.callback]
GROUPS = [each.name for each in app.registered_groups if each.name]


def _said(program: Typer, words: Sequence[str]) -> tuple[int, str]:
    result = CliRunner().invoke(program, list(words), prog_name="selene")
    return result.exit_code, result.output


@pytest.mark.parametrize(
    "words",
    [
        *([name, "--help"] for name in NAMES + GROUPS),
        *([name, "--no-such-option"] for name in NAMES + GROUPS),
        *([name, "no-such-word"] for name in GROUPS),
        *([group] for group in GROUPS),
        [], ["--help"], ["statsu"], ["no-such-word"], ["--no-such-option"], ["memory", "list", "--help"],
    ],
)  # fmt: skip
def test_one_command_answers_like_the_whole_program(words: list[str]) -> None:
    assert _said(narrow_app(app, words), words) == _said(app, words)


@pytest.mark.parametrize("name", NAMES + GROUPS)
def test_nothing_else_is_built_for_it(name: str) -> None:
    program = narrow_app(app, [name])
    assert len(program.registered_commands) + len(program.registered_groups) == 1
    assert len(app.registered_commands) + len(app.registered_groups) == len(NAMES + GROUPS)


def test_one_process_may_be_told_several_things(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("memory", "restore", "status"):
        monkeypatch.setattr(sys, "argv", ["selene", name, "--help"])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
        assert f"Usage: selene {name}" in capsys.readouterr().out
