"""Composition: draws docs/house.md, the packages of the house and what each imports, from the code itself.

`--check` fails when the committed page is stale, when packages import each other in a circle, when a package imports
one that lies above it, and when a package has no place in an order. The orders are the layer contracts in
`.importlinter`, one for each top-level package. An import inside a function and one for type checking count too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from configparser import ConfigParser
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "house.md"
ROOMS = ("device", "engine_b", "cloud_mirror", "memory", "packages", "protos", "acceptance")
INTRO = """# The packages of the house

Generated from the imports of the code by `docs/draw_house.py` (`make docs`); `make check` fails when it is stale,
when packages import each other in a circle, and when an arrow points upwards. The orders stand in `.importlinter`.
An arrow goes from the package that imports to the one that is imported. Each chart after the first is of one
top-level package; what its packages import of others is not drawn.
"""

Imports = Mapping[str, frozenset[str]]
"""By package, the packages that its modules import."""


def read_imports(root: Path = ROOT) -> Imports:
    """Which package of the house imports which, by the source of every module that git would ship."""
    found: dict[str, set[str]] = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if not path.name.endswith(("_pb2.py", "_pb2_grpc.py")):
                importer = package_of(_module_name(path.relative_to(root)), root)
                imported = {package_of(name, root) for name in _imported_names(path)}
                found.setdefault(importer, set()).update(imported - {importer, ""})
    return {package: frozenset(imported) for package, imported in found.items()}


def package_of(module: str, root: Path = ROOT) -> str:
    """The package a module belongs to, as `device.audio`; a module right under a room stands for itself.

    Empty for what is not of this house.
    """
    room, _, rest = module.partition(".")
    if room not in ROOMS:
        return ""
    first = rest.partition(".")[0]
    inside = (root / room / first).is_dir() or (root / room / f"{first}.py").is_file()
    return f"{room}.{first}" if first and inside else room


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def _imported_names(path: Path) -> tuple[str, ...]:
    """The names that a module imports, anywhere in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(names)


def read_orders(settings: Path = ROOT / ".importlinter") -> dict[str, tuple[frozenset[str], ...]]:
    """By room, its packages from the top down; packages in one set lie beside each other."""
    contracts = ConfigParser()
    contracts.read(settings, encoding="utf-8")
    return {
        section["containers"].strip(): tuple(_layers(section["layers"]))
        for name, section in contracts.items()
        if name.endswith("_order")
    }


def _layers(text: str) -> Iterator[frozenset[str]]:
    for line in text.split("\n"):
        if line.strip():
            yield frozenset(part.strip(" ()") for part in line.split(":"))


def find_faults(imports: Imports, orders: Mapping[str, Sequence[frozenset[str]]]) -> list[str]:
    """What is wrong, a sentence for each: a circle, an arrow upwards, a package without a place in its order."""
    return [*_circles(imports), *(fault for room in orders for fault in _upward_arrows(room, imports, orders[room]))]


def _circles(imports: Imports) -> Iterator[str]:
    # What is only reached through a room's own __init__ is no package.
    graph = {package: imported - set(ROOMS) for package, imported in imports.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield "packages import each other in a circle: " + " -> ".join(reversed(error.args[1]))


def _upward_arrows(room: str, imports: Imports, order: Sequence[frozenset[str]]) -> Iterator[str]:
    height = {f"{room}.{name}": -level for level, names in enumerate(order) for name in names}
    for package in packages_in(room, imports):
        if package not in height:
            yield f"{package} has no place in the order of {room} in .importlinter"
            continue
        for imported in sorted(imports[package]):
            if imported in height and height[imported] >= height[package]:
                yield f"{package} imports {imported}, which does not lie below it"


def packages_in(room: str, imports: Imports) -> list[str]:
    """The packages of a room that hold packages of modules; its own modules, as `__main__`, are not drawn."""
    return [name for name in imports if name.startswith(f"{room}.") and (ROOT / name.replace(".", "/")).is_dir()]


def page(imports: Imports, orders: Mapping[str, Sequence[frozenset[str]]]) -> str:
    """The whole page as it should be."""
    rooms = {room: {name.partition(".")[0] for name in _of(room, imports)} - {room} for room in ROOMS}
    parts = [INTRO, f"\n## The top-level packages\n\n{_chart(ROOMS, rooms)}"]
    return "".join([*parts, *(_section(room, imports, order) for room, order in sorted(orders.items()))])


def _of(room: str, imports: Imports) -> set[str]:
    """What a room's packages import."""
    return {name for package, names in imports.items() if package.partition(".")[0] == room for name in names}


def _section(room: str, imports: Imports, order: Sequence[frozenset[str]]) -> str:
    inside = packages_in(room, imports)
    drawn = [f"{room}.{name}" for names in order for name in sorted(names) if f"{room}.{name}" in inside]
    return f"\n## {room}\n\n" + _chart(drawn, {package: imports[package] & set(drawn) for package in drawn})


def _chart(packages: Iterable[str], imports: Mapping[str, Iterable[str]]) -> str:
    """A flow chart from the top down. `_` stands for `.` in the names of nodes, as mermaid wants it."""
    named = [f'    {package.replace(".", "_")}["{package.rpartition(".")[2]}"]' for package in packages]
    arrows = [
        f"    {package.replace('.', '_')} --> {imported.replace('.', '_')}"
        for package, names in imports.items()
        for imported in sorted(names)
    ]
    return "\n".join(["```mermaid", "flowchart TD", *named, *arrows, "```", ""])


def main() -> int:
    """Write the page, or compare it."""
    imports, orders = read_imports(), read_orders()
    faults = find_faults(imports, orders)
    text = page(imports, orders)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        faults.append("docs/house.md is stale: run make docs")
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    return int(bool(faults))


if __name__ == "__main__":
    raise SystemExit(main())
