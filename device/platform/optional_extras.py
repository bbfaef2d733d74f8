"""Adapter: the errors of optional engines: not installed, or unable to load their model."""

from __future__ import annotations

from importlib.util import find_spec

from device.core.errors import EngineUnavailable


def extra_missing(engine: str, extra: str) -> EngineUnavailable:
    """Returns the error for an engine whose package is not installed."""
    return EngineUnavailable(
        f"{engine} is not installed. Install it in the folder of Selene's source with: pip install '.[{extra}]'"
    )


def require_extra(extra: str, packages: tuple[str, ...]) -> None:
    """Raises EngineUnavailable when a package of a server's extra is not installed. Imports none."""
    for package in packages:
        if find_spec(package) is None:
            raise extra_missing(f"The package {package!r}", extra)


def engine_refused(engine: str, model: str) -> EngineUnavailable:
    """The error of an engine that cannot load its model."""
    return EngineUnavailable(f"{engine} cannot load {model!r}: missing, damaged or of another kind. Fetch it again.")


def onnx_refusals() -> tuple[type[Exception], ...]:
    """The exceptions of loading or running a missing, damaged or wrong ONNX model."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile)
    return (*own, state.NotImplemented, state.RuntimeException, OSError, ValueError, LookupError)
