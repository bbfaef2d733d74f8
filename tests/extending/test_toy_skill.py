"""Promise: a skill is added by handing it in; it keeps records of its own, and says unasked what is due."""

from __future__ import annotations

from pathlib import Path

from device.assistant.assistant import Assistant
from device.assistant.intent_table import CORE_SKILLS
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.session.session import Session
from engine_b.vault.vault import Vault
from memory.model.atoms import Moment, Turn
from tests.engine_b.change_builders import ANA, BEN
from tests.extending.toy_engine import WITH_RECITING
from tests.extending.toy_record_type import TIMER, WITH_TIMER
from tests.extending.toy_skill import BOIL
from tests.sim.household import FIRST, SECOND, Household

ROOT = Path(__file__).resolve().parents[2]
NOON = Moment(1_772_366_400_000)
SKILLS = (*CORE_SKILLS, BOIL)


def _later(minutes: int) -> Moment:
    return Moment(NOON.at_ms + minutes * 60_000)


def _due(vault: Vault, minutes: int, user: str = ANA) -> list[str]:
    return [one.text for one in Assistant(vault, skills=SKILLS).due(user, _later(minutes))]


def _boil(vault: Vault, words: str = "boil the eggs for 4 minutes") -> str:
    _, answer = Session(Assistant(vault, skills=SKILLS), ANA, "kitchen").say(words, NOON)
    return answer.reply


def test_its_intent_is_understood_and_its_record_is_due_in_its_time(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=NOON.at_ms, record_types=WITH_TIMER) as vault:
        assert _boil(vault) == "I will tell you when the eggs are done."
        assert (_due(vault, 3), _due(vault, 4)) == ([], ["Now the eggs are done."])
        assert _due(vault, 4, BEN) == [], "another person's timer"


def test_it_is_asked_back_when_the_minutes_are_no_number(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=NOON.at_ms, record_types=WITH_TIMER) as vault:
        assert _boil(vault, "boil the eggs for some minutes") == "For how many minutes?"
        assert _due(vault, 99) == []


def test_a_timer_outlives_a_restart_and_is_gone_once_it_was_said(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=NOON.at_ms, record_types=WITH_TIMER) as vault:
        _boil(vault)
    with Vault.open(tmp_path, now_ms=NOON.at_ms, record_types=WITH_TIMER) as vault:
        assistant = Assistant(vault, skills=SKILLS)
        (announcement,) = assistant.due(ANA, _later(5))
        assistant.record_due(announcement, Turn("t-due", "kitchen", ANA, announcement.text, _later(5)))
        assert _due(vault, 6) == []


def test_a_timer_that_was_set_on_one_device_is_due_on_the_other(house: Household) -> None:
    for name in (FIRST, SECOND):
        house.update(name, WITH_TIMER)
    _boil(house.vaults[FIRST])
    house.settle()
    house.require_equal()
    assert _due(house.vaults[SECOND], 4) == ["Now the eggs are done."]


def test_a_run_is_handed_engine_skill_and_record_type_and_says_what_is_due(tmp_path: Path) -> None:
    settings = RunSettings(
        tmp_path,
        "ana",
        microphone=f"tape:{ROOT / 'fixtures' / 'talks' / 'brief.wav'}",
        speaker="null:",
        recogniser="reciting:boil the eggs for 0 minutes",
        fast=True,
        now=NOON,
        engines=WITH_RECITING,
        skills=(BOIL,),
        record_types=(TIMER,),
    )
    replies: list[object] = []
    with open_local_audio(settings, (lambda line: replies.append(line.get("text")),)) as client:
        client.run()
    assert "I will tell you when the eggs are done." in replies
    assert "Now the eggs are done." in replies


def test_what_the_core_keeps_is_not_read_past_its_gates(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=NOON.at_ms, record_types=WITH_TIMER) as vault:
        Session(Assistant(vault), ANA, "kitchen").say("remember that I like figs", NOON)
        assert vault.counts().atoms == 1
        assert [vault.reader.records(ANA, name) for name in ("atom", "line", "rule", "setting", "nothing")] == [()] * 5
