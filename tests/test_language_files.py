"""Promise: no entry of a language file is written twice, since a reader of YAML keeps the last one alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
import yaml

from tests.house_source import ROOT

FILES = sorted(
    path.relative_to(ROOT).as_posix() for room in ("device", "memory") for path in (ROOT / room).rglob("*.yaml")
)


def written_twice(node: yaml.Node | None) -> Iterator[str]:
    """Yields each key that a mapping has more than once, with its line."""
    if isinstance(node, yaml.MappingNode):
        count = Counter(key.value for key, _ in node.value if isinstance(key.value, str))
        yield from (f"{key.value}, line {key.start_mark.line + 1}" for key, _ in node.value if count[key.value] > 1)
    children = getattr(node, "value", ())
    for child in children if isinstance(children, list) else ():
        for each in child if isinstance(child, tuple) else (child,):
            yield from written_twice(each)


@pytest.mark.parametrize("name", FILES)
def test_no_entry_is_written_twice(name: str) -> None:
    node = yaml.compose((ROOT / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    assert list(written_twice(node)) == []


def test_an_entry_that_is_written_twice_is_found() -> None:
    node = yaml.compose("a: 1\nb:\n  - c: 2\n    c: 3\n", Loader=yaml.CSafeLoader)
    assert list(written_twice(node)) == ["c, line 3", "c, line 4"]
