"""Promise: one public name means one thing, and no old name comes back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.house_source import JUDGED, module_name, source_files, top_definitions
from tests.old_names import OLD_NAMES

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


def _names_in(path: Path) -> Iterator[str]:
    yield path.stem
    if not path.name.startswith("test_"):
        yield from (node.name for node in top_definitions(path))


def _plain(name: str) -> str:
    return _WORD_START.sub("_", name.removeprefix("test_")).lower().strip("_")
