"""Pure: keeps what functions return for words that people say, and lets go of all of it when something is forgotten.

A turn reads the same words several times. What is kept is in the memory of the process alone; after a person asked to
forget, nothing of it may stay there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import TypeVar

_Returned = TypeVar("_Returned")
_KEPT: list[_lru_cache_wrapper[object]] = []


def keeps_words(most: int | None) -> Callable[[Callable[..., _Returned]], _lru_cache_wrapper[_Returned]]:
    """Returns a decorator that keeps the results of a function for its last `most` words; all of them without."""

    def decorate(function: Callable[..., _Returned]) -> _lru_cache_wrapper[_Returned]:
        kept = lru_cache(most)(function)
        _KEPT.append(kept)
        return kept

    return decorate


def let_go_of_words() -> None:
    """Lets go of all results that are kept, and of patterns that were made of words."""
    for kept in _KEPT:
        kept.cache_clear()
    re.purge()
