"""A tiny streaming transducer with the files, inputs, outputs and metadata of a Zipformer 2 that sherpa-onnx runs.

With each third of a second of sound it says its next word; in silence it says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper, save_model

CHUNK_MS = 320
_BLANK, _RIVAL = "<blk>", ("▁kat", "ja")
_LETTERS = tuple("▁abcdefghijklmnopqrstuvwxyz'")
_WIDTH, _KEY, _LEFT, _KERNEL, _FRAMES, _CHUNK = 16, 4, 8, 3, 45, 32
_JOINED = 48
_INT, _FLOAT = TensorProto.INT64, TensorProto.FLOAT
METADATA = {
    "model_type": "zipformer2",
    "version": "1",
    "encoder_dims": str(_WIDTH),
    "query_head_dims": str(_KEY),
    "value_head_dims": str(_KEY),
    "num_heads": "1",
    "num_encoder_layers": "1",
    "cnn_module_kernels": str(_KERNEL),
    "left_context_len": str(_LEFT),
    "T": str(_FRAMES),
    "decode_chunk_len": str(_CHUNK),
}


def write_sherpa(
    folder: Path, says: Sequence[str] = ("call", "catch", "that"), *, upper: bool = False, unsure: str = ""
) -> str:
    """Writes a model that says these words, and "katja" nearly as surely as "catch"; `unsure` is one that it guesses.

    Returns its URI.
    """
    folder.mkdir(exist_ok=True)
    pieces = [f"▁{word}" for word in says]
    tokens = [_BLANK, "<sos/eos>", "<unk>", *pieces, *_RIVAL, *_LETTERS]
    write_encoder(folder / "encoder-epoch-99-avg-1.int8.onnx")
    _write_decoder(folder / "decoder-epoch-99-avg-1.onnx", len(tokens))
    _write_joiner(folder / "joiner-epoch-99-avg-1.int8.onnx", _script(tokens, pieces, f"▁{unsure}"))
    written = [one.upper() if upper and not one.startswith("<") else one for one in tokens]
    listed = "".join(f"{token} {number}\n" for number, token in enumerate(written))
    (folder / "tokens.txt").write_text(listed, "utf-8")
    scored = "".join(f"{token}\t{-number}\n" for number, token in enumerate(written))
    (folder / "bpe.vocab").write_text(scored, "utf-8")
    return f"sherpa:{folder}"


def write_encoder(path: Path, metadata: dict[str, str] = METADATA) -> None:
    """Writes the encoder: its first output of each chunk tells by the mean of the bands whether there was a sound."""
    states: list[tuple[str, list[str | int]]] = [
        ("cached_key_0", [_LEFT, "N", _KEY]),
        ("cached_nonlin_attn_0", [1, "N", _LEFT, 3 * _WIDTH // 4]),
        ("cached_val1_0", [_LEFT, "N", _KEY]),
        ("cached_val2_0", [_LEFT, "N", _KEY]),
        ("cached_conv1_0", ["N", _WIDTH, _KERNEL // 2]),
        ("cached_conv2_0", ["N", _WIDTH, _KERNEL // 2]),
        ("embed_states", ["N", 128, 3, 19]),
    ]
    place = np.zeros((1, _CHUNK // 4, _JOINED), np.float32)
    place[0, 0, 0] = 1.0
    tensors = {
        "first": np.array([0], np.int64),
        "last": np.array([_CHUNK], np.int64),
        "time": np.array([1], np.int64),
        "loud": np.array(10.0, np.float32),
        "sharp": np.array(4.0, np.float32),
        "place": place,
    }
    nodes = [
        helper.make_node("Slice", ["x", "first", "last", "time"], ["chunk"]),
        helper.make_node("ReduceMean", ["chunk"], ["mean"], axes=[1, 2], keepdims=1),
        helper.make_node("Add", ["mean", "loud"], ["above"]),
        helper.make_node("Mul", ["above", "sharp"], ["score"]),
        helper.make_node("Sigmoid", ["score"], ["sound"]),
        helper.make_node("Mul", ["sound", "place"], ["encoder_out"]),
        *(helper.make_node("Identity", [name], [f"new_{name}"]) for name, _ in states),
        helper.make_node("Identity", ["processed_lens"], ["new_processed_lens"]),
    ]
    ins: list[tuple[str, int, Any]] = [("x", _FLOAT, ["N", _FRAMES, 80])]
    ins += [(name, _FLOAT, shape) for name, shape in states]
    outs: list[tuple[str, int, Any]] = [("encoder_out", _FLOAT, ["N", _CHUNK // 4, _JOINED])]
    outs += [(f"new_{name}", _FLOAT, shape) for name, shape in states]
    ins, outs = [*ins, ("processed_lens", _INT, ["N"])], [*outs, ("new_processed_lens", _INT, ["N"])]
    _save(path, nodes, ins, outs, tensors, metadata)


def _write_decoder(path: Path, size: int) -> None:
    """Writes the decoder: it tells the last token."""
    known = np.zeros((size, _JOINED), np.float32)
    known[:, 1 : size + 1] = np.eye(size)
    nodes = [
        helper.make_node("Gather", ["y", "second"], ["last"], axis=1),
        helper.make_node("Gather", ["known", "last"], ["decoder_out"], axis=0),
    ]
    tensors = {"known": known, "second": np.array(1, np.int64)}
    metadata = {"vocab_size": str(size), "context_size": "2"}
    _save(path, nodes, [("y", _INT, ["N", 2])], [("decoder_out", _FLOAT, ["N", _JOINED])], tensors, metadata)


def _write_joiner(path: Path, logits: NDArray[np.float32]) -> None:
    nodes = [
        helper.make_node("Add", ["encoder_out", "decoder_out"], ["both"]),
        helper.make_node("MatMul", ["both", "logits"], ["logit"]),
    ]
    ins = [("encoder_out", _FLOAT, ["N", _JOINED]), ("decoder_out", _FLOAT, ["N", _JOINED])]
    outs = [("logit", _FLOAT, ["N", logits.shape[1]])]
    _save(path, nodes, ins, outs, {"logits": logits}, {"joiner_dim": str(_JOINED)})


def _script(tokens: Sequence[str], says: Sequence[str], unsure: str) -> NDArray[np.float32]:
    """Returns how surely each token follows sound and each last token."""
    logits = np.zeros((_JOINED, len(tokens)), np.float32)
    at = tokens.index
    logits[0, 1:] = 12.0
    logits[1:, 1:] = -12.0
    logits[1:, 0] = 2.0

    def follows(last: str, token: str, surely: float) -> None:
        logits[1 + at(last), at(token)] = surely - 12.0

    for last, token in zip([_BLANK, *says[:-1]], says, strict=True):
        follows(last, token, 2.5 if token == unsure else 6.0)
    logits[1 + at(says[-1]), 0] = 8.0
    if "▁catch" in says[:-1]:
        follows(says[says.index("▁catch") - 1], "▁kat", 5.0)
        follows("▁kat", "ja", 6.0)
        follows("ja", says[says.index("▁catch") + 1], 6.0)
    return logits


def _save(
    path: Path,
    nodes: Sequence[Any],
    ins: Sequence[tuple[str, int, Any]],
    outs: Sequence[tuple[str, int, Any]],
    tensors: dict[str, Any],
    metadata: dict[str, str],
) -> None:
    graph = helper.make_graph(
        nodes,
        path.stem,
        [helper.make_tensor_value_info(*one) for one in ins],
        [helper.make_tensor_value_info(*one) for one in outs],
        [numpy_helper.from_array(array, name) for name, array in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    helper.set_model_props(model, metadata)
    save_model(model, path)
