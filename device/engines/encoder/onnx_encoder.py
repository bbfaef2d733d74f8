"""Adapter: an encoder by a sentence model in ONNX, which the person brings. Nothing is downloaded.

Sentences are given one by one: in a batch the padding of the others would change the last bits of each.
"""

from __future__ import annotations

import platform
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from device.engines.encoder.policy import MAX_SENTENCE_PIECES, MAX_VECTOR_SIZE, TABLE_STEPS
from device.engines.encoder.static_table import of_full_length
from device.engines.encoder.word_pieces import WordPieces
from device.engines.onnx_model import open_session
from device.platform.optional_extras import engine_refused, onnx_refusals

_RUNTIME = "The runtime of encoders"
_BEGIN, _END, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_IDS, _MASK, _SORTS = "input_ids", "attention_mask", "token_type_ids"


class OnnxEncoder:
    """`onnx:FOLDER`, with `model.onnx` and the pieces of words, `vocab.txt`. Its inputs are those of BERT; its first
    output is a vector for each piece, of which the mean is taken, or one vector.

    DOOR_UNAVAILABLE when the extra `encoder` is not installed or the model is missing, damaged or of another kind.
    """

    def __init__(self, folder: str) -> None:
        self._session, digest = open_session(_RUNTIME, str(Path(folder) / "model.onnx"), "encoder")
        try:
            listed = (Path(folder) / "vocab.txt").read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise engine_refused(_RUNTIME, folder) from error
        known = {piece: number for number, piece in enumerate(listed)}
        self._inputs = frozenset(one.name for one in self._session.get_inputs())
        wanted = {_IDS, _MASK} <= self._inputs <= {_IDS, _MASK, _SORTS}
        if not wanted or not {_BEGIN, _END, _UNKNOWN} <= known.keys():
            raise engine_refused(_RUNTIME, folder)
        self._begin, self._end, self._unknown = known[_BEGIN], known[_END], known[_UNKNOWN]
        self._pieces = WordPieces(known)
        pieces = blake2b("\n".join(listed).encode(), digest_size=8).hexdigest()
        import onnxruntime

        self.model = f"onnx:{digest}:{pieces}:{onnxruntime.__version__}:{platform.machine()}"
        if not self.encode(("a",)):
            raise engine_refused(_RUNTIME, folder)

    def encode(self, texts: tuple[str, ...]) -> tuple[bytes, ...]:
        """See `Encoder`."""
        try:
            found = [self._encoded(text) for text in texts]
        except onnx_refusals():
            return ()
        return tuple(found)

    def _encoded(self, text: str) -> bytes:
        known = [self._unknown if number is None else number for number in self._pieces.numbers(text)]
        pieces = np.array([[self._begin, *known[: MAX_SENTENCE_PIECES - 2], self._end]], dtype=np.int64)
        given = {_IDS: pieces, _MASK: np.ones_like(pieces), _SORTS: np.zeros_like(pieces)}
        out = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        return _whole(np.asarray(out, dtype=np.float64))


def _whole(out: NDArray[np.float64]) -> bytes:
    """Returns the vector of one sentence in whole numbers. Raises ValueError for an output of another kind."""
    row = out.mean(axis=1) if out.ndim == 3 else out
    if row.ndim != 2 or row.shape[0] != 1 or not 0 < row.shape[1] <= MAX_VECTOR_SIZE or not np.isfinite(row).all():
        raise ValueError("no vector of a sentence")
    greatest = float(np.abs(row).max()) or 1.0
    steps: list[int] = np.rint(row[0] / greatest * TABLE_STEPS).astype(np.int64).tolist()
    return of_full_length(steps)
