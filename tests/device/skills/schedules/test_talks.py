"""Promise: what is said of a timer that is there changes that one, and one more is one more, as people say these."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.ids import user_id
from tests.sim.assistant_talk import Talk, talk_in

CHANGED_BY_NAME = (
    ("set a timer for the pasta for twelve minutes", "Twelve minutes for the pasta, from now."),
    ("make the pasta timer fifteen minutes", "Fifteen minutes for the pasta, from now."),
    ("set the timer for the pasta to nine minutes", "Nine minutes for the pasta, from now."),
    ("set the pasta timer for ten minutes", "Ten minutes for the pasta, from now."),
    ("what timers do I have", "You have the pasta, 9 minutes left."),
    ("set a pasta timer for three minutes", "Three minutes for pasta, from now."),
    ("make the rice timer four minutes", "Four minutes for rice, from now."),
    ("cancel all timers", "I cancelled all three."),
)
ONE_MORE = (
    ("set a pasta timer for twelve minutes", "Twelve minutes for pasta, from now."),
    ("and a second one for the eggs, six minutes", "Six minutes for the eggs, from now."),
    ("and one for the rice, ten minutes", "Ten minutes for the rice, from now."),
    ("another one for three minutes", "Three minutes, from now."),
    ("hello", "Hello."),
    ("and another one for six minutes", "I'm not sure what you mean."),
    ("cancel the pasta timer", "I cancelled the timer for pasta."),
    ("cancel the rice timer", "I cancelled the timer for the rice."),
    ("cancel all timers", "I cancelled both."),
)
UNNAMED = (
    ("set the oven timer for ten minutes", "Ten minutes for oven, from now."),
    ("make the timer twelve minutes", "Twelve minutes for oven, from now."),
    ("set a timer for two minutes", "Two minutes, from now."),
    ("pause the timer", "Paused, one minute left."),
    ("cancel all timers", "I cancelled both."),
)
GERMAN = (
    ("stell einen Timer für die Nudeln auf zwölf Minuten", "Zwölf Minuten für die Nudeln, ab jetzt."),
    ("stell den Nudeltimer auf fünfzehn Minuten", "Fünfzehn Minuten für die Nudeln, ab jetzt."),
    ("stell den Timer für die Nudeln auf neun Minuten", "Neun Minuten für die Nudeln, ab jetzt."),
    ("und einen zweiten für die Eier, sechs Minuten", "Sechs Minuten für die Eier, ab jetzt."),
    ("welche Timer habe ich", "Gestellt: die Eier, noch 5 Minuten; die Nudeln, noch 7 Minuten."),
    ("lösche alle Timer", "Beide sind gelöscht."),
)


@pytest.mark.parametrize(
    ("language", "said"), [("en", CHANGED_BY_NAME), ("en", ONE_MORE), ("en", UNNAMED), ("de", GERMAN)]
)
def test_a_talk_about_timers(tmp_path: Path, language: str, said: tuple[tuple[str, str], ...]) -> None:
    with talk_in(tmp_path) as held:
        talk = Talk(held.vault, language)
        assert [(words, talk.say(words)) for words, _ in said] == list(said)
        assert held.vault.counts().atoms == 0


@pytest.mark.parametrize(
    ("language", "said", "left"),
    [
        ("en", "cancel all timers and alarms", {"reminder"}),
        ("en", "turn off my alarms and timers", {"reminder"}),
        ("en", "please cancel all timers and all alarms", {"reminder"}),
        ("en", "get rid of all timers and reminders", {"alarm"}),
        ("en", "cancel all my timers, alarms and reminders", set()),
        ("de", "lösche alle Timer und Wecker", {"reminder"}),
        ("de", "lösche meine Wecker und meine Erinnerungen", {"timer"}),
    ],
)
def test_several_kinds_are_cancelled_and_no_other(tmp_path: Path, language: str, said: str, left: set[str]) -> None:
    setting = {
        "en": ("set a pasta timer for ten minutes", "set an alarm for seven", "remind me to call Tom at six"),
        "de": ("stell einen Timer auf zehn Minuten", "stell einen Wecker auf sieben", "erinnere mich um sechs an Tom"),
    }
    with talk_in(tmp_path) as held:
        talk = Talk(held.vault, language)
        for words in setting[language]:
            talk.say(words)
        assert open_kinds(talk) == {"timer", "alarm", "reminder"}
        talk.say(said)
        assert open_kinds(talk) == left


def open_kinds(talk: Talk) -> set[str]:
    records = talk.vault.reader.records(user_id("Ana"), "schedule")
    return {str(one.content["kind"]) for one in records if one.content["state"] == "set"}
