"""Promise: what a recogniser prints of spoken English is read as it was meant: fillers, dialect, loose order."""

from __future__ import annotations

import pytest

from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")

UNKNOWN = "I don't know that yet. You can tell me."


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("the toddler had her booster on friday", "when did the toddler have her booster", "friday"),
        ("i'm driving the cat to the vet's on tuesday", "when am i driving the cat to the vet's", "tuesday"),
        ("uncle takes his drops in the evenings", "when does my uncle take his drops", "in the evenings"),
        ("me knee's swollen", "what's swollen", "Your knee's swollen"),
        ("i've got to return the the hedge trimmer", "what have i got to return", "return the hedge trimmer"),
        ("my tutor yeah he's called like professor bligh", "what's my tutor called", "bligh"),
        ("the hamster won't touch anything but sunflower seeds", "what does the hamster touch", "sunflower"),
        ("i parked by the bandstand", "where's the car", "bandstand"),
        ("i've climbed snowdon twice", "how many times have i climbed snowdon", "twice"),
        ("my shoe size is six and i take a seven in wellies", "what size shoe am i", "six"),
        ("we bought the boat in twenty nineteen", "how long have we had the boat", "twenty nineteen"),
        ("i used to work at the pit", "where did i use to work", "pit"),
        ("our lad's wellies are a size two", "what size are the wellies", "size two"),
        ("i had my boiler fixed on sunday", "when did i last have my boiler fixed", "sunday"),
        ("choir practice starts at six thirty on mondays", "what time does choir practice start", "six thirty"),
        ("i share with marnie who's studying law", "what's marnie studying", "law"),
    ],
)
def test_it_is_told_when_asked(talk: Talk, told: str, asked: str, answer: str) -> None:
    talk.say(told)
    assert answer.casefold() in talk.say(asked).casefold()


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (("we've got new lodgers", "they're called ines and paulo"), "what are the lodgers called", "ines and paulo"),
        (("there's a barometer in the hall", "it's for the museum"), "what's the barometer for", "museum"),
        (("my uncle's parrot is called pip", "his cat's called mog"), "what's my uncle's cat called", "mog"),
        (("my aunt's parrot is called pip", "she got him from a rescue"), "where did my aunt get pip", "rescue"),
        (("i bought a bag in rome", "it was forty euros", "it's a green one"), "how much was it", "forty euros"),
    ],
)
def test_what_follows_goes_on_about_it(talk: Talk, told: tuple[str, ...], asked: str, answer: str) -> None:
    talk.say_all(*told)
    assert answer.casefold() in talk.say(asked).casefold()


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("my nan's called winnie", "what's my nan's maiden name"),
        ("my oldest friend is called ravi", "what pet has my oldest friend got"),
        ("my hearing test is on thursday", "what time's my hearing test"),
    ],
)
def test_what_was_not_asked_is_no_answer(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked) == UNKNOWN


@pytest.mark.parametrize(
    "asked",
    [
        "is there anything rupert shouldn't drink",
        "how many crates of cider vinegar are there",
        "is one of them called mo",
    ],
)
def test_a_question_is_never_kept(talk: Talk, asked: str) -> None:
    talk.say(asked)
    assert not talk.atoms()
    assert [one.kind for one in statements(asked)] == [ActKind.ASK]


@pytest.mark.parametrize(
    "said", ["maybe i should just resign and run a kennel", "our dog's a spaniel", "he's such a good lad"]
)
def test_musing_and_praise_are_no_facts(talk: Talk, said: str) -> None:
    talk.say_all("our dog's a spaniel", said)
    assert talk.texts() == ["our dog's a spaniel"]
    assert not talk.answer.question


def test_who_moved_into_a_place_with_a_name_lives_there(talk: Talk) -> None:
    talk.say_all("grandad lives in a cottage in wells", "grandad's moved into a home called the larches")
    assert "larches" in talk.say("where does grandad live")


def test_a_bare_denial_corrects_by_what_follows(talk: Talk) -> None:
    talk.say("i've put the tickets in the hall drawer")
    assert "I changed it" in talk.say("no i haven't i've put them in my coat")
    assert "hall" not in talk.say("where did i put the tickets")


@pytest.mark.parametrize("said", ["do call me dolly", "you'll call me dolly"])
def test_a_form_of_address_is_asked_for(talk: Talk, said: str) -> None:
    assert talk.say(said) == "I'll call you Dolly."


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("the roofer comes on thursday next week", "Thursday, March 12, 2026"),
        ("the roofer comes on thursday", "Thursday, March 5, 2026"),
    ],
)
def test_a_day_of_another_week_is_told_with_its_date(talk: Talk, told: str, day: str) -> None:
    talk.say(told)
    assert day in talk.say("when does the roofer come")


@pytest.mark.parametrize(
    ("told", "asked", "not_told"),
    [
        ("my nan turns eighty in may", "when does my nan turn eighty", "May 1"),
        ("my visa runs out in march twenty twenty nine", "when does my visa run out", "March 20"),
        ("we're in wales from the third to the tenth of july", "when are we in wales", "That is"),
        ("the course is from monday to thursday", "when's the course", "That is"),
    ],
)
def test_no_day_is_told_that_was_not_said(talk: Talk, told: str, asked: str, not_told: str) -> None:
    talk.say(told)
    reply = talk.say(asked)
    assert told.split()[-1] in reply
    assert not_told not in reply


@pytest.mark.parametrize(
    "said",
    [
        "the play was fun",
        "give me tea",
        "i like tea",
        "i would like to know",
        "he told me jokes",
        "walk with me monday",
    ],
)
def test_small_words_that_are_meant_stay(said: str) -> None:
    assert [token.text for token in line_of(said, "en").tokens] == said.split()
