"""A question for several things is answered with a line for each; nothing is guessed."""

from __future__ import annotations

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import Talk

FAIR = (
    "The Thornhill fair is on Saturday from 4:50 PM to 5:10 PM.",
    "For the Thornhill fair the stall stands at the north gate.",
    "Nadia brings the lamps to the Thornhill fair at noon.",
    "The Thornhill fair backup signer is Felix, but only after 6:15 PM.",
    "The cat sleeps a lot.",
)


@pytest.mark.parametrize(
    "asked",
    [
        "What is the Thornhill fair plan, including the stall, the lamps and who signs as backup?",
        "Give me the current Thornhill fair summary: the stall, the lamps, and the backup signer.",
        "Tell me for the Thornhill fair the stall, the lamps, and the signer.",
    ],
)
def test_each_asked_part_has_its_line(talk: Talk, asked: str) -> None:
    talk.say_all(*FAIR)
    reply = talk.say(asked)
    assert all(told in reply for told in ("north gate", "lamps", "Felix, but only after 6:15 PM"))
    assert "cat" not in reply


def test_what_is_not_known_is_left_out(talk: Talk) -> None:
    talk.say_all(FAIR[4], "My uncle lives in Ulm.")
    assert "cat" not in talk.say("Give me the Thornhill fair summary: the stall, the lamps, and the backup signer.")


@pytest.mark.parametrize("time", ["4:50 PM", "16:50", "9:05"])
def test_a_time_is_not_cut_in_two(talk: Talk, time: str) -> None:
    talk.say(f"the plumber comes at {time}")
    assert talk.texts() == [f"the plumber comes at {time}"]


@pytest.mark.parametrize(
    "asked",
    ["list what you know about Lena", "show me everything you know about Lena", "read me what I told you about Lena"],
)
def test_an_imperative_that_asks_is_a_question(talk: Talk, asked: str) -> None:
    talk.say("My sister Lena lives in Ulm and works at the bakery.")
    reply = talk.say(asked)
    assert "Ulm" in reply
    assert "bakery" in reply
    assert len(talk.texts()) == 2


BOILER = (
    "The boiler service is on Tuesday at 9:40 with Otto Kern, and the boiler bill comes to 210 euros.",
    "For the boiler, Otto uses the cellar door at the back.",
    "The boiler warranty ends in June.",
    "My sister Lena lives in Ulm and works at the bakery.",
)


@pytest.mark.parametrize(
    "asked",
    [
        "Summarise what I told you about the boiler.",
        "summarize the boiler business",
        "give me a rundown of the boiler",
        "give me the full picture: the boiler day, the boiler door, and the boiler warranty",
        "list the boiler details",
        "run me through the boiler arrangements",
        "remind me of the boiler details: the day, the door and the warranty",
        "what's the plan for the boiler",
        "For the landlord, give me the boiler service day, the door Otto uses, and the warranty end.",
        "What is the boiler plan? Include the day, the door and the warranty.",
    ],
)
def test_a_bid_for_the_whole_is_a_question(talk: Talk, asked: str) -> None:
    talk.say_all(*BOILER)
    kept = talk.texts()
    reply = talk.say(asked)
    assert "Tuesday at 9:40" in reply
    assert "ends in June" in reply
    assert "Ulm" not in reply
    assert talk.texts() == kept


@pytest.mark.parametrize(
    "asked",
    [
        "Draft a note to my landlord about the boiler warranty.",
        "write me a short message for Otto about the boiler",
        "can you write an email about the boiler warranty",
        "compose a text for the landlord about the boiler",
        "please formulate a letter about the boiler warranty",
    ],
)
def test_who_asks_for_a_text_hears_what_is_known(talk: Talk, asked: str) -> None:
    talk.say_all(*BOILER)
    kept = talk.texts()
    reply = talk.say(asked)
    assert reply.startswith("I don't write texts.")
    assert "The boiler warranty ends in June" in reply
    assert talk.texts() == kept


@pytest.mark.parametrize(
    "asked", ["write a poem about the sea", "draft a letter to the tax office", "compose a song for Paul's wedding"]
)
def test_a_text_about_nothing_known_is_declined(talk: Talk, asked: str) -> None:
    talk.say_all(*BOILER)
    kept = talk.texts()
    assert talk.say(asked).startswith("I can't help with that")
    assert talk.texts() == kept


@pytest.mark.parametrize(
    "asked",
    ["what's the plan for the garden fair", "give me the summary of Paul's trip: the flight, the hotel and the price"],
)
def test_what_was_never_told_is_not_composed(talk: Talk, asked: str) -> None:
    talk.say_all(*BOILER)
    assert talk.say(asked) == "I don't know that yet. You can tell me."


def test_of_two_equally_good_lines_the_newest_is_told(talk: Talk) -> None:
    talk.say_all(
        "For the Orchard walk, the meeting point is the mill gate.",
        "The Orchard walk guide is Ines Brandt.",
        "For the Orchard walk, the meeting point is now the bus shelter.",
    )
    reply = talk.say("Give me the Orchard walk plan: the meeting point, the guide, and the price.")
    assert "bus shelter" in reply
    assert "Ines Brandt" in reply
    assert "mill gate" not in reply


def test_words_are_quoted_as_they_were_said(talk: Talk) -> None:
    said = "the Quayside stall opens from 7:10 AM to 8:25 AM, and the van parks by the red crane"
    talk.say_all(said, "the Quayside stall permit is with Mr. Okafor")
    reply = talk.say("Give me the Quayside stall summary: opening window, parking, and who has the permit.")
    assert said in reply
    assert "the Quayside stall permit is with Mr. Okafor" in reply


def test_a_condition_before_a_question_is_not_kept(talk: Talk) -> None:
    talk.say_all(*BOILER)
    kept = talk.texts()
    talk.say("If Otto is late on Tuesday, which door does he use, and what does the boiler bill come to?")
    assert talk.texts() == kept
    assert "Otto is late" not in talk.answer.reply


AUDIT = (
    "For the Quillon audit, Petra Voss leads and the auditors sit in room Birch.",
    "The Quillon audit begins on Thursday at 8:40.",
    "The Quillon audit covers cost centre 3300 and the lease of van 7.",
    "The Quillon audit lunch comes from Mira's kitchen for 14 people.",
    "The canteen serves soup on Fridays.",
)


def test_the_days_of_a_composed_answer_have_dates(talk: Talk) -> None:
    talk.say_all(*AUDIT)
    reply = talk.say(
        "What is the current Quillon audit plan, including the beginning, the lead, the room and the lunch?"
    )
    assert all(told in reply for told in ("Petra Voss", "Birch", "8:40", "14 people"))
    assert "That is Thursday, March 5, 2026." in reply
    assert "soup" not in reply


def test_a_composed_answer_tells_more_in_writing_than_aloud(talk: Talk) -> None:
    talk.say_all(*AUDIT)
    asked = "Summarise the Quillon audit: the lead and the room."
    written, spoken = talk.say(asked), talk.say(asked, channel=Channel.VOICE)
    assert len(written) >= len(spoken)
    assert "Petra Voss" in spoken


def test_lines_that_name_nobody_asked_about_are_no_answer(talk: Talk) -> None:
    talk.say_all(*AUDIT)
    reply = talk.say("What is the current Vandermeer plan, including the lead, the room and the lunch?")
    assert "Petra" not in reply
    assert "kitchen" not in reply


def test_two_questions_of_which_one_is_not_found_alone_are_answered_as_one(talk: Talk) -> None:
    talk.say_all(
        "Ilka Brandt has a support plan: a seat in front, printed slides, and a break after 25 minutes.",
        "Ilka's next review is on November 4 with Dr. Tamm.",
    )
    reply = talk.say("What support does Ilka Brandt get at the moment, and when is her next review?")
    assert "printed slides" in reply
    assert "November 4" in reply
