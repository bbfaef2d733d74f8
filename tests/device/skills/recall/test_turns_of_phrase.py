"""Promise: what people tell in passing, of others or of anybody, answers questions; what is taken off is over."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")

UNKNOWN = "I don't know that yet. You can tell me."


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("the torch is on the third shelf", "where's the torch", "third shelf"),
        ("the one on the right is doris", "who's on the right", "doris"),
        ("my right ankle is swollen", "which ankle is swollen", "right ankle"),
        ("doug has two sisters marnie and pru", "what are doug's sisters called", "marnie and pru"),
        ("we've two boys sid who's five and ned who's nine", "how old is ned", "nine"),
        ("my dentist is a man called otto who collects stamps", "what does otto collect", "stamps"),
        ("i can't eat nuts and neither can my niece", "can my niece eat nuts", "neither can your niece"),
        ("you get the stamps out of the blue drawer", "where do i get the stamps", "blue drawer"),
        ("you can ring the surgery on five one nine two", "what's the number of the surgery", "five one nine two"),
        ("the skates are a forty one", "do you know the size of the skates", "forty one"),
        ("the depot's number is three three oh", "can you give me the number of the depot", "three three oh"),
        ("nurse bello is my supervisor", "who's my supervisor", "nurse bello"),
        ("the kettle has to be descaled in june", "how do you know the kettle has to be descaled", "You told me"),
        ("mrs quill on our street has a parrot", "who was it that has a parrot", "mrs quill"),
        ("my favourite band used to be oasis now it's blur", "what's my favourite band", "is blur"),
        ("i put the spring rolls in the bottom drawer", "where'd i put the spring rolls", "bottom drawer"),
    ],
)
def test_it_is_told_when_asked(talk: Talk, told: str, asked: str, answer: str) -> None:
    talk.say(told)
    assert answer.casefold() in talk.say(asked).casefold()


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("dinner's at seven at the italian on king street", "who's coming to dinner"),
        ("dinner's at seven at the italian on king street", "who am i having dinner with"),
        ("we live in a flat with my aunt", "who lives on the right"),
        ("mrs quill on our street has a parrot", "has mrs quill got a ferret"),
        ("you can keep that to yourself", "what can i keep"),
        ("my boss bram carved the door of the chapel", "where did bram train"),
        ("my son owen rents a flat in leeds", "how much rent does owen pay"),
        ("he fixed the boiler", "who fixed the boiler"),
    ],
)
def test_nothing_is_told_that_is_not_known(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    before = talk.atoms()
    assert talk.say(asked) == UNKNOWN
    assert talk.atoms() == before


@pytest.mark.parametrize(
    ("told", "news", "asked", "answer"),
    [
        (
            "i'm taking iron tablets",
            "the doctor's taken me off the iron tablets",
            "am i on iron tablets",
            "off the iron",
        ),
        ("priya plays a fender", "sorry i meant a gibson she plays a gibson", "what does priya play", "gibson"),
        (
            "the roofer wants ninety",
            "actually it's seventy i read the wrong line",
            "what does the roofer want",
            "seventy",
        ),
    ],
)
def test_what_is_over_or_corrected_is_not_told(talk: Talk, told: str, news: str, asked: str, answer: str) -> None:
    talk.say_all(told, news)
    assert answer.casefold() in talk.say(asked).casefold()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("the new shed is brown", "the new shed is blue"),
        ("the ship's best seen from the pier", "the ship's best seen from the tower"),
    ],
)
def test_another_value_without_a_word_of_change_is_asked_about(talk: Talk, first: str, second: str) -> None:
    talk.say_all(first, second)
    assert talk.answer.question


@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ("my exam is the third monday in june", "when is my exam", "Monday, June 15, 2026"),
        ("the fair is on the last friday of august", "when is the fair", "Friday, August 28, 2026"),
        ("i've got the optician tomorrow", "what have i got coming up", "optician"),
        ("i've got the optician tomorrow", "what's in my diary", "optician"),
    ],
)
def test_a_day_of_the_month_is_counted_out(talk: Talk, said: str, asked: str, answer: str) -> None:
    talk.say(said)
    assert answer.casefold() in talk.say(asked).casefold()


def test_a_question_puts_nothing_on_a_list(talk: Talk) -> None:
    talk.say("put jam on the shopping list")
    assert talk.say("what do i still have on the shopping list") == "On the shopping list: jam."


@pytest.mark.parametrize(
    ("change", "time"),
    [
        ("make it half past", "7:30"),
        ("make the seven o'clock alarm quarter past", "7:15"),
        ("make it quarter to", "6:45"),
    ],
)
def test_an_alarm_is_moved_within_its_hour(talk: Talk, change: str, time: str) -> None:
    talk.say("set an alarm for seven")
    assert time in talk.say(change)


def test_parts_of_what_was_just_told_are_asked_for(talk: Talk) -> None:
    talk.say("i'm seeing my accountant on friday at two in mill street")
    assert "at two" in talk.say("what time")
    assert "friday" in talk.say("what day")
    assert "mill street" in talk.say("where")
    talk.say("thanks")
    assert "mill street" not in talk.say("where")


def test_a_corrected_hour_stays_on_its_day(talk: Talk) -> None:
    talk.say_all("the meeting on friday is at three", "no it's at four")
    assert "Friday, March 6, 2026, at 4:00" in talk.say("when is the meeting")


def test_two_facts_of_one_key_are_both_kept(talk: Talk) -> None:
    talk.say("my desk neighbour is called ilse and she's from ghent")
    talk.say("actually she comes from bruges")
    assert "bruges" in talk.say("where's ilse from")
    assert "ilse" in talk.say("what's my desk neighbour called")
