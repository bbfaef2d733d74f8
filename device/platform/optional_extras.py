"""Adapter: what the engines that are extras have in common: not installed, or unable to use what they were given."""

from __future__ import annotations

from device.core.errors import DoorUnavailable


def extra_missing(engine: str, extra: str) -> DoorUnavailable:
    """The engine's package is not installed."""
    return DoorUnavailable(f"{engine} is not installed. Install it with: pip install 'selene[{extra}]'")


def engine_refused(engine: str, model: str) -> DoorUnavailable:
    """The engine is installed and cannot load its model."""
    return DoorUnavailable(f"{engine} cannot load {model!r}: missing, damaged or of another kind. Fetch it again.")


def onnx_refusals() -> tuple[type[Exception], ...]:
    """What loading or running an ONNX model raises when it is missing, damaged or of another kind."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile)
    return (*own, state.NotImplemented, state.RuntimeException, OSError, ValueError, LookupError)
