"""Promise: a pattern that is compiled late gives what one gives that is compiled at once; every language compiles."""

from __future__ import annotations

import re

import pytest

from device.nlu.question_types import QuestionTypes
from device.platform.language_files import load_language
from memory.text.lazy_pattern import LazyPattern, compile_patterns, lazy_pattern

TEXT = "my name is Ana, and My dog is Rex"


def test_every_method_gives_what_the_compiled_pattern_gives() -> None:
    late, early = lazy_pattern(r"(?P<whose>my) (\w+)"), re.compile(r"(?P<whose>my) (\w+)", re.IGNORECASE)
    for _ in range(2):
        assert late.sub("-", TEXT) == early.sub("-", TEXT)
        assert [found[0] for found in late.finditer(TEXT)] == [found[0] for found in early.finditer(TEXT)]
        assert late.findall(TEXT) == early.findall(TEXT)
        assert late.split(TEXT) == early.split(TEXT)
        assert (late.pattern, dict(late.groupindex)) == (early.pattern, dict(early.groupindex))
        for name in ("search", "match", "fullmatch"):
            ours, theirs = getattr(late, name)(TEXT), getattr(early, name)(TEXT)
            assert (ours and ours.groups()) == (theirs and theirs.groups())


def test_a_bad_expression_is_told_when_it_is_compiled() -> None:
    bad = lazy_pattern("(")
    with pytest.raises(re.error):
        bad.search(TEXT)


@pytest.mark.parametrize("code", ["en", "de"])
def test_every_pattern_of_a_language_compiles(code: str) -> None:
    files = load_language(code)
    assert compile_patterns(files.memory) > 200
    types = QuestionTypes(files.device, files.memory)
    types.warm_up()
    held = [ask for one in types._all for ask in one.asks]
    assert all(isinstance(ask, LazyPattern) and "search" in vars(ask) for ask in held)
