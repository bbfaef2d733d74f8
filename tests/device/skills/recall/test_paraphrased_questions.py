"""Promise: a question in other words finds what was told, and what is known of one person is never told of another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import Talk, talk_after, talk_in
from tests.sim.assistant_talk import told as told_back

pytestmark = pytest.mark.usefixtures("rules_alone")

UNKNOWN = "I don't know that yet. You can tell me."
OTHERS = ("my sister is allergic to nuts", "my brother works at Siemens", "my neighbour drives a Fiat")
"""Told before every question: none of it is about the speaker."""


@pytest.fixture
def others(tmp_path: Path) -> Iterator[Talk]:
    """A talk in which others were talked of."""
    with talk_after(tmp_path, OTHERS) as one:
        yield one


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("I'm a nurse", "what do I do for a living", "nurse"),
        ("I'm a nurse", "what's my profession", "nurse"),
        ("I work at Bosch", "who do I work for", "Bosch"),
        ("I work at Bosch", "do you know where I work", "Bosch"),
        ("I'm allergic to cats", "what am I allergic to", "cats"),
        ("I'm allergic to cats", "am I allergic to cats", "cats"),
        ("I'm allergic to cats", "do you know if I'm allergic to cats", "cats"),
        ("I can't eat gluten", "what can't I eat", "gluten"),
        ("I love the film Alien", "what's my favorite movie", "Alien"),
        ("I love the film Alien", "which films do I like", "Alien"),
        ("my husband is called Tom", "who am I married to", "Tom"),
        ("my husband is called Tom", "who's my husband", "Tom"),
        ("my daughter Mia is 7", "how old is my daughter", "7"),
        ("I was born on 3 May 1980", "when was I born", "3 May 1980"),
        ("I was born on 3 May 1980", "what's my birthday", "3 May 1980"),
        ("I drive a red Toyota", "what car do I drive", "Toyota"),
        ("my dog is called Rex", "what's my dog called", "Rex"),
        ("my dog is called Rex", "do I have any pets", "Rex"),
        ("my dog is called Rex", "do I have a dog", "Rex"),
        ("my friend Marc lives in Nantes", "who is Marc", "Your friend Marc"),
        ("I support Arsenal", "which team do I support", "Arsenal"),
        ("I live at 12 Rose Street", "what's my address", "12 Rose Street"),
        ("I take my coffee black", "how do I take my coffee", "black"),
        ("my sister is called Ana", "do you know my sister's name", "Ana"),
        ("I speak German and English", "what languages do I speak", "German"),
        ("I play the guitar", "what instruments do I play", "guitar"),
        ("I hate olives", "do I like olives", "You hate olives"),
        ("my wife is a teacher", "what's my wife's job", "teacher"),
        ("my mother's birthday is on June 4", "when is my mother's birthday", "June 4"),
        ("the spare key is under the pot", "where did I put the key", "under the pot"),
        ("I grew up in Linz", "where did I grow up", "Linz"),
        ("my rent is 900 euros", "how much rent do I pay", "900"),
        ("my bank is Sparkasse", "which bank do I use", "Sparkasse"),
        ("my grandmother lives in Kyoto", "where does my grandma live", "Kyoto"),
        ("my daughter is called Ida", "do I have a daughter", "Ida"),
        ("I owe Peter 20 euros", "who do I owe money", "Peter"),
        ("my neighbour Gerd borrowed my drill", "who has my drill", "Gerd"),
        ("my boss Karin is on holiday", "where is Karin", "on holiday"),
        ("I spilled coffee on my laptop", "what happened to my laptop", "coffee"),
        ("I have been working at Siemens since 2005", "since when do I work at Siemens", "2005"),
        ("our wedding is on June 20 in Graz", "when am I getting married", "June 20"),
    ],
)
def test_a_question_in_other_words_finds_what_was_told(others: Talk, told: str, asked: str, answer: str) -> None:
    others.say(told)
    reply = others.say(asked)
    assert answer in reply
    assert not any(words in reply for other in OTHERS[1:] for words in (other, told_back(other)))
    others.new_session(days=2)
    assert answer in others.say(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "what do I do for a living", "what am I allergic to", "where do I work", "what car do I drive",
        "what can't I eat",
        "do I have a car", "who am I married to", "do I have any pets", "do I have a cat", "what's my favorite movie",
        "is my brother allergic to nuts", "does my sister drive a Fiat", "what is my sister's job", "when was I born",
        "how old am I", "do I play the piano", "which team does my brother support", "what's my salary",
    ],
)  # fmt: skip
def test_what_was_never_told_is_not_known(tmp_path: Path, asked: str) -> None:
    with talk_after(tmp_path, (*OTHERS, "my dog is called Rex", "I play the guitar")) as talk:
        talk.say("forget my dog")
        reply = talk.say(asked)
        assert reply == UNKNOWN or reply.startswith("I don't know that of you. I only know it of somebody else: ")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("my neighbour is allergic to nuts", "am I allergic to nuts"),
        ("my brother plays the piano", "do I play the piano"),
        ("my sister has a dog", "do I have a dog"),
        ("Marc is allergic to nuts", "am I allergic to nuts"),
        ("I heard that my boss speaks Dutch", "do I speak Dutch"),
        ("my kids go to the Rose School", "what school did I go to"),
        ("my internet is slow", "who is my internet provider"),
        ("I always park behind the church", "where is the church"),
        ("my brother in law is a plumber", "what does my brother do"),
        ("my sister in law is called Eva", "who is my sister"),
        ("my brother-in-law is called Jo", "do I have a brother"),
        ("I used to live in Paris", "where do I live"),
        ("I have a son and two daughters", "how old is my son"),
        ("if I had a dog I would call it Rex", "do I have a dog"),
        ("I told Marc that my sister is ill", "is Marc ill"),
        ("I told Marc that my sister is ill", "am I ill"),
    ],
)
def test_a_fact_about_another_is_never_told_as_what_was_asked_for(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    reply = talk.say(asked)
    assert reply == UNKNOWN or reply.startswith("I don't know that of you. I only know it of somebody else: ")


def test_what_is_asked_again_and_again_is_still_found(talk: Talk) -> None:
    talk.say("I'm reading War and Peace")
    for asked in ("what am I reading", "what book am I reading", "what was I reading", "what am I reading"):
        assert "War and Peace" in talk.say(asked)


def test_of_several_of_a_kind_all_are_told(talk: Talk) -> None:
    talk.say_all("my brother Tim is a pilot", "my other brother Jon is a baker", "my sister is a judge")
    for asked in ("what do my brothers do", "who are my brothers", "what does my brother do"):
        reply = talk.say(asked)
        assert "pilot" in reply
        assert "baker" in reply
        assert "judge" not in reply


@pytest.mark.parametrize(
    ("said", "asked", "holds", "lacks"),
    [
        (("my aunt Rosa lives in Bari", "my aunt Lea lives in Graz"), "where do my aunts live", "Bari Graz", ""),
        (("my aunt Rosa lives in Bari", "my aunt Lea lives in Graz"), "where does Lea live", "Graz", "Bari"),
        (("my son Leo is nine", "my son Max is four"), "how old are my sons", "nine four", ""),
        (("my son Leo is nine", "my son Max is four"), "how old is Max", "four", "nine"),
    ],
)
def test_two_with_one_role_are_two(talk: Talk, said: tuple[str, str], asked: str, holds: str, lacks: str) -> None:
    talk.say_all(*said)
    reply = talk.say(asked)
    assert all(word in reply for word in holds.split())
    assert not any(word in reply for word in lacks.split())


def test_another_users_facts_answer_nothing(talk: Talk) -> None:
    talk.say("I'm allergic to nuts", user="Bob")
    talk.say("my dog is called Rex", user="Bob")
    for asked in ("am I allergic to nuts", "what am I allergic to", "do I have a dog", "what do you know about Rex"):
        assert talk.say(asked) == UNKNOWN


def test_what_a_guest_says_of_themselves_is_not_the_owners(talk: Talk) -> None:
    talk.say("I'm allergic to nuts", who="Bob")
    talk.say("I parked behind the church", who="Bob")
    assert talk.say("what am I allergic to") == UNKNOWN
    assert "church" not in talk.say("where did I park")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I'm allergic to peanuts", "am I allergic to nuts"),
        ("I have a cat", "do I have a dog"),
        ("I play the guitar", "do I play the violin"),
        ("I like tea", "do I like coffee"),
        ("I want to visit Japan", "have I been to Japan"),
        ("I told my boss that I am ill", "is my boss ill"),
        ("my mother says I am thin", "is my mother thin"),
        ("remember that the plumber's number is 5551", "what's the electrician's number"),
    ],
)
def test_a_yes_or_no_is_about_that_very_thing(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked) == UNKNOWN


def test_likings_and_dislikings_are_told_apart(talk: Talk) -> None:
    talk.say_all("I love tea", "I hate olives")
    assert talk.say("what do I like") == "You love tea."
    assert talk.say("what do I hate") == "You hate olives."
    assert talk.say("what don't I like") == "You hate olives."
    talk.say_all("I don't like rain", "my girlfriend loves burgers")
    assert "burgers" not in talk.say("what do I like")
    assert "rain" not in talk.say("what do I like")
    assert "rain" in talk.say("what do I hate")


def test_several_likings_are_told_in_the_second_person(talk: Talk) -> None:
    talk.say_all("I love tea", "I like my sister's cakes", "I enjoy chess")
    assert talk.say("what do I like") == "You love tea; you like your sister's cakes; you enjoy chess."


@pytest.mark.parametrize(
    "asked", ["what are my plans", "what's coming up", "what have I got planned", "have I got any plans"]
)
def test_who_asks_for_plans_is_told_what_is_ahead(talk: Talk, asked: str) -> None:
    assert talk.say(asked) == "I don't know that yet. You can tell me."
    talk.say_all("I'm off to York on friday", "the dentist is on thursday", "I was in Hull on sunday")
    assert talk.say(asked) == "The dentist is on thursday; you're off to York on friday."


def test_a_person_is_asked_for_by_another_name(talk: Talk) -> None:
    talk.say_all("my wife is called Julia", "Julia is a teacher", "my wife's sister is a judge")
    assert "Julia is a teacher" in talk.say("what does my wife do for a living")
    assert "judge" not in talk.say("what is my wife's job")


def test_the_family_is_all_of_them(talk: Talk) -> None:
    talk.say_all("my mother is called Eva", "my brother is a doctor", "my boss is called Karin")
    reply = talk.say("what do you know about my family")
    assert "Eva" in reply
    assert "doctor" in reply
    assert "Karin" not in reply


def test_aloud_only_what_was_asked_for_is_said_to_be_in_writing(talk: Talk) -> None:
    talk.say_all(
        "my salary is 5000 euros",
        "Kaczmarek's diagnosis letter is at the clinic",
        "remember that i take antidepressants",
    )
    in_writing = "I can't say that aloud. I have that in writing only."
    assert talk.say("what is my salary", channel=Channel.VOICE) == in_writing
    assert talk.say("how much do I earn", channel=Channel.VOICE) == in_writing
    for asked in (
        "did kaczmarek send the letter yesterday",
        "is the letter at the post office",
        "does Bob have a salary",
    ):
        assert talk.say(asked, channel=Channel.VOICE) == UNKNOWN


def test_what_may_not_be_mentioned_answers_no_other_words(talk: Talk) -> None:
    talk.say_all("my husband is called Tom", "don't mention Tom", "my dog is called Rex", "never mention my dog")
    for asked in ("who am I married to", "do I have any pets", "who is Tom", "what do you know about my family"):
        assert talk.say(asked) == UNKNOWN


def test_the_talk_itself_is_asked_about(talk: Talk) -> None:
    talk.say_all("we fly to Rome in june", "my brother is a doctor", "my mother is called Eva")
    talk.say("what did I say about Rome")
    assert (
        talk.say("when did I tell you that") == "You told me on Monday, March 2, 2026, at 10:01: we fly to Rome in june"
    )
    assert talk.say("what's the last thing I told you").endswith("at 10:03: my mother is called Eva")
    assert talk.say("how many things do you know about me") == "I remember 3 things about you."
    assert "Eva" in talk.say("tell me everything")
    assert "at 10:02" in talk.say("when did I tell you about my brother")
    talk.new_session(days=1)
    assert "Rome" in talk.say("what did we talk about yesterday")
    for asked in ("where did we leave off", "what were we talking about"):
        reply = talk.say(asked)
        assert reply.index("my brother is a doctor") < reply.index("my mother is called Eva")


def test_looking_back_opens_nothing_that_is_hidden(talk: Talk) -> None:
    talk.say_all("my salary is 5000 euros", "stop mentioning Paul", "my friend Paul has a boat")
    for asked in ("what's the last thing I told you", "where did we leave off", "when did I tell you about Paul"):
        reply = talk.say(asked, channel=Channel.VOICE)
        assert "5000" not in reply
        assert "boat" not in reply


def test_questions_in_german(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("meine Schwester ist allergisch gegen Nüsse", "ich arbeite bei Bosch", "mein Mann heißt Tom")
        assert "Nüsse" not in talk.say("wogegen bin ich allergisch")
        assert "Schwester" not in talk.say("bin ich allergisch gegen Äpfel")
        assert "Bosch" in talk.say("für wen arbeite ich")
        assert "Tom" in talk.say("mit wem bin ich verheiratet")
        talk.say("ich bin allergisch gegen Katzen")
        assert "Katzen" in talk.say("wogegen bin ich allergisch")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("my sister is allergic to nuts", "am I allergic to nuts"),
        ("my brother has a boat in Kiel", "have I got a boat in Kiel"),
        ("my brother was stung by a wasp", "was I stung by a wasp"),
    ],
)
def test_a_yes_or_no_that_is_known_of_another_says_so(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked) == f"I don't know that of you. I only know it of somebody else: {told}."


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("my locker number is nine, not your nine", "what is my locker number"),
        ("my favourite colour is red and not your blue", "what is my favourite colour"),
        ("my code word is heron, not what you said", "what is my code word"),
    ],
)
def test_a_fact_that_is_set_apart_from_selene_is_kept(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.texts() == [told]
    assert talk.say(asked) == f"You told me: {told}."


@pytest.mark.parametrize("said", ["i'm really not your friend", "my brother does not like you", "i am not your mother"])
def test_talk_about_selene_is_not_kept(talk: Talk, said: str) -> None:
    talk.say(said)
    assert talk.texts() == []
