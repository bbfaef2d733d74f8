"""Promise: after schedules were spoken of, "it" and "the second one" are enough; days may be left out, or differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

EN = (
    (
        (
            "wake me at seven on weekdays and nine at the weekend",
            "Your alarm is set: it rings on weekdays at 7 am. Your alarm is set: it rings at weekends at 9 am.",
        ),
        ("when am i being woken", "Your alarm is set: it rings on weekdays at 7 am."),
        ("i don't need the weekend one any more", "I cancelled the alarm at weekends at 9 am."),
        ("which alarms are set", "You have an alarm on weekdays at 7 am."),
    ),
    (
        (
            "remind me every day at noon except sundays to feed the fish",
            "I'll remind you every Monday, Tuesday, Wednesday, Thursday, Friday and Saturday at noon: feed the fish.",
        ),
        (
            "remind me to take my pill every day except at the weekend at seven in the morning",
            "I'll remind you on weekdays at 7 am: take your pill.",
        ),
        ("stop reminding me about the fish", "I cancelled the reminder: feed the fish."),
        ("what reminders do i have", "You have a reminder on weekdays at 7 am: take your pill."),
        ("delete the first one", "I cancelled the reminder: take your pill."),
        ("what reminders do i have", "No reminder is set."),
    ),
    (
        ("remind me", "For when?"),
        ("to buy stamps", "For when?"),
        ("tomorrow at nine", "I'll remind you tomorrow at 9 am: buy stamps."),
    ),
    (
        (
            "set two alarms one for six and one for half six",
            "Your alarm is set: it rings tomorrow at 6 am. Your alarm is set: it rings tomorrow at 6:30 am.",
        ),
        ("which alarms are set", "You have an alarm tomorrow at 6 am; an alarm tomorrow at 6:30 am."),
        ("make the first one ten minutes later", "Your alarm is set: it rings tomorrow at 6:10 am."),
        (
            "bring the second forward by five minutes",
            "Your alarm is set: it rings tomorrow at 6:25 am.",
        ),
        ("which alarms are set", "You have an alarm tomorrow at 6:10 am; an alarm tomorrow at 6:25 am."),
        ("cancel it", "Which one do you mean: an alarm tomorrow at 6:10 am; an alarm tomorrow at 6:25 am?"),
    ),
    (
        ("start a ten minute timer and a twenty minute timer", "Timer set: ten minutes. Timer set: twenty minutes."),
        ("pause the first", "Paused, 9 minutes left."),
        ("carry on with it", "It goes on, 9 minutes left."),
        ("how long on the second", "17 minutes left."),
        ("stop the last one", "I cancelled the timer."),
        ("no more timers please", "I cancelled the timer."),
    ),
    (
        ("set a timer for the pasta five minutes", "Timer set: five minutes for the pasta."),
        ("how long has the pasta got", "4 minutes left for the pasta."),
        ("cancel it", "I cancelled the timer for the pasta."),
    ),
    (
        ("ping me when forty minutes are up", "Timer set: forty minutes."),
        ("make sure i take the washing out in an hour", "I'll remind you in one hour: take the washing out."),
        ("i mustn't forget to ring the bank at nine", "I'll remind you at 9 pm: ring the bank."),
    ),
)
DE = (
    (
        (
            "weck mich werktags um sieben und am wochenende um neun",
            "Der Wecker klingelt werktags um 7 Uhr. Der Wecker klingelt am Wochenende um 9 Uhr.",
        ),
        ("mach den ersten zehn minuten später", "Der Wecker klingelt werktags um 7 Uhr 10."),
        ("den am wochenende brauche ich nicht mehr", "Der Wecker am Wochenende um 9 Uhr ist gelöscht."),
        ("welche wecker sind gestellt", "Gestellt: ein Wecker werktags um 7 Uhr 10."),
    ),
    (
        (
            "erinnere mich jeden tag um zwölf außer sonntags die fische zu füttern",
            "Ich erinnere dich jeden Montag, Dienstag, Mittwoch, Donnerstag, Freitag und Samstag um 12 Uhr:"
            " die fische zu füttern.",
        ),
        ("lösch sie", "Die Erinnerung ist gelöscht: die fische zu füttern."),
    ),
    (
        ("erinnere mich", "Wann?"),
        ("briefmarken zu kaufen", "Wann?"),
        ("morgen um neun", "Ich erinnere dich morgen um 9 Uhr: briefmarken zu kaufen."),
        ("hör auf mich an die briefmarken zu erinnern", "Die Erinnerung ist gelöscht: briefmarken zu kaufen."),
    ),
    (
        (
            "stell zwei wecker einen um sechs und einen um halb sieben",
            "Der Wecker klingelt morgen um 6 Uhr. Der Wecker klingelt morgen um 6 Uhr 30.",
        ),
        ("lösch den zweiten", "Der Wecker morgen um 6 Uhr 30 ist gelöscht."),
    ),
    (
        (
            "stell einen timer auf zehn minuten und einen auf zwanzig",
            "Timer läuft: zehn Minuten. Timer läuft: zwanzig Minuten.",
        ),
        ("wie lange noch beim zweiten", "Noch 19 Minuten."),
        ("pausier den ersten", "Angehalten, noch 8 Minuten."),
        ("brich ihn ab", "Der Timer ist gelöscht."),
    ),
    (
        ("stell einen timer für die nudeln auf acht minuten", "Timer läuft: acht Minuten für die nudeln."),
        ("wie lange brauchen die nudeln noch", "Noch 7 Minuten für die nudeln."),
        ("brich ihn ab", "Der Timer für die nudeln ist gelöscht."),
        ("keine timer mehr bitte", "Es läuft kein Timer."),
    ),
)
LEFT = "You have a timer with 3 minutes left; a timer with 14 minutes left."
TALKS = [("en", talk) for talk in EN] + [("de", talk) for talk in DE]


@pytest.mark.parametrize(("language", "talk"), TALKS)
def test_what_is_pointed_at_is_changed(tmp_path: Path, language: str, talk: tuple[tuple[str, str], ...]) -> None:
    with talk_in(tmp_path, language) as person:
        assert [(said, person.say(said)) for said, _ in talk] == list(talk)
        assert person.texts() == []


@pytest.mark.parametrize("said", ["cancel it", "delete the second one", "pause the first", "stop that"])
def test_nothing_is_pointed_at_where_no_schedule_was_spoken_of(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path) as person:
        person.say_all("set a timer for ten minutes", "set a timer for twenty minutes")
        person.say_all("my sister lives in leeds", "she has a dog", "her dog is called rex", "he likes sausages")
        person.say(said)
        assert person.say("how many timers do i have") == LEFT


def test_a_minute_without_its_hour_is_of_the_hour_that_runs(tmp_path: Path) -> None:
    with talk_in(tmp_path) as person:
        assert person.say("let me know when it's ten to") == "I'll remind you at 10:50 am."
        assert person.say("let me know when it's ten to four") == "I'll remind you at 3:50 pm."


@pytest.mark.parametrize("said", ["delete that", "delete it", "scrap that"])
def test_what_was_told_last_is_meant_and_not_the_timer_before(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path) as person:
        person.say_all("set a timer for ten minutes", "my locker is number 41", said)
        assert person.texts() == []
        assert person.say("how many timers do i have") == "You have a timer with 7 minutes left."
