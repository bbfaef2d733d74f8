"""Every pattern of a turn that says what is unwanted needs one of the pieces without which no text is tried."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest

from device.platform.language_files import load_language
from memory.text.forgetting.forget_requests import ForgetRequests
from memory.text.forgetting.unwanted import UnwantedReader

_PARSER: Any = importlib.import_module("re._parser")
_MOST = 100
"""So many wordings of one part of a pattern are written out."""


@pytest.mark.parametrize("code", ["en", "de"])
def test_every_pattern_needs_a_piece(code: str) -> None:
    reader = _reader(code)
    ends = [_is_covered(_parsed(end), reader) for end in vars(reader)["_ends"]]
    bare = [turn for turn in vars(reader)["_turns"] if not (ends[turn.end] or _is_covered(_parsed(turn.body), reader))]
    assert [turn.body.pattern for turn in bare] == [], "add pieces that these have to `forget_unwanted: needed`"


@pytest.mark.parametrize(
    ("pattern", "covered"),
    [
        ("delete it", True),
        ("(?:delete|erase) .*", True),
        ("(?:delete|hello) .*", False),
        ("(?:delete )?hello", False),
        ("(?:delete )+hello", True),
        ("hello(?! delete)", False),
        (r"\w+", False),
        ("(?:del|er)(?:ete|ase) that", True),
    ],
)
def test_what_counts_as_needed(pattern: str, covered: bool) -> None:
    reader = UnwantedReader({"forget_unwanted": {"needed": ["delet", "erase", "delase", "erete"]}}, "x")
    assert _is_covered(_PARSER.parse(pattern, re.IGNORECASE), reader) is covered


@pytest.mark.parametrize(
    ("text", "may"),
    [("my aunt lives in oslo", False), ("scrub that", True), ("SCRUB THAT", True), ("d\u0130sregard it", True)],
)
def test_what_may_ask(text: str, may: bool) -> None:
    assert _reader("en").may_ask(text) is may


def _reader(code: str) -> UnwantedReader:
    reader = vars(ForgetRequests(load_language(code).device))["_unwanted"]
    assert isinstance(reader, UnwantedReader)
    return reader


def _parsed(pattern: re.Pattern[str]) -> Iterable[Any]:
    found: Iterable[Any] = _PARSER.parse(pattern.pattern, re.IGNORECASE)
    return found


def _is_covered(parts: Iterable[Any], reader: UnwantedReader) -> bool:
    """Says whether each text of a sequence of parts has a piece: one of its parts does, or parts beside each other."""
    run = [""]
    for name, value in parts:
        if _part_is_covered(str(name), value, reader):
            return True
        written = _written(str(name), value)
        joined = [one + other for one, other in product(run, written)] if written is not None else []
        run = joined if 0 < len(joined) <= _MOST else (written or [""])
        if all(map(reader.may_ask, run)):
            return True
    return False


def _part_is_covered(name: str, value: Any, reader: UnwantedReader) -> bool:
    if name == "SUBPATTERN":
        return _is_covered(value[3], reader)
    if name == "BRANCH":
        return all(_is_covered(branch, reader) for branch in value[1])
    if name in ("MAX_REPEAT", "MIN_REPEAT"):
        return value[0] > 0 and _is_covered(value[2], reader)
    if name == "IN":
        return all(str(sort) == "LITERAL" and reader.may_ask(chr(sign)) for sort, sign in value)
    return name == "ASSERT" and value[0] > 0 and _is_covered(value[1], reader)


def _written(name: str, value: Any) -> list[str] | None:
    """Returns every text of a part; None where it has too many."""
    if name == "LITERAL":
        return [chr(value)]
    if name in ("AT", "ASSERT", "ASSERT_NOT"):
        return [""]
    if name == "SUBPATTERN":
        return _joined(value[3])
    if name == "BRANCH":
        each = [_joined(branch) for branch in value[1]]
        return _few(one for several in each for one in several or ()) if None not in each else None
    if name in ("MAX_REPEAT", "MIN_REPEAT") and value[1] == 1:
        once = _joined(value[2])
        return None if once is None else [*([""] if not value[0] else []), *once]
    if name == "IN" and all(str(sort) == "LITERAL" for sort, _ in value):
        return _few(chr(sign) for _, sign in value)
    return None


def _joined(parts: Iterable[Any]) -> list[str] | None:
    """Returns every text of a sequence of parts."""
    made = [""]
    for name, value in parts:
        written = _written(str(name), value)
        if written is None or len(written) * len(made) > _MOST:
            return None
        made = [one + other for one, other in product(made, written)]
    return made


def _few(every: Iterator[str]) -> list[str] | None:
    found = list(every)
    return found if len(found) <= _MOST else None
