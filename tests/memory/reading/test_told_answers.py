"""Promise: a bare answer and its question make one sentence, and words that are no value make none."""

from __future__ import annotations

import pytest

from device.core.policy import MAX_BARE_ANSWER_WORDS
from memory.reading.answering.told_answer import says_yes_or_no, told_answer, told_yes_or_no


@pytest.mark.parametrize(
    ("asked", "said", "told"),
    [
        ("when's bin day", "tuesday", "bin day is tuesday"),
        ("what's my sister called", "Jo", "my sister is called Jo"),
        ("how do I take my tea", "milk and one sugar", "I take my tea with milk and one sugar"),
        ("how do I take my tea", "black", "I take my tea black"),
        ("where are the passports", "in the desk drawer", "the passports are in the desk drawer"),
        ("where are the passports", "the desk drawer", "the passports are in the desk drawer"),
        ("where's mum", "upstairs", "mum is upstairs"),
        ("who's my dentist", "Mr Patel", "my dentist is Mr Patel"),
        ("how old is lily", "four", "lily is four"),
        ("what colour is the car", "blue", "the car is blue"),
        ("when does school start", "half eight", "school starts at half eight"),
        ("where does jess live", "Leeds", "jess lives in Leeds"),
        ("where do we fly from", "Stansted", "we fly from Stansted"),
        ("when did I give up smoking", "in january", "I gave up smoking in january"),
        ("who cuts my hair", "Bella", "Bella cuts my hair"),
        ("who's coming to my party", "jess and tom", "jess and tom are coming to my party"),
        ("what's on the hook", "the shed key", "the shed key is on the hook"),
        ("how many sugars do I take", "two", "I take two sugars"),
        ("which school does lily go to", "St Mary's", "lily goes to St Mary's"),
        ("when's the plumber coming", "um thursday", "the plumber is coming thursday"),
        ("what did I have for lunch", "a sandwich", "I had a sandwich for lunch"),
        ("thanks and what's the cat's name", "Mog", "the cat's name is Mog"),
    ],
)
def test_question_and_answer_make_a_sentence(asked: str, said: str, told: str) -> None:
    assert told_answer(asked, said, "en", MAX_BARE_ANSWER_WORDS) == told


@pytest.mark.parametrize(
    ("asked", "said", "told"),
    [
        ("wann ist die Müllabfuhr", "Dienstag", "die Müllabfuhr ist Dienstag"),
        ("wie heißt meine Schwester", "Jana", "meine Schwester heißt Jana"),
        ("wo sind die Pässe", "in der Schublade", "die Pässe sind in der Schublade"),
        ("wo wohnt Jess", "Leeds", "Jess wohnt in Leeds"),
        ("wann fängt die Schule an", "um acht", "die Schule fängt um acht an"),
        ("wann habe ich den Führerschein gemacht", "2011", "ich habe den Führerschein 2011 gemacht"),
        ("wogegen ist Tom allergisch", "Nüsse", "Tom ist allergisch gegen Nüsse"),
        ("wie viele Katzen haben wir", "zwei", "wir haben zwei Katzen"),
        ("welche Schuhgröße hat Tom", "neununddreißig", "Tom hat Schuhgröße neununddreißig"),
        ("wohin fahren wir im Sommer", "Kreta", "wir fahren im Sommer nach Kreta"),
        ("wer schneidet meine Haare", "Bella", "Bella schneidet meine Haare"),
    ],
)
def test_german_question_and_answer_make_a_sentence(asked: str, said: str, told: str) -> None:
    assert told_answer(asked, said, "de", MAX_BARE_ANSWER_WORDS) == told


@pytest.mark.parametrize(
    ("language", "asked", "said"),
    [
        ("en", "when's bin day", "no idea"),
        ("en", "when's bin day", "never mind"),
        ("en", "when's bin day", "I don't know"),
        ("en", "when's bin day", "what about friday"),
        ("en", "when's bin day", "and recycling"),
        ("en", "when's bin day", "he runs every day"),
        ("en", "when's bin day", "it comes round every week on a tuesday morning or so they say"),
        ("en", "what's your name", "Selene"),
        ("en", "why is the sky blue", "the light"),
        ("en", "what do I do for a living", "nurse"),
        ("en", "I like tea", "milk"),
        ("de", "wann ist die Müllabfuhr", "keine Ahnung"),
        ("de", "wann ist die Müllabfuhr", "weiß nicht"),
        ("de", "wann ist die Müllabfuhr", "und der Sperrmüll"),
        ("de", "wie heißt du", "Selene"),
        ("de", "wann schreibe ich Statistik", "um wie viel Uhr"),
        ("en", "when's bin day", "at what time"),
    ],
)
def test_what_is_no_answer_makes_no_sentence(language: str, asked: str, said: str) -> None:
    assert told_answer(asked, said, language, MAX_BARE_ANSWER_WORDS) is None


@pytest.mark.parametrize(
    ("asked", "yes", "told"),
    [
        ("is tom allergic to nuts", True, "tom is allergic to nuts"),
        ("is tom allergic to nuts", False, "tom is not allergic to nuts"),
        ("do I like olives", False, "I do not like olives"),
        ("does jess drive a van", True, "jess drives a van"),
        ("did I pay the window cleaner", True, "I paid the window cleaner"),
        ("have we got any milk", False, "we have not got any milk"),
        ("have we got any milk", True, None),
        ("am I allergic to anything", True, None),
        ("are you there", True, None),
        ("where does jess live", True, None),
    ],
)
def test_a_yes_or_a_no_makes_a_sentence(asked: str, yes: bool, told: str | None) -> None:
    assert told_yes_or_no(asked, "en", yes=yes) == told


@pytest.mark.parametrize(
    ("said", "yes"), [("yes she does", True), ("no he can't", False), ("yes please", None), ("she does", None)]
)
def test_yes_and_no_are_said_again(said: str, yes: bool | None) -> None:
    assert says_yes_or_no(said, "en") is yes


@pytest.mark.parametrize(
    ("asked", "yes", "told"),
    [
        ("wohnt mein Bruder in Köln", True, "mein Bruder wohnt in Köln"),
        ("wohnt mein Bruder in Köln", False, "mein Bruder wohnt nicht in Köln"),
        ("hab ich einen Hund", False, "ich hab keinen Hund"),
        ("ist der Keller noch feucht", False, "der Keller ist nicht mehr feucht"),
        ("hab ich die Rechnung schon bezahlt", False, "ich hab die Rechnung noch nicht bezahlt"),
        ("muss ich morgen arbeiten", False, "ich muss morgen nicht arbeiten"),
        ("bin ich gegen irgendwas allergisch", True, None),
        ("wo wohnt mein Bruder", True, None),
        ("kennst du Tom", True, None),
    ],
)
def test_a_german_yes_or_no_makes_a_sentence(asked: str, yes: bool, told: str | None) -> None:
    assert told_yes_or_no(asked, "de", yes=yes) == told
