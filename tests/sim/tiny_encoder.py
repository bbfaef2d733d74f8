"""Tiny encoders: a table of a few words, the same words as a model in ONNX, and one that counts and fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save_model

from device.engines.encoder.static_table import StaticTable

SIZE = 16
_GROUPS = (
    ("doctor", "physician", "clinic"), ("car", "automobile", "van"), ("laundry", "washing", "clothes"),
    ("dog", "hound", "##s"), ("money", "salary"), ("ladder", "attic"),
)  # fmt: skip
"""Words of one group are near to each other."""
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def _vectors() -> dict[str, list[float]]:
    """The piece of each word: its group's direction, and a little of its own."""
    found: dict[str, list[float]] = {}
    for at, group in enumerate(_GROUPS):
        for beside, word in enumerate(group):
            row = [0.0] * SIZE
            row[at], row[len(_GROUPS) + (3 * at + beside) % (SIZE - len(_GROUPS))] = 1.0, 0.25
            found[word] = row
    return found


def write_tiny_table(path: Path, turned: bool = False) -> str:
    """Writes a table; returns its URI. `turned` makes another model of it, which knows the same."""
    words = _vectors()
    rows = np.array(list(words.values()), np.float32)
    np.savez(path, pieces=np.array(list(words)), vectors=rows[:, ::-1] if turned else rows)
    return f"table:{path}"


def write_tiny_onnx(folder: Path, pooled: bool = False) -> str:
    """Writes a sentence model, which gives a vector for each piece or one for all; returns its URI."""
    folder.mkdir(parents=True, exist_ok=True)
    words = _vectors()
    (folder / "vocab.txt").write_text("\n".join((*_SPECIAL, *words)) + "\n", "utf-8")
    rows = np.array([[0.0] * SIZE] * len(_SPECIAL) + list(words.values()), np.float32)
    nodes = [helper.make_node("Gather", ["rows", "input_ids"], ["each" if pooled else "out"])]
    if pooled:
        nodes.append(helper.make_node("ReduceMean", ["each", "middle"], ["out"], keepdims=0))
    shaped = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "pieces"])
        for name in ("input_ids", "attention_mask")
    ]
    tensors: dict[str, Any] = {"rows": rows, "middle": np.array([1], np.int64)}
    graph = helper.make_graph(
        nodes,
        "tiny",
        shaped,
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(array, name) for name, array in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 9
    save_model(model, folder / "model.onnx")
    return f"onnx:{folder}"


def tiny_table(folder: Path, turned: bool = False) -> StaticTable:
    """A table that lies in the folder."""
    return StaticTable(write_tiny_table(folder / f"tiny-{turned}.npz", turned).removeprefix("table:"))


@dataclass
class CountingEncoder:
    """Encodes as another does, keeps the texts that it was given, and fails when told to."""

    real: StaticTable
    fails: bool = False
    given: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model = self.real.model

    def encode(self, texts: tuple[str, ...]) -> tuple[bytes, ...]:
        self.given += texts
        return () if self.fails else self.real.encode(texts)
