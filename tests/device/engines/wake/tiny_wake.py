"""The three models of a wake word by openWakeWord, tiny, with its inputs and outputs: the word is any loud sound.

The same weights are written for both runtimes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import flatbuffers
import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper, save_model

SAMPLES, ROWS, BANDS, WINDOW, FEATURES, STEPS = 1_760, 8, 32, 76, 96, 16
LOUD, QUIET_LEVEL = 3_000, 0


@dataclass(frozen=True)
class Layer:
    """One model: a weighted sum of the input, or of its amount, in the shape of the output."""

    name: str
    given: tuple[int, ...]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    found: tuple[int, ...]
    amount: bool = False
    score: bool = False


def layers(word: str = "my_word", *, steps: int = STEPS, features: int = FEATURES, sharp: float = 200.0) -> list[Layer]:
    """Returns the layers of a word: the mean amount of sound, ten times it and two taken away, and a threshold."""
    bands = np.zeros((ROWS * BANDS, SAMPLES), np.float32)
    for row in range(ROWS):
        bands[row * BANDS : (row + 1) * BANDS, 480 + row * 160 : 640 + row * 160] = 1 / 160 / 1_000
    latest = np.zeros((FEATURES, WINDOW * BANDS), np.float32)
    latest[:, -ROWS * BANDS :] = 1 / ROWS / BANDS
    recent = np.zeros((1, steps * features), np.float32)
    recent[0, -4 * features :] = sharp / 4 / features
    return [
        Layer("melspectrogram", (1, SAMPLES), bands, np.zeros(ROWS * BANDS, np.float32), (1, 1, ROWS, BANDS), True),
        Layer("embedding_model", (1, WINDOW, BANDS, 1), latest, np.zeros(FEATURES, np.float32), (1, 1, 1, FEATURES)),
        Layer(word, (1, steps, features), recent, np.array([-2.15 * sharp], np.float32), (1, 1), score=True),
    ]


def write_wake(folder: Path, suffix: str = ".onnx", **options: Any) -> Path:
    """Writes the models; returns the path of the word's."""
    for layer in layers(**options):
        path = folder / f"{layer.name}{suffix}"
        write_onnx(path, layer) if suffix == ".onnx" else write_tflite(path, layer)
    return path


def write_onnx(path: Path, layer: Layer) -> None:
    """Writes a layer in ONNX."""
    given = "input_1" if layer.name == "embedding_model" else "input"
    nodes = [
        helper.make_node("Abs" if layer.amount else "Identity", [given], ["amount"]),
        helper.make_node("Flatten", ["amount"], ["flat"], axis=1),
        helper.make_node("Gemm", ["flat", "weights", "bias"], ["sum"], transB=1),
        helper.make_node("Sigmoid" if layer.score else "Identity", ["sum"], ["score"]),
        helper.make_node("Reshape", ["score", "shape"], ["output"]),
    ]
    shape = np.array(layer.found, np.int64)
    tensors: dict[str, NDArray[Any]] = {"weights": layer.weights, "bias": layer.bias, "shape": shape}
    graph = helper.make_graph(
        nodes,
        layer.name,
        [helper.make_tensor_value_info(given, TensorProto.FLOAT, layer.given)],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, layer.found)],
        [numpy_helper.from_array(array, name) for name, array in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    save_model(model, path)


def write_tflite(path: Path, layer: Layer) -> None:
    """Writes a layer for LiteRT."""
    from ai_edge_litert import schema_py_generated as schema

    writer = _Writer(schema)
    kinds, flat = schema.BuiltinOperator, (1, layer.weights.shape[1])
    given = now = writer.tensor("input", layer.given)
    if layer.amount:
        now = writer.operator(kinds.ABS, [now], layer.given)
    now = writer.reshaped(now, flat)
    weights = [writer.tensor("weights", layer.weights.shape, layer.weights)]
    weights += [writer.tensor("bias", layer.bias.shape, layer.bias)]
    options = (schema.FullyConnectedOptionsT(), schema.BuiltinOptions.FullyConnectedOptions)
    now = writer.operator(kinds.FULLY_CONNECTED, [now, *weights], (1, len(layer.bias)), options)
    if layer.score:
        now = writer.operator(kinds.LOGISTIC, [now], (1, len(layer.bias)))
    now = writer.reshaped(now, layer.found)
    path.write_bytes(writer.finished(given, now))


class _Writer:
    """Builds a model through LiteRT's own schema."""

    def __init__(self, schema: Any) -> None:
        self._schema = schema
        self._model, self._graph = schema.ModelT(), schema.SubGraphT()
        self._model.version, self._model.subgraphs = 3, [self._graph]
        self._model.buffers, self._model.operatorCodes = [schema.BufferT()], []
        self._graph.tensors, self._graph.operators = [], []

    def tensor(self, name: str, shape: Sequence[int], content: NDArray[Any] | None = None) -> int:
        """Adds a tensor; returns its number."""
        kinds = self._schema.TensorType
        tensor = self._schema.TensorT()
        tensor.name, tensor.shape, tensor.buffer = name.encode(), np.array(shape, np.int32), 0
        tensor.type = kinds.INT32 if content is not None and content.dtype == np.int32 else kinds.FLOAT32
        if content is not None:
            buffer = self._schema.BufferT()
            buffer.data = np.frombuffer(content.tobytes(), np.uint8)
            self._model.buffers.append(buffer)
            tensor.buffer = len(self._model.buffers) - 1
        self._graph.tensors.append(tensor)
        return len(self._graph.tensors) - 1

    def operator(
        self, kind: int, inputs: Sequence[int], shape: Sequence[int], options: tuple[Any, int] = (None, 0)
    ) -> int:
        """Adds an operator; returns the number of its output."""
        code = self._schema.OperatorCodeT()
        code.builtinCode, code.deprecatedBuiltinCode, code.version = kind, kind, 1
        self._model.operatorCodes.append(code)
        found = self.tensor(f"t{len(self._graph.tensors)}", shape)
        operator = self._schema.OperatorT()
        operator.opcodeIndex = len(self._model.operatorCodes) - 1
        operator.inputs, operator.outputs = np.array(inputs, np.int32), np.array([found], np.int32)
        operator.builtinOptions, operator.builtinOptionsType = options
        self._graph.operators.append(operator)
        return found

    def reshaped(self, tensor: int, shape: Sequence[int]) -> int:
        """Adds a reshaping; returns the number of its output."""
        sizes = self.tensor("shape", (len(shape),), np.array(shape, np.int32))
        options = (self._schema.ReshapeOptionsT(), self._schema.BuiltinOptions.ReshapeOptions)
        return self.operator(self._schema.BuiltinOperator.RESHAPE, [tensor, sizes], shape, options)

    def finished(self, given: int, found: int) -> bytes:
        """Returns the file."""
        self._graph.inputs, self._graph.outputs = np.array([given], np.int32), np.array([found], np.int32)
        builder = flatbuffers.Builder(1_024)
        builder.Finish(self._model.Pack(builder), b"TFL3")
        return bytes(builder.Output())
