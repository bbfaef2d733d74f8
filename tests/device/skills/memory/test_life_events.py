"""Promise: after a change in somebody's life the old fact is never told as present, and never gone in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Status
from tests.sim.assistant_talk import Talk, echoed, talk_in

OVER = [
    ("my wife is called Sara", "we got divorced", "who is my wife"),
    ("my wife is called Sara", "my wife and I split up", "what is my wife called"),
    ("I'm married", "we got divorced", "am I married"),
    ("I have a dog called Luna", "Luna died", "do I have a dog"),
    ("my dog is called Luna", "my dog died", "what is my dog called"),
    ("my dog is called Luna", "Luna died last week", "what is my dog called"),
    ("my dog is called Luna", "she passed away", "what is my dog called"),
    ("I work at Bosch", "I quit my job", "where do I work"),
    ("I work at Bosch", "I got fired", "where do I work"),
    ("I am a carpenter", "I retired last year", "what do I do for a living"),
    ("I have a red car", "I sold my car", "what car do I have"),
    ("my car is in the garage", "we sold the car", "where is my car"),
    ("I have a boat", "I don't have a boat anymore", "do I have a boat"),
    ("my vet appointment is on friday at 3", "the vet appointment was cancelled", "when is my vet appointment"),
    ("I work at Bosch", "I don't work there anymore", "where do I work"),
    ("my brother works at Bosch", "he doesn't work there anymore", "where does my brother work"),
    ("my keys are in the kitchen", "I lost my keys", "where are my keys"),
    ("my brother Marc lives in Berlin", "he moved to Hamburg", "where does my brother live"),
]

ASKED = [
    ("my car is red", "I painted my car blue", "what color is my car"),
    ("my car is red", "I got a new car", "what color is my car"),
    ("I hate mushrooms", "Actually I like mushrooms now", "do I like mushrooms"),
    ("I hate mushrooms", "I like mushrooms now", "do I like mushrooms"),
    ("I drink coffee", "I don't drink coffee", "do I drink coffee"),
]

LEFT_ALONE = [
    ("my brother's dog is called Rex", "my dog died"),
    ("my brother works at Siemens", "I quit my job"),
    ("I love my car", "I sold my car"),
    ("my cat is called Tom", "my dog died"),
    ("my sister is called Ana", "Luna died"),
]


@pytest.mark.parametrize(("told", "said", "asked"), OVER)
def test_what_is_over_is_not_told_as_present(talk: Talk, told: str, said: str, asked: str) -> None:
    talk.say(told)
    reply = talk.say(said)
    assert echoed(told) in reply
    assert talk.atoms()[0].text != told or talk.atoms()[0].status is Status.OUTDATED
    for _ in range(2):
        assert told not in talk.say(asked)
        talk.new_session(1)
    assert told not in talk.say("what do you remember about me")


@pytest.mark.parametrize(("told", "said", "asked"), ASKED)
def test_what_may_be_over_costs_one_question(talk: Talk, told: str, said: str, asked: str) -> None:
    talk.say_all(told, said)
    talk.new_session(1)
    reply = talk.say(asked)
    assert talk.answer.question
    assert told in reply
    assert reply.count("?") == 1


@pytest.mark.parametrize(("told", "said"), LEFT_ALONE)
def test_what_is_of_something_else_stays(talk: Talk, told: str, said: str) -> None:
    talk.say_all(told, said)
    assert next(atom for atom in talk.atoms() if atom.text == told).status is Status.ACTIVE


def test_what_ends_for_a_guest_is_the_guests(talk: Talk) -> None:
    talk.say("my dog is called Rex")
    talk.say("my dog is called Max", who="Bob")
    talk.say("my dog died", who="Bob")
    status = {atom.value: atom.status for atom in talk.atoms()}
    assert (status["Rex"], status["Max"]) == (Status.ACTIVE, Status.OUTDATED)


def test_the_sentence_that_ends_something_is_kept(talk: Talk) -> None:
    talk.say_all("my dog is called Luna", "she died last week")
    assert "dog died last week" in talk.say("what is my dog called")


def test_nothing_known_is_no_reason_to_forget_the_sentence(talk: Talk) -> None:
    talk.say("I sold my car")
    assert talk.texts() == ["I sold my car"]


def test_a_change_of_mind_is_settled_by_a_yes(talk: Talk) -> None:
    talk.say_all("I hate mushrooms", "Actually I like mushrooms now", "yes")
    talk.new_session(1)
    assert talk.say("do I like mushrooms") == "You told me: I like mushrooms now."


def test_an_announced_correction_is_made_at_once(talk: Talk) -> None:
    talk.say("my father is 70")
    assert "72" in talk.say("actually he's 72")
    assert not talk.answer.question
    talk.new_session(1)
    assert talk.say("how old is my father") == "Your father is 72."


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("It got moved to Monday at 10", "Monday, March 9, 2026, at 10:00"),
        ("the dentist appointment was moved to thursday", "Thursday, March 5, 2026, at 3:00"),
    ],
)
def test_the_one_appointment_is_moved_at_once_in_a_later_session(talk: Talk, said: str, day: str) -> None:
    talk.say("I have a dentist appointment on friday at 3")
    talk.new_session(1)
    assert "dentist appointment on" in talk.say(said)
    assert talk.heard.reason_codes == ("CORRECTED_BY_USER",)
    assert "friday" not in " ".join(talk.texts())
    assert talk.say("when is my dentist appointment").endswith(f"That is {day}.")


def test_an_appointment_gets_another_hour_in_a_later_session_when_confirmed(talk: Talk) -> None:
    talk.say("I have a dentist appointment on friday at 3")
    talk.new_session(1)
    before = talk.atoms()
    talk.say("the appointment is now at five")
    assert talk.answer.question
    assert talk.atoms() == before
    talk.say("yes")
    assert talk.say("when is my dentist appointment").endswith("That is Friday, March 6, 2026, at 5:00.")


def test_of_two_appointments_the_one_that_is_named_is_moved(talk: Talk) -> None:
    talk.say_all("my dentist appointment is on friday at 3", "my vet appointment is on thursday at 9")
    talk.new_session()
    assert "dentist" in talk.say("the dentist appointment is now at five")


@pytest.mark.parametrize("said", ["neither, it's Annika", "no, Annika", "neither of them, her name is Annika"])
def test_a_third_value_answers_which_of_two_it_is(talk: Talk, said: str) -> None:
    talk.say_all("my sister is called Ana", "my sister is called Anna", said)
    assert talk.texts() == ["my sister is called Annika"]
    assert not talk.answer.question


def test_neither_leaves_neither(talk: Talk) -> None:
    talk.say_all("my sister is called Ana", "my sister is called Anna", "neither")
    assert "called" not in talk.say("who is my sister")


@pytest.mark.parametrize(
    ("told", "said", "asked"),
    [
        ("mein Hund heißt Luna", "Luna ist gestorben", "wie heißt mein Hund"),
        ("ich arbeite bei Bosch", "ich habe gekündigt", "wo arbeite ich"),
        ("ich arbeite bei Bosch", "ich arbeite dort nicht mehr", "wo arbeite ich"),
        ("ich habe ein rotes Auto", "ich habe mein Auto verkauft", "habe ich ein Auto"),
        ("meine Frau heißt Sara", "wir haben uns getrennt", "wie heißt meine Frau"),
    ],
)
def test_what_is_over_is_over_in_german(tmp_path: Path, told: str, said: str, asked: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all(told, said)
        talk.new_session(1)
        assert told not in talk.say(asked)


def test_a_third_value_in_german(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("meine Schwester heißt Ana", "meine Schwester heißt Anna", "weder noch, Annika")
        assert talk.texts() == ["meine Schwester heißt Annika"]
