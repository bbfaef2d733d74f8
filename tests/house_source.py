"""Adapter: the source files of the house, read for the tests of its layout and its names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("cloud_mirror", "device", "engine_b", "memory", "packages", "protos")
"""What is installed."""
JUDGED = (*ROOMS, "acceptance")
"""What the rules of names and limits hold for."""
EVERYTHING = (*JUDGED, "tests", "bench", "fixtures", "docs")

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def source_files(*rooms: str) -> tuple[Path, ...]:
    """Every Python file of these folders that somebody wrote; the compiler's of protobuf are left out."""
    found = (path for room in rooms for path in sorted((ROOT / room).rglob("*.py")))
    return tuple(path for path in found if not path.name.endswith(("_pb2.py", "_pb2_grpc.py")))


def module_name(path: Path) -> str:
    """As it is imported, `device.audio.framing`; a package by its own name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    """The file, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))


def top_definitions(path: Path) -> Iterator[Definition]:
    """The classes and functions right in the module."""
    return (node for node in tree_of(path).body if isinstance(node, Definition))


def all_functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method, those inside others too."""
    return (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
