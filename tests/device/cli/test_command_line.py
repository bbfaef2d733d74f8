"""Promise: help shows whole sentences at every width, `--version` the version, and a shell can complete commands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cloud_mirror.cli.mirror_commands import mirror_app
from device.cli.main import app
from device.core.errors import EngineUnavailable
from device.engines import factory


def _groups(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _groups(command, (*words, name))


def _help(program: click.Group, words: tuple[str, ...], columns: int) -> str:
    return CliRunner().invoke(program, [*words, "--help"], terminal_width=columns).output


@pytest.mark.parametrize("columns", [40, 80, 200, 1000])
@pytest.mark.parametrize(
    ("program", "words"),
    [(app, words) for words in _groups(app)] + [(mirror_app, ())],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value.name,
)
def test_no_sentence_in_a_list_of_commands_is_cut(program: click.Group, words: tuple[str, ...], columns: int) -> None:
    shown = _help(program, words, columns)
    group: click.Command = program
    for word in words:
        assert isinstance(group, click.Group)
        group = group.commands[word]
    assert isinstance(group, click.Group)
    assert "..." not in shown.replace("[ARGS]...", "")
    for command in group.commands.values():
        sentence = " ".join((command.help or "").split("\n\n")[0].split()).split(". ")[0]
        assert sentence in " ".join(shown.split())


def test_version() -> None:
    said = CliRunner().invoke(app, ["--version"])
    assert (said.exit_code, said.output) == (0, f"selene {version('selene')}\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_installed_once_and_completes(shell: str, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "SHELL": f"/bin/{shell}"}
    for _ in range(2):
        said = CliRunner().invoke(app, ["--install-completion"], env=environment)
        assert said.exit_code == 0, said.output
    shown = CliRunner().invoke(app, ["--show-completion"], env=environment).output
    installed = [path for path in tmp_path.rglob("*selene*") if path.is_file()]
    assert [path.read_text(encoding="utf-8").strip() for path in installed] == [shown.strip()]
    settings = [path.read_text(encoding="utf-8") for path in tmp_path.glob(".*rc")]
    assert [len(text.strip().splitlines()) for text in settings] == ([] if shell == "fish" else [1])


def test_a_shell_that_is_not_known_is_wrong_usage(tmp_path: Path) -> None:
    said = CliRunner().invoke(app, ["--install-completion"], env={"HOME": str(tmp_path), "SHELL": "/bin/tcsh"})
    assert said.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_words_are_completed() -> None:
    environment = {"_SELENE_COMPLETE": "bash_complete", "COMP_WORDS": "selene memory d", "COMP_CWORD": "2"}
    said = subprocess.run(
        [sys.executable, "-m", "device"], env=environment, capture_output=True, text=True, check=False
    )
    assert said.stdout == "plain,digest\n"


def test_no_vault_is_an_answer_of_status(tmp_path: Path) -> None:
    said = CliRunner().invoke(app, ["status", "--state", str(tmp_path / "none"), "--json"])
    assert said.exit_code == 0
    assert json.loads(said.output) == {"state": str(tmp_path / "none"), "vault": False, "in_use": False}
    assert not (tmp_path / "none").exists()


def test_no_microphone_is_a_warning_that_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_found(uri: str, *, fast: bool) -> None:
        raise EngineUnavailable("No microphone was found.")

    monkeypatch.setattr(factory, "open_microphone", none_found)
    said = CliRunner().invoke(app, ["doctor", "--state", str(tmp_path / "none"), "--json"])
    found = {one["check"]: one for one in json.loads(said.output)["findings"]}["microphone"]
    assert said.exit_code == 0
    assert (found["state"], found["found"]) == ("warn", "none that can be opened")
    assert found["advice"] == "No microphone was found. What needs no sound works without."
