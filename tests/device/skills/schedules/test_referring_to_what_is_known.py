"""Promise: what is said of a schedule may mean what is known: the usual alarm, a told day, the one before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

NO_USUAL = "No alarm of yours rings again and again, so I don't know what is usual. Tell me a time, such as: at six."
NO_TIME = "I can't notice when that happens, so I set nothing. Tell me a time, such as: at six."
NICHT_UEBLICH = (
    "Kein Wecker von dir klingelt immer wieder, darum weiß ich nicht, was üblich ist. "
    "Nenne mir eine Zeit, zum Beispiel: um sechs."
)
KEINE_ZEIT = (
    "Ich merke nicht, wann das geschieht, darum habe ich nichts gestellt. Nenne mir eine Zeit, zum Beispiel: um sechs."
)
Said = tuple[tuple[str, str], ...]
EN: tuple[Said, ...] = (
    (
        (
            "wake me half an hour earlier than usual",
            NO_USUAL,
        ),
        ("wake me at seven every weekday", "Your alarm is set: it rings on weekdays at 7 am."),
        ("wake me half an hour earlier than usual tomorrow", "Your alarm is set: it rings tomorrow at 6:30 am."),
        ("until when", "Your alarm is set: it rings tomorrow at 6:30 am."),
        ("get me up an hour later than normal on friday", "Your alarm is set: it rings on Friday at 8 am."),
        ("cancel all my alarms", "I cancelled all three."),
        ("wake me at seven tomorrow", "Your alarm is set: it rings tomorrow at 7 am."),
        ("wake me an hour earlier tomorrow", "Your alarm is set: it rings tomorrow at 6 am."),
        ("the alarm went off an hour earlier than usual", "Noted: the alarm went off an hour earlier than usual."),
        ("what time am i up tomorrow", "Your alarm is set: it rings tomorrow at 6 am."),
    ),
    (
        ("the dentist is on Friday at ten", "Noted: the dentist is on Friday at ten."),
        ("remind me about the dentist the day before", "I'll remind you on Thursday at 9 am: dentist."),
        ("remind me the evening before the dentist", "I'll remind you on Thursday at 7 pm: dentist."),
        (
            "remind me two hours before the dentist to take my card",
            "I'll remind you on Friday at 8 am: take your card.",
        ),
        ("remind me to buy flowers the day before the wedding", "For when?"),
    ),
    (
        ("remind me an hour before", NO_TIME),
        ("my sister's flight lands at six on thursday", "Noted: your sister's flight lands at six on thursday."),
        (
            "remind me an hour before",
            "I'll remind you on Thursday at 5 am: your sister's flight lands at six on thursday.",
        ),
        (
            "and give me a reminder of it the evening before",
            "I'll remind you on Wednesday at 7 pm: your sister's flight lands at six on thursday.",
        ),
        ("i like tea", "Noted: you like tea."),
        ("remind me an hour before", NO_TIME),
    ),
    (
        ("set a timer for 12 minutes for the pasta", "Timer set: twelve minutes for the pasta."),
        ("how long's left on the pasta", "11 minutes left for the pasta."),
        ("what's the pasta timer at", "10 minutes left for the pasta."),
    ),
    (
        ("wake me at half past six every day", "Your alarm is set: it rings every day at 6:30 am."),
        ("not tomorrow though", "I leave that one out. After it the next one is on Wednesday at 6:30 am."),
        (
            "but not on sundays",
            "Your alarm is set: it rings every Monday, Tuesday, Wednesday, Thursday, Friday and Saturday at 6:30 am.",
        ),
        ("my sister lives in cork", "Noted: your sister lives in cork."),
        ("not today though", "I'm not sure what you mean."),
    ),
    (
        ("wake me at seven every day", "Your alarm is set: it rings every day at 7 am."),
        ("turn the alarm off for tomorrow", "I leave that one out. After it the next one is on Wednesday at 7 am."),
        ("forget that", "Your alarm is set: it rings every day at 7 am."),
        ("skip tomorrow's alarm", "I leave that one out. After it the next one is on Wednesday at 7 am."),
        ("my sister lives in cork", "Noted: your sister lives in cork."),
        ("wake me an hour later than usual on friday", "Your alarm is set: it rings on Friday at 8 am."),
        (
            "cancel that",
            "I cancelled the alarm on Friday at 8 am. Your alarm is set: it rings every day at 7 am.",
        ),
        ("skip tomorrow's alarm", "Nothing is set for that day."),
    ),
    (
        ("wake me at seven every day", "Your alarm is set: it rings every day at 7 am."),
        ("skip tomorrow's alarm", "I leave that one out. After it the next one is on Wednesday at 7 am."),
        ("my sister lives in cork", "Noted: your sister lives in cork."),
        ("set an alarm for ten tomorrow", "Your alarm is set: it rings tomorrow at 10 am."),
        ("cancel that", "I cancelled the alarm tomorrow at 10 am."),
    ),
    (
        ("wake me at seven every day", "Your alarm is set: it rings every day at 7 am."),
        ("wake me an hour later than usual tomorrow", "Your alarm is set: it rings tomorrow at 8 am."),
        ("cancel that", "I cancelled the alarm tomorrow at 8 am. Your alarm is set: it rings every day at 7 am."),
    ),
    (
        ("two minutes please", "I'm not sure what you mean."),
        ("set a timer", "For how long?"),
        ("ten minutes please", "Timer set: ten minutes."),
    ),
    (
        ("set a timer for nine minutes", "Timer set: nine minutes."),
        ("how long is the drive to hull", "I don't know that yet. You can tell me."),
        ("no 42", "I'm not sure what you mean."),
    ),
    (
        ("wake me up at quarter past six tomorrow", "Your alarm is set: it rings tomorrow at 6:15 am."),
        ("what time's my alarm", "Your alarm is set: it rings tomorrow at 6:15 am."),
        ("no make it half six", "Your alarm is set: it rings tomorrow at 6:30 am."),
    ),
    (
        ("timer twenty minutes", "Timer set: twenty minutes."),
        ("actually make that twenty five", "Timer set: twenty-five minutes."),
        ("no thirty", "Timer set: thirty minutes."),
        ("what's on the timer", "29 minutes left."),
        ("any timers on", "You have a timer with 28 minutes left."),
    ),
    (
        ("the dentist is tomorrow at ten", "Noted: the dentist is tomorrow at ten."),
        ("remind me to put the bins out at eight tonight", "I'll remind you at 8 pm: put the bins out."),
        ("what do i need to do tonight", "You have a reminder at 8 pm: put the bins out."),
        ("forget that reminder i've done it", "I cancelled the reminder: put the bins out."),
        ("what do i need to do today", "I know of nothing on Monday, March 2, 2026."),
    ),
    (
        ("let me know when it's quarter past", "I'll remind you at 10:15 am."),
        ("nudge me at quarter to", "I'll remind you at 10:45 am."),
        ("let me know when an hour's up", "Timer set: one hour."),
        ("remind me in the morning to put the bins out", "I'll remind you tomorrow at 8 am: put the bins out."),
        (
            "remind me at the station to buy a ticket",
            NO_TIME,
        ),
        (
            "wake me in time for the nine o'clock train",
            NO_TIME,
        ),
    ),
    (
        (
            "set three timers ten minutes for the rice, twenty for the chicken and five for the beans",
            "Timer set: five minutes for the beans. Timer set: ten minutes for the rice. "
            "Timer set: twenty minutes for the chicken.",
        ),
        ("which one's next", "The timer for the beans ends at 10:06 am."),
        ("how long have i got left on the rice", "8 minutes left for the rice."),
        ("how are we doing on the chicken", "17 minutes left for the chicken."),
        ("how long have i got left on my lease", "I don't know that yet. You can tell me."),
        ("stop all the timers", "I cancelled all three."),
        ("set a timer for one hour and ten minutes for the roast", "Timer set: one hour and 10 minutes for the roast."),
        ("is it nearly done", "One hour and 9 minutes left for the roast."),
        ("give it another minute", "Timer set: one hour and 9 minutes for the roast."),
        (
            "set a timer for the washing, it takes an hour and a quarter",
            "Timer set: one hour and 15 minutes for the washing.",
        ),
    ),
    (
        (
            "every sunday remind me to water my plants at six",
            "I'll remind you every Sunday at 6 am: water your plants.",
        ),
        (
            "skip this sunday",
            "I leave that one out. After it the next one for water your plants is on Sunday, March 15, at 6 am.",
        ),
        ("stop that one altogether", "I cancelled the reminder: water your plants."),
        ("remind me to ring me sister tomorrow at nine", "I'll remind you tomorrow at 9 am: ring your sister."),
        (
            "remind me that i need to pick up my daughter at four",
            "I'll remind you at 4 pm: you need to pick up your daughter.",
        ),
        ("remind me to tell Ben i love him at six", "I'll remind you at 6 pm: tell Ben you love him."),
    ),
    (
        ("put eggs and milk on my list", "I put eggs and milk on the shopping list."),
        ("what's on me list", "On the shopping list: eggs and milk."),
        ("stick some butter on as well", "I put butter on the shopping list."),
        ("what's on the list then", "On the shopping list: eggs, milk and butter."),
        ("take everything off", "I emptied the shopping list. Say undo to have it back."),
        (
            "start a list for the campsite with tent, torch and matches",
            "I put tent, torch and matches on the campsite list.",
        ),
        ("read me the campsite list", "On the campsite list: tent, torch and matches."),
    ),
    (
        ("my wedding is on the third of may", "Noted: your wedding is on the third of may."),
        ("remind me a week before the wedding", "I'll remind you on Sunday, April 26, at 9 am: wedding."),
        ("remind me an hour before the wedding", NO_TIME),
        ("remind me an hour before bed to lock up", NO_TIME),
        (
            "remind me in the evening to call my nan and in the morning to feed the cat",
            "I'll remind you at 7 pm: call your nan. I'll remind you tomorrow at 8 am: feed the cat.",
        ),
        (
            "remind me to take the bins out tonight and again in the morning",
            "I'll remind you at 7 pm: take the bins out. I'll remind you tomorrow at 8 am: take the bins out.",
        ),
        (
            "set a five minute timer for eggs, ten for bacon",
            "Timer set: five minutes for eggs. Timer set: ten minutes for bacon.",
        ),
    ),
)
DE: tuple[Said, ...] = (
    (
        ("zwei minuten bitte", "Ich weiß nicht, was du meinst."),
        ("stell einen timer", "Wie lange?"),
        ("zehn minuten bitte", "Timer läuft: zehn Minuten."),
    ),
    (
        (
            "weck mich eine halbe stunde früher als sonst",
            NICHT_UEBLICH,
        ),
        ("weck mich jeden werktag um sieben", "Der Wecker klingelt werktags um 7 Uhr."),
        ("weck mich morgen eine halbe stunde früher als sonst", "Der Wecker klingelt morgen um 6 Uhr 30."),
        ("bis wann", "Der Wecker klingelt morgen um 6 Uhr 30."),
    ),
    (
        ("der zahnarzt ist am freitag um zehn", "Notiert: der zahnarzt ist am freitag um zehn."),
        ("erinner mich am tag davor an den zahnarzt", "Ich erinnere dich am Donnerstag um 9 Uhr: zahnarzt."),
        ("erinner mich am abend vor dem zahnarzt", "Ich erinnere dich am Donnerstag um 19 Uhr: zahnarzt."),
        (
            "erinner mich zwei stunden vor dem zahnarzt daran meine karte einzustecken",
            "Ich erinnere dich am Freitag um 8 Uhr: deine karte einzustecken.",
        ),
    ),
    (
        ("weck mich werktags um sechs", "Der Wecker klingelt werktags um 6 Uhr."),
        ("morgen aber nicht", "Das eine Mal lasse ich aus. Danach wieder am Mittwoch um 6 Uhr."),
        ("aber freitags nicht", "Der Wecker klingelt jeden Montag, Dienstag, Mittwoch und Donnerstag um 6 Uhr."),
        ("ich gehe heute nicht", "Notiert: du gehst heute nicht."),
    ),
    (
        ("sag mir bescheid wenn es viertel nach ist", "Ich erinnere dich um 10 Uhr 15."),
        ("sag bescheid wenn es halb ist", "Ich erinnere dich um 10 Uhr 30."),
        ("stups mich um viertel vor an", "Ich erinnere dich um 10 Uhr 45."),
        ("sag bescheid wenn eine stunde rum ist", "Timer läuft: eine Stunde."),
    ),
    (
        (
            "stell drei timer zehn minuten für den reis, zwanzig für das huhn und fünf für die bohnen",
            "Timer läuft: fünf Minuten für die bohnen. Timer läuft: zehn Minuten für den reis. "
            "Timer läuft: zwanzig Minuten für das huhn.",
        ),
        ("welcher kommt als nächstes", "Der Timer für die bohnen endet um 10 Uhr 06."),
        ("wie siehts aus beim reis", "Noch 8 Minuten für den reis."),
        (
            "stell einen timer für die wäsche, die braucht eineinviertel stunden",
            "Timer läuft: eine Stunde und 15 Minuten für die wäsche.",
        ),
        ("ist die gleich fertig", "Noch eine Stunde und 14 Minuten für die wäsche."),
    ),
    (
        (
            "erinner mich um acht daran meine tabletten zu nehmen",
            "Ich erinnere dich um 20 Uhr: deine tabletten zu nehmen.",
        ),
        ("und morgen früh nochmal", "Ich erinnere dich morgen um 8 Uhr: deine tabletten zu nehmen."),
        ("und sag mir um halb acht dass ich los muss", "Ich erinnere dich um 19 Uhr 30: dass du los musst."),
        ("weck mich um acht, aber nur morgen", "Der Wecker klingelt morgen um 8 Uhr."),
        (
            "weck mich rechtzeitig für den zug um neun",
            KEINE_ZEIT,
        ),
    ),
    (
        (
            "mach eine liste fürs zelten mit zelt, lampe und streichhölzern",
            "Auf der Liste für zelten notiert: zelt, lampe und streichhölzern.",
        ),
        ("lies mir die liste fürs zelten vor", "Auf der Liste für zelten: zelt, lampe und streichhölzern."),
    ),
    (
        ("timer zwanzig minuten", "Timer läuft: zwanzig Minuten."),
        ("mach fünfundzwanzig draus", "Timer läuft: fünfundzwanzig Minuten."),
        ("was läuft gerade für ein timer", "Gestellt: ein Timer, noch 24 Minuten."),
    ),
    (
        ("weck mich morgen um viertel nach sechs", "Der Wecker klingelt morgen um 6 Uhr 15."),
        ("nee mach halb sieben", "Der Wecker klingelt morgen um 6 Uhr 30."),
        ("erinner mich heute abend um acht an die mülltonne", "Ich erinnere dich um 20 Uhr: die mülltonne."),
        ("was muss ich heute abend machen", "Gestellt: die mülltonne, um 20 Uhr."),
    ),
    (
        ("der klempner kommt am donnerstag um neun", "Notiert: der klempner kommt am donnerstag um neun."),
        (
            "erinner mich eine halbe stunde bevor der klempner kommt",
            "Ich erinnere dich am Donnerstag um 8 Uhr 30: klempner kommt.",
        ),
        (
            "erinner mich abends meine oma anzurufen und morgens die katze zu füttern",
            "Ich erinnere dich um 19 Uhr: deine oma anzurufen. "
            "Ich erinnere dich morgen um 8 Uhr: die katze zu füttern.",
        ),
    ),
)


@pytest.mark.parametrize(("language", "said"), [*(("en", one) for one in EN), *(("de", one) for one in DE)])
def test_what_is_known_is_meant(tmp_path: Path, language: str, said: Said) -> None:
    with talk_in(tmp_path, language) as talk:
        assert [(words, talk.say(words)) for words, _ in said] == list(said)
