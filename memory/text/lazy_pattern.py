"""Pure: regular expressions that are compiled when they are first used.

A language has some six hundred, and a process that answers one command uses a few of them; compiling all takes as long
as opening the vault several times.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, cast

_SHARED = re.compile(r"(?<!\?P)<([a-z_]+)>")
_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "pattern", "groupindex")


class LazyPattern:
    """Behaves as the compiled pattern of its text, which it becomes with the first use."""

    def __init__(self, text: str, flags: re.RegexFlag) -> None:
        """Compiles nothing."""
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        """Compiles; from then on each method is found without a detour. Raises `re.error` for a bad expression."""
        if name.startswith("__"):
            raise AttributeError(name)
        pattern = re.compile(self._text, self._flags)
        self.__dict__.update((method, getattr(pattern, method)) for method in _METHODS)
        return getattr(pattern, name)


class PatternReader:
    """Reads texts by patterns, which it and the readers that it holds keep in their attributes."""

    def warm_up(self) -> None:
        """Compiles what the first texts would otherwise wait for."""
        compile_patterns(self)


def lazy_pattern(text: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """Returns a pattern that is compiled when it is first used."""
    return cast("re.Pattern[str]", LazyPattern(text, flags))


def filled_pattern(pattern: str, shared: Mapping[str, str]) -> str:
    """Returns a pattern with its shared parts in the places of "<name>". Raises `KeyError` for an unknown part."""
    while _SHARED.search(pattern):
        pattern = _SHARED.sub(lambda found: shared[found[1]], pattern)
    return pattern


def compile_patterns(holder: object) -> int:
    """Compiles every pattern of a reader or a dataclass, and of what these hold; returns how many there are.

    For a process that will run long, so that no turn waits for it. Raises `re.error` for a bad expression.
    """
    if isinstance(holder, LazyPattern):
        return bool(holder.search is not None)
    if isinstance(holder, PatternReader):
        return sum(map(compile_patterns, vars(holder).values()))
    if is_dataclass(holder) and not isinstance(holder, type):
        return sum(compile_patterns(getattr(holder, field.name)) for field in fields(holder))
    if isinstance(holder, Mapping):
        return sum(map(compile_patterns, holder.values()))
    return sum(map(compile_patterns, holder)) if isinstance(holder, tuple | list) else 0
