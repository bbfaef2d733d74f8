"""Tiny speaker models: they tell a low voice from a high one by the energy at pitches, and are made where they run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import helper

from tests.sim.tiny_onnx import save_sound_model

LOW_HZ, HIGH_HZ = np.linspace(80, 120, 8), np.linspace(140, 220, 8)
"""Where the pitch of the one voice of the fixtures lies, and that of the other."""
_BETWEEN = 3.0
_WINDOW = 800


def write_pitch_model(path: Path) -> str:
    """Writes a model that takes the sound; returns its URI."""
    turns = 2 * np.pi * np.concatenate([LOW_HZ, HIGH_HZ])[:, None] * np.arange(_WINDOW)[None] / 16_000
    waves = np.concatenate([np.cos(turns), np.sin(turns)]) * np.hanning(_WINDOW)
    tensors = {
        "waves": waves[:, None].astype(np.float32),
        "one": np.array([1], np.int64),
        "last": np.array([2], np.int64),
        "parts of waves": np.array([2, 2, len(LOW_HZ)], np.int64),
        "first": np.array([0], np.int64),
        "signs": np.array([[1.0, -1.0], [0.0, 0.0]], np.float32),
        "middle": np.array([_BETWEEN, 1.0], np.float32),
        "floor": np.array(1e-6, np.float32),
    }
    nodes = [
        helper.make_node("Unsqueeze", ["sound", "one"], ["channel"]),
        helper.make_node("Conv", ["channel", "waves"], ["parts"], strides=[160]),
        helper.make_node("Mul", ["parts", "parts"], ["squares"]),
        helper.make_node("ReduceMean", ["squares", "last"], ["means"], keepdims=0),
        helper.make_node("Reshape", ["means", "parts of waves"], ["by wave"]),
        helper.make_node("ReduceSum", ["by wave", "first"], ["powers"], keepdims=0),
        helper.make_node("ReduceMax", ["powers", "one"], ["loudest"], keepdims=0),
        helper.make_node("Add", ["loudest", "floor"], ["above"]),
        helper.make_node("Log", ["above"], ["logs"]),
        helper.make_node("MatMul", ["signs", "logs"], ["difference"]),
        helper.make_node("Add", ["difference", "middle"], ["voiceprint"]),
    ]
    return save_sound_model(path, "voiceprint", nodes, tensors, ["batch", "samples"])


def write_bands_model(path: Path, bands: int = 80) -> str:
    """Writes a model that takes a mel filterbank: the spread of each band; returns its URI."""
    nodes = [
        helper.make_node("Mul", ["sound", "sound"], ["squares"]),
        helper.make_node("ReduceMean", ["squares", "one"], ["voiceprint"], keepdims=0),
    ]
    return save_sound_model(path, "voiceprint", nodes, {"one": np.array([1], np.int64)}, ["batch", "frames", bands])
