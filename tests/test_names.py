"""Promise: one public name means one thing, numbers stand where they are looked for, and no old name comes back."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.format_constants import FORMAT_CONSTANTS
from tests.house_source import JUDGED, module_name, source_files, top_definitions, tree_of
from tests.old_names import OLD_NAMES

_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def test_one_public_name_is_defined_once() -> None:
    places = Counter(
        node.name
        for path in source_files(*JUDGED)
        if not path.name.startswith("test_")
        for node in top_definitions(path)
        if not node.name.startswith("_")
    )
    assert {name: count for name, count in places.items() if count > 1} == {}


def test_no_old_name_comes_back() -> None:
    left = [
        f"{module_name(path)}:{name}"
        for path in source_files(*JUDGED, "tests")
        for name in _names_in(path)
        if _plain(name) in OLD_NAMES
    ]
    assert left == []


def test_every_number_outside_a_policy_is_of_a_format() -> None:
    found = {(module_name(path), name) for path in source_files(*JUDGED) for name in _number_names(path)}
    listed = {(module, name) for module, names in FORMAT_CONSTANTS.items() for name in names}
    assert (sorted(found - listed), sorted(listed - found)) == ([], [])


def _names_in(path: Path) -> Iterator[str]:
    yield path.stem
    if not path.name.startswith("test_"):
        yield from (node.name for node in top_definitions(path))


def _plain(name: str) -> str:
    return _WORD_START.sub("_", name.removeprefix("test_")).lower().strip("_")


def _number_names(path: Path) -> Iterator[str]:
    """The names in capitals to which a module gives a number that is written there."""
    if path.name == "policy.py":
        return
    for node in tree_of(path).body:
        for target, value in _assigned(node):
            if isinstance(target, ast.Name) and _CONSTANT.fullmatch(target.id) and _is_number(value):
                yield target.id


def _assigned(node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value
    for target in node.targets if isinstance(node, ast.Assign) else []:
        if isinstance(target, ast.Tuple) and isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=True)
        elif isinstance(node, ast.Assign):
            yield target, node.value


def _is_number(value: ast.expr) -> bool:
    """Whether a number, or several, is written here: literals and arithmetic with them, and nothing with a name."""
    parts = list(ast.walk(value))
    literals = [part for part in parts if isinstance(part, ast.Constant)]
    around = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.Tuple, ast.expr_context)
    return (
        bool(literals)
        and all(isinstance(part, (*around, ast.Constant)) for part in parts)
        and all(isinstance(part.value, int | float) and not isinstance(part.value, bool) for part in literals)
    )
