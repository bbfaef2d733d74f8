"""Promise: the diagram of the house is of this code, and circles and arrows upwards do not pass its check."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest

from docs import draw_house

ORDER = {"device": (frozenset({"cli"}), frozenset({"nlu", "audio"}), frozenset({"core"}))}
SOUND: Mapping[str, frozenset[str]] = {
    "device.cli": frozenset({"device.nlu", "device.core"}),
    "device.nlu": frozenset({"device.core"}),
    "device.audio": frozenset({"memory.model"}),
    "device.core": frozenset(),
}


def test_the_page_is_that_of_the_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["draw_house.py", "--check"])
    assert (draw_house.main(), capsys.readouterr().err) == (0, "")


def test_a_stale_page_does_not_pass(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["draw_house.py", "--check"])
    monkeypatch.setattr(draw_house, "INTRO", "# Another page\n")
    assert draw_house.main() == 1
    assert "stale" in capsys.readouterr().err


def test_arrows_downwards_pass() -> None:
    assert draw_house.find_faults(SOUND, ORDER) == []


@pytest.mark.parametrize(
    ("package", "imported", "said"),
    [
        ("device.core", "device.nlu", "in a circle"),
        ("device.core", "device.audio", "device.core imports device.audio, which does not lie below it"),
        ("device.nlu", "device.audio", "device.nlu imports device.audio, which does not lie below it"),
        ("device.daemon", "device.core", "device.daemon has no place in the order"),
        ("memory.model", "device.audio", "in a circle"),
    ],
)
def test_a_wrong_arrow_is_told(package: str, imported: str, said: str) -> None:
    wrong = {**SOUND, package: SOUND.get(package, frozenset()) | {imported}}
    assert any(said in fault for fault in draw_house.find_faults(wrong, ORDER))


def test_imports_are_read_from_functions_and_for_type_checking_too() -> None:
    imports = draw_house.read_imports()
    assert "device.engines" in imports["device.daemon"]
    assert "device.session" in imports["device.daemon"]
