"""Composition: one finding of `selene doctor`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """`state` is ok, warn or fail; `advice` is empty when ok."""

    check: str
    state: str
    found: str
    advice: str = ""
