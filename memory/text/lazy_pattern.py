"""Pure: regular expressions that are compiled when they are first used.

A language has some six hundred, and a process that answers one command uses a few of them; compiling all takes as long
as opening the vault several times.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, cast

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


def lazy_pattern(text: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """Returns a pattern that is compiled when it is first used."""
    return cast("re.Pattern[str]", LazyPattern(text, flags))


def compile_patterns(holder: object) -> int:
    """Compiles every pattern in the fields of a dataclass, and in what they hold; returns how many there are.

    For a process that will run long, so that no turn waits for it. Raises `re.error` for a bad expression.
    """
    if isinstance(holder, LazyPattern):
        return bool(holder.search is not None)
    if is_dataclass(holder) and not isinstance(holder, type):
        return sum(compile_patterns(getattr(holder, field.name)) for field in fields(holder))
    if isinstance(holder, Mapping):
        return sum(map(compile_patterns, holder.values()))
    return sum(map(compile_patterns, holder)) if isinstance(holder, tuple | list) else 0
