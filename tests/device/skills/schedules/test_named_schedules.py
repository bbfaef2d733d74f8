"""Promise: a timer, an alarm or a reminder is known by its name alone; what names none of them is another's turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

CANNOT = "Das kann ich nicht; ich behalte, was du mir sagst, stelle Timer, Wecker und Erinnerungen und führe Listen."
TALKS = {
    "en": (
        ("set a timer for the rice for twenty minutes", "Timer set: twenty minutes for the rice."),
        ("timer for the eggs six and a half minutes", "Timer set: six minutes and 30 seconds for the eggs."),
        ("how long left on the rice", "18 minutes left for the rice."),
        ("how long has the rice got", "17 minutes left for the rice."),
        ("add two minutes to the rice", "Timer set: eighteen minutes for the rice."),
        ("give the rice another minute", "Timer set: eighteen minutes for the rice."),
        ("take three minutes off the rice", "Timer set: fourteen minutes for the rice."),
        ("pause the rice", "Paused the rice, 13 minutes left."),
        ("carry on with the rice", "The rice goes on, 13 minutes left."),
        ("cancel the egg one", "I cancelled the timer for the eggs."),
        ("is the rice done yet", "11 minutes left for the rice."),
        ("make the rice ten minutes", "Timer set: ten minutes for the rice."),
        ("remind me tomorrow at nine to ring the vet", "I'll remind you tomorrow at 9 am: ring the vet."),
        ("move the vet to ten", "I'll remind you tomorrow at 10 am: ring the vet."),
        ("stop the rice", "I cancelled the timer for the rice."),
        ("how long has the rice got", "I don't know that yet. You can tell me."),
        ("i have to pick up tom at three can you remind me", "I'll remind you at 3 pm: you have to pick up tom."),
        ("give me a nudge at four about the parcel", "I'll remind you at 4 pm: the parcel."),
        ("when's my next alarm", "No alarm is set."),
        ("no alarm tomorrow", "No alarm is set."),
        ("can i get a timer for 15 minutes", "Timer set: fifteen minutes."),
        ("restart the timer", "Timer set: fifteen minutes."),
        ("pause the timer", "Paused, 14 minutes left."),
        ("start the timer again from the beginning", "Timer set: fifteen minutes."),
        ("call off the timer", "I cancelled the timer."),
        (
            "set three timers for one two and three minutes",
            "I set none of these. Tell me each with its time, one after the other.",
        ),
        ("remind me on the first of april to pay the rent", "At what time?"),
        ("at nine", "I'll remind you on Wednesday, April 1, at 9 am: pay the rent."),
        ("i need reminding about the school run at three", "I'll remind you at 3 pm: the school run."),
    ),
    "de": (
        ("stell einen Timer für den Reis auf zwanzig Minuten", "Timer läuft: zwanzig Minuten für den Reis."),
        ("Timer für die Nudeln achteinhalb Minuten", "Timer läuft: acht Minuten und 30 Sekunden für die Nudeln."),
        ("wie lange noch beim Reis", "Noch 18 Minuten für den Reis."),
        ("gib den Nudeln noch eine Minute", "Timer läuft: sieben Minuten und 30 Sekunden für die Nudeln."),
        ("mach beim Reis zwei Minuten mehr", "Timer läuft: achtzehn Minuten für den Reis."),
        ("zieh beim Reis eine Minute ab", "Timer läuft: sechzehn Minuten für den Reis."),
        ("sind die Nudeln schon fertig", "Noch 5 Minuten für die Nudeln."),
        ("halt den Reis mal an", "Der Timer für den Reis ist angehalten, noch 14 Minuten."),
        ("lass den Reis weiterlaufen", "Der Timer für den Reis läuft weiter, noch 14 Minuten."),
        ("die Nudeln kannst du löschen", "Der Timer für die Nudeln ist gelöscht."),
        ("erinner mich in einer Stunde an die Wäsche", "Ich erinnere dich in einer Stunde: die Wäsche."),
        ("erinner mich morgen um neun an den Zahnarzt", "Ich erinnere dich morgen um 9 Uhr: den Zahnarzt."),
        ("verschieb den Zahnarzt auf zehn", "Ich erinnere dich morgen um 10 Uhr: den Zahnarzt."),
        ("gib mir um vier Bescheid wegen dem Paket", "Ich erinnere dich um 16 Uhr: Paket."),
        ("ich muss Samstag um fünf aufstehen weck mich", "Der Wecker klingelt am Samstag um 5 Uhr."),
        ("Wecker am Samstag aus", "Der Wecker am Samstag um 5 Uhr ist gelöscht."),
        ("morgen kein Wecker bitte", "Kein Wecker ist gestellt."),
        ("alle Timer aus", "Der Timer für den Reis ist gelöscht."),
        ("kann ich einen Timer für 15 Minuten haben", "Timer läuft: fünfzehn Minuten."),
        ("starte den Timer neu", "Timer läuft: fünfzehn Minuten."),
        ("kannst du uns Sonntag um acht wecken", "Der Wecker klingelt am Sonntag um 8 Uhr."),
        ("schieb den Wecker eine halbe Stunde nach hinten", "Der Wecker klingelt am Sonntag um 8 Uhr 30."),
        ("erinner mich Mama anzurufen", "Wann?"),
        ("morgen um zehn", "Ich erinnere dich morgen um 10 Uhr: Mama anzurufen."),
        ("bring den Müll raus", CANNOT),
        ("gieß die Blumen", CANNOT),
    ),
}


@pytest.mark.parametrize("language", TALKS)
def test_what_is_said_of_one_by_its_name_is_about_that_one(tmp_path: Path, language: str) -> None:
    with talk_in(tmp_path, language) as talk:
        assert [(said, talk.say(said)) for said, _ in TALKS[language]] == list(TALKS[language])


ELSEWHERE = (
    ("how long is the flight to rome", "I don't know that, and I can't look it up. You can tell me."),
    ("add two eggs to the shopping list", "I put two eggs on the shopping list."),
    ("stop the bus", ""),
    ("my rice cooker is red", "Noted: your rice cooker is red."),
)


def test_what_names_none_of_them_changes_none(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("set a timer for the rice for twenty minutes")
        for said, told in ELSEWHERE:
            assert talk.say(said) == told or not told, said
        assert talk.say("what timers do i have") == "You have the rice, 15 minutes left."
