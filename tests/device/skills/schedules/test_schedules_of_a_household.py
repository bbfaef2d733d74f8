"""Promise: timers, alarms and reminders are records: they outlive a kill, reach other devices and come with a restore;
they are no memory; and a guest may set and stop timers, and leaves nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.session.session import Session
from device.skills.schedules.schedule import Schedule, schedules_of
from engine_b.account.enrollment import revoke_account_device
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Channel, ClockReading, Moment, Turn
from tests.engine_b.change_builders import ANA, BEN
from tests.sim.household import ENTROPY, FIRST, SECOND, THIRD, Household, raise_household

MINUTE = 60_000
ONE_O_CLOCK_MS = 1_772_366_400_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    raise_household(tmp_path / "house", FIRST, SECOND)
    with closing(Household(tmp_path / "house")) as made:
        yield made


def _at(minutes: float, *, since_start_minutes: float = 1_000) -> Moment:
    uptime = 10**8 + int(minutes * MINUTE)
    reading = ClockReading("Europe/Berlin", "boot", uptime, int(since_start_minutes * MINUTE))
    return Moment(ONE_O_CLOCK_MS + int(minutes * MINUTE), 60, reading)


def _say(vault: Vault, words: str, minutes: float = 0, *, user: str = ANA, identified: bool = True) -> str:
    session = Session(Assistant(vault), user, "kitchen")
    return session.say(words, _at(minutes), identified=identified)[1].reply


def _due(vault: Vault, moment: Moment, user: str = ANA) -> list[str]:
    return [one.text for one in Assistant(vault).due(user, moment)]


def _tell(vault: Vault, moment: Moment) -> list[str]:
    """What is due, with its first sample played."""
    assistant = Assistant(vault)
    found = assistant.due(ANA, moment)
    for one in found:
        turn_id = ids.turn_id(ANA, "kitchen", moment.at_ms, one.key)
        assistant.record_due(one, Turn(turn_id, "kitchen", ANA, one.text, moment, Channel.VOICE))
    return [one.text for one in found]


def _labels(vault: Vault, user: str = ANA) -> dict[str, str]:
    return {one.label: one.state for one in schedules_of(vault.reader, user)}


def test_a_timer_outlives_a_kill_and_is_told_once(house: Household) -> None:
    _say(house.vaults[FIRST], "set a pasta timer for twelve minutes")
    house.kill(FIRST)
    vault = house.open(FIRST)
    assert _due(vault, _at(11)) == []
    assert _tell(vault, _at(13, since_start_minutes=0.5)) == [
        "The timer for pasta ended at 1:12 pm; I could not tell you then."
    ]
    house.kill(FIRST)
    vault = house.open(FIRST)
    assert (_due(vault, _at(14)), _labels(vault)) == ([], {"pasta": "missed"})


def test_what_rang_is_committed_with_its_first_sample_and_rings_until_it_is_stopped(house: Household) -> None:
    vault = house.vaults[FIRST]
    _say(vault, "wake me in twenty minutes")
    assert _due(vault, _at(20)) == _due(vault, _at(20)) == ["It is 1:20 pm."], "not committed: still due"
    assert _tell(vault, _at(20)) == ["It is 1:20 pm."]
    (again,) = Assistant(vault).due(ANA, _at(21))
    assert (again.text, again.rings, again.again) == ("It is 1:21 pm.", True, True)
    assert _say(vault, "stop", 21) == "I stopped it."
    assert _due(vault, _at(22)) == []


def test_another_person_hears_nothing_of_it(house: Household) -> None:
    vault = house.vaults[FIRST]
    _say(vault, "remind me in ten minutes to water the plants")
    assert _due(vault, _at(10), BEN) == []
    assert _say(vault, "what reminders do I have", 1, user=BEN) == "No reminder is set."


def test_it_reaches_the_other_device_and_rings_only_where_it_was_set(house: Household) -> None:
    _say(house.vaults[FIRST], "remind me in ten minutes to water the plants")
    house.settle()
    house.require_equal()
    assert _labels(house.vaults[SECOND]) == {"water the plants": "set"}
    assert _due(house.vaults[SECOND], _at(10)) == []
    assert _due(house.vaults[FIRST], _at(10)) == ["Reminder: water the plants."]
    assert _say(house.vaults[SECOND], "cancel my reminder", 1) == "I cancelled the reminder: water the plants."
    house.settle()
    assert _due(house.vaults[FIRST], _at(10)) == []


def test_it_rings_on_the_device_that_was_named(house: Household) -> None:
    _say(house.vaults[FIRST], f"set an alarm on the {SECOND} for half past six")
    house.settle()
    (one,) = schedules_of(house.vaults[SECOND].reader, ANA)
    assert (one.device_id, one.set_on, one.label) == (
        house.vaults[SECOND].device_id,
        house.vaults[FIRST].device_id,
        "",
    )


def test_it_comes_back_with_a_restore_and_rings_there_once_its_device_was_revoked(house: Household) -> None:
    _say(house.vaults[FIRST], "remind me in ten minutes to water the plants")
    house.settle()
    third = house.join(THIRD)
    assert (_labels(third), _due(third, _at(10))) == ({"water the plants": "set"}, [])
    for name in (FIRST, SECOND):
        revoke_account_device(third, name, ENTROPY, house.now())
        house.vaults.pop(name).close()
    house.settle()
    assert _tell(third, _at(10)) == ["Reminder: water the plants."]


def test_a_later_time_is_not_undone_by_a_ringing_that_was_not_heard_of(house: Household) -> None:
    first, second = house.vaults[FIRST], house.vaults[SECOND]
    _say(first, "wake me in twenty minutes")
    house.settle()
    assert "in forty minutes" in _say(second, "move my alarm to 40 minutes", 5)
    _tell(first, _at(20))
    house.settle()
    house.require_equal()
    (one,) = schedules_of(first.reader, ANA)
    assert (one.state, one.due_ms) == ("set", _at(45).at_ms)


def test_it_is_no_memory_and_goes_with_everything(house: Household) -> None:
    vault = house.vaults[FIRST]
    session = Session(Assistant(vault), ANA, "kitchen")
    for at, words in enumerate(("set a timer for five minutes", "put oats on the shopping list")):
        session.say(words, _at(at))
    assert vault.counts().atoms == 0
    assert session.say("what do you remember about me", _at(2))[1].reply == "I don't remember anything about you yet."
    asked = session.say("forget everything", _at(3))[1].reply
    assert "one timer, alarm or reminder and one thing on a list" in asked
    assert [len(vault.reader.records(ANA, kind)) for kind in ("schedule", "list_item")] == [1, 1]
    session.say("yes", _at(4))
    assert [vault.reader.records(ANA, kind) for kind in ("schedule", "list_item")] == [(), ()]


def test_a_no_keeps_everything(house: Household) -> None:
    vault = house.vaults[FIRST]
    session = Session(Assistant(vault), ANA, "kitchen")
    for at, words in enumerate(("set a timer for five minutes", "forget everything", "no")):
        session.say(words, _at(at))
    assert len(vault.reader.records(ANA, "schedule")) == 1


def test_a_guest_may_set_ask_for_and_stop_timers_and_leaves_nothing_else(house: Household) -> None:
    vault = house.vaults[FIRST]
    _say(vault, "set a secret timer for nine minutes")
    before = replace(vault.counts(), events=0, ops=0)
    assert _say(vault, "set a tea timer for three minutes", 1, identified=False) == "Timer set: three minutes for tea."
    assert _say(vault, "what timers are running", 1, identified=False) == "You have tea, 3 minutes left."
    assert "secret" not in _say(vault, "how much longer", 2, identified=False)
    assert _say(vault, "cancel the secret timer", 2, identified=False) == "No timer is running."
    assert replace(vault.counts(), events=0, ops=0) == before, "no line, no atom, no question"
    assert _tell(vault, _at(4)) == ["The timer for tea is done."]
    assert _say(vault, "stop", 4, identified=False) == "I stopped it."
    assert _labels(vault) == {"secret": "set", "tea": "rang"}


@pytest.mark.parametrize(
    "words",
    ["remind me at six to call Ben", "wake me at seven", "put oats on the shopping list", "my name is Mallory", "undo"],
)
def test_a_guest_may_do_nothing_else(house: Household, words: str) -> None:
    vault = house.vaults[FIRST]
    head = vault.head()
    assert _say(vault, words, identified=False).startswith("I don't know your voice")
    assert vault.head() == head


def test_a_guest_without_a_time_is_told_how_to_say_it_and_leaves_no_question(house: Household) -> None:
    vault = house.vaults[FIRST]
    head = vault.head()
    assert _say(vault, "set a timer", identified=False).startswith("Please say it with a time")
    assert vault.head() == head


def test_the_same_turn_sets_nothing_twice(house: Household) -> None:
    vault = house.vaults[FIRST]
    for _ in range(2):
        _say(vault, "set a timer for five minutes", identified=False)
    assert len(schedules_of(vault.reader, ANA)) == 1


def test_a_schedule_of_another_form_is_refused(house: Household) -> None:
    from engine_b.core.errors import ChangeRefused
    from memory.model.changes import Change

    vault = house.vaults[FIRST]
    _say(vault, "set a timer for five minutes")
    (one,) = schedules_of(vault.reader, ANA)
    spoiled: list[Schedule] = [replace(one, kind="bomb"), replace(one, user_id=BEN), replace(one, schedule_id="a-1")]
    for each in spoiled:
        with pytest.raises(ChangeRefused):
            vault.commit(Change(house.scope(), records=(each.record(),)))
    assert schedules_of(vault.reader, ANA) == (one,)
