"""Wiring: a door that counts the CPU time spent behind it, so that Selene's own share can be told from the engines'."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


class Timed:
    """Stands in front of `door`; every method call adds to `nanoseconds` and, when long, to `calls_ms`."""

    def __init__(self, door: Any, method: str) -> None:
        """Keep the time of every call, and a list of the durations of calls of `method`."""
        self._door, self._method = door, method
        self.nanoseconds = 0
        self.calls_ms: list[float] = []

    def __getattr__(self, name: str) -> Any:
        """The door's own attribute, with the clock around it when it can be called."""
        value = getattr(self._door, name)
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
