"""Adapter: the errors of optional engines: not installed, or unable to load their model."""

from __future__ import annotations

from device.core.errors import DoorUnavailable


def extra_missing(engine: str, extra: str) -> DoorUnavailable:
    """The error of an engine whose package is not installed."""
    return DoorUnavailable(f"{engine} is not installed. Install it with: pip install 'selene[{extra}]'")


def engine_refused(engine: str, model: str) -> DoorUnavailable:
    """The error of an engine that cannot load its model."""
    return DoorUnavailable(f"{engine} cannot load {model!r}: missing, damaged or of another kind. Fetch it again.")


def onnx_refusals() -> tuple[type[Exception], ...]:
    """The exceptions of loading or running a missing, damaged or wrong ONNX model."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile)
    return (*own, state.NotImplemented, state.RuntimeException, OSError, ValueError, LookupError)
