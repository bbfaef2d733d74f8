"""Pure: a correction that gives day and hour together changes both, and a sentence on another thing changes neither."""

from __future__ import annotations

import pytest

from memory.reading.changes.both_times import day_and_hour_replacement

_DENTIST = "der zahnarzt ist am montag um zehn"


@pytest.mark.parametrize(
    ("language", "told", "meant", "heard", "instead"),
    [
        ("de", _DENTIST, "er ist am freitag und zwar um elf", "montag um zehn", "freitag um elf"),
        ("de", _DENTIST, "am freitag, um halb elf", "montag um zehn", "freitag um halb elf"),
        ("de", "das fest ist am zehnten mai um vier", "am elften um zwei", "zehnten mai um vier", "elften mai um zwei"),
        ("en", "the dentist is on monday at ten", "it's on friday at eleven", "monday at ten", "friday at eleven"),
    ],
)  # fmt: skip
def test_both_are_replaced(language: str, told: str, meant: str, heard: str, instead: str) -> None:
    assert day_and_hour_replacement(told, meant, language) == (heard, instead)


@pytest.mark.parametrize(
    "meant",
    ["die party ist am freitag um elf", "er ist um elf", "er ist am freitag", "ich komme am freitag um elf nach"],
)
def test_one_of_them_or_another_thing_replaces_nothing(meant: str) -> None:
    assert day_and_hour_replacement(_DENTIST, meant, "de") == ("", "")
