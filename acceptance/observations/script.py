"""Pure: writes the lines of a script for `selene say`, and parses its output."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from acceptance.observations.memory_observation import ObservedTurn, ReportedTurn


def encode_script_line(said: dict[str, str], how: dict[str, bool]) -> str:
    """Returns one line of a script of `selene say`."""
    return json.dumps({**said, **{name: True for name, wanted in how.items() if wanted}}) + "\n"


def parse_observed_turn(turn: int, guest: bool, found: dict[str, Any]) -> ObservedTurn:
    """Parses a turn of the command's output: an answer, or a refusal."""
    error = found.get("error")
    if isinstance(error, dict):
        return ObservedTurn(turn, guest, None, str(error.get("code")))
    return ObservedTurn(turn, guest, msgspec.convert(found, ReportedTurn))
