"""Talks that go on about what was just said: its cause, another time, another part, who is meant, what was put right.

Each row: what is said before, the last words, what the reply to these must have, and what it must not have.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

Row = tuple[tuple[str, ...], str, str, str]

CAUSES: list[Row] = [
    (("i don't drink coffee anymore it gives me palpitations", "do i drink coffee"), "why not", "palpitations", ""),
    (("jo's got to work so we're not going for a curry on saturday", "are we going for a curry on saturday"),
     "why not", "jo's got to work", ""),
    (("we're not having the party the hall's flooded",), "why not", "flooded", ""),
    (("tom's off work today he's hurt his back", "is tom at work today"), "how come", "hurt his back", ""),
    (("my test is on the ninth", "they've cancelled my test because the examiners are on strike"),
     "why was it cancelled", "strike", ""),
    (("they've moved the talk to the nineteenth, the speaker's got covid",), "why did they move the talk", "covid", ""),
    (("we're not getting a dog and mum's coming on sunday",), "why aren't we getting a dog", "", "mum's coming"),
]  # fmt: skip
TIMES: list[Row] = [
    (("we've moved the party to june",), "when is the party", "june", ""),
    (("we've rescheduled the viewing for half two",), "when is the viewing", "half two", ""),
    (("they changed my shift to nights",), "when is my shift", "nights", ""),
    (("the plumber's coming between eight and twelve",), "when is the plumber coming", "between eight and twelve", ""),
    (("the meeting is fourish",), "when is the meeting", "fourish", ""),
    (("the plumber's coming half four",), "when is the plumber coming", "half four", ""),
    (("my appointment is first thing",), "when is my appointment", "first thing", ""),
    (("dinner's booked for eight",), "what time's dinner", "eight", ""),
    (("i swam on monday and cycled on tuesday", "what did i do on monday"), "and on tuesday", "cycled", ""),
    (("the cobbler bakes at 375 for 40 minutes", "what temperature does the cobbler bake at"), "for how long",
     "40 minutes", ""),
    (("my flight's at 16:50 out of terminal 5",), "which terminal", "terminal 5", ""),
    (("we're going to wales this summer",), "where did we go last summer", "don't know", "wales"),
]  # fmt: skip
PERSONS: list[Row] = [
    (("my cousin imran is marrying a girl called laila", "she's a pharmacist"), "what does laila do", "pharmacist",
     "imran"),
    (("my brother's marrying a girl called nell", "she's a vet"), "what does nell do", "vet", ""),
    (("We've got a new puppy!", "She's called Pickle and she's a whippet cross."), "What breed is Pickle?",
     "whippet", ""),
    (("Kirsty's the estate agent.",), "And who's Kirsty?", "estate agent", ""),
    (("the parish council runs the allotments",), "who runs the allotments", "parish council", ""),
    (("my brother lives in leeds",), "where's he live", "leeds", ""),
    (("i lent my ladder to dave", "he's bringing it back on sunday"), "who's got my ladder", "dave", ""),
    (("i lent my ladder to dave", "he's bringing it back on sunday"), "when do i get it back", "sunday", ""),
]  # fmt: skip
PUT_RIGHT: list[Row] = [
    (("my optician's called mark", "no that's wrong my optician is mick mark's the receptionist"), "who's my optician",
     "mick", "mark"),
    (("the meeting's at the town hall", "the meeting's at the library", "the first one was right it's the town hall"),
     "where's the meeting", "town hall", "library"),
    (("the meeting's at six", "not six half six"), "what time is the meeting", "half six", "not six"),
    (("for the hike i need to pack sunscreen", "oh, and a headlamp"), "what do i need to pack for the hike",
     "sunscreen and a headlamp", ""),
]  # fmt: skip
ASKED: list[Row] = [
    (("we're each giving ten pounds for the leaving do",), "remind me how much we said we'd each give", "ten pounds",
     "noted"),
    (("we said we'd meet at the fountain at six",), "remind me where we said we'd meet", "fountain", "noted"),
    ((), "have i told you i've got a dog", "don't know", "noted"),
    ((), "how much flour goes in the bread", "", "noted"),
    ((), "how many people came to the barbecue last year", "", "noted"),
    (("i can't come on monday because i've got a mock exam",), "why can't i come on monday", "mock exam", ""),
]  # fmt: skip
FORGOTTEN: list[Row] = [
    (("i'm seeing someone from work called dan", "actually delete that i don't want mum hearing it"),
     "who am i seeing", "don't know", "dan"),
    (("i'm thinking of leaving my job", "what i told you about my job on monday, delete it, i've changed my mind"),
     "what did i say about my job", "don't know", "leaving"),
    (("tom is my brother", "forget the money i owe tom"), "who is tom", "your brother", ""),
    (("the spare key is under the mat", "forget that before we moved we had a cat"), "where's the spare key",
     "under the mat", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "last", "has", "lacks"), [*CAUSES, *TIMES, *PERSONS, *PUT_RIGHT, *ASKED, *FORGOTTEN]
)
def test_the_last_words_are_answered(tmp_path: Path, before: tuple[str, ...], last: str, has: str, lacks: str) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        for words in before:
            talk.say(words)
        reply = str(talk.say(last)).casefold()
    assert re.search(has, reply), reply
    assert not lacks or lacks not in reply, reply
