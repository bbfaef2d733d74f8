"""Promise: a question gets the fact that it asks for, of whom and of when; a pronoun opens nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.assistant_talk import told as told_back

pytestmark = pytest.mark.usefixtures("rules_alone")


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("my friend Paul lives in Nice and my friend Marc lives in Nantes", "where does Paul live", "Nice"),
        ("my friend Paul lives in Nice and my friend Marc lives in Nantes", "where does Marc live", "Nantes"),
        ("my friend Marc lives in Nantes and my friend Paul lives in Nice", "where does paul live", "Nice"),
        ("my car is blue and my bike is red", "what colour is my bike", "Your bike is red"),
        ("my car is blue and my bike is red", "what's the colour of my car", "Your car is blue"),
    ],
)
def test_of_two_facts_in_a_sentence_the_one_asked_for_is_told(talk: Talk, told: str, asked: str, answer: str) -> None:
    talk.say(told)
    one, other = talk.atoms()
    for atom in (one, other):
        assert told[atom.sources[0].start : atom.sources[0].end] == atom.text
    reply = talk.say(asked)
    assert answer in reply
    assert sum(told_back(atom.text) in reply for atom in (one, other)) == 1


def test_what_is_known_of_one_person_is_not_told_of_another(talk: Talk) -> None:
    talk.say("my friend Marc lives in Nantes")
    assert "Nantes" not in talk.say("where does Paul live")


def test_a_doctor_keeps_the_point_of_the_title(talk: Talk) -> None:
    talk.say_all("my dentist is Dr. Weiss", "change my dentist to Dr. Braun")
    assert "Dr. Braun." in talk.say("who is my dentist")


def test_a_song_that_is_called_like_a_day_is_no_date(talk: Talk) -> None:
    talk.say("My favorite song is Yesterday")
    assert talk.atoms()[0].valid_from_ms is None
    assert talk.say("what is my favorite song") == "Your favorite song is Yesterday."


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


def test_what_was_said_on_a_day_is_told_of_that_day_alone(talk: Talk) -> None:
    talk.say_all("I bought a new lamp at the market", "I met Carla in the park", "what is my name")
    talk.new_session(days=1)
    talk.say("I planted a rose")
    for ask in ("what did I say yesterday", "what did I tell you yesterday", "what did I say on monday"):
        reply = talk.say(ask)
        assert reply.startswith("On Monday, March 2, 2026 you said: ")
        assert "lamp" in reply
        assert "Carla" in reply
        assert "rose" not in reply
    assert "lamp" not in talk.say("what did I say two days ago")
    assert "Carla" not in talk.say("what did I say about the lamp yesterday")


@pytest.mark.parametrize(
    "ask",
    [
        "what did I tell you this morning",
        "what have I told you so far today",
        "what did I say earlier",
        "what did we talk about earlier today",
        "what did I tell you in the last hour",
    ],
)
def test_what_was_said_in_the_last_hours_is_told(talk: Talk, ask: str) -> None:
    assert talk.say(ask) == "I have nothing that you told me then."
    talk.say_all("I bought a new lamp at the market", "I met Carla in the park", "what is my name")
    assert talk.say(ask) == "You told me: I bought a new lamp at the market; I met Carla in the park."
    talk.new_session(days=2)
    assert talk.say(ask) == "I have nothing that you told me then."


def test_parts_of_yesterday_are_told_apart(talk: Talk) -> None:
    talk.say("I bought a new lamp at the market")
    talk.new_session(days=1)
    assert "lamp" in talk.say("what did I tell you yesterday morning")
    for ask in ("what did I tell you last night", "what did I say yesterday evening"):
        assert talk.say(ask) == "I have nothing that you told me then."


def test_german_this_morning_is_not_tomorrow(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say("meine Schwester kommt am Freitag")
        for ask in ("was hab ich dir heute Morgen erzählt", "was habe ich dir heute schon alles erzählt"):
            assert talk.say(ask) == "Du hast gesagt: meine Schwester kommt am Freitag."
        assert talk.say("was habe ich dir gestern Abend erzählt") == "Von da habe ich nichts, was du mir erzählt hast."


def test_what_lies_on_a_day_is_told_of_that_day_alone(talk: Talk) -> None:
    talk.say_all("my dentist appointment is next friday at 3 pm", "my eye exam is on monday")
    for ask in ("what do I have next friday", "what's on friday", "do i have anything on friday"):
        reply = talk.say(ask)
        assert "dentist" in reply
        assert "eye exam" not in reply
    assert talk.say("what do i have tomorrow") == "I know of nothing on Tuesday, March 3, 2026."
    talk.new_session(days=20)
    assert "dentist" not in talk.say("what do I have next friday")


def test_a_day_opens_nothing_that_is_hidden(talk: Talk) -> None:
    talk.say_all("my friend is called Paul", "he has a boat", "my salary is 5000 euros", "stop mentioning Paul")
    talk.new_session(days=1)
    for ask in ("what did I say yesterday", "what did I say yesterday morning"):
        reply = talk.say(ask, channel=Channel.VOICE)
        assert not any(word in reply for word in ("Paul", "boat", "5000"))


def test_days_in_german(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("ich habe eine neue Lampe gekauft", "mein Zahnarzttermin ist am Freitag um 15 Uhr")
        talk.new_session(days=1)
        assert "Lampe" in talk.say("was habe ich gestern gesagt")
        assert "Zahnarzttermin" in talk.say("was habe ich am Freitag vor")


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("my mum's a nurse", "what does my mum do", "nurse"),
        ("I live at 12 Rose Street, Leeds", "what's my address", "Rose Street"),
        ("I'm allergic to peanuts", "what am I allergic to", "peanuts"),
        ("my project is called Blue Heron", "what am i working on", "Blue Heron"),
        ("our cat Minka is 12 years old", "what is our cat called", "Minka"),
        ("on Friday I'm meeting Lisa for lunch", "when am i meeting Lisa", "Friday, March 6, 2026"),
        ("I've got a dentist appointment tomorrow at nine", "when's my dentist appointment", "March 3, 2026, at 9:00"),
    ],
)
def test_said_and_asked_as_people_do(talk: Talk, told: str, asked: str, answer: str) -> None:
    talk.say_all("my boss is called Ms. Li", "my dad works at the railway", told)
    assert answer in talk.say(asked)


def test_what_is_known_of_the_boss_is_not_told_of_the_brothers(talk: Talk) -> None:
    talk.say("my boss is called Ms. Li")
    assert "Li" not in talk.say("what are my brothers called")


@pytest.mark.parametrize(
    ("language", "told", "asked", "clock"),
    [
        ("en", "my flight's at ten to six tomorrow morning", "what time's my flight", "5:50"),
        ("en", "the vet appointment is on friday at twenty past four", "when's the vet appointment", "4:20"),
        ("en", "nan's train gets in at five to eight on saturday", "when does nan's train get in", "7:55"),
        ("en", "the class is on friday at five past nine", "when is the class", "9:05"),
        ("de", "der zahnarzt ist am freitag um zehn vor neun", "wann ist der zahnarzt", "8:50"),
        ("de", "die probe ist am samstag um halb zehn", "wann ist die probe", "9:30"),
        ("de", "der kurs ist am freitag um dreiviertel acht", "wann ist der kurs", "7:45"),
    ],
)
def test_minutes_before_and_past_an_hour_are_its_minutes(
    tmp_path: Path, language: str, told: str, asked: str, clock: str
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        assert clock in talk.say_all(told, asked)


@pytest.mark.parametrize(
    ("told", "asked", "day"),
    [
        ("der zahnarzt ist am freitag um zehn vor sechs", "wann ist der zahnarzt", "Freitag, 6. März 2026."),
        ("die probe ist am samstag um halb sieben", "wann ist die probe", "Samstag, 7. März 2026."),
    ],
)
def test_an_hour_of_either_half_of_the_day_is_not_told_as_of_the_morning(
    tmp_path: Path, told: str, asked: str, day: str
) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        assert talk.say_all(told, asked).endswith(day)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("when I was ten we lived in spain", "where do we live"),
        ("I lived in hull as a kid", "where do I live"),
        ("when I was little we had a dog called rex", "what's our dog called"),
    ],
)
def test_a_time_of_life_that_is_over_is_no_answer_about_now(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked) == "I don't know that yet. You can tell me."
    assert told.split()[-1] in talk.say(
        asked.replace("do I live", "did I live")
        .replace("what's our", "what was our")
        .replace("do we live", "did we live")
    )
