"""What was offered to be forgotten is not told until the person says whether it is meant."""

from __future__ import annotations

from tests.sim.assistant_talk import Talk

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
