"""Promise: the house stays cut by subject, in pieces that can be read, and every piece of it is shipped."""

from __future__ import annotations

import importlib
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.house_source import (
    EVERYTHING,
    JUDGED,
    ROOMS,
    ROOT,
    all_functions,
    module_name,
    source_files,
)

MAX_MODULES = 15
MAX_FUNCTION_LINES = 50
MAX_FILE_LINES = 400
KINDS = ("Pure", "Adapter", "Composition")
ALWAYS_PURE = {
    "device.conversation",
    "device.audio",
    "device.nlu",
    "device.skills",
    "engine_b.core",
    "engine_b.protocol",
    "memory",
    "packages.documents",
    "packages.verification",
    "cloud_mirror.rules",
}
CROSS_CUTTING = {
    "acceptance_faults",
    "crash",
    "extending",
    "properties",
    "sim",
    "sim/disk",
    "cloud_mirror/process",
    "cloud_mirror/rpc",
    "engine_b/sync/hostile_mirror",
    "engine_b/sync/membership",
    "engine_b/sync/model",
}
"""Folders of tests that are of no one package: what is promised of the whole, and what other tests use."""


def _settings() -> dict[str, object]:
    settings: dict[str, dict[str, dict[str, object]]]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["tool"]["setuptools"]


def _pure_packages() -> set[str]:
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    return set(contracts["importlinter:contract:purity"]["source_modules"].split())


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_the_one_in_this_house_and_not_a_stranger_of_the_same_name(room: str) -> None:
    found = importlib.import_module(room).__file__
    assert found is not None
    assert Path(found) == ROOT / room / "__init__.py"


def test_every_folder_with_code_is_in_the_wheel() -> None:
    shipped = _settings()["packages"]
    assert isinstance(shipped, list)
    folders = [init.parent for room in ROOMS for init in (ROOT / room).rglob("__init__.py")]
    assert {".".join(folder.relative_to(ROOT).parts) for folder in folders} == set(shipped)


def test_every_data_file_of_the_rooms_is_in_the_wheel() -> None:
    patterns = _settings()["package-data"]
    assert isinstance(patterns, dict)
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and path.suffix not in (".py", ".pyc", ".pyi"):
                package = ".".join(path.parent.relative_to(ROOT).parts)
                assert any(path.match(pattern) for pattern in patterns.get(package, [])), path


def test_no_package_has_more_modules_than_one_can_look_over() -> None:
    beside = [(folder, len(_modules_in(folder))) for room in JUDGED for folder in _folders(ROOT / room)]
    assert [(str(folder), count) for folder, count in beside if count > MAX_MODULES] == []


def test_every_folder_of_tests_is_that_of_a_package() -> None:
    homeless = [
        name
        for folder in _folders(ROOT / "tests")
        if (name := folder.relative_to(ROOT / "tests").as_posix()) not in (".", *CROSS_CUTTING)
        and not (ROOT / name / "__init__.py").is_file()
    ]
    assert homeless == []


def test_the_list_of_folders_that_are_of_no_package_is_not_longer_than_they_are() -> None:
    assert [name for name in CROSS_CUTTING if not (ROOT / "tests" / name).is_dir()] == []


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in source_files(*EVERYTHING)}
    assert {str(path): lines for path, lines in lengths.items() if lines > MAX_FILE_LINES} == {}


def test_no_function_is_too_long() -> None:
    too_long = [
        f"{module_name(path)}.{function.name}"
        for path in source_files(*EVERYTHING)
        for function in all_functions(path)
        if (function.end_lineno or 0) - function.lineno >= MAX_FUNCTION_LINES
    ]
    assert too_long == []


def test_the_first_line_of_every_module_says_what_kind_of_file_it_is() -> None:
    modules = [path for path in source_files(*ROOMS) if path.name != "__init__.py"]
    assert [str(path) for path in modules if _first_word(path) not in KINDS] == []


def test_what_calls_itself_pure_lies_in_a_pure_package() -> None:
    pure = _pure_packages()
    outside = [
        module
        for path in source_files(*JUDGED)
        if _first_word(path) == "Pure" and not _lies_in((module := module_name(path)), pure)
    ]
    assert outside == []


def test_purity_is_that_of_packages() -> None:
    pure = _pure_packages()
    assert pure >= ALWAYS_PURE
    modules = [name for name in pure if not (ROOT / name.replace(".", "/")).is_dir()]
    assert {name.partition(".")[0] for name in modules} == {"protos"}, "only protos has no packages inside"


def _folders(top: Path) -> list[Path]:
    return [folder for folder in (top, *sorted(top.rglob("*"))) if folder.is_dir() and any(folder.glob("*.py"))]


def _modules_in(folder: Path) -> list[Path]:
    return [path for path in source_files(*JUDGED) if path.parent == folder and path.name != "__init__.py"]


def _first_word(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix('"""').partition(":")[0]


def _lies_in(module: str, packages: set[str]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)
