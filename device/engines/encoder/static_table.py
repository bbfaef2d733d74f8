"""Adapter: an encoder by a table of word pieces, which the person brings: the vector of a text is the sum of theirs.

Every step is in whole numbers, so that the same table gives the same vectors on every machine.
"""

from __future__ import annotations

import math
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile
from zlib import error as ZlibError

import numpy as np
from numpy.typing import NDArray

from device.engines.encoder.policy import MAX_VECTOR_SIZE, TABLE_STEPS
from device.engines.encoder.word_pieces import WordPieces
from device.platform.optional_extras import engine_refused
from memory.nearness.policy import FULL_LENGTH

_WHAT = "The table of an encoder"


class StaticTable:
    """`table:PATH.npz`, with the arrays `pieces` (texts) and `vectors` (a row of numbers for each piece).

    DOOR_UNAVAILABLE when the file is missing, damaged or of another kind.
    """

    def __init__(self, path: str) -> None:
        try:
            content = Path(path).read_bytes()
            with np.load(BytesIO(content), allow_pickle=False) as arrays:
                pieces, vectors = arrays["pieces"], arrays["vectors"]
        except (OSError, EOFError, ValueError, LookupError, BadZipFile, ZlibError) as error:
            raise engine_refused(_WHAT, path) from error
        if not _fit(pieces, vectors):
            raise engine_refused(_WHAT, path)
        self._pieces = WordPieces({str(piece): number for number, piece in enumerate(pieces.tolist())})
        self._table = _in_steps(vectors)
        self.model = f"table:{blake2b(content, digest_size=16).hexdigest()}"

    def encode(self, texts: tuple[str, ...]) -> tuple[bytes, ...]:
        """See `Encoder`."""
        return tuple(self._encoded(text) for text in texts)

    def _encoded(self, text: str) -> bytes:
        known = [number for number in self._pieces.numbers(text) if number is not None]
        whole: list[int] = self._table[known].sum(axis=0, dtype=np.int64).tolist()
        return of_full_length(whole)


def of_full_length(numbers: list[int]) -> bytes:
    """Returns whole numbers made as long together as a vector is, a byte each; zeros stay zeros."""
    length = math.isqrt(sum(number * number for number in numbers)) or 1
    rounded = (((2 * number * FULL_LENGTH) // length + 1) // 2 for number in numbers)
    return np.array([max(-FULL_LENGTH, min(FULL_LENGTH, number)) for number in rounded], dtype=np.int8).tobytes()


def _fit(pieces: NDArray[Any], vectors: NDArray[Any]) -> bool:
    """Says whether two arrays are a table."""
    sized = vectors.ndim == 2 and 0 < vectors.shape[1] <= MAX_VECTOR_SIZE and pieces.shape == vectors.shape[:1]
    return bool(sized and pieces.dtype.kind == "U" and vectors.dtype.kind in "if" and np.isfinite(vectors).all())


def _in_steps(vectors: NDArray[Any]) -> NDArray[np.int64]:
    """Returns the numbers of a table in steps of its greatest."""
    greatest = float(np.abs(vectors.astype(np.float64)).max(initial=0.0)) or 1.0
    steps: NDArray[np.int64] = np.rint(vectors.astype(np.float64) / greatest * TABLE_STEPS).astype(np.int64)
    return steps
