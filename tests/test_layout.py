"""The house: every room is ours, every sub-package is shipped, and the command list is documented."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = ["cloud_mirror", "device", "engine_b", "memory", "packages", "protos"]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_the_one_in_this_house_and_not_a_stranger_of_the_same_name(room: str) -> None:
    found = importlib.import_module(room).__file__
    assert found is not None
    assert Path(found) == ROOT / room / "__init__.py"


def test_every_folder_with_code_is_in_the_wheel() -> None:
    shipped = set(SETTINGS["tool"]["setuptools"]["packages"])
    present = {
        ".".join(init.parent.relative_to(ROOT).parts) for room in ROOMS for init in (ROOT / room).rglob("__init__.py")
    }
    assert present == shipped


def test_every_data_file_of_the_rooms_is_in_the_wheel() -> None:
    patterns = SETTINGS["tool"]["setuptools"]["package-data"]
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and path.suffix not in (".py", ".pyc", ".pyi"):
                package = ".".join(path.parent.relative_to(ROOT).parts)
                assert any(path.match(pattern) for pattern in patterns.get(package, [])), path


def test_the_first_line_of_every_module_says_what_kind_of_file_it_is() -> None:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if path.name == "__init__.py" or path.name.endswith(("_pb2.py", "_pb2_grpc.py")):
                continue
            first = path.read_text(encoding="utf-8").split("\n", 1)[0]
            assert first.startswith(('"""Pure: ', '"""Adapter: ', '"""Composition: ')), path
