"""Writes tiny ONNX models of sound, so that a test needs none from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from onnx import TensorProto, helper, numpy_helper, save_model


def save_sound_model(path: Path, output: str, nodes: list[Any], tensors: dict[str, Any], shape: list[str | int]) -> str:
    """Saves a model from "sound", which has a shape, to one output; returns its URI."""
    graph = helper.make_graph(
        nodes,
        output,
        [helper.make_tensor_value_info("sound", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)],
        [numpy_helper.from_array(array, name) for name, array in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 9
    save_model(model, path)
    return f"onnx:{path}"
