"""Promise: a work order is offered, made clear, confirmed, cancelled or suppressed; it is never carried out (2.21B)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.assistant.intent_table import CORE_SKILLS, IntentTable
from device.nlu.intent_registry import load_understanding
from device.platform.language_files import load_language
from memory.continuity.read_work import read_work
from memory.continuity.work_order import WorkOrder, own_work
from memory.core.policy import MemoryPolicy
from memory.model import ids
from memory.model.atoms import Channel, Moment
from tests.device.skills.continuity.test_resuming import DAY, HELLO, HOUR, SECOND, greet
from tests.sim.assistant_talk import Talk, talk_after, talk_in

ANA, POLICY = ids.user_id("Ana"), MemoryPolicy()
CHAIRS = {"en": "start a work order to order twenty chairs", "de": "leg einen Auftrag an zwanzig Stühle bestellen"}
PLAIN = {"en": "order twenty chairs", "de": "zwanzig Stühle bestellen"}
WORDINGS = {
    "en": {
        "make_work": (
            "open a work order for the roof repair", "create a work order to paint the fence",
            "new work order: book the band", "draft a work order about the invitations",
            "please make a new work order to fix the gate",
        ),
        "list_work": (
            "what work orders are pending", "which work orders are still open", "list my work orders",
            "are there any open work orders", "what work is pending", "show me all open work orders",
        ),
        "resume_work": (
            "resume the work order", "go on with the work order about the chairs", "pick up the chairs work order",
            "continue the pending work order", "resume the work order about the chairs please",
        ),
        "confirm_work": (
            "confirm the work order", "the work order is done", "mark the work order about the chairs as done",
            "close the work order about the chairs", "approve the chairs work order",
        ),
        "cancel_work": (
            "cancel the work order", "cancel the work order about the chairs", "call off the chairs work order",
            "i no longer need the work order", "drop the work order about the chairs",
        ),
    },
    "de": {
        "make_work": ("erstelle einen Auftrag das Dach reparieren", "neuer Auftrag die Band buchen"),
        "list_work": ("welche Aufträge stehen aus", "zeig mir alle offenen Aufträge", "gibt es noch offene Aufträge"),
        "resume_work": ("mach mit dem Auftrag weiter", "setz den Auftrag fort"),
        "confirm_work": ("bestätige den Auftrag", "der Auftrag ist erledigt"),
        "cancel_work": ("storniere den Auftrag", "brich den Auftrag ab", "sag den Auftrag ab"),
    },
}  # fmt: skip
THAT = {"en": ("cancel that", "forget that"), "de": ("storniere das", "vergiss das")}


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English."""
    with talk_in(tmp_path / "vault", "en") as talk:
        yield talk


def work(talk: Talk) -> list[tuple[str, str, bool]]:
    """Status, reason and whether it is suppressed, of each work order of Ana's."""
    return [(one.status.value, one.reason, one.muted) for one in orders(talk)]


def orders(talk: Talk) -> tuple[WorkOrder, ...]:
    """The work orders of Ana."""
    return own_work(talk.vault.reader, ANA)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_wording_does_its_one_thing(tmp_path: Path, language: str) -> None:
    files = load_language(language)
    understanding = load_understanding(files, IntentTable(CORE_SKILLS).with_templates(language, files.device), POLICY)
    for name, wordings in WORDINGS[language].items():
        for said in wordings:
            assert (said, understanding.match_intent(said).intent) == (said, name)
    with talk_in(tmp_path / "vault", language) as talk:
        for name, wordings in WORDINGS[language].items():
            talk.say_all(CHAIRS[language], wordings[-1])
            assert (wordings[-1], talk.heard.intent, talk.heard.created) == (wordings[-1], name, ())
        assert talk.atoms() == ()
        assert {one.status.value for one in orders(talk)} == {"DRAFT", "CONFIRM", "DONE", "CANCELED"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("age", [HOUR, 5 * DAY])
def test_cancel_that_cancels_and_forget_that_suppresses(tmp_path: Path, language: str, age: int) -> None:
    for said, expected in zip(
        THAT[language], (("CANCELED", "CANCELED_BY_USER", False), ("DRAFT", "SUPPRESSED_BY_USER", True)), strict=True
    ):
        with talk_after(tmp_path / said / "vault", [CHAIRS[language]], language) as talk:
            reply = greet(talk, age, HELLO[language])
            assert PLAIN[language] in reply
            assert talk.answer.question is (age != HOUR)
            talk.say(said)
            assert work(talk) == [expected]
            assert PLAIN[language] in talk.dump()
            assert PLAIN[language] not in greet(talk, HOUR, HELLO[language])


@pytest.mark.parametrize(
    ("answers", "statuses"),
    [
        (("resume the work order about the tables",), {"twenty chairs": "DRAFT", "ten tables": "CONFIRM"}),
        (("yes", "confirm the work order about the tables"), {"twenty chairs": "CONFIRM", "ten tables": "DONE"}),
    ],
)
def test_who_names_another_than_the_one_asked_about_gets_that(
    talk: Talk, answers: tuple[str, ...], statuses: dict[str, str]
) -> None:
    talk.say("start a work order to order ten tables")
    talk.say(CHAIRS["en"])
    assert "chairs" in greet(talk, 5 * DAY)
    talk.say_all(*answers)
    read = read_work(talk.assistant.memory, talk.gate(), orders(talk))
    assert {one.text.removeprefix("order "): one.order.status.value for one in read} == statuses


@pytest.mark.parametrize(
    ("age", "comes_up", "asks"),
    [
        (72 * HOUR, True, False),
        (72 * HOUR + SECOND, True, True),
        (30 * DAY, True, True),
        (30 * DAY + SECOND, False, False),
    ],
)
def test_it_comes_up_by_its_age_to_the_second(talk: Talk, age: int, comes_up: bool, asks: bool) -> None:
    talk.say(CHAIRS["en"])
    assert (PLAIN["en"] in greet(talk, age), talk.answer.question) == (comes_up, asks)


def test_it_is_made_clear_and_confirmed_and_nothing_is_done(talk: Talk) -> None:
    talk.say(CHAIRS["en"])
    greet(talk, 5 * DAY)
    steps = ("yes", "no", "order thirty chairs in black", "yes")
    assert [(talk.say(said), work(talk)[0][0])[1] for said in steps] == ["CONFIRM", "CLARIFY", "CONFIRM", "DONE"]
    assert 'work order "order thirty chairs in black" is confirmed' in talk.answer.reply
    assert "No work order is pending" in talk.say("what work orders are pending")
    assert talk.atoms() == ()
    assert talk.say("what reminders do I have") == "No reminder is set."


@pytest.mark.parametrize("order", ["don't resume automatically", "only recall if I ask"])
def test_a_person_may_switch_it_off_and_still_ask(talk: Talk, order: str) -> None:
    talk.say_all(CHAIRS["en"], order)
    assert PLAIN["en"] not in greet(talk, HOUR)
    assert PLAIN["en"] in talk.say("what work orders are pending")


def test_it_is_its_persons_alone(talk: Talk) -> None:
    talk.say(CHAIRS["en"])
    for how in ({"user": "Ben"}, {"identified": False}, {"channel": Channel.VOICE}):
        assert "chairs" not in greet(talk, HOUR, **how)
    for said in ("what work orders are pending", "cancel the work order", "resume the work order"):
        assert "chairs" not in talk.say(said, user="Ben")
    assert work(talk) == [("DRAFT", "USER_STATED", False)]


@pytest.mark.parametrize("order", ["never mention chairs", "forget everything I said about chairs"])
def test_what_is_hidden_or_forgotten_is_in_no_work_order(talk: Talk, order: str) -> None:
    talk.say(CHAIRS["en"])
    talk.say(order)
    for said in ("hello", "what work orders are pending", "resume the work order"):
        assert "chairs" not in greet(talk, HOUR, said)


def test_everything_forgotten_takes_the_work_orders(talk: Talk) -> None:
    talk.say_all(CHAIRS["en"], "my cat is called Mia", "forget everything about me", "yes")
    assert orders(talk) == ()
    assert "chairs" not in talk.dump()


def test_a_turn_that_is_heard_twice_makes_one(talk: Talk) -> None:
    turn = talk.turn(CHAIRS["en"])
    talk.again(turn)
    talk.again(turn)
    assert work(talk) == [("DRAFT", "USER_STATED", False)]
    talk.now = Moment(talk.now.at_ms + HOUR)
    events = [one for one in talk.vault.ledger_events() if one.event.startswith("WORK_ORDER")]
    assert [(one.event, one.reason_code) for one in events] == [("WORK_ORDER_MADE", "USER_STATED")]
