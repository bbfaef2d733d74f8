"""Promise: the hour beside the day, and the day beside the month, are no contradiction; two days are."""

from __future__ import annotations

import pytest

from memory.reading.changes.both_times import adds_time
from tests.sim.assistant_talk import Talk


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (("the concert's on friday", "the concert's at eight"), "when's the concert",
         "The concert's on friday; the concert's at eight."),
        (("my appointment's on tuesday", "it's at ten"), "when's my appointment",
         "Your appointment's on tuesday; your appointment is at ten."),
        (("lily's birthday is in may", "lily's birthday is on the third"), "when's lily's birthday",
         "Lily's birthday is in may; lily's birthday is on the third."),
        (("mum's coming next month", "mum's coming on the twelfth"), "when's mum coming",
         "Mum's coming next month; mum's coming on the twelfth."),
        (("my colleague sabine is off on mondays", "she's off on fridays too"), "when is sabine off",
         "Your colleague sabine is off on mondays; your colleague sabine is off on fridays too."),
        (("the shop is closed on mondays", "it's also closed on wednesdays"), "when is the shop closed",
         "The shop is closed on mondays; the shop is also closed on wednesdays."),
        (("ben has football on mondays", "he has football on thursdays as well"), "when does ben have football",
         "Ben has football on mondays; ben has football on thursdays as well."),
    ],
)  # fmt: skip
def test_both_parts_of_a_time_are_kept_and_told(talk: Talk, told: tuple[str, ...], asked: str, answer: str) -> None:
    for words in told:
        assert "?" not in talk.say(words)
    assert talk.say(asked) == answer


def test_the_hour_is_corrected_by_itself(talk: Talk) -> None:
    talk.say_all("the concert's on friday", "the concert's at eight", "no it's at nine")
    assert talk.say("when's the concert") == "The concert's on friday; the concert's at nine."


def test_only_the_last_of_two_days_is_told_once_it_is_said_to_be_the_only_one(talk: Talk) -> None:
    talk.say_all("my colleague sabine is off on mondays", "she's off on fridays too", "no only on fridays")
    assert talk.say("when is sabine off") == "Your colleague sabine is off on fridays too."


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "the concert's on friday", "the concert's on saturday"),
        ("en", "the meeting's at four", "the meeting's at five"),
        ("en", "my birthday's the second of may", "my birthday's the third of may"),
        ("en", "the meeting's on friday at four", "the meeting's at five"),
        ("en", "the concert's on friday", "the concert's in hull"),
        ("en", "the meeting with tom is on friday", "the meeting with jess is at four"),
        ("de", "das Konzert ist am Freitag", "das Konzert ist am Samstag"),
        ("de", "die Sitzung ist um vier", "die Sitzung ist um fünf"),
    ],
)
def test_another_time_or_thing_is_no_addition(language: str, old: str, new: str) -> None:
    assert not adds_time(old, new, language)


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "the concert's on friday", "the concert's between eight and ten"),
        ("en", "my birthday's in may", "my birthday's the third of may"),
        ("de", "das Konzert ist am Freitag", "das Konzert ist um acht"),
    ],
)
def test_a_part_left_open_is_an_addition(language: str, old: str, new: str) -> None:
    assert adds_time(old, new, language)
