"""Promise: who only writes hears what came due while nobody was there, once; a guest hears nothing of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli.common.told_moment import moment_of
from device.cli.talk.cmd_say import SayOptions, run_turns
from device.daemon.event_hub import EventHub
from device.daemon.shared_vault import SharedVault
from device.daemon.vault_access import ServedVault, serving
from engine_b.vault.vault import Vault
from memory.core.errors import BadMoment
from memory.model import ids

SET, LATER, LATEST = "2026-03-02T10:00:00+01:00", "2026-03-02T12:00:00+01:00", "2026-03-02T12:01:00+01:00"
MISSED = "I could not remind you today at 10:10 am: water the plants."


def say(state: Path, text: str, now: str, *, guest: bool = False, as_json: bool = False, user: str = "Ana") -> None:
    run_turns(SayOptions(state, user, now, None, guest, False, "en", as_json), text, None)


@pytest.fixture
def state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    say(tmp_path / "state", "remind me in ten minutes to water the plants", SET)
    capsys.readouterr()
    return tmp_path / "state"


def test_what_was_missed_is_told_before_the_reply_and_once(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say(state, "hello", LATER)
    told, reply = capsys.readouterr().out.splitlines()
    assert (MISSED.split(" today")[0] in told, "water the plants" in told, bool(reply)) == (True, True, True)
    say(state, "hello", LATEST)
    assert "water the plants" not in capsys.readouterr().out


def test_as_json_it_is_a_field_of_the_turn(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say(state, "hello", LATER, as_json=True)
    (told,) = json.loads(capsys.readouterr().out)["due"]
    assert "water the plants" in told
    say(state, "hello", LATEST, as_json=True)
    assert json.loads(capsys.readouterr().out)["due"] == []


def test_neither_a_guest_nor_another_person_is_told(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say(state, "hello", LATER, guest=True)
    say(state, "hello", LATER, user="Ben")
    assert "plants" not in capsys.readouterr().out
    say(state, "hello", LATEST)
    assert "plants" in capsys.readouterr().out, "it waited for its person"


def _served_say(state: Path, capsys: pytest.CaptureFixture[str], *, microphone: str = "", followed: str = "") -> str:
    """What `say` prints inside a daemon with a microphone for a person, and a follower of one."""
    with Vault.open(state, now_ms=moment_of(LATER).at_ms) as vault:
        served = ServedVault(SharedVault(vault, state), EventHub(), speaks_to=microphone)
        token = serving.set(served)
        try:
            with served.hub.subscribe(lambda line: None, followed or "u-nobody"):
                say(state, "hello", LATER)
        finally:
            serving.reset(token)
            served.shared.close()
    return capsys.readouterr().out


def test_beside_a_daemon_it_is_told_by_one_of_both(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ana = ids.user_id("Ana")
    assert "plants" not in _served_say(state, capsys, microphone=ana)
    assert "plants" not in _served_say(state, capsys, followed=ana)
    assert "plants" in _served_say(state, capsys, microphone="u-ben", followed="u-ben")


def test_a_moment_may_name_its_zone() -> None:
    moment = moment_of("2026-03-03T16:30+01:00[Europe/Berlin]")
    assert (moment, moment.clock and moment.clock.zone) == (moment_of("2026-03-03T16:30+01:00"), "Europe/Berlin")


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "", "../../etc/passwd", "x" * 300])
def test_a_zone_that_there_is_not_is_refused(zone: str) -> None:
    with pytest.raises(BadMoment, match="no time zone"):
        moment_of(f"2026-03-03T16:30+01:00[{zone}]")
