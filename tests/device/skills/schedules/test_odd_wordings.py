"""Promise: schedules are understood as people say them: in another order, in one breath, going on."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.skills.schedules.recurrence import next_occurrence
from device.skills.schedules.schedule import schedules_of
from device.skills.schedules.schedule_clock import local_time
from memory.model.ids import user_id
from tests.sim.assistant_talk import talk_in

NO_TIME = "I can't notice when that happens, so I set nothing. Tell me a time, such as: at six."
KEINE_ZEIT = (
    "Ich merke nicht, wann das geschieht, darum habe ich nichts gestellt. Nenne mir eine Zeit, zum Beispiel: um sechs."
)
CANNOT = "I can't help with that; I can remember what you tell me, set timers, alarms and reminders, and keep lists."
KANN_NICHT = (
    "Das kann ich nicht; ich behalte, was du mir sagst, stelle Timer, Wecker und Erinnerungen und führe Listen."
)
EN = (
    (
        ("pop a timer on for the eggs four and a half minutes", "Timer set: four minutes and 30 seconds for the eggs."),
        ("how long left on that", "4 minutes left for the eggs."),
        ("twenty minutes for the roast please", "Timer set: twenty minutes for the roast."),
        ("and ten for the peas", "Timer set: ten minutes for the peas."),
        ("give the eggs another two minutes", "Timer set: two minutes and 30 seconds for the eggs."),
        ("when's the peas timer going off", "8 minutes left for the peas."),
        ("what about the roast", "16 minutes left for the roast."),
        ("cancel the eggs and the peas", "I cancelled both."),
        ("stop the roast", "I cancelled the timer for the roast."),
        ("set a ten minute and a twenty minute timer", "Timer set: ten minutes. Timer set: twenty minutes."),
        ("set a timer", "For how long?"),
        ("ten", "Timer set: ten minutes."),
        ("cancel everything", "I cancelled all three."),
        ("start a timer for two hours thirty", "Timer set: two hours and 30 minutes."),
        ("pause", "Paused, 2 hours and 29 minutes left."),
        ("carry on", "It goes on, 2 hours and 29 minutes left."),
    ),
    (
        ("wake me at quarter to seven tomorrow", "Your alarm is set: it rings tomorrow at 6:45 am."),
        ("no rather seven", "Your alarm is set: it rings tomorrow at 7 am."),
        ("and saturday at nine", "Your alarm is set: it rings on Saturday at 9 am."),
        ("turn off the saturday one", "I cancelled the alarm on Saturday at 9 am."),
        ("set my alarm an hour earlier", "Your alarm is set: it rings tomorrow at 6 am."),
        ("make it ten minutes later", "Your alarm is set: it rings tomorrow at 6:10 am."),
        ("what time will you wake me", "Your alarm is set: it rings tomorrow at 6:10 am."),
        (
            "wake me when it gets light",
            NO_TIME,
        ),
        (
            "alarm quarter past eight monday wednesday and friday",
            "Your alarm is set: it rings every Monday, Wednesday and Friday at 8:15 am.",
        ),
        ("turn all the alarms off", "I cancelled both."),
    ),
    (
        ("get me up at six every weekday", "Your alarm is set: it rings on weekdays at 6 am."),
        ("no alarm on friday please", "I leave that one out. After it the next one is tomorrow at 6 am."),
        ("skip tomorrow's alarm", "I leave that one out. After it the next one is on Wednesday at 6 am."),
        ("cancel tomorrow's alarm", "Nothing is set for that day."),
        ("what alarms do i have", "You have an alarm on weekdays at 6 am."),
        ("every sunday at ten wake me up", "Your alarm is set: it rings every Sunday at 10 am."),
        ("cancel the sunday alarm", "I cancelled the alarm every Sunday at 10 am."),
    ),
    (
        ("remind me to pay the rent on the first of every month", "At what time?"),
        ("at nine", "I'll remind you on day 1 of every month at 9 am: pay the rent."),
        (
            "remind me every second friday at ten to put the recycling out",
            "I'll remind you every second Friday at 10 am: put the recycling out.",
        ),
        (
            "remind me on the first monday of every month at noon to test the smoke alarm",
            "I'll remind you on the first Monday of every month at noon: test the smoke alarm.",
        ),
        ("remind me later to call bob", "For when?"),
        ("remind me before bed to lock up", "I'll remind you at 9 pm: lock up."),
        (
            "remind me twice a day to drink water",
            "I set none of these. Tell me each with its time, one after the other.",
        ),
        (
            "remind me ten minutes before my train",
            NO_TIME,
        ),
        ("remind me the day before the party to buy flowers", "For when?"),
        ("don't forget to take the tablets at eight", "I'll remind you at 8 pm: take the tablets."),
        (
            "remind bea to feed the cat at six",
            CANNOT,
        ),
        (
            "i have to pick up the kids at three fifteen remind me",
            "I'll remind you at 3:15 pm: you have to pick up the kids.",
        ),
        ("when do i have to pick up the kids", "I'll remind you at 3:15 pm: you have to pick up the kids."),
        ("remind me on thursday about the parcel", "At what time?"),
        ("at two", "I'll remind you on Thursday at 2 pm: the parcel."),
        ("actually make that friday", "I'll remind you on Friday at 2 pm: the parcel."),
        ("remind me about it an hour earlier", "I'll remind you on Friday at 1 pm: the parcel."),
        ("remind me every morning to stretch", "I'll remind you every day at 8 am: stretch."),
        ("at seven", "I'll remind you every day at 7 am: stretch."),
        ("stop reminding me to stretch", "I cancelled the reminder: stretch."),
        ("remind me next week to book the garage", "For when?"),
        ("monday", "At what time?"),
        ("ten", "I'll remind you on Monday, March 9, at 10 am: book the garage."),
    ),
    (
        (
            "set a timer for five minutes and put milk on the list",
            "Timer set: five minutes. I put milk on the shopping list.",
        ),
        (
            "set a timer for ten minutes and remind me at six to call mum",
            "Timer set: ten minutes. I'll remind you at 6 pm: call mum.",
        ),
        ("what reminders do i have", "You have a reminder at 6 pm: call mum."),
    ),
)
DE = (
    (
        (
            "mach einen timer für die eier viereinhalb minuten",
            "Timer läuft: vier Minuten und 30 Sekunden für die eier.",
        ),
        ("und zehn für die erbsen", "Timer läuft: zehn Minuten für die erbsen."),
        ("was macht der eiertimer", "Noch 3 Minuten für die eier."),
        ("mach bei den eiern sechs minuten draus", "Timer läuft: sechs Minuten für die eier."),
        ("stopp beide", "Beide sind gelöscht."),
        ("timer", "Wie lange?"),
        ("fünf", "Timer läuft: fünf Minuten."),
        ("pause", "Angehalten, noch 4 Minuten."),
        ("weiter", "Läuft weiter, noch 4 Minuten."),
        ("mach mal zehn minuten", "Timer läuft: zehn Minuten."),
    ),
    (
        ("weck mich morgen um viertel vor sieben", "Der Wecker klingelt morgen um 6 Uhr 45."),
        ("nee lieber um sieben", "Der Wecker klingelt morgen um 7 Uhr."),
        ("und am samstag um neun", "Der Wecker klingelt am Samstag um 9 Uhr."),
        ("den am samstag wieder aus", "Der Wecker am Samstag um 9 Uhr ist gelöscht."),
        ("mach den wecker um sieben aus", "Der Wecker morgen um 7 Uhr ist gelöscht."),
        ("jeden sonntag um zehn weckst du mich", "Der Wecker klingelt jeden Sonntag um 10 Uhr."),
        ("den wecker lieber auf halb elf", "Der Wecker klingelt jeden Sonntag um 10 Uhr 30."),
        (
            "weck mich wenn es hell wird",
            KEINE_ZEIT,
        ),
    ),
    (
        ("werktags um sechs wecken bitte", "Der Wecker klingelt werktags um 6 Uhr."),
        ("morgen keinen wecker", "Das eine Mal lasse ich aus. Danach wieder am Mittwoch um 6 Uhr."),
        ("weck mich am donnerstag nicht", "Das eine Mal lasse ich aus. Danach wieder am Mittwoch um 6 Uhr."),
        ("welche wecker hab ich", "Gestellt: ein Wecker werktags um 6 Uhr."),
        (
            "wecker auf viertel nach acht montag und mittwoch",
            "Der Wecker klingelt jeden Montag und Mittwoch um 8 Uhr 15.",
        ),
        ("alles abbrechen", "Beide sind gelöscht."),
    ),
    (
        ("morgen früh an die mülltonnen erinnern", "Ich erinnere dich morgen um 8 Uhr: die mülltonnen."),
        ("erinner mich eine stunde früher", "Ich erinnere dich morgen um 7 Uhr: die mülltonnen."),
        ("mach acht draus", "Ich erinnere dich morgen um 8 Uhr: die mülltonnen."),
        ("erinner mich am ersten jeden monats an die miete", "Um wie viel Uhr?"),
        ("um neun", "Ich erinnere dich am 1. jedes Monats um 9 Uhr: die miete."),
        (
            "erinner mich jeden zweiten freitag um zehn an den müll",
            "Ich erinnere dich jeden zweiten Freitag um 10 Uhr: den müll.",
        ),
        (
            "erinner mich am ersten montag im monat um zwölf an den rauchmelder",
            "Ich erinnere dich am ersten Montag jedes Monats um 12 Uhr: den rauchmelder.",
        ),
        ("erinner mich gleich ans dehnen", "Wann?"),
        ("erinner mich nach dem mittagessen an den brief", "Ich erinnere dich um 15 Uhr: den brief."),
        (
            "erinner mich zweimal am tag ans trinken",
            "Ich habe keinen davon gestellt. Sag mir jeden mit seiner Zeit, einen nach dem anderen.",
        ),
        (
            "wenn jon klingelt erinner mich an die schlüssel",
            KEINE_ZEIT,
        ),
        ("um acht die tabletten nicht vergessen", "Ich erinnere dich um 20 Uhr: die tabletten."),
        (
            "erinner bea um sechs an die katze",
            KANN_NICHT,
        ),
        (
            "schreib jon dass ich später komme",
            KANN_NICHT,
        ),
        (
            "lass mich nicht vergessen um vier den klempner anzurufen",
            "Ich erinnere dich um 16 Uhr: den klempner anzurufen.",
        ),
        ("wann muss ich den klempner anrufen", "Ich erinnere dich um 16 Uhr: den klempner anzurufen."),
        ("sag die erinnerung an den müll ab", "Die Erinnerung ist gelöscht: den müll."),
        (
            "stell einen timer auf fünf minuten und setz milch auf die einkaufsliste",
            "Timer läuft: fünf Minuten. Auf der Einkaufsliste notiert: milch.",
        ),
    ),
)
TALKS = [("en", talk) for talk in EN] + [("de", talk) for talk in DE]


@pytest.mark.parametrize(("language", "talk"), TALKS)
def test_odd_wordings_do_what_was_meant(tmp_path: Path, language: str, talk: tuple[tuple[str, str], ...]) -> None:
    with talk_in(tmp_path, language) as person:
        assert [(said, person.say(said)) for said, _ in talk] == list(talk)
        assert person.texts() == []


def test_a_day_that_is_left_out_does_not_ring_and_the_others_do(tmp_path: Path) -> None:
    with talk_in(tmp_path) as person:
        person.say_all("wake me at six every weekday", "no alarm on thursday", "make it seven", "skip tomorrow's alarm")
        alarm = schedules_of(person.vault.reader, user_id("Ana"))[0]

        def ringings() -> list[str]:
            at, days = alarm.due_ms - 1, []
            for _ in range(6):
                found = next_occurrence(alarm.recurrence, alarm.first_local, alarm.zone, at)
                assert found is not None
                at = found[0]
                days.append(f"{local_time(at, alarm.zone):%a %d %H:%M}")
            return days

        assert ringings() == [
            *("Wed 04 07:00", "Fri 06 07:00", "Mon 09 07:00", "Tue 10 07:00", "Wed 11 07:00", "Thu 12 07:00"),
        ]
        assert person.say("what alarms do i have") == "You have an alarm on weekdays at 7 am."


def test_two_commands_of_one_sentence_keep_both_schedules(tmp_path: Path) -> None:
    with talk_in(tmp_path) as person:
        person.say("set a timer for ten minutes and remind me at six to call mum")
        assert {one.kind for one in schedules_of(person.vault.reader, user_id("Ana"))} == {"timer", "reminder"}


def test_forgetting_a_name_does_not_stop_at_its_reminder(tmp_path: Path) -> None:
    with talk_in(tmp_path) as person:
        person.say_all("my brother hugo lives in leeds", "remind me at six to call hugo", "forget hugo")
        assert not any("hugo" in text for text in person.texts())
