"""Promise: what somebody did does not say when they will; "she" settles who a name is; an empty "does" is no fact."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")


def test_a_deed_that_is_over_is_not_told_for_one_to_come(talk: Talk) -> None:
    talk.say("the boiler man came on friday")
    assert "don't know" in talk.say("when is the boiler man coming back").replace("\u2019", "'")
    assert "friday" in talk.say("when did the boiler man come")


def test_who_was_called_she_is_no_he(talk: Talk) -> None:
    talk.say_all("our morven's in sydney till christmas", "she's nine hours ahead of us")
    assert "morven" not in talk.say("he's bringing the part next wednesday").casefold()


@pytest.mark.parametrize("text", ["gordon does though", "my brother does", "i did"])
def test_a_verb_that_leaves_out_what_is_done_is_not_kept(talk: Talk, text: str) -> None:
    talk.say(text)
    assert talk.atoms() == ()


@pytest.mark.parametrize(
    "asked",
    [
        line
        for line in (Path(__file__).parent / "cases" / "told_then.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ],
)
def test_what_was_told_today_is_told_however_it_is_asked(tmp_path: Path, asked: str) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("the hoover's broken", "my cousins have got mumps")
        reply = talk.say(asked)
        assert "hoover" in reply
        assert "mumps" in reply
        talk.new_session(days=2)
        assert "hoover" not in talk.say(asked)


def test_what_was_told_of_a_thing_earlier_is_told(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("the hoover's broken", "my cousins have got mumps")
        reply = talk.say("what did i say about the hoover earlier")
        assert "broken" in reply
        assert "mumps" not in reply


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (("my boss is called Wilma", "my old boss was called Percy"), "who's my boss", "Wilma"),
        (("my old boss was called Percy",), "what's my boss called", "don't know"),
        (("my old phone's gone to my nephew",), "what phone have i got", "don't know"),
        (("my old van was a transit",), "what van do i drive", "don't know"),
        (("my old boss was called Percy",), "who was my old boss", "Percy"),
        (("my old phone's gone to my nephew",), "who's got my old phone", "nephew"),
        (("my first lesson is on monday",), "what lesson have i got on monday", "first lesson"),
        (("my old dog sleeps in the shed",), "where does my dog sleep", "shed"),
    ],
)
def test_the_old_one_is_not_the_one_of_now(talk: Talk, told: tuple[str, ...], asked: str, answer: str) -> None:
    talk.say_all(*told)
    assert answer.casefold() in talk.say(asked).casefold()
