"""What was offered to be forgotten is not told until the person says whether it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

FACT, REQUEST = "Chidi gets 300 a month", "Kindly remove Chidi's amount from the list."


def offer(talk: Talk) -> None:
    talk.say_all(FACT, "the bursar is Mr Quill", REQUEST)
    assert talk.heard.reason_codes == ("AMBIGUOUS",)


def test_it_is_not_told_while_the_offer_is_unanswered(talk: Talk) -> None:
    offer(talk)
    assert "Quill" in talk.say("who is the bursar?")
    for asked in ("how much does Chidi get a month?", "does Chidi get 300 a month?", "what do you know about me?"):
        assert "300" not in talk.say(asked)
        assert not any("300" in atom.text for atom in talk.answer.bundle.atoms)
        assert "300" not in " ".join(talk.answer.bundle.excerpts)


def test_the_question_for_it_asks_again_and_a_yes_forgets(talk: Talk) -> None:
    offer(talk)
    talk.say("how much does Chidi get a month?")
    assert "FORGET_WAITING" in talk.heard.reason_codes
    talk.say("yes")
    assert talk.texts() == ["the bursar is Mr Quill"]


def test_a_no_tells_it_again(talk: Talk) -> None:
    offer(talk)
    talk.say_all("how much does Chidi get a month?", "no")
    assert "300" in talk.say("how much does Chidi get a month?")


def test_telling_it_again_is_an_answer(talk: Talk) -> None:
    offer(talk)
    talk.say(FACT)
    assert "300" in talk.say("how much does Chidi get a month?")


def test_it_holds_in_the_next_conversation(talk: Talk) -> None:
    offer(talk)
    talk.session = "s2"
    assert "300" not in talk.say("how much does Chidi get a month?")


def test_one_of_several_that_are_offered_is_told(talk: Talk) -> None:
    talk.say_all("the meeting is in room 20", "the party is in room 5", "forget the room")
    assert talk.heard.reason_codes == ("AMBIGUOUS",)
    assert "20" in talk.say("where is the meeting?")


def test_never_mind_holds_nothing_back(talk: Talk) -> None:
    talk.say_all(
        "my interview is on Monday at two", "forget about the rain, I'm walking there", "forget it, I'll look it up"
    )
    assert "two" in talk.say("when is my interview?")


def test_all_of_what_a_yes_would_forget_is_held_back(talk: Talk) -> None:
    talk.say_all(
        "my flat is number nine",
        "Darren lives in Stockport",
        "Darren owes me 600 pounds",
        "Darren's number ends in 442",
        "Darren has a dog",
        "please forget what I told you about Darren",
    )
    assert talk.heard.reason_codes == ("FORGET_ABOUT",)
    assert "600" not in talk.say("what does Darren owe me?")
    assert "Stockport" not in talk.say("where does Darren live?")
    assert "nine" in talk.say("what number is my flat?")


def test_a_question_that_another_memory_answers_is_answered(talk: Talk) -> None:
    talk.say_all(
        "my dentist appointment is on Thursday at ten",
        "the dentist is going to cost me a lot",
        "please get rid of the dentist's figure",
    )
    assert "Thursday" in talk.say("when is my dentist appointment?")


def test_everything_is_all_of_it_at_once(talk: Talk) -> None:
    talk.say_all(
        "Darren lives in Stockport",
        "Darren owes me 600 pounds",
        "Darren's number ends in 442",
        "Darren has a dog",
        "forget everything about Darren please",
    )
    assert talk.texts() == []


def test_everything_about_somebody_asks_before_it_takes_what_is_of_their_child(talk: Talk) -> None:
    talk.say_all("anna's son is allergic to milk", "anna lives in wien", "forget everything about anna")
    assert talk.heard.reason_codes == ("FORGET_ABOUT",)
    assert len(talk.texts()) == 2
    talk.say("no")
    assert len(talk.texts()) == 2
    talk.say_all("forget anna", "yes")
    assert talk.texts() == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("anna's dog is called rex", "forget everything about anna"),
        ("anna's birthday is in may", "forget everything about anna"),
        ("anna's son is allergic to milk", "forget everything about anna's son"),
        ("my sister's flat is in graz", "forget everything about my sister"),
        ("my sister's husband is called luca", "forget everything about my sister"),
    ],
)
def test_what_is_somebodys_own_is_forgotten_unasked(talk: Talk, told: str, said: str) -> None:
    talk.say_all(told, said)
    assert talk.texts() == []


def test_everything_about_a_german_name_asks_before_it_takes_what_is_of_their_child(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("annas sohn ist gegen milch allergisch", "anna wohnt in wien", "vergiss alles über anna")
        assert talk.heard.reason_codes == ("FORGET_ABOUT",)
