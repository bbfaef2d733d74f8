"""Tiny models of the end of a turn: what they think complete grows with how loud the last half second is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import helper

from tests.sim.tiny_onnx import save_sound_model

SAMPLES = 32_000
BANDS, FRAMES = 80, 200


def write_sound_model(path: Path, *, samples: int | str = SAMPLES, sharpness: float = -4_000.0) -> str:
    """Writes a model that takes the sound; a voice that sinks before the pause is complete. Returns its URI."""
    tensors = {
        "last": np.array([-8_000], np.int64),
        "end": np.array([1 << 40], np.int64),
        "axis": np.array([1], np.int64),
        "sharpness": np.array(sharpness, np.float32),
        "middle": np.array(4.0, np.float32),
    }
    nodes = [
        helper.make_node("Slice", ["sound", "last", "end", "axis"], ["ending"]),
        helper.make_node("Mul", ["ending", "ending"], ["squares"]),
        helper.make_node("ReduceMean", ["squares", "axis"], ["power"], keepdims=1),
        helper.make_node("Mul", ["power", "sharpness"], ["loud"]),
        helper.make_node("Add", ["loud", "middle"], ["score"]),
        helper.make_node("Sigmoid", ["score"], ["complete"]),
    ]
    return save_sound_model(path, "complete", nodes, tensors, ["batch", samples])


def write_features_model(path: Path, bands: int = BANDS, *, bounded: bool = True) -> str:
    """Writes a model that takes features: the mean of the lowest band, which may be no probability. Returns its URI."""
    tensors = {
        "first": np.array(0, np.int64),
        "axis": np.array([1], np.int64),
    }
    nodes = [
        helper.make_node("Gather", ["sound", "first"], ["band"], axis=1),
        helper.make_node("ReduceMean", ["band", "axis"], ["mean"], keepdims=1),
        helper.make_node("Sigmoid" if bounded else "Identity", ["mean"], ["complete"]),
    ]
    return save_sound_model(path, "complete", nodes, tensors, ["batch", bands, FRAMES])
