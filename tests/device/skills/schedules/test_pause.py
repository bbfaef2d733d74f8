"""Promise: a timer that is paused stands still, never rings meanwhile, and goes on with the time that was left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from device.skills.schedules.ringing import is_due, left_ms, paused, resumed
from device.skills.schedules.schedule import PAUSED, Schedule, schedules_of
from device.skills.schedules.schedule_clock import ScheduleClock
from memory.model.ids import user_id
from tests.sim.assistant_talk import talk_in

MINUTE_MS = 60_000
TALKS: dict[str, tuple[tuple[str, str], ...]] = {
    "by name": (
        ("set a pasta timer for twelve minutes", "Timer set: twelve minutes for pasta."),
        ("pause the pasta timer", "Paused pasta, 11 minutes left."),
        ("how long is left", "11 minutes left for pasta."),
        ("carry on with it", "Pasta goes on, 11 minutes left."),
        ("how long is left on the pasta timer", "10 minutes left for pasta."),
    ),
    "the only one": (
        ("set a timer for ten minutes", "Timer set: ten minutes."),
        ("pause it", "Paused, 9 minutes left."),
        ("resume the timer", "It goes on, 9 minutes left."),
        ("hold the timer for a moment", "Paused, 8 minutes left."),
        ("let it run again", "It goes on, 8 minutes left."),
    ),
    "two": (
        ("set a pasta timer for ten minutes", "Timer set: ten minutes for pasta."),
        ("and one for the rice, five minutes", "Timer set: five minutes for the rice."),
        ("hello", "Hello."),
        ("pause the timer", "Which one do you mean: the rice, 3 minutes left; pasta, 7 minutes left?"),
        ("put the rice timer on hold", "Paused the rice, 2 minutes left."),
        ("unpause it", "The rice goes on, 2 minutes left."),
    ),
    "none": (
        ("pause the timer", "No timer is running."),
        ("resume the timer", "No timer is running."),
        ("pause it", "Nothing is set."),
    ),
    "an alarm": (
        ("set an alarm for seven", "Your alarm is set: it rings tomorrow at 7 am."),
        ("pause the alarm", "I can pause timers only; I can move it to another time, or cancel it."),
    ),
}
GERMAN = (
    ("stell einen nudeltimer auf zwölf minuten", "Timer läuft: zwölf Minuten für nudel."),
    ("halt den nudeltimer an", "Der Timer für nudel ist angehalten, noch 11 Minuten."),
    ("wie lange noch", "Noch 11 Minuten für nudel."),
    ("lass ihn weiterlaufen", "Der Timer für nudel läuft weiter, noch 11 Minuten."),
    ("pausiere den Timer", "Der Timer für nudel ist angehalten, noch 10 Minuten."),
    ("mach mit dem nudeltimer weiter", "Der Timer für nudel läuft weiter, noch 10 Minuten."),
)


@pytest.mark.parametrize("name", TALKS)
def test_a_timer_is_paused_and_goes_on(name: str, tmp_path: Path) -> None:
    """The time does not pass while it is paused, and nothing is changed where no timer fits."""
    with talk_in(tmp_path / "vault") as talk:
        assert [(said, talk.say(said)) for said, _ in TALKS[name]] == list(TALKS[name])


def test_german(tmp_path: Path) -> None:
    """The same in German."""
    with talk_in(tmp_path / "vault", "de") as talk:
        assert [(said, talk.say(said)) for said, _ in GERMAN] == list(GERMAN)


def test_a_paused_timer_outlives_a_restart(tmp_path: Path) -> None:
    """It stands in the vault with the time that was left."""
    with talk_in(tmp_path / "vault") as talk:
        talk.say("set a timer for ten minutes")
        talk.say("pause it")
        talk.restart()
        (kept,) = schedules_of(talk.vault.reader, user_id("Ana"))
        assert (kept.state, kept.uptime_ms) == (PAUSED, 9 * MINUTE_MS)
        assert talk.say("resume the timer") == "It goes on, 9 minutes left."


def test_a_paused_timer_is_never_due() -> None:
    """Neither by the wall clock nor by the monotonic clock of the run in which it was set."""
    set_then = ScheduleClock(1_000_000, 5_000, boot_id="run-1")
    timer = Schedule("schedule-a", "ana", "timer", "", 1_000_000 + MINUTE_MS, "d", "d", 1_000_000, "UTC")
    timer = replace(timer, duration_ms=MINUTE_MS, boot_id="run-1", uptime_ms=5_000 + MINUTE_MS)
    still = paused(timer, set_then)
    later = ScheduleClock(1_000_000 + 90 * MINUTE_MS, 5_000 + 90 * MINUTE_MS, boot_id="run-1")
    assert is_due(timer, later)
    assert not is_due(still, later)
    assert left_ms(still, later) == MINUTE_MS
    assert left_ms(resumed(still, later), later) == MINUTE_MS
