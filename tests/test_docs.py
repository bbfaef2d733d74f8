"""The documentation names every command, every exit status and every error code, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from typer.models import CommandInfo

import device.core.errors
import engine_b.core.errors
import engine_b.core.sync_errors
import memory.core.errors
import packages.core.errors
from device.cli.common.error_report import SYSTEM_REFUSED
from device.cli.main import app

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")
TREES = (
    device.core.errors.DeviceError,
    engine_b.core.errors.VaultError,
    memory.core.errors.MemoryRefusal,
    engine_b.core.sync_errors.SyncError,
    packages.core.errors.PackageError,
)


def family(root: type[Exception]) -> list[type[Exception]]:
    return [root, *(leaf for child in root.__subclasses__() for leaf in family(child))]


def name_of(info: CommandInfo) -> str:
    return str(info.name or getattr(info.callback, "__name__", ""))


def commands() -> list[str]:
    groups = [
        f"{group.name} {name_of(info)}"
        for group in app.registered_groups
        for info in (group.typer_instance.registered_commands if group.typer_instance else [])
    ]
    return [name_of(info) for info in app.registered_commands] + groups


def test_every_command_is_documented() -> None:
    assert [name for name in commands() if f"selene {name}" not in PAGE] == []


def test_every_error_code_is_documented_and_is_the_code_of_one_error_only() -> None:
    errors = [error for tree in TREES for error in family(tree) if error not in (TREES[0], TREES[2])]
    codes = [str(getattr(error, "code")) for error in errors]  # noqa: B009 - the trees share no base that has it
    assert sorted(codes) == sorted(set(codes))
    assert [code for code in codes if f"`{code}`" not in PAGE] == []


def test_every_code_in_the_documentation_exists() -> None:
    known = {str(getattr(error, "code", "")) for tree in TREES for error in family(tree)} | {SYSTEM_REFUSED}
    table = PAGE.split("## Exit statuses", 1)[1]
    assert set(re.findall(r"`([A-Z][A-Z_]{4,})`", table)) <= known
