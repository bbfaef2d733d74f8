"""Docstrings name what exists, in the field's terms: no identifier of an earlier name, no word of a house."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ["cloud_mirror", "device", "engine_b", "memory", "packages", "protos"]
SLANG = re.compile(r"\b(rooms?|doors?|brains?|courier|bury|buried|kin|rivals?|recorder|house)\b", re.IGNORECASE)
EXEMPT = re.compile(r"`[^`]*`|microphone and\s+room|device's\s+room|quiet room|simulated rooms?")
"""Names of files and symbols, and the room in which a microphone stands."""
BACKTICKED = re.compile(r"`([A-Za-z_][A-Za-z0-9_.]*)`")
"""A word in single backticks; text with spaces, colons or slashes is a command or an example."""
CAMEL_CASE = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b")
RAISED = re.compile(r"\b[Rr]aises? (?:an? )?`?([A-Z][a-z]\w+)")
NAMES_ELSEWHERE = {"StateDirectory", "MyRecogniser", "OpenAPI", "WebSockets"}
"""A setting of systemd, the class of an example, and standards."""


def modules() -> list[Path]:
    """Every module of the product but the generated ones."""
    return [
        path
        for package in PRODUCT
        for path in sorted((ROOT / package).rglob("*.py"))
        if not path.name.endswith(("_pb2.py", "_pb2_grpc.py"))
    ]


@cache
def docstrings(package: str) -> list[tuple[str, str]]:
    """Every docstring and bare string of a package, with its place."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node.value.value)
        for path in modules()
        if path.relative_to(ROOT).parts[0] == package
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


@cache
def known_words() -> frozenset[str]:
    """Every word of the product outside its docstrings: code, strings, SQL, proto files, languages, files' names."""
    words: set[str] = set()
    for package in PRODUCT:
        for path in (ROOT / package).rglob("*"):
            words.update(re.findall(r"\w+", str(path.relative_to(ROOT))))
            if path.suffix in (".sql", ".proto", ".yaml"):
                words.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value.value = ""
        words.update(re.findall(r"\w+", ast.unparse(tree)))
    return frozenset(words)


def names_in(text: str) -> set[str]:
    """The names that a docstring uses: those in backticks that are no plain word, classes, and what is raised."""
    quoted = {name for name in BACKTICKED.findall(text) if "_" in name or name != name.lower()}
    return quoted | set(CAMEL_CASE.findall(text)) | set(RAISED.findall(text))


@pytest.mark.parametrize("package", PRODUCT)
def test_every_name_in_a_docstring_exists(package: str) -> None:
    stale = [
        f"{place}: `{name}`"
        for place, text in docstrings(package)
        for name in sorted(names_in(text) - NAMES_ELSEWHERE)
        if not known_words().issuperset(filter(None, name.split(".")))
    ]
    assert stale == []


@pytest.mark.parametrize("package", PRODUCT)
def test_no_docstring_speaks_of_rooms_and_doors(package: str) -> None:
    found = [
        f"{place}: {text.strip()[:70]}" for place, text in docstrings(package) if SLANG.search(EXEMPT.sub("", text))
    ]
    assert found == []
