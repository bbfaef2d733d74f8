"""The documentation names every command, every exit status and every error code, and no others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

import device.core.errors
import engine_b.core.errors
import engine_b.core.sync_errors
import memory.core.errors
import packages.core.errors
from device.cli.common.error_report import SYSTEM_REFUSED
from device.cli.main import app

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
TREES = (
    device.core.errors.DeviceError,
    engine_b.core.errors.VaultError,
    memory.core.errors.MemoryRefusal,
    engine_b.core.sync_errors.SyncError,
    packages.core.errors.PackageError,
)


def family(root: type[Exception]) -> list[type[Exception]]:
    return [root, *(leaf for child in root.__subclasses__() for leaf in family(child))]


def commands(group: click.Group) -> list[str]:
    found = []
    for name, command in group.commands.items():
        found += [f"{name} {inner}" for inner in commands(command)] if isinstance(command, click.Group) else [name]
    return found


def test_every_command_is_documented() -> None:
    assert [name for name in commands(app) if f"selene {name}" not in PAGE] == []


def test_every_error_code_is_documented_and_is_the_code_of_one_error_only() -> None:
    errors = [error for tree in TREES for error in family(tree) if error not in (TREES[0], TREES[2])]
    codes = [str(getattr(error, "code")) for error in errors]  # noqa: B009 - the trees share no base that has it
    assert sorted(codes) == sorted(set(codes))
    assert [code for code in codes if f"`{code}`" not in PAGE] == []


def test_every_code_is_listed_with_its_own_exit_status() -> None:
    table = PAGE.split("## Exit statuses", 1)[1]
    listed = {code: int(status) for status, code in re.findall(r"^\| (\d+) \| `([A-Z_]+)` \|", table, re.MULTILINE)}
    own = {str(vars(error)["code"]): status_of(error) for tree in TREES for error in family(tree)}
    assert {code: own.get(code, 5 if code == SYSTEM_REFUSED else 0) for code in listed} == listed


def status_of(error: type[Exception]) -> int:
    """The memory's refusals have no status of their own: the command line gives them one."""
    return int(getattr(error, "exit_status", 9))


def test_every_error_is_raised_somewhere() -> None:
    """Its name is written in a product file outside of its own definition, or of an error's that is a kind of it."""
    product = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ("device", "engine_b", "memory", "packages")
        for path in (ROOT / room).rglob("*.py")
    )
    named = re.sub(r"^class \w+\(", "class (", product, flags=re.MULTILINE)
    unused = {error.__name__ for tree in TREES for error in family(tree)} - set(re.findall(r"\w+", named))
    assert unused == set()


def test_every_option_is_documented() -> None:
    named = options(app)
    assert "--words-file" in named
    assert sorted(name for name in named if f"`{name}" not in PAGE) == []


def options(command: click.Command) -> set[str]:
    below = command.commands.values() if isinstance(command, click.Group) else ()
    own = {name for parameter in command.params for name in parameter.opts if name.startswith("--")}
    return own.union(*map(options, below))


def test_every_code_in_the_documentation_exists() -> None:
    known = {str(getattr(error, "code", "")) for tree in TREES for error in family(tree)} | {SYSTEM_REFUSED}
    table = PAGE.split("## Exit statuses", 1)[1]
    assert set(re.findall(r"`([A-Z][A-Z_]{4,})`", table)) <= known


def fields(value: Any) -> set[str]:
    """The names of all fields, but for those of a map whose keys are data."""
    if isinstance(value, list):
        return set().union(*map(fields, value))
    if isinstance(value, dict):
        return set(value).union(*(fields(inner) for name, inner in value.items() if name not in ("metrics", "facts")))
    return set()


def test_every_json_field_is_documented(tmp_path: Path) -> None:
    state, words = str(tmp_path / "state"), str(tmp_path / "words")

    def shown(*command: str) -> Any:
        return json.loads(CliRunner().invoke(app, [*command, "--state", state, "--json"]).stdout)

    told = {"selene init": shown("init", "--user", "Ana", "--words-out", words)}
    told["selene say"] = shown("say", "my name is Ana")
    told["selene memory list"] = shown("memory", "list")
    atom_id = told["selene memory list"]["atoms"][0]["atom_id"]
    told["selene memory why"] = shown("memory", "why", atom_id)
    for command in ("memory digest", "metrics", "status", "sync status", "device list", "vocab words", "vocab status"):
        told[f"selene {command}"] = shown(*command.split())
    told["selene vocab signals"] = shown("vocab", "signals", "--consent", "on")
    assert {name for name, value in told.items() if "error" in value and name != "selene say"} == set()
    documented = {word for code in re.findall(r"`([^`\n]+)`", PAGE) for word in re.findall(r"\w+", code)}
    assert {name: fields(value) - documented for name, value in told.items() if fields(value) - documented} == {}
