"""Promise: "For when?" is answered with a time in any words, with what to remind of, or with something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

NOTICED = "I can't notice when that happens, so I set nothing. Tell me a time, such as: at six."
NOTICED_DE = (
    "Ich merke nicht, wann das geschieht, darum habe ich nichts gestellt. Nenne mir eine Zeit, zum Beispiel: um sechs."
)
ANSWERS = (
    ("en", "remind me", "in ten minutes to turn the soup down", "I'll remind you in ten minutes: turn the soup down."),
    ("en", "can you remind me", "at six to call dad", "I'll remind you at 6 pm: call dad."),
    ("en", "set a reminder", "tomorrow at five post the letter", "I'll remind you tomorrow at 5 pm: post the letter."),
    ("en", "remind me", "feed the fish in an hour", "I'll remind you in one hour: feed the fish."),
    ("en", "remind me", "call my aunt at six", "I'll remind you at 6 pm: call your aunt."),
    ("en", "remind me", "turn off the oven in ten minutes", "I'll remind you in ten minutes: turn off the oven."),
    ("en", "remind me to go", "let's say at seven", "I'll remind you at 7 pm: go."),
    ("en", "remind me to go", "seven", "I'll remind you at 7 pm: go."),
    ("en", "set an alarm", "maybe half seven", "Your alarm is set: it rings tomorrow at 7:30 am."),
    ("en", "set an alarm", "how about eight", "Your alarm is set: it rings tomorrow at 8 am."),
    ("en", "set a timer", "let's say ten", "Timer set: ten minutes."),
    ("de", "erinnere mich", "in zehn minuten an die suppe", "Ich erinnere dich in zehn Minuten: die suppe."),
    ("de", "kannst du mich erinnern", "um sechs papa anrufen", "Ich erinnere dich um 18 Uhr: papa anrufen."),
    ("de", "stell einen wecker", "vielleicht um acht", "Der Wecker klingelt morgen um 8 Uhr."),
)
FACTS = (
    ("en", "remind me", "my optician appointment is tomorrow at six", "my optician appointment is tomorrow at six"),
    ("en", "remind me to go", "my brother is coming at six", "my brother is coming at six"),
    ("de", "erinnere mich", "um sechs bin ich bei den eltern", "um sechs bin ich bei den eltern"),
)
CONDITIONS = (
    ("en", "let me know when the rice is cooked", NOTICED),
    ("en", "remind me when the dishwasher's done to empty it", NOTICED),
    ("en", "tell me when it's time to go", NOTICED),
    ("de", "sag mir bescheid wenn der reis gar ist", NOTICED_DE),
    ("de", "erinner mich wenn die spülmaschine fertig ist ans ausräumen", NOTICED_DE),
)


@pytest.mark.parametrize(("language", "asked", "said", "reply"), ANSWERS)
def test_an_answer_sets_it(tmp_path: Path, language: str, asked: str, said: str, reply: str) -> None:
    with talk_in(tmp_path, language) as person:
        person.say(asked)
        assert person.say(said) == reply
        assert person.texts() == []


@pytest.mark.parametrize(("language", "asked", "said", "kept"), FACTS)
def test_a_fact_is_kept_and_sets_nothing(tmp_path: Path, language: str, asked: str, said: str, kept: str) -> None:
    with talk_in(tmp_path, language) as person:
        person.say_all(asked, said)
        assert person.texts() == [kept]


@pytest.mark.parametrize(("language", "said", "reply"), CONDITIONS)
def test_what_happens_to_a_thing_is_no_time(tmp_path: Path, language: str, said: str, reply: str) -> None:
    with talk_in(tmp_path, language) as person:
        assert person.say(said) == reply
        assert person.texts() == []
