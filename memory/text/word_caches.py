"""Pure: caches of what functions return for words that people say, which are cleared when something is forgotten.

A turn reads the same words several times. The caches are in the memory of the process alone; after a person asked to
forget, no word of it may stay there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import TypeVar

_Returned = TypeVar("_Returned")
_CACHED: list[_lru_cache_wrapper[object]] = []


def cache_for_words(most: int | None) -> Callable[[Callable[..., _Returned]], _lru_cache_wrapper[_Returned]]:
    """Returns a decorator that caches a function's last `most` results, or all for None, until they are cleared."""

    def decorate(function: Callable[..., _Returned]) -> _lru_cache_wrapper[_Returned]:
        cached = lru_cache(most)(function)
        _CACHED.append(cached)
        return cached

    return decorate


def clear_word_caches() -> None:
    """Clears the cache of every decorated function, and the patterns that `re` keeps, some of which hold words."""
    for cached in _CACHED:
        cached.cache_clear()
    re.purge()
