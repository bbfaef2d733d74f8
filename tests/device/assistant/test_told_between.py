"""Talks in which what is asked stands between clauses: what somebody said or was promised, a cause, a shared verb.

Each row: what is said before, the last words, what the reply to these must have, and what it must not have.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

Row = tuple[tuple[str, ...], str, str, str]

SAID: list[Row] = [
    (("we had the boiler looked at by a chap called derek", "he said the pump's on its way out"),
     "what did derek say", "derek said the pump", ""),
    (("the vet reckons bella's got a heart murmur",), "what did the vet say about bella", "murmur", ""),
    (("the vet reckons bella's got a heart murmur",), "what did the vet say about rex", "don't know", "murmur"),
    (("tom reckons we should repaint the hall",), "what does tom think about the hall", "repaint", ""),
    (("my sister said she'd bring the pudding and mum said she'd do the ham",), "what did mum say", "the ham",
     "pudding"),
    (("the plumber told me the boiler's had it",), "what did the plumber tell me", "boiler's had it", ""),
    (("i promised mum i'd ring on friday",), "what did i promise mum", "you'd ring on friday", ""),
    (("i told kev i'd help him shift his sofa sunday",), "what did i tell kev", "help him shift his sofa", ""),
    (("tom has a blue van", "tom said the brakes are gone"), "what did tom say", "brakes", "blue"),
]  # fmt: skip
SHARED: list[Row] = [
    (("i've still got to ring the council and take the books back",), "what have i still got to do",
     "ring the council.*take the books back|take the books back.*ring the council", ""),
    (("my sister wants to sell the house and move to spain",), "where does my sister want to move",
     "move to spain", ""),
    (("tomorrow i have to pick up the parcel and post a letter",), "what do i have to do tomorrow",
     "post a letter.*parcel|parcel.*post a letter", ""),
    (("i can swim and dive",), "can i dive", "you can dive", ""),
]  # fmt: skip
CAUSES: list[Row] = [
    (("i've got a bad knee so i take the lift at work",), "why do i take the lift at work", "bad knee", ""),
    (("the car's in the garage so i'm getting the bus",), "why am i getting the bus", "in the garage", ""),
    (("i've got a bad knee so i take the lift at work",), "why do i take the stairs", "don't know", "knee"),
    (("we can't go on sunday because ravi's got the flu",), "who's got the flu", "ravi", ""),
]  # fmt: skip
CUT: list[Row] = [
    (("i sent the parcel to aunt bev this morning it should be there by wednesday",),
     "when should the parcel get there", "wednesday", ""),
    (("gary is having a leaving do at the feathers thursday",), "where's gary's leaving do", "the feathers", ""),
    (("i'm not working at the moment i was made redundant in december",), "when was i made redundant", "december",
     "moment"),
    (("gran's allergic to lilies so no lilies in the flowers",), "what is gran allergic to",
     "allergic to lilies so no lilies", ""),
    (("when i say the boys i mean oscar and finn",), "who are the boys", "oscar and finn", ""),
    (("the gas meter reading is four four one nine",), "what's the gas meter reading", "four four one nine", ""),
    (("my boss is away til the fourteenth",), "who do i ask while my boss is away", "", "noted"),
]  # fmt: skip
OTHERWISE: list[Row] = [
    (("we're off to malta on the fourteenth of march for ten days",), "when do we leave for malta", "fourteenth", ""),
    (("we're off to malta on the fourteenth of march for ten days",), "how long are we staying in malta", "ten days",
     ""),
    (("i've been off the fags since january",), "when did i stop smoking", "since january", ""),
    (("me and gav are getting married next may in cornwall",), "where's the wedding", "cornwall", ""),
    (("my nan's ninety on the twelfth",), "when is nan's birthday", "twelfth", ""),
    (("it's my turn to bring the snacks on saturday",), "whose turn is it to bring the snacks", "your turn", ""),
    (("the doctor's put me on statins at night",), "when do i take my statins", "at night", ""),
    (("i'm thinking of selling the caravan",), "have i decided to sell the caravan", "thinking of selling", ""),
    (("we've agreed that lars does the driving",), "who's doing the driving", "lars", "is that right"),
    (("my niece joy started at the bakery in january", "she has to get up at three every day"),
     "where does my niece work", "bakery", "three"),
    (("the lady next door is missis okafor", "she used to be a midwife"), "who's the lady next door", "okafor", ""),
]  # fmt: skip
SEVERAL: list[Row] = [
    (("i have two brothers one's called neil and the other's called craig",), "what are my brothers called",
     "neil.*craig|craig.*neil", ""),
    (("we've got two cats biscuit's the ginger one and pepper's the black one",), "what are our cats called",
     "biscuit.*pepper|pepper.*biscuit", ""),
    (("we've got two cats biscuit's the ginger one and pepper's the black one",), "which cat is black",
     "pepper's the black cat", "biscuit"),
    (("there are two spare keys one's in the shed and the other one's with mum",), "where are the spare keys",
     "shed.*mum|mum.*shed", ""),
    (("i have two brothers one's called neil",), "what are my brothers called", "", "craig"),
    (("our milkman's called reg he comes tuesdays",), "when does the milkman come", "tuesdays", ""),
    (("next door on the left are the khans and on the right it's mrs bell",), "who lives on the left", "khans", "bell"),
]  # fmt: skip
PUT_RIGHT: list[Row] = [
    (("luca's in class three b", "no three c"), "which class is luca in", "class three c", "three b"),
    (("the paint is called sea mist", "sea moss i should say"), "what's the paint called", "sea moss", "mist"),
    (("luca's teacher is miss holt", "miss hall i meant"), "who's luca's teacher", "miss hall", "holt"),
    (("the code word is red lion", "no green lion"), "what's the code word", "lion", ""),
]  # fmt: skip
WISHES: list[Row] = [
    (("please talk to me like i'm a beginner",), "how did i ask you to talk to me", "like i'm a beginner", ""),
    (("please use simple words with me i'm not good with the long ones",), "how did i ask you to talk to me",
     "use simple words", "not good"),
    (("keep your answers short", "never read my messages out loud"), "how should you answer",
     "briefly.*messages", ""),
    ((), "did you sleep well selene", "i'm well", "can't help"),
    (("you can call me doctor k everyone at the surgery does",), "what should you call me", "doctor k", ""),
    (("i'd rather you came on friday",), "how did i ask you to talk to me", "keep no wish", ""),
]  # fmt: skip
ENDED: list[Row] = [
    (("i work at the post office", "i fired our builder"), "where do i work", "post office", "fired"),
    (("i work at the post office", "i paid off the loan in may"), "where do i work", "post office", ""),
    (("i have to post a parcel", "i've now posted the parcel"), "do i still have to post a parcel", "posted",
     "have to"),
    (("it has to be done by friday i mean thursday",), "when does it have to be done", "thursday", "friday"),
    (("mum's on holiday next week for ten days",), "when is mum's birthday", "don't know", ""),
    (("i have two dogs one's called rex and the other's called max",), "what are tom's dogs called", "", "rex"),
    (("i take my pills in the morning", "i take my vitamins in the evening"), "when do i take my pills", "morning", ""),
    (("i work at the garden centre", "they laid me off at the garden centre last week"),
     "do i still work at the garden centre", "laid you off", ""),
    (("tom works at the bank", "tom's been made redundant"), "where does tom work", "redundant", ""),
    (("i work at the garden centre", "they laid my brother off last week"), "where do i work", "garden centre", ""),
    (("i've got to ring the council about the streetlight", "i've rung the council now took me half an hour"),
     "do i still have to ring the council", "you've rung the council", "got to"),
]  # fmt: skip
CONFLICTS: list[Row] = [
    (("my aunt rita lives in leeds", "oh no aunt rita lives in bradford not in leeds"), "where does aunt rita live",
     "in bradford", "leeds"),
    (("the meeting's on the first sunday of the month", "the meeting's on the second sunday now not the first"),
     "which sunday is the meeting", "second sunday of the month", "first"),
    (("the vicar's leaving at easter",), "the vicar's leaving in september", "should i change it", ""),
    (("my sister's getting married in may",), "my sister's getting married in june", "should i change it", ""),
    (("my sister's getting married in may",), "my sister's getting married in june now", "i changed it", ""),
    (("the paint is called pebble grey", "no hang on i mean dove grey"), "what's the paint called", "dove grey",
     "pebble"),
]  # fmt: skip
ORDERS: list[Row] = [
    (("i'm four hundred pounds overdrawn",
      "forget about the overdraft and remember the boiler service is on the eighteenth"),
     "when's the boiler service", "eighteenth", ""),
    (("please don't keep anything about my money", "i've got eleven thousand in the building society"),
     "how much have i got in the building society", "", "eleven"),
    (("always give me weights in pounds not in kilos",), "do i want weights in pounds or kilos", "in pounds", ""),
    (("put bin bags on the shopping list",), "what do i have to get from the shop", "bin bags", ""),
    (("i'd like you to call me sarge",), "what do you call me", "sarge", ""),
    (("stop saying noted every time it's annoying",), "how did i ask you to talk", "stop saying noted", ""),
]  # fmt: skip
ASKED: list[Row] = [
    (("i work three days a week at the nursery",), "how many days a week do i work", "three days", "noted"),
    (("i take my tablets twice a day",), "how many times a day do i take my tablets", "twice a day", "noted"),
    (("we play at the club",), "which club do we play at", "", "noted"),
    (("our works do is at the anchor",), "where's our works do", "anchor", ""),
    (("there's a lady across the hall she waters my plants",), "who waters my plants", "^the lady", ""),
    (("the toaster's under warranty till may",), "how long is the toaster under warranty", "till may", ""),
    (("freya's just started as a receptionist at the vet's",), "what does freya do", "receptionist", ""),
    (("please don't call me sir",), "what did i ask you not to call me", "sir", ""),
    (("amy does our hair on the first monday of the month",), "when does amy do our hair", "first monday", "wednesday"),
    (("my back's been playing up since i lifted the wardrobe",), "since when has my back been playing up",
     "since you lifted", ""),
    (("my back's been playing up",), "what's wrong with my back", "playing up", ""),
    (("my guinea pig nutmeg is brown",), "which guinea pig is brown", "nutmeg", "noted"),
    (("i need stamps and a card for aunt jean oh and her birthday's on friday",), "what do i need", "stamps and a card",
     "birthday"),
    (("my other half's called winston",), "what's my partner's name", "winston", ""),
    (("i'm on amoxicillin till sunday",), "what am i taking", "amoxicillin", ""),
    (("i drive the number nine tram",), "how long have i been driving the tram", "don't know", "nine"),
    (("i've been at the mill since i left school",), "how long have i been at the mill", "since you left school", ""),
]  # fmt: skip
PERSONS: list[Row] = [
    (("the vet says bella has a bad tooth", "he wants to take it out"), "who wants to take it out", "the vet wants",
     ""),
    (("tom says the shed's leaking", "he's going to fix it on saturday"), "who's fixing the shed", "tom", ""),
    (("coach says practice is at six on tuesday", "oh he's just texted"), "who has texted", "", "practice has"),
    (("hannah's seeing a lad called curtis", "he's thirty one"), "how old is curtis", "curtis is thirty one", ""),
    (("hannah's seeing a lad called curtis", "she wants her room painted green"), "what colour does hannah want",
     "hannah wants her room painted green", ""),
    (("mark and julie are getting divorced", "she's keeping the house"), "who's keeping the house", "julie", "mark"),
    (("sam and alex are getting divorced", "she's keeping the house"), "who's keeping the house", "", "alex"),
    (("we've got a son called elliot", "he plays the tuba"), "what does elliot play", "tuba", ""),
]  # fmt: skip
TOLD_TOO: list[Row] = [
    (("the lady next door is missis okafor she's eighty six",), "how old is the lady next door", "eighty six",
     ""),
    (("the bloke upstairs is called vince he plays the drums",), "who plays the drums", "the bloke upstairs", ""),
    (("the electrician can't come till next week",), "when's the electrician coming", "next week", ""),
    (("we got the results back and it's not broken it's just a bad sprain",), "is it broken", "not broken",
     "broken is"),
    (("my truck needs new brakes mike at the shop quoted me six hundred",), "what does my truck need", "new brakes",
     "mike"),
    (("my husband is deployed until october he's in the navy",), "what does my husband do", "navy", ""),
    (("uncle ted lives above the chip shop",), "what's the matter with uncle ted", "don't know", "chip"),
    (("did i forget to tell you stella's moved to norwich",), "where's stella moved to", "norwich", ""),
    (("i'm supposed to drink two litres a day the nurse said",), "what did the nurse say", "two litres", ""),
    (("put down that we need milk and washing powder",), "what do we need", "milk and washing powder", "put down"),
    (("my niece freya's got a place at durham",), "where's freya going to uni", "durham", ""),
    (("the school rang jack's been sick so i've got to fetch him",), "why have i got to fetch jack", "sick", ""),
    (("tuesday's my day off this week normally it's wednesday",), "when's my day off this week", "tuesday",
     "wednesday"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "asked", "has", "lacks"),
    [
        *SAID,
        *SHARED,
        *CAUSES,
        *CUT,
        *OTHERWISE,
        *SEVERAL,
        *PUT_RIGHT,
        *WISHES,
        *PERSONS,
        *TOLD_TOO,
        *CONFLICTS,
        *ORDERS,
        *ASKED,
    ],
)
def test_a_talk(told: tuple[str, ...], asked: str, has: str, lacks: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        for line in told:
            talk.say(line)
        reply = talk.say(asked).casefold()
    assert re.search(has, reply), reply
    assert not lacks or lacks not in reply, reply


@pytest.mark.parametrize("excuse", ["i was only rambling", "i'm only joking", "i was just thinking aloud"])
def test_what_was_not_meant_is_forgotten(excuse: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say("i might go back and study law")
        talk.say(f"scratch that {excuse}")
        assert talk.vault.reader.atoms(talk.gate(), 10) == ()
