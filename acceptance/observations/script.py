"""Pure: the lines of a script for `selene say`, and what it prints for each of them."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from acceptance.observations.memory_observation import ObservedTurn, ReportedTurn


def encode_script_line(said: dict[str, str], how: dict[str, bool]) -> str:
    """One line of a script of `selene say`."""
    return json.dumps({**said, **{name: True for name, wanted in how.items() if wanted}}) + "\n"


def parse_observed_turn(turn: int, guest: bool, found: dict[str, Any]) -> ObservedTurn:
    """A turn as the command printed it: an answer, or a refusal."""
    error = found.get("error")
    if isinstance(error, dict):
        return ObservedTurn(turn, guest, None, str(error.get("code")))
    return ObservedTurn(turn, guest, msgspec.convert(found, ReportedTurn))
