"""Scenarios of `bench/room.py` whose outcome must hold, in virtual time; in soak all of them, and hours of reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.room import judge
from bench.room_cases import Case, all_cases, loudspeaker, scenario
from tests.budgets import READING_SECONDS, ROOM_STRIDE

NO_MISS = "1 wake: missed, clean"
ENDED = ("3 end of turn: ended, television 20 dB below", "3 end of turn: ended, television 10 dB below")
FAULTS = "7 faults: "
NOBODY = "6 other people: heard although nobody called"
READ_MS = 600_000
"""A scenario has all its sound in memory; hours are several of them."""


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[Case]]]:
    folder, rows = tmp_path_factory.mktemp("rooms"), dict[str, list[Case]]()
    for case in all_cases(folder):
        rows.setdefault(f"{case.family}: {case.row}", []).append(case)
    return folder, rows


def figures(cases: tuple[Path, dict[str, list[Case]]], row: str) -> list[object]:
    folder, rows = cases
    return [
        judge((case, str(folder), "linear:"))[0]
        for name, each in rows.items()
        if name.startswith(row)
        for case in each[:: ROOM_STRIDE.now]
    ]


def test_there_are_two_hundred_scenarios_in_seven_families(cases: tuple[Path, dict[str, list[Case]]]) -> None:
    every = [case for each in cases[1].values() for case in each]
    assert len(every) >= 200
    assert len({case.family for case in every}) == 7


def test_a_wake_word_in_a_quiet_place_is_heard(cases: tuple[Path, dict[str, list[Case]]]) -> None:
    assert not any(figures(cases, NO_MISS))


def test_a_television_that_nobody_talks_over_is_not_listened_to(cases: tuple[Path, dict[str, list[Case]]]) -> None:
    assert not any(figures(cases, NOBODY))


@pytest.mark.parametrize("row", [*ENDED, FAULTS])
def test_a_turn_ends_beside_a_television_and_with_a_bad_microphone(
    cases: tuple[Path, dict[str, list[Case]]], row: str
) -> None:
    found = [one for one in figures(cases, row) if isinstance(one, tuple)]
    assert found
    assert all(one[0] >= 0 for one in found)


def test_her_own_voice_does_not_stop_her(tmp_path: Path) -> None:
    for seed, begins_ms in enumerate(range(0, READING_SECONDS.now * 1_000, READ_MS)):
        length_ms = min(READ_MS, READING_SECONDS.now * 1_000 - begins_ms)
        where = scenario("small", length_ms, [], loudspeaker=loudspeaker(0), seed=seed)
        found, _ = judge((Case("4 own voice", "", "own_voice", where, {"reads": True}), str(tmp_path), "linear:"))
        assert isinstance(found, tuple)
        assert found[0] == 0
