"""Forgetting asked for in people's own words: the value goes wherever it stands, and does not come back in passing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

BAY, WINDOW = "the side gate is bay 7719731", "the attic window sticks in the summer"
WORDINGS = [
    "please forget the side gate bay 7719731",
    "Cleanup: delete the old side gate bay 7719731 from your notes, but keep the attic window",
    "could you take bay 7719731 off your notes",
    "note to Selene: the bay 7719731 has been deleted from memory.",
    "erase 7719731",
    "the number 7719731 should not be stored any more",
    "get rid of the number 7719731 from your records, it's not used any more",
    "on second thoughts, don't hold on to the number 7719731",
    "you can wipe the exact bay 7719731 now",
    "The bay number 7719731 is no longer used. Delete it from your records.",
]


@pytest.mark.parametrize("wording", WORDINGS)
def test_a_value_is_forgotten_in_many_wordings(talk: Talk, wording: str) -> None:
    talk.say_all(BAY, WINDOW, f"I told Ben about it, so he parks in bay 7719731 too, which is fine by me, {WINDOW}")
    assert "7719731" in talk.dump()
    talk.say(wording)
    assert "FORGOTTEN_BY_USER" in talk.heard.reason_codes
    assert "7719731" not in talk.dump()
    assert WINDOW in talk.texts()


def test_what_was_forgotten_does_not_come_back_in_passing(talk: Talk) -> None:
    talk.say_all(
        BAY,
        "forget the bay 7719731",
        "so the old 7719731 is gone now",
        "was it 7719731?",
        "I liked 7719731 more than that",
    )
    assert "7719731" not in talk.dump()
    assert talk.texts() == []


def test_a_question_about_it_gets_one_constant_sentence(talk: Talk) -> None:
    talk.say_all(BAY, "forget the bay 7719731")
    assert talk.say("was it 7719731?") == talk.say("Just yes or no: is it bay 7719731?")


def test_who_plainly_wants_it_back_says_so_once_more(talk: Talk) -> None:
    talk.say_all(BAY, "forget the bay 7719731")
    talk.say(f"remember that {BAY}")
    assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)
    assert talk.texts() == []
    talk.say("remember it anyway")
    assert talk.texts() == [BAY]
    talk.say("so bay 7719731 is fine")
    assert "7719731" in " ".join(talk.texts()[1:])


def test_a_thing_named_without_its_value_is_found(talk: Talk) -> None:
    talk.say_all("Clara keeps the spare fob under tile 4471903.", "Ben keeps a fob in drawer 5512086.")
    talk.say("delete Clara's old fob number from memory")
    assert "4471903" not in talk.dump()
    assert "5512086" in talk.dump()


def test_what_else_was_said_in_the_same_breath_stays(talk: Talk) -> None:
    talk.say_all("Our garden phrase is blue heron and the router stands in the hall.")
    talk.say("the phrase 'blue heron' has been deleted from memory")
    assert "blue heron" not in talk.dump()
    assert "hall" in talk.say("where's the router")


def test_what_was_forgotten_is_not_forgotten_twice(talk: Talk) -> None:
    talk.say_all(BAY, "forget the number 7719731")
    talk.say("delete the number 7719731 from your notes")
    assert talk.heard.reason_codes == ("FORGOTTEN_ALREADY",)


@pytest.mark.parametrize(
    "wording",
    [
        "Bitte lösche die alte Platznummer 7719731 aus deinem Gedächtnis, aber behalte das Dachfenster",
        "vergiss die Nummer 7719731 wieder",
        "Hinweis: Die Nummer 7719731 wurde aus deinem Gedächtnis gelöscht.",
        "streich die 7719731 aus deinen Notizen",
        "Die Platznummer 7719731 soll nicht mehr gespeichert werden.",
        "Die Nummer 7719731 gilt nicht mehr. Lösch sie aus deinen Notizen.",
    ],
)
def test_in_german_too(tmp_path: Path, wording: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("das Seitentor ist Platz 7719731", "das Dachfenster klemmt im Sommer")
        assert talk.say(wording) == "Ich habe es vergessen."
        talk.say_all("das alte 7719731 ist jetzt weg", "war es 7719731?")
        assert "7719731" not in talk.dump()
        assert talk.texts() == ["das Dachfenster klemmt im Sommer"]


def test_a_german_thing_is_forgotten_and_talk_of_forgetting_is_not(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("mein Hund heißt Rex", "ich habe meine Tasche vergessen")
        talk.say("streich meinen Hund aus deinem Gedächtnis")
        assert talk.texts() == ["ich habe meine Tasche vergessen"]


LONG = "the green folding table with the three wobbly legs from the attic of the old house in Ambleside near Kendal"


def test_a_long_topic_is_forgotten(talk: Talk) -> None:
    talk.say_all(f"remember that {LONG} is in the barn", WINDOW)
    talk.say(f"forget {LONG}")
    assert talk.texts() == [WINDOW]


def test_a_rule_for_a_long_topic_holds(talk: Talk) -> None:
    talk.say_all(f"don't remember anything about {LONG}", f"{LONG} is in the barn")
    assert talk.texts() == []


@pytest.mark.parametrize(
    ("told", "wording"),
    [
        ("the presents are in the attic", "pretend i never told you where the presents are"),
        ("the dog walker's number is five five five", "get rid of the dog walker's number i've got a new one"),
        ("i have a joke about a duck", "forget the joke i've told you"),
        ("my aunt has a caravan in wales", "you can delete the caravan please it's sold"),
        ("i owe the bank four thousand", "drop the thing about the bank please i don't want that kept"),
    ],
)
def test_what_follows_a_request_is_no_part_of_what_it_names(talk: Talk, told: str, wording: str) -> None:
    talk.say_all("the neighbour feeds the cat", told)
    talk.say(wording)
    assert "FORGOTTEN_BY_USER" in talk.heard.reason_codes
    assert talk.texts() == ["the neighbour feeds the cat"]


@pytest.mark.parametrize(
    ("told", "wording"),
    [
        ("i'm lending my sister two hundred dollars", "forget about the money i was lending my sister that's sorted"),
        ("we booked a cottage in the lake district", "delete the house we booked in the lake district"),
    ],
)
def test_what_most_of_the_words_name_is_offered_and_goes_on_a_yes(talk: Talk, told: str, wording: str) -> None:
    talk.say_all("the neighbour feeds the cat", told)
    assert told.rpartition(" ")[2] in talk.say(wording)
    assert told in talk.texts()
    talk.say("yes")
    assert talk.texts() == ["the neighbour feeds the cat"]


def test_what_few_of_the_words_name_is_not_offered(talk: Talk) -> None:
    talk.say_all("my aunt rosa lives in spain", "forget the old red garden chair in spain")
    assert talk.texts() == ["my aunt rosa lives in spain"]
    assert talk.heard.reason_codes == ("NOTHING_TO_FORGET",)


@pytest.mark.parametrize("wording", ["lösche meine Adresse nicht", "vergiss meine Adresse nicht"])
def test_a_denied_request_forgets_nothing_in_german(tmp_path: Path, wording: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say("meine Adresse ist Lindenweg 4")
        told = talk.texts()
        talk.say(wording)
        assert talk.texts() == told != []


def test_what_nobody_may_see_has_no_number(talk: Talk) -> None:
    talk.say("I insist, remember that my bank pin is 1234")
    (hidden,) = talk.heard.created
    talk.say_all(
        "my cat is called Nox", "my bicycle is blue", "forget the first one", "yes", "forget the first one", "yes"
    )
    assert talk.texts() == []
    talk.say_all("forget the first one", "yes")
    assert talk.vault.reader.atom_for_control(talk.gate().user_id, hidden) is not None


def test_a_number_chooses_nothing_that_may_not_be_said(talk: Talk) -> None:
    talk.say_all("my aunt is ill", "my aunt has a cat", "don't mention my aunt")
    asked = talk.say("forget my aunt")
    assert talk.say("the first one") == asked
    assert not talk.heard.forgotten
    talk.say("all of them")
    assert len(talk.heard.forgotten) == 2


def test_a_value_that_another_replaced_is_forgotten(talk: Talk) -> None:
    talk.say_all("my locker word is quarzit", "my locker word is granit", "yes")
    talk.say("forget quarzit")
    assert "FORGOTTEN_BY_USER" in talk.heard.reason_codes
    assert "quarzit" not in talk.dump()
    assert talk.texts() == ["my locker word is granit"]


def test_a_correction_that_names_something_else_settles_no_open_question(talk: Talk) -> None:
    talk.say_all("my locker word is quarzit", "my locker word is granit", "my sister is called Anna")
    assert "your sister is called Bella" in talk.say("no, it's Bella, not Anna")
    assert "my sister is called Bella" in talk.texts()
