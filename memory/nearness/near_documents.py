"""Pure: compares vectors in whole numbers and adds the nearness to scores, so that no machine decides an order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from heapq import nlargest

import numpy as np

from memory.nearness.policy import FULL_LENGTH, MAX_NEAR_DOCUMENTS, VECTOR_SHARE_MILLI


def nearness_by_position(
    asked: bytes, vectors: Iterable[tuple[int, bytes]], but: Collection[int] = ()
) -> dict[int, int]:
    """Returns what the nearness of each vector to that of the question adds to a score; without those that add
    nothing, and those at the positions `but`. A vector of another length is none of this model, and is left out.
    """
    known = [(pos, numbers) for pos, numbers in vectors if len(numbers) == len(asked)]
    if not known or not asked:
        return {}
    table = np.frombuffer(b"".join(numbers for _, numbers in known), dtype=np.int8).reshape(len(known), -1)
    wanted = np.frombuffer(asked, dtype=np.int8).astype(np.int32)
    near = np.einsum("ij,j->i", table.astype(np.int32), wanted).astype(np.int64)  # whole numbers, in one thread
    gains = np.clip(near, 0, FULL_LENGTH * FULL_LENGTH) * VECTOR_SHARE_MILLI // (FULL_LENGTH * FULL_LENGTH)
    return {pos: gain for (pos, _), gain in zip(known, gains.tolist(), strict=True) if gain > 0 and pos not in but}


def nearest_positions(gains: Mapping[int, int], known: Iterable[int]) -> tuple[int, ...]:
    """Returns the nearest positions that are not known yet; among equals the later one."""
    others = gains.keys() - set(known)
    return tuple(nlargest(MAX_NEAR_DOCUMENTS, others, key=lambda pos: (gains[pos], pos)))
