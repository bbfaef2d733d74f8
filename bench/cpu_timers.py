"""Composition: CPU timers around engine calls and parts of calls, so that a bench can print the share of each."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch


class Timed:
    """Wraps an engine; every method call adds to `nanoseconds` and, when long, to `calls_ms`."""

    def __init__(self, engine: Any, method: str) -> None:
        """Measures every call, and lists the durations of calls of `method`."""
        self._engine, self._method = engine, method
        self.nanoseconds = 0
        self.calls_ms: list[float] = []

    def __getattr__(self, name: str) -> Any:
        """Returns the engine's own attribute, measured when it can be called."""
        value = getattr(self._engine, name)
        return self._around(name, value) if callable(value) else value

    def _around(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **named: Any) -> Any:
            began = time.thread_time_ns()
            try:
                return call(*args, **named)
            finally:
                spent = time.thread_time_ns() - began
                self.nanoseconds += spent
                if name == self._method:
                    self.calls_ms.append(spent / 1e6)

        self.__dict__[name] = timed
        return timed


class Parts:
    """CPU time by part of a call. A part inside another one is counted to the inner one alone."""

    def __init__(self) -> None:
        """Nothing is counted yet."""
        self._nanoseconds: Counter[str] = Counter()
        self._inner: list[int] = []

    @contextmanager
    def around(self, functions: Iterable[tuple[str, Any, str]]) -> Iterator[None]:
        """Count the time of each function to its part: `(part, module or class, name)`."""
        with ExitStack() as stack:
            for part, owner, name in functions:
                stack.enter_context(patch.object(owner, name, self._timed(part, getattr(owner, name))))
            yield

    def begin(self) -> None:
        """Forget what was counted so far."""
        self._nanoseconds.clear()

    def taken_ms(self) -> Counter[str]:
        """Returns the milliseconds of every part since `begin`."""
        return Counter({part: spent / 1e6 for part, spent in self._nanoseconds.items()})

    def _timed(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **named: Any) -> Any:
            began = time.thread_time_ns()
            self._inner.append(0)
            try:
                result = call(*args, **named)
                return iter(tuple(result)) if isinstance(result, Generator) else result
            finally:
                spent = time.thread_time_ns() - began
                self._nanoseconds[part] += spent - self._inner.pop()
                if self._inner:
                    self._inner[-1] += spent

        return timed
