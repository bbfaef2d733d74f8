"""Rules: the sentences of engines that are extras: not installed, or unable to use what they were given."""

from __future__ import annotations

from device.errors import DoorUnavailable


def extra_missing(engine: str, extra: str) -> DoorUnavailable:
    """The engine's package is not installed."""
    return DoorUnavailable(f"{engine} is not installed. Install it with: pip install 'selene[{extra}]'")


def engine_refused(engine: str, model: str) -> DoorUnavailable:
    """The engine is installed and cannot load its model."""
    return DoorUnavailable(f"{engine} cannot load {model!r}: missing, damaged or of another kind. Fetch it again.")
