"""What people say every day is answered with what they said: no other day, no other person, nothing confided aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.assistant_talk import told as told_back

pytestmark = pytest.mark.usefixtures("rules_alone")


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("my appointment is tomorrow at 3", "Tuesday, March 3, 2026, at 3:00"),
        ("my exam is on the 10th at 9", "Tuesday, March 10, 2026, at 9:00"),
        ("my exam is at 9 on the 10th", "Tuesday, March 10, 2026, at 9:00"),
        ("my exam is on the 12th at 3pm", "Thursday, March 12, 2026, at 15:00"),
        ("my exam is on the 5th of may at noon", "Tuesday, May 5, 2026, at 12:00"),
        ("my exam is on Tuesday, no wait, Wednesday", "Wednesday, March 4, 2026"),
        ("my exam is on the 10th, no, the 11th", "Wednesday, March 11, 2026"),
    ],
)
def test_a_day_that_was_told_is_that_day(talk: Talk, told: str, day: str) -> None:
    talk.say(told)
    assert day in talk.say("when is my exam" if "exam" in told else "when is my appointment")


def test_a_day_that_cannot_be_read_whole_is_not_made_another(talk: Talk) -> None:
    talk.say("my exam is next month on the 5th")
    assert talk.say("when is my exam") == "Your exam is next month on the 5th."


def test_a_corrected_day_is_resolved_anew(talk: Talk) -> None:
    talk.say_all("my exam is on the 10th", "no, the 11th", "yes")
    assert "Wednesday, March 11, 2026" in talk.say("when is my exam")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("My brother lives in Berlin.", "where do I live"),
        ("My ex-wife is called Lea.", "what's my wife called"),
        ("My friend Anna's husband is called Bert.", "who is my husband"),
        ("My daughter's name is Mia, and her birthday is the 3rd of May.", "when is my birthday"),
        ("My brother's favourite food is sushi.", "what's my favourite food"),
        ("My favourite film is Alien.", "what's my favourite band"),
    ],
)
def test_what_is_about_another_is_no_answer(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked).startswith("I don't know that yet")


def test_what_is_about_another_is_told_when_they_are_asked_about(talk: Talk) -> None:
    talk.say_all("My daughter's name is Mia, and her birthday is the 3rd of May.", "My mum's name is Rita.")
    assert "3rd of May" in talk.say("when is my daughter's birthday")
    assert "Rita" in talk.say("what's my mother's name")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("Keep this between us: I'm pregnant.", "am I pregnant"),
        ("Nobody knows I dye my hair.", "do I dye my hair"),
        ("I was diagnosed with diabetes.", "do I have diabetes"),
        ("Don't tell anyone but I'm planning a party for Tom.", "what am I planning"),
    ],
)
def test_confided_words_are_never_quoted_aloud(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked, channel=Channel.VOICE) == "I can't say that aloud. I have that in writing only."
    assert not talk.answer.bundle.excerpts
    words = told.rstrip(".").rpartition(" but ")[2].rpartition(": ")[2]
    assert told_back(words) in talk.say(asked)


@pytest.mark.parametrize("told", ["Off the record, I hate my job.", "I hate my job. Off the record."])
def test_off_the_record_keeps_nothing(talk: Talk, told: str) -> None:
    talk.say(told)
    assert talk.texts() == []
    assert "my job" not in talk.say("what do I hate")


@pytest.mark.parametrize(
    ("told", "over", "asked"),
    [
        ("I work at Siemens as an engineer.", "I quit my job at Siemens.", "where do I work"),
        ("I work at Siemens.", "I quit my job.", "where do I work"),
        ("I work at Siemens.", "I've left Siemens.", "where do I work"),
        ("I live in Porto.", "I moved away from Porto.", "where do I live"),
        ("I'm vegetarian.", "I'm not vegetarian any more.", "am I vegetarian"),
        ("I am vegan.", "I'm no longer vegan.", "am I vegan"),
        ("I play tennis.", "I stopped playing tennis.", "do I play tennis"),
    ],
)
def test_what_is_over_is_no_longer_told(talk: Talk, told: str, over: str, asked: str) -> None:
    talk.say(told)
    talk.new_session(days=3)
    talk.say(over)
    assert "DENIED_BY_USER" in talk.heard.reason_codes
    for reply in (talk.say(asked), talk.say("what do you remember about me")):
        assert told.rstrip(".") not in reply
        assert told_back(told.rstrip(".")) not in reply


@pytest.mark.parametrize("said", ["I left the house.", "I left my keys in Porto.", "I stopped at the bank in Porto."])
def test_leaving_a_house_ends_no_home(talk: Talk, said: str) -> None:
    talk.say_all("I live in the house in Porto.", said)
    assert "You live in the house in Porto" in talk.say("where do I live")


def test_a_marked_correction_changes_the_fact_at_once(talk: Talk) -> None:
    talk.say_all("My shoe size is 39.", "Actually it's 40.")
    assert "CORRECTED_BY_USER" in talk.heard.reason_codes
    assert talk.say("what's my shoe size") == "Your shoe size is 40."


def test_words_said_anew_in_one_breath_count(talk: Talk) -> None:
    talk.say("My name is Ana, I mean Anna.")
    (atom,) = talk.atoms()
    assert (atom.key, atom.value) == ("name", "Anna")


def test_words_after_a_fact_are_no_part_of_it(talk: Talk) -> None:
    talk.say("I'm allergic to peanuts, just so you know.")
    assert talk.say("what am I allergic to") == "You're allergic to peanuts."


def test_forgetting_one_thing_and_pinning_another_is_both(talk: Talk) -> None:
    talk.say("My favourite band is Radiohead and my favourite film is Alien.")
    talk.say("forget my favourite band and pin my favourite film")
    (atom,) = talk.atoms()
    assert atom.pinned
    assert atom.value == "Alien"


def test_german_hears_its_own_questions_and_moves(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as german:
        _moves(german)


def _moves(german: Talk) -> None:
    german.say("Ich heiße Jana.")
    assert "Jana" in german.say("Wie heiße ich?")
    german.say("Ich wohne in Köln.")
    assert "Ich habe es geändert: du bist nach Bonn gezogen." in german.say("Ich bin nach Bonn gezogen.")


def test_german_likings_are_told_apart_and_plans_are_what_is_ahead(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as german:
        german.say_all("Ich mag Tee.", "Ich hasse Oliven.", "Ich liebe Käse.", "Ich mag keinen Fisch.")
        assert german.say("Was mag ich?") == "Du magst Tee; du liebst Käse."
        assert german.say("Was hasse ich?") == "Du hasst Oliven."
        assert "Tee" not in german.say("Was mag ich nicht?")
        german.say_all("Ich fahre am Freitag nach Köln.", "Der Zahnarzt ist am Donnerstag um drei.")
        for asked in ("Was habe ich vor?", "Was steht an?", "Was sind meine Pläne?"):
            assert german.say(asked) == "Der Zahnarzt ist am Donnerstag um drei; du fährst am Freitag nach Köln."
        assert "Zahnarzt" in german.say("Bin ich am Donnerstag frei?")
