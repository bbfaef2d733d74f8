"""Promise: a question gets the fact that it asks for, of the person and the day that it names; a pronoun opens nothing."""

from __future__ import annotations

import pytest

from tests.brain.talk import Talk


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("my friend Paul lives in Nice and my friend Marc lives in Nantes", "where does Paul live", "Nice"),
        ("my friend Paul lives in Nice and my friend Marc lives in Nantes", "where does Marc live", "Nantes"),
        ("my friend Marc lives in Nantes and my friend Paul lives in Nice", "where does paul live", "Nice"),
        ("my car is blue and my bike is red", "what colour is my bike", "my bike is red"),
        ("my car is blue and my bike is red", "what's the colour of my car", "my car is blue"),
    ],
)
def test_of_two_facts_in_a_sentence_the_one_asked_for_is_told(talk: Talk, told: str, asked: str, answer: str) -> None:
    talk.say(told)
    one, other = talk.atoms()
    for atom in (one, other):
        assert told[atom.sources[0].start : atom.sources[0].end] == atom.text
    reply = talk.say(asked)
    assert answer in reply
    assert sum(atom.text in reply for atom in (one, other)) == 1


def test_what_is_known_of_one_person_is_not_told_of_another(talk: Talk) -> None:
    talk.say("my friend Marc lives in Nantes")
    assert "Nantes" not in talk.say("where does Paul live")


def test_a_doctor_keeps_the_point_of_the_title(talk: Talk) -> None:
    talk.say_all("my dentist is Dr. Weiss", "change my dentist to Dr. Braun")
    assert "Dr. Braun." in talk.say("who is my dentist")


def test_a_song_that_is_called_like_a_day_is_no_date(talk: Talk) -> None:
    talk.say("My favorite song is Yesterday")
    assert talk.atoms()[0].valid_from_ms is None
    assert talk.say("what is my favorite song") == "You told me: My favorite song is Yesterday."


@pytest.mark.parametrize(
    "asked", ["what's my daughter's name", "what is my daughter called", "who is my daughter", "how old is my daughter"]
)
def test_a_name_that_was_said_in_passing_is_found(talk: Talk, asked: str) -> None:
    talk.say_all("My daughter Mia is 7", "my name is Ana", "my dog is called Rex", "my sister lives in Rome")
    assert "Mia" in talk.say(asked)


def test_a_pronoun_does_not_get_around_do_not_mention(talk: Talk) -> None:
    talk.say_all("my friend is called Paul", "thanks", "he lives in Nice", "remember that he works at Acme")
    assert "Nice" in talk.say("where does he live")
    talk.say("don't mention Paul")
    for ask in ("where does he live", "where does he work", "who lives in Nice", "what do you remember about me"):
        reply = talk.say(ask)
        assert "Nice" not in reply
        assert "Acme" not in reply
        assert not any("Nice" in excerpt for excerpt in talk.answer.bundle.excerpts)
        assert not any("Acme" in atom.text for atom in talk.answer.bundle.atoms)
    talk.new_session(days=1)
    assert "Nice" not in talk.say("where does he live")
    talk.say("you may mention Paul again")
    assert "Nice" in talk.say("where does he live")


def test_a_pronoun_for_somebody_else_stays(talk: Talk) -> None:
    talk.say_all("don't mention Paul", "my sister Ana lives in Rome", "she works at Acme")
    assert "Acme" in talk.say("where does she work")
