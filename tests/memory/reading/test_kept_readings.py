"""What was read is kept for the turn, and no longer than its words."""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.sim.assistant_talk import talk_in

MOST_OBJECTS = 50_000
ROOMS = ("memory.", "device.", "engine_b.")


def kept_results() -> Iterator[functools._lru_cache_wrapper[object]]:
    """Yields every function of the house that keeps results."""
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith(ROOMS)]
    found = {id(value): value for module in modules for value in _values(module)}
    yield from (value for value in found.values() if isinstance(value, functools._lru_cache_wrapper))


def _values(module: ModuleType) -> list[object]:
    classes = (value for value in vars(module).values() if isinstance(value, type))
    return [*vars(module).values(), *(value for each in classes for value in vars(each).values())]


def texts_in(kept: object) -> Iterator[str]:
    """Yields the texts that an object holds, and those that these hold; no classes, modules and other functions."""
    seen: set[int] = set()
    waiting = [kept]
    while waiting and len(seen) < MOST_OBJECTS:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, (type, ModuleType)) or (callable(one) and one is not kept):
            continue
        seen.add(id(one))
        if isinstance(one, str):
            yield one
        else:
            waiting.extend(gc.get_referents(one))


def functions_with(word: str) -> list[str]:
    """Returns the functions that keep a text with this word."""
    return [kept.__qualname__ for kept in kept_results() if any(word in text.casefold() for text in texts_in(kept))]


@pytest.mark.parametrize(
    ("language", "told", "asked", "order"),
    [
        ("en", "My sister Zebedia lives in Hull", "Where does Zebedia live?", "Forget everything about Zebedia"),
        ("de", "Meine Schwester Zebedia wohnt in Hof", "Wo wohnt Zebedia?", "Vergiss alles über Zebedia"),
    ],
)
def test_no_function_keeps_words_that_were_forgotten(
    tmp_path: Path, language: str, told: str, asked: str, order: str
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        talk.say(asked)
        assert {"statements", "read", "stem"} <= set(functions_with("zebedia"))
        talk.say(order)
        talk.say("Thanks" if language == "en" else "Danke")
        assert talk.texts() == []
        assert functions_with("zebedia") == []
