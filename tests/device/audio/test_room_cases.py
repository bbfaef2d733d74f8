"""Scenarios of `bench/room.py` whose outcome must hold, in virtual time; in soak all of them, and hours of reading and
of talk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
import soundfile

from bench.machine import ROOT
from bench.room import MUST_HOLD, TARGETS, holds, judge, line_of, play
from bench.room_cases import Case, all_cases, loudspeaker, person, scenario
from device.core.ports import SAMPLES_PER_SECOND
from device.engines import factory
from tests.budgets import DIALOGUE_SECONDS, READING_SECONDS, ROOM_STRIDE

NO_MISS = "1 wake: missed, clean"
ENDED = "3 end of turn: ended, television 20 dB below"
FAULTS = "7 faults: "
OTHERS = "6 other people: facts of others kept"
"""It has a test of its own: `tests/device/session/test_other_people.py`."""
HELD = sorted({*MUST_HOLD, "5 barge-in: small, echo +10 dB"} - {OTHERS})
IN_MAKE_TEST = 60
READ_MS = 600_000
"""A scenario has all its sound in memory; hours are several of them."""
Cases = tuple[Path, dict[str, list[Case]]]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    folder, rows = tmp_path_factory.mktemp("rooms"), dict[str, list[Case]]()
    for case in all_cases(folder):
        rows.setdefault(f"{case.family}: {case.row}", []).append(case)
    return folder, rows


def figures(cases: Cases, row: str) -> list[object]:
    folder, rows = cases
    return [
        judge((case, str(folder), "linear:"))[0]
        for name, each in rows.items()
        if name.startswith(row)
        for case in each[:: ROOM_STRIDE.now]
    ]


def test_there_are_two_hundred_scenarios_in_seven_families(cases: Cases) -> None:
    every = [case for each in cases[1].values() for case in each]
    assert len(every) >= 200
    assert len({case.family for case in every}) == 7


def test_sixty_of_them_are_played_here(cases: Cases) -> None:
    played = (NO_MISS, ENDED, FAULTS, *HELD)
    counted = [len(each[:: ROOM_STRIDE.part]) for name, each in cases[1].items() if name.startswith(played)]
    assert sum(counted) >= IN_MAKE_TEST


def test_a_wake_word_in_a_quiet_place_is_heard(cases: Cases) -> None:
    assert not any(figures(cases, NO_MISS))


@pytest.mark.parametrize("row", HELD)
def test_what_must_hold_holds(cases: Cases, row: str) -> None:
    found = [one for one in figures(cases, row) if one is None or isinstance(one, bool | tuple)]
    text, values = line_of(cases[1][row][0].measure, found)
    assert all(holds(bound, values) for bound in MUST_HOLD.get(row, TARGETS[row])), text


@pytest.mark.parametrize("row", [ENDED, FAULTS])
def test_a_turn_ends_beside_a_television_and_with_a_bad_microphone(cases: Cases, row: str) -> None:
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


TALKERS = ("en-us", "en-us+f3", "en-gb-x-rp", "en-us+m3", "en-gb-scotland+f2", "en-us+m7", "en-029", "en-us+f4")
PAUSES_MS = (240, 700, 420, 1_600, 300)
WAKES_IN_TEN_HOURS = 1


def test_every_talker_of_the_hours_has_a_voice() -> None:
    for talker in TALKERS:
        assert factory.open_voice(f"espeak:{talker}").speak("okay"), talker


def said_in_talks() -> Iterator[str]:
    """What people say in the talks of the fixtures, again and again."""
    told = [
        turn["text"]
        for path in sorted((ROOT / "fixtures" / "talk").glob("en_*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        for turn in json.loads(line)["turns"]
    ]
    return cycle(told)


def dialogue(folder: Path, texts: Iterator[str], number: int, seconds: int) -> Path:
    """Writes a talk of two people, as a sound file."""
    pair = [factory.open_voice(f"espeak:{TALKERS[(number + at) % len(TALKERS)]}") for at in (0, 3)]
    parts, long = list[bytes](), 0
    for voice, pause_ms in zip(cycle(pair), cycle(PAUSES_MS), strict=False):
        parts += [voice.speak(next(texts)), bytes(2 * SAMPLES_PER_SECOND * pause_ms // 1_000)]
        long += sum(map(len, parts[-2:]))
        if long >= 2 * SAMPLES_PER_SECOND * seconds:
            break
    path = folder / "dialogue.wav"
    soundfile.write(path, np.frombuffer(b"".join(parts), "<i2"), SAMPLES_PER_SECOND, subtype="PCM_16")
    return path


def test_hours_of_talk_that_is_not_for_her_wake_her_hardly_ever(tmp_path: Path) -> None:
    woken, texts = 0, said_in_talks()
    for number, begins in enumerate(range(0, DIALOGUE_SECONDS.now, READ_MS // 1_000)):
        seconds = min(READ_MS // 1_000, DIALOGUE_SECONDS.now - begins)
        talk = person({"wav": str(dialogue(tmp_path, texts, number, seconds)), "at_ms": 0})
        where = scenario(("small", "living", "dry")[number % 3], seconds * 1_000, [talk])
        woken += len(play(Case("2 near misses", "", "woken", where), tmp_path).times("wake"))
    assert woken <= WAKES_IN_TEN_HOURS * DIALOGUE_SECONDS.now // 36_000
