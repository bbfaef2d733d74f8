"""Promise: what is said of a timer that is there changes that one, and one more is one more, as people say these."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.ids import user_id
from tests.sim.assistant_talk import Talk, talk_in

CHANGED_BY_NAME = (
    ("set a timer for the pasta for twelve minutes", "Timer set: twelve minutes for the pasta."),
    ("make the pasta timer fifteen minutes", "Timer set: fifteen minutes for the pasta."),
    ("set the timer for the pasta to nine minutes", "Timer set: nine minutes for the pasta."),
    ("set the pasta timer for ten minutes", "Timer set: ten minutes for the pasta."),
    ("what timers do I have", "You have the pasta, 9 minutes left."),
    ("set a pasta timer for three minutes", "Timer set: three minutes for pasta."),
    ("make the rice timer four minutes", "Timer set: four minutes for rice."),
    ("cancel all timers", "I cancelled all three."),
)
ONE_MORE = (
    ("set a pasta timer for twelve minutes", "Timer set: twelve minutes for pasta."),
    ("and a second one for the eggs, six minutes", "Timer set: six minutes for the eggs."),
    ("and one for the rice, ten minutes", "Timer set: ten minutes for the rice."),
    ("another one for three minutes", "Timer set: three minutes."),
    ("hello", "Hello."),
    ("and another one for six minutes", "I'm not sure what you mean."),
    ("cancel the pasta timer", "I cancelled the timer for pasta."),
    ("cancel the rice timer", "I cancelled the timer for the rice."),
    ("cancel all timers", "I cancelled both."),
)
UNNAMED = (
    ("set the oven timer for ten minutes", "Timer set: ten minutes for oven."),
    ("make the timer twelve minutes", "Timer set: twelve minutes for oven."),
    ("set a timer for two minutes", "Timer set: two minutes."),
    ("pause the timer", "Paused, one minute left."),
    ("cancel all timers", "I cancelled both."),
)
SEVERAL_AT_ONCE = (
    (
        "set a six minute egg timer and a ten minute pasta timer",
        "Timer set: six minutes for egg. Timer set: ten minutes for pasta.",
    ),
    ("cancel the egg timer", "I cancelled the timer for egg."),
    (
        "set two timers, one for rice for six minutes and one for soup for ten",
        "Timer set: six minutes for rice. Timer set: ten minutes for soup.",
    ),
    (
        "set a timer for five minutes and set a tea timer for three",
        "Timer set: three minutes for tea. Timer set: five minutes.",
    ),
    (
        "set a timer for ten minutes and a timer for the cake",
        "I set none of these. Tell me each with its time, one after the other.",
    ),
    ("set a timer for mac and cheese for an hour and a half", "Timer set: one hour and 30 minutes for mac and cheese."),
    (
        "set a timer for two minutes and wake me at seven",
        "Timer set: two minutes. Your alarm is set: it rings tomorrow at 7 am.",
    ),
    ("cancel all timers", "I cancelled all seven."),
    ("what alarms do I have", "You have an alarm tomorrow at 7 am."),
)
SEVERAL_OF_A_NAME = (
    ("set the pasta timer for twelve minutes", "Timer set: twelve minutes for pasta."),
    ("set a timer called the pasta for six minutes", "Timer set: six minutes for the pasta."),
    (
        "make the pasta timer fifteen minutes",
        "Which one do you mean: the pasta, 5 minutes left; pasta, 10 minutes left?",
    ),
    ("cancel all timers", "I cancelled both."),
)
THE_DAY_STAYS = (
    ("remind me tomorrow at noon to call Ben", "I'll remind you tomorrow at noon: call Ben."),
    ("move it to one", "I'll remind you tomorrow at 1 pm: call Ben."),
    ("make it half past eight in the morning", "I'll remind you tomorrow at 8:30 am: call Ben."),
    (
        "remind me every day at eight in the evening to take my pills",
        "I'll remind you every day at 8 pm: take your pills.",
    ),
    ("make it nine", "I'll remind you every day at 9 pm: take your pills."),
    ("make it friday at ten", "I'll remind you on Friday at 10 am: take your pills."),
)
BARE = (
    ("an alarm for half past six on weekdays", "Your alarm is set: it rings on weekdays at 6:30 am."),
    ("a timer for ten minutes", "Timer set: ten minutes."),
    ("change it to 12", "Timer set: twelve minutes."),
    ("set another one for 5 minutes", "Timer set: five minutes."),
    ("change it to half past eight", "The timer ends at 8:30 pm."),
    ("another alarm at 8", "Your alarm is set: it rings tomorrow at 8 am."),
    ("cancel all alarms", "I cancelled both."),
)
NOT_TO_BE_FORGOTTEN = (
    ("don't let me forget the milk", "For when?"),
    ("at six", "I'll remind you at 6 pm: the milk."),
    ("don't let me forget the dentist on friday at nine", "I'll remind you on Friday at 9 am: the dentist."),
    ("don't forget to remind me to buy bread", "For when?"),
)
GERMAN = (
    ("stell einen Timer für die Nudeln auf zwölf Minuten", "Timer läuft: zwölf Minuten für die Nudeln."),
    ("stell den Nudeltimer auf fünfzehn Minuten", "Timer läuft: fünfzehn Minuten für die Nudeln."),
    ("stell den Timer für die Nudeln auf neun Minuten", "Timer läuft: neun Minuten für die Nudeln."),
    ("und einen zweiten für die Eier, sechs Minuten", "Timer läuft: sechs Minuten für die Eier."),
    ("welche Timer habe ich", "Gestellt: die Eier, noch 5 Minuten; die Nudeln, noch 7 Minuten."),
    ("lösche alle Timer", "Beide sind gelöscht."),
)
GERMAN_SEVERAL = (
    ("ein Wecker für halb sieben werktags", "Der Wecker klingelt werktags um 6 Uhr 30."),
    ("lösche den Wecker", "Der Wecker werktags um 6 Uhr 30 ist gelöscht."),
    ("stell einen Timer auf zehn Minuten", "Timer läuft: zehn Minuten."),
    ("änder ihn auf zwölf", "Timer läuft: zwölf Minuten."),
    (
        "stell einen Timer für die Eier auf sechs Minuten und einen für die Nudeln auf zehn",
        "Timer läuft: sechs Minuten für die Eier. Timer läuft: zehn Minuten für die Nudeln.",
    ),
    (
        "stell einen Teetimer auf drei Minuten und weck mich um sieben",
        "Timer läuft: drei Minuten für Tee. Der Wecker klingelt morgen um 7 Uhr.",
    ),
    ("erinnere mich morgen um zwölf an Ben", "Ich erinnere dich morgen um 12 Uhr: Ben."),
    ("verschieb das auf eins", "Ich erinnere dich morgen um 13 Uhr: Ben."),
    ("lass mich die Milch nicht vergessen", "Wann?"),
)


def test_a_fact_that_is_not_to_be_forgotten_is_kept(tmp_path: Path) -> None:
    with talk_in(tmp_path) as held:
        talk = Talk(held.vault, "en")
        talk.say("don't let me forget my passport's in the top drawer of the desk")
        assert "drawer" in talk.say("where's my passport")
        assert "Lee" in talk.say("don't let me forget that my dentist is Doctor Lee")
        assert held.vault.counts().atoms == 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        *(("en", said) for said in (CHANGED_BY_NAME, ONE_MORE, UNNAMED, SEVERAL_AT_ONCE, SEVERAL_OF_A_NAME)),
        *(("en", said) for said in (THE_DAY_STAYS, NOT_TO_BE_FORGOTTEN, BARE)),
        *(("de", said) for said in (GERMAN, GERMAN_SEVERAL)),
    ],
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
