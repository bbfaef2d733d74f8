"""A tiny voice with Piper's inputs, output and settings: each phoneme is a tone of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper, save_model
from piper.phoneme_ids import DEFAULT_PHONEME_ID_MAP

RATE, SAMPLES = 22_050, 1_500.0
"""The samples of one phoneme at the usual pace."""


def write_piper(path: Path, *, speakers: int = 1, name: str = "input", **settings: Any) -> str:
    """Writes a voice and its settings; returns its URI."""
    tensors: dict[str, NDArray[Any]] = {
        "second": np.array(1, np.int64),
        "samples": np.array(SAMPLES, np.float32),
        "zero": np.array(0.0, np.float32),
        "one": np.array(1.0, np.float32),
        "last": np.array([2], np.int64),
        "turns": np.array(2 * np.pi * 10 / RATE, np.float32),
        "lowest": np.array(20.0, np.float32),
        "shape": np.array([1, 1, 1, -1], np.int64),
        "nothing": np.array(0, np.int64),
    }
    nodes = [
        helper.make_node("Gather", ["scales", "second"], ["scale"]),
        helper.make_node("Mul", ["scale", "samples"], ["count"]),
        helper.make_node("Range", ["zero", "count", "one"], ["time"]),
        helper.make_node("Cast", [name], ["ids"], to=TensorProto.FLOAT),
        helper.make_node("Add", ["ids", "lowest"], ["height"]),
        helper.make_node("Unsqueeze", ["height", "last"], ["heights"]),
        helper.make_node("Mul", ["time", "turns"], ["angle"]),
        helper.make_node("Mul", ["heights", "angle"], ["angles"]),
        helper.make_node("Sin", ["angles"], ["tones"]),
        helper.make_node("Reshape", ["tones", "shape"], ["output"]),
    ]
    inputs: list[tuple[str, int, list[str | int]]] = [
        (name, TensorProto.INT64, ["batch", "phonemes"]),
        ("input_lengths", TensorProto.INT64, ["batch"]),
        ("scales", TensorProto.FLOAT, [3]),
    ]
    if speakers > 1:
        inputs.append(("sid", TensorProto.INT64, ["batch"]))
    graph = helper.make_graph(
        nodes,
        "voice",
        [helper.make_tensor_value_info(*one) for one in inputs],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, ["batch", 1, 1, "time"])],
        [numpy_helper.from_array(array, each) for each, array in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    save_model(model, path)
    _write_settings(path, speakers, settings)
    return f"piper:{path}"


def _write_settings(path: Path, speakers: int, settings: dict[str, Any]) -> None:
    config = {
        "audio": {"sample_rate": RATE, "quality": "medium"},
        "espeak": {"voice": "en-us"},
        "phoneme_type": "espeak",
        "num_symbols": 256,
        "num_speakers": speakers,
        "inference": {"noise_scale": 0.667, "length_scale": 1.0, "noise_w": 0.8},
        "phoneme_id_map": DEFAULT_PHONEME_ID_MAP,
        "speaker_id_map": {},
        **settings,
    }
    Path(f"{path}.json").write_text(json.dumps(config), "utf-8")
