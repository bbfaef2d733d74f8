"""Talks in which something changes in part, goes on again, or is told beside a command, and what is answered then.

Each row: what is said before, the last words, what the reply to these must have, and what it must not have.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

Row = tuple[tuple[str, ...], str, str, str]

MOVED: list[Row] = [
    (("the meeting's in room four on monday", "they've moved it to room nine"), "where's the meeting",
     "room nine on monday", "four"),
    (("my flight's at ten past seven from terminal two", "they've changed it to terminal five"),
     "which terminal do i go from", "ten past seven from terminal five", "two"),
    (("our train goes from platform 3", "they've switched it to platform 12"), "which platform is our train",
     "platform 12", "platform 3"),
    (("choir's at the church", "they've moved it to the school"), "where's choir", "to the school", "church"),
    (("i keep the spare key under the mat", "i've moved it to the shed"), "where's the spare key", "shed", "mat"),
    (("mum's got the cot", "she's moved it to the loft"), "where's the cot", "moved the cot to the loft", ""),
    (("dave's put the ladder in the garage",), "where's the ladder", "garage", ""),
    (("the meeting's in room four", "they've moved the boxes to room nine"), "where's the meeting", "room four",
     "nine"),
]  # fmt: skip
IN_PART: list[Row] = [
    (("dave owes me forty quid", "he paid me twenty of it back"), "how much does dave owe me", "forty", ""),
    (("ann owes me a hundred", "ann's paid half of it back"), "does ann owe me anything", "hundred", ""),
    (("dave owes me forty quid", "he paid me the forty back"), "does dave owe me anything", "paid you the forty back",
     "owes you"),
    (("my phone number is 07700 900123",), "that's wrong it ends in 124", "number is 07700 900124", ""),
    (("my postcode's bs3 4jt",), "sorry it starts with bs4", "bs4 4jt", ""),
    (("my shift's at nine",), "it ends in an hour", "", "corrected"),
]  # fmt: skip
AGAIN: list[Row] = [
    (("i gave up smoking in november but i started again last week",), "do i smoke", "started again", ""),
    (("i gave up smoking in november", "but i started again last week"), "do i smoke", "started again last week", ""),
    (("tom quit drinking but he's started again",), "does tom drink", "started again", ""),
    (("i gave up smoking in november but i started work early",), "do i smoke", "gave up smoking", "work"),
    (("i used to sing in a choir now i paint",), "what do i do now", "paint", ""),
    (("i used to work at the post office now i'm at the council",), "where did i work before", "post office",
     "now|council"),
    (("tomorrow's bin day",), "when's bin day", "tomorrow", ""),
]  # fmt: skip
PUT_RIGHT: list[Row] = [
    (("the match is on tuesday at seven", "i got that wrong the match is on wednesday"), "when's the match",
     "wednesday at seven", "tuesday"),
    (("the match is on the fourth at seven", "no the match is on the fifth"), "when's the match", "fifth at seven",
     "fourth"),
    (("the match is on tuesday at seven", "no the match is on wednesday at eight"), "when's the match",
     "wednesday at eight", "seven"),
    (("the christening's at saint luke's on sunday", "no it's at saint mark's"), "where's the christening",
     "saint mark's on sunday", "luke"),
    (("the customer on hatton road wants oak flooring", "no she wants beech"), "what flooring does the customer want",
     "beech", "oak"),
    (("my gran wants a blue scarf", "correction she wants a red one"), "what does my gran want", "red", "blue"),
    (("my shift on friday starts at five thirty", "no six thirty sorry"), "when does my shift start on friday",
     "six thirty. that is friday", "tuesday"),
    (("my train home leaves at six ten",), "will my train be late", "don't know", "six ten"),
    (("my aunt's called beryl",), "cheers and what did i say my aunt's name was", "beryl", ""),
    (("the barbecue is on the sixth of june",), "tell me all we know about the barbecue", "sixth of june", ""),
]  # fmt: skip
DROPPED: list[Row] = [
    (("we were going to get a dog but we've decided on a rabbit",), "what pet are we getting", "rabbit", ""),
    (("we were meant to fly on the third but it's the fifth now",), "when do we fly", "fifth", ""),
    (("we were going to the zoo but it rained", "my sister's in wales"), "where's my sister", "wales", "zoo"),
]  # fmt: skip
NEWS: list[Row] = [
    (("don't let me forget it's our nan's ninetieth on the twentieth",), "what's on the twentieth",
     "it's your nan's ninetieth", "forget"),
    (("i want you to know i can't stand people being late",), "what can't i stand", "people being late", ""),
    ((), "i want you to feed the cat", "can't help", ""),
    (("i've got three grandkids molly finn and baby george who was born in october",), "when was george born",
     "october", ""),
]  # fmt: skip
BESIDE: list[Row] = [
    (("put bread and eggs on the shopping list oh and we're out of washing powder",), "what's on the shopping list",
     "bread and eggs", "powder"),
    (("add milk to the list oh and tomorrow's bin day",), "what's on the shopping list", "milk", "bin"),
    (("dad's coming on sunday oh and put bread on the shopping list",), "what's on the shopping list", "bread", "dad"),
    (("add eggs to the shopping list also my sister's had her baby",), "what did my sister have", "baby", ""),
    (("set a timer for ten minutes oh and the neighbours are away this week",), "who's away this week", "neighbours",
     ""),
]  # fmt: skip
GERMAN: list[Row] = [
    (("setz brot auf die einkaufsliste ach und das waschpulver ist alle",), "was steht auf der einkaufsliste",
     "brot", "waschpulver"),
    (("papa kommt am sonntag ach und setz brot auf die einkaufsliste",), "was steht auf der einkaufsliste", "brot",
     "papa"),
    (("das spiel ist am dienstag um sieben", "nein das spiel ist am mittwoch"), "wann ist das spiel",
     "mittwoch um sieben", "dienstag"),
    (("meine telefonnummer ist 0171 55123",), "nein sie endet auf 124", "0171 55124", ""),
]  # fmt: skip


@pytest.mark.parametrize(("language", "row"), [
    *(("en", row) for row in (*MOVED, *IN_PART, *AGAIN, *PUT_RIGHT, *DROPPED, *NEWS, *BESIDE)),
    *(("de", row) for row in GERMAN),
])  # fmt: skip
def test_reply_has_what_is_so(tmp_path: Path, language: str, row: Row) -> None:
    before, last, found, absent = row
    with talk_in(tmp_path / "vault", language) as talk:
        for said in before:
            talk.say(said)
        reply = talk.say(last).casefold()
    assert re.search(found, reply), reply
    assert not absent or not re.search(absent, reply), reply
