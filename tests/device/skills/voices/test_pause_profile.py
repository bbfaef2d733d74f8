"""How long a person pauses is learned from turns that were cut off, fades, and is forgotten with the person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.audio.end_of_turn import NO_PAUSES, PersonsPauses, TurnPauses, drawn_wait, faded_wait, usual_silence
from device.audio.policy import MOST_SILENCE_MS, PAUSE_HALF_LIFE_MS
from device.core.policy import DevicePolicy
from device.session.known_voice import pause_reader
from device.session.session import Session
from device.skills.voices.pause_profile import known_wait, pause_profiles
from engine_b.vault.vault import Vault
from memory.model.atoms import Channel, Moment
from memory.model.ports import Gate
from tests.engine_b.change_builders import ANA
from tests.sim.household import FIRST, SECOND, Household, raise_household

USUAL_MS = DevicePolicy().end_silence_ms
NOW_MS = 1_767_225_600_000
CUT = TurnPauses(cut_ms=1_000)


@pytest.mark.parametrize(("percent", "wait_ms", "expected_ms"), [
    (100, 0, 700), (100, 500, 700), (100, 1_100, 1_100), (70, 1_100, 770), (200, 1_100, 2_000), (100, 9_999, 2_000),
    (10, 0, 300),
])  # fmt: skip
def test_a_pause_that_ends_a_turn_is_bounded(percent: int, wait_ms: int, expected_ms: int) -> None:
    assert usual_silence(DevicePolicy(), PersonsPauses(percent, wait_ms)) == expected_ms


def test_each_cut_draws_half_way_and_never_beyond_the_most() -> None:
    waits = [USUAL_MS]
    for _ in range(4):
        waits.append(drawn_wait(waits[-1], CUT))
    assert waits == [700, 925, 1_038, 1_094, 1_122]
    assert drawn_wait(1_400, CUT) == 1_400
    assert drawn_wait(1_999, TurnPauses(cut_ms=1_990)) == MOST_SILENCE_MS
    assert drawn_wait(900, TurnPauses(inside_ms=1_500)) == 900


def test_it_fades_by_half_in_a_month_and_is_never_less_than_usual() -> None:
    left = [faded_wait(1_100, USUAL_MS, PAUSE_HALF_LIFE_MS * months // 2) for months in range(6)]
    assert left == [1_100, 1_000, 900, 850, 800, 775]
    assert faded_wait(1_100, USUAL_MS, PAUSE_HALF_LIFE_MS * 99) == USUAL_MS
    assert faded_wait(1_100, USUAL_MS, -5) == 1_100
    assert faded_wait(500, USUAL_MS, 0) == USUAL_MS


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault.open(tmp_path / "vault", now_ms=NOW_MS) as opened:
        yield opened


def say(
    vault: Vault, text: str, pauses: TurnPauses = NO_PAUSES, at_ms: int = NOW_MS, *, identified: bool = True
) -> None:
    session = Session(Assistant(vault), ANA, "kitchen")
    session.conversation = replace(session.conversation, pauses=pauses)
    session.say(text, Moment(at_ms), Channel.VOICE, identified=identified)


def wait(vault: Vault, at_ms: int = NOW_MS) -> int:
    return known_wait(vault.reader, ANA, at_ms)


def test_a_cut_is_learned_and_counts_from_the_next_utterance_on(vault: Vault) -> None:
    read = pause_reader(lambda: nullcontext(vault), Gate(ANA, True), lambda: NOW_MS)
    assert read() == PersonsPauses()
    say(vault, "in the morning", CUT)
    say(vault, "and in the evening", CUT, NOW_MS + 60_000)
    (kept,) = pause_profiles(vault.reader, ANA)
    assert (kept.wait_ms, kept.cuts, kept.learned_ms) == (1_038, 2, NOW_MS + 60_000)
    assert read() == PersonsPauses(wait_ms=1_038)
    say(vault, "don't cut me off", at_ms=NOW_MS + 120_000)
    assert read().percent == 200
    assert pause_reader(lambda: nullcontext(vault), Gate(ANA, False), lambda: NOW_MS)() == PersonsPauses()


@pytest.mark.parametrize(("text", "pauses", "identified"), [
    ("my favorite color is green", NO_PAUSES, True), ("my favorite color is green", TurnPauses(inside_ms=1_500), True),
    ("in the morning", CUT, False),
], ids=["no pause", "only within", "a guest"])  # fmt: skip
def test_nothing_else_teaches(vault: Vault, text: str, pauses: TurnPauses, *, identified: bool) -> None:
    say(vault, text, pauses, identified=identified)
    assert pause_profiles(vault.reader, ANA) == ()


def test_what_is_not_to_be_kept_teaches_nothing(vault: Vault) -> None:
    say(vault, "don't save what i say now")
    say(vault, "in the morning", CUT, NOW_MS + 1_000)
    assert pause_profiles(vault.reader, ANA) == ()


def test_a_long_pause_that_was_waited_for_keeps_it_from_fading(vault: Vault) -> None:
    say(vault, "in the morning", CUT)
    later_ms = NOW_MS + PAUSE_HALF_LIFE_MS
    assert wait(vault, later_ms) == 812
    say(vault, "my favorite color is green", TurnPauses(inside_ms=780), later_ms)
    assert [(one.cuts, one.learned_ms) for one in pause_profiles(vault.reader, ANA)] == [(1, later_ms)]
    assert wait(vault, later_ms) == 812


@pytest.mark.parametrize(
    "order", [("forget everything about me", "yes"), ("forget my voice",), ("wait as long as usual again",)]
)
def test_it_is_forgotten_with_the_person_and_on_request(vault: Vault, order: tuple[str, ...]) -> None:
    say(vault, "in the morning", CUT)
    for number, words in enumerate(order):
        say(vault, words, CUT, NOW_MS + 1_000 * (number + 1))
    assert pause_profiles(vault.reader, ANA) == ()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    raise_household(tmp_path / "house", FIRST, SECOND)
    with closing(Household(tmp_path / "house")) as opened:
        yield opened


def test_it_travels_by_consent_and_is_forgotten_everywhere(house: Household) -> None:
    def at(name: str) -> int:
        return known_wait(house.vaults[name].reader, ANA, house.now())

    say(house.vaults[FIRST], "in the morning", CUT, house.now())
    house.settle()
    assert (at(FIRST) > USUAL_MS, at(SECOND)) == (True, 0)
    say(house.vaults[FIRST], "share my voice with my other devices", at_ms=house.now())
    house.settle()
    house.require_equal()
    assert at(SECOND) == at(FIRST)
    say(house.vaults[SECOND], "forget my voice", at_ms=house.now())
    house.settle()
    house.require_equal()
    assert (at(FIRST), at(SECOND)) == (0, 0)
