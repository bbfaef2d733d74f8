"""Promise: what another said is told back as theirs, without a question, and takes no fact's place but by a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

UNKNOWN = "I don't know that yet. You can tell me."


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("the boiler man said he'd be here between ten and twelve tomorrow", "when's the boiler man coming"),
        ("the plumber said he'll come on thursday", "when's the plumber coming"),
        ("jess says she's moving to leeds", "where's jess moving to"),
        ("tom told me he's allergic to nuts", "what's tom allergic to"),
        ("ruth told me she's pregnant", "who's pregnant"),
        ("lily said she hates peas", "what does lily hate"),
        ("grandma told us she grew up in cork", "where did grandma grow up"),
        ("mum says dad's in hospital", "where's dad"),
        ("sam reckons the shop shuts at five", "when does the shop shut"),
        ("my boss told me I'm getting a rise in april", "when am I getting a rise"),
        ("my boss told me I'm getting a rise in april", "what did my boss tell me"),
        ("the doctor said I need to cut down on salt", "what did the doctor say"),
        ("the doctor said I need to cut down on salt", "what do I need to cut down on"),
        ("I heard dave got sacked", "what happened to dave"),
    ],
)
def test_what_another_said_is_told_as_theirs(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    reply = talk.say(asked)
    assert told.split()[-1] in reply
    assert "Is that right" not in reply
    assert any(word in reply for word in ("said", "says", "told you", "reckons", "mentioned", "heard"))


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("the doctor said I need to cut down on salt", "what did the dentist say"),
        ("dad says she's poorly", "is dad poorly"),
        ("tom told me he's allergic to nuts", "what's ruth allergic to"),
        ("my mother says I am thin", "is my mother thin"),
    ],
)
def test_it_is_told_of_nobody_else(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked) == UNKNOWN


def test_a_change_that_another_told_is_a_change(talk: Talk) -> None:
    talk.say_all("jess lives in york", "jess says she's moved to leeds")
    assert talk.say("where does jess live") == "Jess says she's moved to leeds."


def test_what_was_announced_is_changed_by_news(talk: Talk) -> None:
    talk.say_all("the plumber said he'll come on thursday", "he rang he's coming friday now")
    reply = talk.say("when's the plumber coming")
    assert "friday" in reply
    assert "thursday" not in reply


def test_what_one_is_not_sure_of_oneself_is_still_asked_about(talk: Talk) -> None:
    talk.say("I think the shop shuts at five")
    assert "Is that right?" in talk.say("when does the shop shut")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("der klempner hat gesagt er kommt am donnerstag", "wann kommt der klempner"),
        ("der klempner hat gesagt er kommt am donnerstag", "was hat der klempner gesagt"),
        ("jana hat gesagt sie zieht nach kiel", "wohin zieht jana"),
        ("mama sagt papa ist im krankenhaus", "wo ist papa"),
        ("die lehrerin hat gesagt tim ist schlecht in mathe", "wie ist tim in mathe"),
        ("der arzt hat gesagt ich soll weniger salz essen", "was hat der arzt gesagt"),
    ],
)
def test_german_tells_it_as_theirs(tmp_path: Path, told: str, asked: str) -> None:
    with talk_in(tmp_path, "de") as german:
        german.say(told)
        assert german.vault.counts().atoms == 1
        reply = german.say(asked)
        assert told.split()[-1] in reply
        assert "Stimmt das" not in reply


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (("wir brauchen milch", "ich hab milch gekauft"), "brauchen wir milch", "du hast milch gekauft"),
        (("tim braucht schuhe", "ich hab jana schuhe gekauft"), "was braucht tim", "tim braucht schuhe"),
        (("wir haben einen welpen", "wir haben ihn bruno genannt"), "wie heißt der welpe", "bruno genannt"),
        (("das auto braucht neue reifen",), "was braucht das auto", "das auto braucht neue reifen"),
        (("ich habe gebacken oma kommt um drei",), "wann kommt oma", "oma kommt um drei"),
    ],
)
def test_german_clauses_are_kept_whole_and_needs_end(
    tmp_path: Path, told: tuple[str, ...], asked: str, answer: str
) -> None:
    with talk_in(tmp_path, "de") as german:
        german.say_all(*told)
        assert answer in german.say(asked).casefold()


@pytest.mark.parametrize(
    ("told", "said", "asked", "answer"),
    [
        ("my name is Ana", "John said my name is Bob", "what's my name", "Ana"),
        ("I live in leeds", "mum says I live in a tip", "where do I live", "leeds"),
    ],
)
def test_what_one_says_of_oneself_comes_before_what_another_says(
    talk: Talk, told: str, said: str, asked: str, answer: str
) -> None:
    talk.say_all(told, said)
    reply = talk.say(asked)
    assert answer in reply
    assert said.split()[-1] not in reply
