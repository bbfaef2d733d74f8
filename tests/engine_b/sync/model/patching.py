"""Adapter: puts a broken function in the place of a sound one, wherever it was imported."""

from __future__ import annotations

import sys
from typing import Any

import pytest

Patch = pytest.MonkeyPatch


ROOMS = ("engine_b", "cloud_mirror")


def swap(patch: Patch, original: Any, broken: Any) -> None:
    """Put `broken` wherever a module of the rooms holds `original`. Fails when none does."""
    held = [
        (module, name)
        for module_name, module in list(sys.modules.items())
        if module_name.split(".")[0] in ROOMS
        for name, value in list(vars(module).items())
        if value is original
    ]
    assert held, f"nothing holds {original!r}; this fault breaks nothing"
    for module, name in held:
        patch.setattr(module, name, broken)


def nothing(*_: Any, **__: Any) -> None:
    """Does not do it."""
